"""The rules of trick-taking (No Loose Ends rulebook: Winning Tricks, Covering Bids, Getaway Cards)."""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.contract.tuples import with_entry
from device.games.no_loose_ends.cards import GETAWAY, GETAWAYS, Card, face
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.codes import Code
from device.games.no_loose_ends.consistency import refuse_shown, with_clue, with_cover
from device.games.no_loose_ends.declarations import Covers, Loose, Plays, Wins
from device.games.no_loose_ends.knowledge import (
    not_following,
    possible_deal,
    refuse_unknown_hand,
    showing,
    trump,
)
from device.games.no_loose_ends.scoring import score_round
from device.games.no_loose_ends.state import Plan, Round, State, Trick, last_round, new_round
from device.games.no_loose_ends.suits import SUIT_FACES
from display.words import Text, text


def lead_of(trick: tuple[Card, ...]) -> str | None:
    """Return the lead suit: that of the first card that has one."""
    for card in trick:
        if card != GETAWAY:
            return card.suit
    return None


def plays(state: State, declared: Plays, *, waive_revoke: bool = False) -> State:
    """Return the state after one card of a trick (detail `cards`). Raises Refused."""
    round_ = state.running
    seat, card = declared.seat, declared.card
    _refuse_seen(state, seat, card, copies=1)
    lead = lead_of(round_.trick)
    if card != GETAWAY:
        state = showing(state, seat, card.suit, card, waive_revoke=waive_revoke)
        if lead not in (None, card.suit):
            state = not_following(state, seat, lead, waive_revoke=waive_revoke)
    before = state.running
    round_ = _seen(before, card)._replace(trick=(*before.trick, card), turn=state.next(seat))
    after = state._replace(round=round_)
    if not round_.unfollowed:
        after = possible_deal(state, after, seat, waive_revoke=waive_revoke)
    return after if len(round_.trick) < state.deal.players else _taken(after)


def wins(state: State, declared: Wins, *, waive_revoke: bool = False) -> State:
    """Return the state after a whole trick, declared by its winner (detail `tricks`). Raises Refused."""
    seat, card = declared.seat, declared.card
    copies = state.deal.players if card == GETAWAY else 1
    if card is not None:
        _refuse_seen(state, seat, card, copies=copies)
    lead = _led(state.running, declared)
    shown = _shown(state, declared, lead, waive_revoke=waive_revoke)
    clue = Clue(state.running.leader, seat, card, lead)
    _refuse_contradiction(state, declared, clue)
    round_ = shown.running
    if card is not None:
        round_ = _seen(round_, card, copies)
    if round_.crossed is not None and card != GETAWAY and (card is None or round_.crossed != seat):
        round_ = round_._replace(undeclared=round_.undeclared + 1)
    round_ = with_clue(state, round_, clue, Code.DOES_NOT_ADD_UP, waive_revoke=waive_revoke)
    return _won(state, round_, Trick(round_.trick_number, seat, card, lead))


def covers(state: State, declared: Covers, *, waive_revoke: bool = False) -> State:
    """Return the state after the winner has chosen the bid that a trick covers. Raises Refused."""
    round_ = state.running
    trick = round_.pending
    assert trick is not None
    seat, card = declared.seat, declared.card
    if card not in eligible(round_, trick):
        refuse(Code.NOT_ELIGIBLE, _not_eligible(state.name(seat), card), seat, face(card))
    if trick.card is None or trick.lead_open:
        clue = round_.clues[-1]._replace(covered=card)
        round_ = with_cover(state, round_, clue, Code.NOT_ELIGIBLE, waive_revoke=waive_revoke)
    return _covered(state, round_, trick, card)


def _not_eligible(player: str, card: Card) -> Text:
    if card == GETAWAY:
        return text("{player} can't cover a getaway card: only bids can be covered.", player=player)
    return text(
        "{player} can't cover {card}: it must be an open bid of one's own that matches the winning card's number or "
        "suit, or the lead suit.",
        player=player,
        card=face(card),
    )


def loose(state: State, declared: Loose, *, waive_revoke: bool = False) -> State:
    """Return the state after the winner declared that a trick covers nothing, its winning card not being known.

    Raises Refused.
    """
    round_ = state.running
    trick = round_.pending
    assert trick is not None
    known = must_cover(round_, trick)
    if known:
        refuse(
            Code.MUST_COVER,
            text(
                "{player} must cover a bid with this trick: {card} can be covered.",
                player=state.name(declared.seat),
                card=face(known[0]),
            ),
            declared.seat,
            *(face(card) for card in known),
        )
    clue = round_.clues[-1]._replace(not_eligible=round_.uncovered(declared.seat))
    round_ = with_cover(state, round_, clue, Code.MUST_COVER, waive_revoke=waive_revoke)
    return _covered(state, round_, trick, None)


def eligible(round_: Round, trick: Trick) -> tuple[Card, ...]:
    """Return the winner's open bids that the trick may cover, by what is known of it.

    They match the winning card's number, its suit, or the lead suit (rulebook, Covering Bids). If the winning card is
    unknown, any open bid may match.
    """
    open_ = round_.uncovered(trick.winner)
    if trick.card is None:
        return open_
    if trick.card == GETAWAY:
        return ()
    return open_ if trick.lead_open else _matching(open_, trick)


def must_cover(round_: Round, trick: Trick) -> tuple[Card, ...]:
    """Return the winner's open bids that certainly match: if there is one, the trick must cover a bid."""
    return () if trick.card == GETAWAY else _matching(round_.uncovered(trick.winner), trick)


def _matching(open_: tuple[Card, ...], trick: Trick) -> tuple[Card, ...]:
    """Return the bids that match what is known of the winning card's number and suit and of the lead suit."""
    suits, number = {trick.lead}, 0
    if trick.card is not None:
        suits.add(trick.card.suit)
        number = trick.card.number
    return tuple(card for card in open_ if card.number == number or card.suit in suits)


def _refuse_seen(state: State, seat: Seat, card: Card, *, copies: int) -> None:
    round_ = state.running
    if card == GETAWAY:
        if round_.getaways + copies <= GETAWAYS:
            return
        sentence = text(
            "The deck has {n} getaway cards: with {player}'s there would be {seen}.",
            n=GETAWAYS,
            seen=round_.getaways + copies,
            player=state.name(seat),
        )
    else:
        refuse_unknown_hand(state, seat, card)
        if card not in round_.seen:
            return
        sentence = text(
            "{player} can't have {card}: it has been bid or played in this round.",
            player=state.name(seat),
            card=face(card),
        )
    refuse(RefusalCode.CARD_ALREADY_SEEN, sentence, seat, face(card))


def _seen(round_: Round, card: Card, copies: int = 1) -> Round:
    if card == GETAWAY:
        return round_._replace(getaways=round_.getaways + copies)
    back = round_.taken_back and round_.taken_back - {card}
    return round_._replace(seen=round_.seen | {card}, taken_back=back)


def _led(round_: Round, declared: Wins) -> str | None:
    """Return the lead suit as declared; else the winning card's suit, or None for a trump not played by the leader."""
    card = declared.card
    if declared.lead is not None or card is None or card == GETAWAY:
        return declared.lead
    return None if trump(card.suit) and declared.seat != round_.leader else card.suit


def _shown(state: State, declared: Wins, lead: str | None, *, waive_revoke: bool) -> State:
    """Return the state with what a trick reveals about suits in the hands of its winner and its leader.

    Raises Refused (`revoke`).
    """
    leader = state.running.leader
    seat, card = declared.seat, declared.card
    if card == GETAWAY:
        return state
    if card is not None:
        state = showing(state, seat, card.suit, card, waive_revoke=waive_revoke)
    if lead is None:
        return state
    if seat == leader:
        return state if card is not None else showing(state, seat, lead, waive_revoke=waive_revoke)
    if not state.settings.getaway_cards or state.running.getaways == GETAWAYS:
        # With no getaway card to lead, the leader's own card is of the lead suit.
        state = showing(state, leader, lead, waive_revoke=waive_revoke)
    if card is not None and card.suit != lead:
        state = not_following(state, seat, lead, waive_revoke=waive_revoke)
    return state


def _refuse_contradiction(state: State, declared: Wins, clue: Clue) -> None:
    """Refuse a winning card that cannot have won."""
    seat, card, lead = declared.seat, declared.card, declared.lead
    if card is None:
        return
    leads = seat == state.running.leader
    if card == GETAWAY:
        if leads and lead is None:
            return
        reason = text(
            "A getaway card wins only when nothing else is played: then {leader}, who led, wins, with no lead suit.",
            leader=state.name(state.running.leader),
        )
    elif lead is None or lead == card.suit:
        return
    elif leads:
        reason = text(
            "{player} led this trick: the lead suit is that of {card}, not {lead}.",
            player=state.name(seat),
            card=face(card),
            lead=SUIT_FACES[lead],
        )
    elif not trump(card.suit):
        reason = text(
            "{player}'s {card} can't have won: it is neither trump nor of the lead suit {lead}.",
            player=state.name(seat),
            card=face(card),
            lead=SUIT_FACES[lead],
        )
    else:
        return
    if card != GETAWAY:
        refuse_shown(state, clue)
    refuse(Code.DOES_NOT_ADD_UP, reason, seat, face(card))


def _taken(state: State) -> State:
    """Return the state after a trick's last card: determines the winner."""
    round_ = state.running
    lead = lead_of(round_.trick)
    best = max(range(len(round_.trick)), key=lambda place: _strength(round_.trick[place], lead))
    winner = (round_.leader + best) % state.deal.players
    return _won(state, round_, Trick(round_.trick_number, winner, round_.trick[best], lead))


def _strength(card: Card, lead: str | None) -> tuple[bool, bool, int]:
    """Return the rank of a card in its trick. Of equal cards (only getaway cards), the first wins."""
    return (trump(card.suit), card.suit == lead, card.number)


def _won(state: State, round_: Round, trick: Trick) -> State:
    """Return the state after a trick is won: the cover is forced, or the winner must choose it."""
    choices = eligible(round_, trick)
    if not choices:
        return _covered(state, round_, trick, None)
    if len(choices) == 1 and trick.card is not None and must_cover(round_, trick):
        return _covered(state, round_, trick, choices[0])
    return state._replace(round=round_._replace(pending=trick, turn=trick.winner))


def _covered(state: State, round_: Round, trick: Trick, card: Card | None) -> State:
    """Return the state after a trick's cover is settled: the next trick begins, or the round is scored."""
    seat, covers, loose_ = trick.winner, round_.covers, round_.loose
    if card is None:
        loose_ = with_entry(loose_, seat, (*loose_[seat], trick.number))
    else:
        covers = with_entry(covers, seat, (*covers[seat], card))
    round_ = round_._replace(
        covers=covers,
        loose=loose_,
        finished=trick.number,
        trick=(),
        pending=None,
        leader=seat,
        turn=seat,
    )
    after = state._replace(round=round_)
    return after if round_.finished < round_.tricks else _scored(after, round_)


def _scored(state: State, round_: Round) -> State:
    plans = tuple(
        Plan(
            len(round_.bids[seat]),
            len(round_.covers[seat]),
            len(round_.loose[seat]),
            round_.bids[seat],
            round_.covers[seat],
            round_.loose[seat],
        )
        for seat in state.seats
    )
    return end_round(state, plans)


def end_round(state: State, plans: tuple[Plan, ...]) -> State:
    """Score the round. The next begins one seat to the left of this one's first player."""
    round_ = state.running
    result = score_round(state, plans)
    totals = tuple(total + gained for total, gained in zip(state.totals, result.points, strict=True))
    following = None if last_round(state) else new_round(state.deal.players, state.next(round_.first))
    return state._replace(results=(*state.results, result), totals=totals, round=following)
