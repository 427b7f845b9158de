"""The rules of trick-taking (No Loose Ends rulebook: Winning Tricks, Covering Bids, Getaway Cards)."""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse_player
from device.contract.setup import Seat
from device.contract.tuples import with_entry
from device.games.no_loose_ends.cards import GETAWAY, GETAWAY_COUNT, Card, face
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.consistency import add_clue, check_proven_revoke, replace_last_clue
from device.games.no_loose_ends.declarations import Covers, CoversNothing, Plays, Wins
from device.games.no_loose_ends.knowledge import (
    after_not_following,
    after_showing_suit,
    check_not_taken_back,
    check_possible_deal,
)
from device.games.no_loose_ends.refusal_codes import NoLooseEndsRefusal
from device.games.no_loose_ends.scoring import end_round
from device.games.no_loose_ends.state import PlayerResult, Round, State, Trick
from device.games.no_loose_ends.suits import SUIT_FACES, TRUMP
from device.kits.trick_declarations import lead_of_win, why_card_cannot_win
from device.kits.tricks import winning_index
from display.words import text


def lead_of(cards: tuple[Card, ...]) -> str | None:
    """Return the lead suit: that of the first card that has one."""
    return next((card.suit for card in cards if card.suit), None)


def apply_play(state: State, declaration: Plays, *, waive_revoke: bool = False) -> State:
    """Return the state after one card of a trick (detail `cards`). Raises Refused."""
    round_ = state.current_round
    seat, card = declaration.seat, declaration.card
    _check_unseen(state, seat, card, copy_count=1)
    lead = lead_of(round_.cards_on_table)
    if card != GETAWAY:
        state = after_showing_suit(state, seat, card.suit, card, waive_revoke=waive_revoke)
        if lead not in (None, card.suit):
            state = after_not_following(state, seat, lead, waive_revoke=waive_revoke)
    with_suits = state.current_round
    round_ = _with_card_seen(with_suits, card)._replace(
        cards_on_table=(*with_suits.cards_on_table, card), turn=state.next_seat(seat)
    )
    after = state._replace(round=round_)
    if not round_.is_revoke_accepted:
        after = check_possible_deal(after, seat, waive_revoke=waive_revoke)
    return after if len(round_.cards_on_table) < state.deal_sizes.player_count else _after_last_card(after)


def apply_win(state: State, declaration: Wins, *, waive_revoke: bool = False) -> State:
    """Return the state after a whole trick, declared by its winner (detail `tricks`). Raises Refused."""
    seat, card = declaration.seat, declaration.card
    copy_count = state.deal_sizes.player_count if card == GETAWAY else 1
    if card is not None:
        _check_unseen(state, seat, card, copy_count=copy_count)
    lead = lead_of_win(declaration, state.current_round.leader, TRUMP)
    after = _after_shown_suits(state, declaration, lead, waive_revoke=waive_revoke)
    clue = Clue(state.current_round.leader, seat, card, lead)
    _check_win(state, declaration, clue)
    round_ = after.current_round
    if card is not None:
        round_ = _with_card_seen(round_, card, copy_count)
    # Of such a trick, what the double-crosser played is not declared.
    if round_.double_crosser is not None and card != GETAWAY and (card is None or round_.double_crosser != seat):
        round_ = round_._replace(undeclared_play_count=round_.undeclared_play_count + 1)
    round_ = add_clue(state, round_, clue, NoLooseEndsRefusal.DOES_NOT_ADD_UP, waive_revoke=waive_revoke)
    return _after_trick_won(state, round_, Trick(round_.trick_number, seat, card, lead))


def apply_cover(state: State, declaration: Covers, *, waive_revoke: bool = False) -> State:
    """Return the state after the winner has chosen the bid that a trick covers. Raises Refused."""
    round_ = state.current_round
    trick = round_.pending_trick
    assert trick is not None
    seat, card = declaration.seat, declaration.card
    if card not in coverable_bids(round_, trick):
        sentence = text(
            "{player} can't cover {card}: it must be one of their uncovered bids, with the winning card's number "
            "or suit, or the lead suit."
        )
        if card == GETAWAY:
            sentence = text("{player} can't cover a getaway card: only bids can be covered.")
        refuse_player(state.table, NoLooseEndsRefusal.NOT_ELIGIBLE, sentence, seat, face(card))
    if trick.winning_card is None or trick.lacks_only_lead:
        clue = round_.clues[-1]._replace(covered=card)
        round_ = replace_last_clue(state, round_, clue, NoLooseEndsRefusal.NOT_ELIGIBLE, waive_revoke=waive_revoke)
    return _after_cover(state, round_, trick, card)


def apply_covers_nothing(state: State, declaration: CoversNothing, *, waive_revoke: bool = False) -> State:
    """Return the state after the winner declared that a trick covers nothing, its winning card not being known.

    Raises Refused.
    """
    round_ = state.current_round
    trick = round_.pending_trick
    assert trick is not None
    certain_bids = certainly_coverable_bids(round_, trick)
    if certain_bids:
        sentence = text("{player} must cover a bid with this trick: {card}, for example.")
        refuse_player(state.table, NoLooseEndsRefusal.MUST_COVER, sentence, declaration.seat, *map(face, certain_bids))
    clue = round_.clues[-1]._replace(not_eligible=round_.uncovered_bids(declaration.seat))
    round_ = replace_last_clue(state, round_, clue, NoLooseEndsRefusal.MUST_COVER, waive_revoke=waive_revoke)
    return _after_cover(state, round_, trick, card=None)


def coverable_bids(round_: Round, trick: Trick) -> tuple[Card, ...]:
    """Return the winner's open bids that the trick may cover, by what is known of it.

    They match the winning card's number, its suit, or the lead suit (rulebook, Covering Bids). If the winning card is
    unknown, any open bid may match.
    """
    uncovered = round_.uncovered_bids(trick.winner)
    if trick.winning_card is None:
        return uncovered
    if trick.winning_card == GETAWAY:
        return ()
    return uncovered if trick.lacks_only_lead else _matching_bids(uncovered, trick)


def certainly_coverable_bids(round_: Round, trick: Trick) -> tuple[Card, ...]:
    """Return the winner's open bids that certainly match: if there is one, the trick must cover a bid."""
    return () if trick.winning_card == GETAWAY else _matching_bids(round_.uncovered_bids(trick.winner), trick)


def _matching_bids(uncovered: tuple[Card, ...], trick: Trick) -> tuple[Card, ...]:
    """Return the bids that match what is known of the winning card's number and suit and of the lead suit."""
    suits, number = {trick.lead}, 0
    if trick.winning_card is not None:
        suits.add(trick.winning_card.suit)
        number = trick.winning_card.number
    return tuple(card for card in uncovered if card.number == number or card.suit in suits)


def _check_unseen(state: State, seat: Seat, card: Card, *, copy_count: int) -> None:
    round_ = state.current_round
    if card == GETAWAY:
        if round_.played_getaway_count + copy_count <= GETAWAY_COUNT:
            return
        sentence = text(
            "The deck has {n} getaway cards: with {player}'s there would be {seen}.",
            n=GETAWAY_COUNT,
            seen=round_.played_getaway_count + copy_count,
        )
    else:
        check_not_taken_back(state, seat, card)
        if card not in round_.seen_cards:
            return
        sentence = text("{player} can't have {card}: it has been bid or played in this round.")
    refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, seat, face(card))


def _with_card_seen(round_: Round, card: Card, copy_count: int = 1) -> Round:
    if card == GETAWAY:
        return round_._replace(played_getaway_count=round_.played_getaway_count + copy_count)
    taken_back = round_.taken_back and round_.taken_back - {card}
    return round_._replace(seen_cards=round_.seen_cards | {card}, taken_back=taken_back)


def _after_shown_suits(state: State, declaration: Wins, lead: str | None, *, waive_revoke: bool) -> State:
    """Return the state with what a trick reveals about suits in the hands of its winner and its leader.

    Raises Refused (`revoke`).
    """
    leader = state.current_round.leader
    seat, card = declaration.seat, declaration.card
    if card == GETAWAY:
        return state
    if card is not None:
        state = after_showing_suit(state, seat, card.suit, card, waive_revoke=waive_revoke)
    if lead is None:
        return state
    if seat == leader:
        return state if card is not None else after_showing_suit(state, seat, lead, waive_revoke=waive_revoke)
    if not state.settings.has_getaway_cards or state.current_round.played_getaway_count == GETAWAY_COUNT:
        # With no getaway card to lead, the leader's own card is of the lead suit.
        state = after_showing_suit(state, leader, lead, waive_revoke=waive_revoke)
    if card is not None and card.suit != lead:
        state = after_not_following(state, seat, lead, waive_revoke=waive_revoke)
    return state


def _check_win(state: State, declaration: Wins, clue: Clue) -> None:
    """Refuse a winning card that cannot have won."""
    card, leader = declaration.card, state.current_round.leader
    if card is None:
        return
    if card == GETAWAY:
        if declaration.seat == leader and declaration.lead is None:
            return
        reason = text(
            "A getaway card wins only when nothing else is played: then {leader}, who led, wins, with no lead suit.",
            leader=state.name(leader),
        )
    else:
        contradiction = why_card_cannot_win(declaration, leader, TRUMP, SUIT_FACES)
        if contradiction is None:
            return
        check_proven_revoke(state, clue)
        reason = contradiction
    refuse_player(state.table, NoLooseEndsRefusal.DOES_NOT_ADD_UP, reason, declaration.seat, face(card))


def _after_last_card(state: State) -> State:
    """Return the state after a trick's last card: determines the winner."""
    round_ = state.current_round
    lead = lead_of(round_.cards_on_table)
    best_index = winning_index(round_.cards_on_table, lead, TRUMP)
    winner = (round_.leader + best_index) % state.deal_sizes.player_count
    return _after_trick_won(state, round_, Trick(round_.trick_number, winner, round_.cards_on_table[best_index], lead))


def _after_trick_won(state: State, round_: Round, trick: Trick) -> State:
    """Return the state after a trick is won: the cover is forced, or the winner must choose it."""
    choices = coverable_bids(round_, trick)
    if not choices:
        return _after_cover(state, round_, trick, card=None)
    if len(choices) == 1 and trick.winning_card is not None and certainly_coverable_bids(round_, trick):
        return _after_cover(state, round_, trick, choices[0])
    return state._replace(round=round_._replace(pending_trick=trick, turn=trick.winner))


def _after_cover(state: State, round_: Round, trick: Trick, card: Card | None) -> State:
    """Return the state after a trick's cover is settled: the next trick begins, or the round is scored."""
    seat, covered_bids, loose_tricks = trick.winner, round_.covered_bids, round_.loose_tricks
    if card is None:
        loose_tricks = with_entry(loose_tricks, seat, (*loose_tricks[seat], trick.number))
    else:
        covered_bids = with_entry(covered_bids, seat, (*covered_bids[seat], card))
    round_ = round_._replace(
        covered_bids=covered_bids,
        loose_tricks=loose_tricks,
        finished_trick_count=trick.number,
        cards_on_table=(),
        pending_trick=None,
        leader=seat,
        turn=seat,
    )
    after = state._replace(round=round_)
    return after if round_.finished_trick_count < round_.total_trick_count else _score_round(after, round_)


def _score_round(state: State, round_: Round) -> State:
    by_seat = zip(round_.bids, round_.covered_bids, round_.loose_tricks, strict=True)
    player_results = (
        PlayerResult(len(bids), len(covered), len(loose_tricks), bids, covered, loose_tricks)
        for bids, covered, loose_tricks in by_seat
    )
    return end_round(state, tuple(player_results))
