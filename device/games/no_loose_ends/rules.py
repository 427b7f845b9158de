"""The rules of No Loose Ends: which declarations are allowed when, and the state after each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from device.contract.declarations import Declaration, First
from device.contract.refusal import RefusalCode, Refused, refuse, refuse_player, refuse_turn
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import GETAWAY, Card, face
from device.games.no_loose_ends.declarations import (
    Bid,
    Covers,
    CoversNothing,
    DoubleCross,
    Pass,
    Plays,
    RoundTotals,
    Wins,
)
from device.games.no_loose_ends.knowledge import unseen_cards
from device.games.no_loose_ends.options import Detail
from device.games.no_loose_ends.planning import apply_bid, apply_double_cross, apply_pass, may_double_cross
from device.games.no_loose_ends.state import Round, State, Trick
from device.games.no_loose_ends.suits import SUIT_FACES, SUITS, TRUMP
from device.games.no_loose_ends.totals import apply_totals
from device.games.no_loose_ends.tricks import (
    apply_cover,
    apply_covers_nothing,
    apply_play,
    apply_win,
    certainly_coverable_bids,
    coverable_bids,
)
from device.kits.trick_declarations import awaited_sentence
from display.words import Text, text


def apply(state: State, declaration: Declaration, *, waive_revoke: bool = False) -> State:
    """Return the state after a declaration. Raises Refused; see `device.contract.game.Game.apply`."""
    round_ = state.round
    if round_ is None:
        refuse(RefusalCode.WRONG_PHASE, text("The game is over: all three rounds are scored."))
    if isinstance(declaration, First):
        return _apply_first(state, round_, declaration)
    if not isinstance(declaration, _expected_types(state, round_)):
        refuse(RefusalCode.WRONG_PHASE, _wrong_phase_text(state, round_), declaration.seat)
    _check_turn(state, round_, declaration)
    _check_cards(state, declaration)
    if type(declaration) in _APPLY_OUTSIDE_TRICKS:
        return _APPLY_OUTSIDE_TRICKS[type(declaration)](state, declaration)
    return _APPLY_IN_TRICKS[type(declaration)](state, declaration, waive_revoke=waive_revoke)


_APPLY_OUTSIDE_TRICKS: Mapping[type, Callable[[State, Any], State]] = {
    Bid: apply_bid,
    Pass: apply_pass,
    DoubleCross: apply_double_cross,
    RoundTotals: apply_totals,
}
_APPLY_IN_TRICKS: Mapping[type, Callable[..., State]] = {
    Plays: apply_play,
    Wins: apply_win,
    Covers: apply_cover,
    CoversNothing: apply_covers_nothing,
}
"""What applies each type of declaration, once phase, turn and cards are checked."""


def add_missing_lead(state: State, declaration: Declaration) -> Declaration:
    """Add the lead suit to a declaration that an earlier version stored.

    In such a record, a trump that won without a declared lead meant that trump was led.
    """
    if not isinstance(declaration, Wins) or declaration.card in (None, GETAWAY) or declaration.lead is not None:
        return declaration
    assert declaration.card is not None
    is_leader = state.round is not None and state.round.leader == declaration.seat
    return declaration if is_leader or declaration.card.suit != TRUMP else replace(declaration, lead=TRUMP)


def starter(state: State) -> Seat | None:
    """Return the player who starts the coming round, while another may still be named; else None."""
    round_ = state.round
    return None if round_ is None or round_.has_begun or round_.is_starter_named else round_.first_seat


def forced(state: State) -> Declaration | None:
    """Return a forced declaration: a pass at the limit, the only bid that can be covered, or the only card left."""
    round_ = state.round
    if round_ is None or state.settings.detail is Detail.TOTALS:
        return None
    if round_.is_planning:
        return _forced_pass(state, round_)
    if round_.pending_trick is not None:
        return _forced_cover(round_, round_.pending_trick)
    if state.settings.detail is Detail.CARDS and state.is_all_dealt:
        return _forced_play(state, round_, round_.turn)
    return None


def _forced_pass(state: State, round_: Round) -> Pass | None:
    seat = round_.turn
    at_limit = len(round_.bids[seat]) == state.deal_sizes.max_bids
    return Pass(seat) if at_limit and not may_double_cross(state, seat) else None


def _forced_cover(round_: Round, trick: Trick) -> Covers | None:
    bids = coverable_bids(round_, trick)
    return Covers(trick.winner, bids[0]) if len(bids) == 1 and certainly_coverable_bids(round_, trick) else None


def _forced_play(state: State, round_: Round, seat: Seat) -> Plays | None:
    """Return the only card that a player can still have.

    Nothing is concluded from suits not followed: a revoke is only found if it is declared. A player who double-crossed
    has a choice even in the last trick: everybody else had bid by then, and has fewer cards in hand.
    """
    unseen = unseen_cards(state) - round_.taken_back
    if round_.double_crosser == seat or len(unseen) != 1:
        return None
    play = Plays(seat, next(iter(unseen)))
    try:
        apply_play(state, play)
    except Refused:
        return None
    return play


def _apply_first(state: State, round_: Round, declaration: First) -> State:
    if round_.has_begun or round_.is_starter_named:
        sentence = text(
            "Who starts is said once, before the first bid of the round: {player} starts this one.",
            player=state.name(round_.first_seat),
        )
        refuse(RefusalCode.WRONG_PHASE, sentence, declaration.seat)
    first_round = round_._replace(first_seat=declaration.seat, turn=declaration.seat, is_starter_named=True)
    return state._replace(round=first_round)


def _expected_types(state: State, round_: Round) -> tuple[type, ...]:
    """Return the types of declarations that are allowed now."""
    if state.settings.detail is Detail.TOTALS:
        return (RoundTotals,)
    if round_.is_planning:
        return (Bid, Pass, DoubleCross)
    if round_.pending_trick is not None:
        return (Covers, CoversNothing)
    return (Plays,) if state.settings.detail is Detail.CARDS else (Wins,)


def _wrong_phase_text(state: State, round_: Round) -> Text:
    """The refusal of anything but what is asked for now."""
    if state.settings.detail is Detail.TOTALS:
        return text("The table declares totals: each player's bids, covered bids and extra tricks.")
    if round_.is_planning:
        return text("The planning is going on: {player} bids or passes.", player=state.name(round_.turn))
    if round_.pending_trick is not None:
        return text(
            "First {player} must say which bid the trick covers.", player=state.name(round_.pending_trick.winner)
        )
    if state.settings.detail is Detail.CARDS:
        return awaited_sentence(round_.trick_number, state.name(round_.turn))
    return awaited_sentence(round_.trick_number)


def _check_turn(state: State, round_: Round, declaration: Declaration) -> None:
    if isinstance(declaration, RoundTotals):
        if round_.player_results[declaration.seat] is not None:
            sentence = text("{player}'s round has been declared already.")
            refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, declaration.seat)
    elif not isinstance(declaration, Wins) and declaration.seat is not None and declaration.seat != round_.turn:
        refuse_turn(state.table, declaration.seat, round_.turn)


def _check_cards(state: State, declaration: Declaration) -> None:
    card = getattr(declaration, "card", None)
    if card is not None and not state.has_card(card):
        refuse(RefusalCode.NO_SUCH_CARD, _no_such_card_text(state, card), declaration.seat)
    lead = getattr(declaration, "lead", None)
    if lead is not None and lead not in SUITS:
        refuse(RefusalCode.NO_SUCH_CARD, text("There is no suit “{suit}” in this deck.", suit=lead), declaration.seat)


def _no_such_card_text(state: State, card: Card) -> Text:
    if not card.suit:
        return text("There are no getaway cards in this game: the table plays without them.")
    return text(
        "There is no {card} in this deck: with {players} players there are blue, red, yellow and gray from 1 to {top}.",
        card=face(card) if card.suit in SUIT_FACES else str(card),
        players=state.deal_sizes.player_count,
        top=state.deal_sizes.highest_number,
    )
