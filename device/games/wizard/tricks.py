"""The rules of trick-taking (Wizard rulebook: playing the cards)."""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse_player
from device.contract.setup import Seat
from device.contract.tuples import with_entry
from device.games.wizard.cards import JESTER, WIZARD, face
from device.games.wizard.declarations import Plays, Wins
from device.games.wizard.knowledge import after_not_following, after_showing_suit, check_possible_deal
from device.games.wizard.refusal_codes import WizardRefusal
from device.games.wizard.scoring import end_round
from device.games.wizard.state import Round, State
from device.games.wizard.trump_card import check_trump_card_left
from device.kits.cards import SUIT_FACES, Card
from device.kits.trick_declarations import lead_of_win, why_card_cannot_win
from device.kits.tricks import winning_index
from display.words import Text, text


def lead_of(trick: tuple[Card, ...]) -> str | None:
    """Return the lead suit: that of the first card that is not a jester. A wizard that is led asks for no suit."""
    first_card = next((card for card in trick if card != JESTER), None)
    return None if first_card is None or first_card == WIZARD else first_card.suit


def index_of_winner(trick: tuple[Card, ...], trump: str | None) -> int:
    """Return the index of the winning card: the first wizard, highest trump, highest of the lead suit, or first."""
    return trick.index(WIZARD) if WIZARD in trick else winning_index(trick, lead_of(trick), trump)


def apply_play(state: State, round_: Round, declaration: Plays, *, waive_revoke: bool) -> State:
    """Return the state after one card of a trick (detail `cards`). Raises Refused."""
    seat, card = declaration.seat, declaration.card
    _check_unseen(state, round_, seat, card, copy_count=1)
    lead = lead_of(round_.cards_on_table)
    if card.suit:
        round_ = after_showing_suit(state, round_, seat, card.suit, card, waive_revoke=waive_revoke)
        if lead not in (None, card.suit):
            round_ = after_not_following(round_, seat, str(lead))
    round_ = _with_card_seen(round_, card, 1)._replace(
        cards_on_table=(*round_.cards_on_table, card), turn=state.next_seat(seat)
    )
    if not waive_revoke:
        check_possible_deal(state, round_, seat)
    elif not round_.is_revoke_accepted:
        round_ = round_._replace(is_revoke_accepted=True)
    if len(round_.cards_on_table) < state.player_count:
        return state._replace(round=round_)
    return _after_trick_won(
        state, round_, (round_.leader + index_of_winner(round_.cards_on_table, round_.trump)) % state.player_count
    )


def apply_win(state: State, round_: Round, declaration: Wins, *, waive_revoke: bool) -> State:
    """Return the state after a whole trick, declared by its winner (detail `tricks`). Raises Refused."""
    seat, card, lead = declaration.seat, declaration.card, lead_of_win(declaration, round_.leader, round_.trump)
    copy_count = state.player_count if card == JESTER else 1
    if card is not None:
        _check_unseen(state, round_, seat, card, copy_count=copy_count)
    if card is not None and card.suit:
        round_ = after_showing_suit(state, round_, seat, card.suit, card, waive_revoke=waive_revoke)
    if lead is not None:
        round_ = _after_lead_shown(state, round_, declaration, lead, waive_revoke=waive_revoke)
    reason = _why_card_cannot_win(state, round_, declaration)
    if reason is not None:
        refuse_player(
            state.table, WizardRefusal.DOES_NOT_ADD_UP, reason, seat, *(() if card is None else (face(card),))
        )
    return _after_trick_won(state, _with_card_seen(round_, card, copy_count) if card is not None else round_, seat)


def _after_lead_shown(state: State, round_: Round, declaration: Wins, lead: str, *, waive_revoke: bool) -> Round:
    """Return the round with what a lead suit reveals about the winner's and the leader's hand. Raises Refused."""
    seat, card = declaration.seat, declaration.card
    if seat == round_.leader:
        # A leader who wins without a jester or a wizard has led the suit.
        return round_ if card is not None else after_showing_suit(state, round_, seat, lead, waive_revoke=waive_revoke)
    if not state.settings.deck.special_count:
        round_ = after_showing_suit(state, round_, round_.leader, lead, waive_revoke=waive_revoke)
    has_followed = card is None or not card.suit or card.suit == lead
    return round_ if has_followed else after_not_following(round_, seat, lead)


def _why_card_cannot_win(state: State, round_: Round, declaration: Wins) -> Text | None:
    """Return why a winning card can't have won; None if it can."""
    is_leader, names_lead = declaration.seat == round_.leader, declaration.lead is not None
    if declaration.card == JESTER and not (is_leader and not names_lead):
        return text(
            "A jester wins only when nothing else is played: then {leader}, who led, wins, with no lead suit.",
            leader=state.name(round_.leader),
        )
    if declaration.card == WIZARD and is_leader and names_lead:
        return text("{player} led a wizard: then no suit is asked for.")
    if declaration.card in (JESTER, WIZARD):
        return None
    return why_card_cannot_win(declaration, round_.leader, round_.trump, SUIT_FACES)


def _check_unseen(state: State, round_: Round, seat: Seat, card: Card, *, copy_count: int) -> None:
    """Refuse a card (`card-already-seen`) of which no copy, or not so many copies, are left."""
    if card in round_.seen_cards:
        sentence = text("{player} can't have {card}: it has been played in this round.")
        refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, seat, face(card))
    copies_in_deck = state.settings.deck.special_count
    copies_seen = copy_count + (round_.wizards_played if card == WIZARD else round_.jesters_played)
    if not card.suit and copies_seen > copies_in_deck:
        sentence = text(
            "The deck has {most} jesters: with {player}'s there would be {n}.", most=copies_in_deck, n=copies_seen
        )
        if card == WIZARD:
            sentence = text(
                "The deck has {most} wizards: with {player}'s there would be {n}.", most=copies_in_deck, n=copies_seen
            )
        refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, seat, face(card))
    check_trump_card_left(state, _with_card_seen(round_, card, copy_count), seat, card)


def _with_card_seen(round_: Round, card: Card, copy_count: int) -> Round:
    if card == WIZARD:
        return round_._replace(wizards_played=round_.wizards_played + copy_count)
    if card == JESTER:
        return round_._replace(jesters_played=round_.jesters_played + copy_count)
    return round_._replace(seen_cards=round_.seen_cards | {card})


def _after_trick_won(state: State, round_: Round, winner: Seat) -> State:
    """Return the state after a trick is won: its winner leads the next, or the round is scored."""
    after = round_._replace(
        tricks_won=with_entry(round_.tricks_won, winner, round_.tricks_won[winner] + 1),
        finished_trick_count=round_.trick_number,
        cards_on_table=(),
        leader=winner,
        turn=winner,
    )
    return state._replace(round=after) if after.finished_trick_count < after.card_count else end_round(state, after)
