"""The rules of the planning phase (No Loose Ends rulebook: Planning, Double-Cross)."""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse_player
from device.contract.setup import Seat
from device.contract.tuples import with_entry
from device.games.no_loose_ends.cards import GETAWAY, face
from device.games.no_loose_ends.declarations import Bid, DoubleCross, Pass
from device.games.no_loose_ends.knowledge import check_not_taken_back
from device.games.no_loose_ends.refusal_codes import NoLooseEndsRefusal
from device.games.no_loose_ends.state import Round, State
from display.words import text


def may_double_cross(state: State, seat: Seat) -> bool:
    """Whether a player who passes now may take the bids back instead (which needs a bid)."""
    round_ = state.current_round
    return state.settings.allows_double_cross and not round_.passed_seats and bool(round_.bids[seat])


def apply_bid(state: State, declaration: Bid) -> State:
    """Return the state after a bid. Raises Refused."""
    round_ = state.current_round
    seat, card = declaration.seat, declaration.card
    if card in round_.seen_cards:
        sentence = text("{player} can't bid {card}: it is already bid.")
        refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, seat, face(card))
    check_not_taken_back(state, seat, card)
    if len(round_.bids[seat]) == state.deal_sizes.max_bids:
        sentence = text(
            "{player} has bid {most} cards, the most with {players} players, and must pass.",
            most=state.deal_sizes.max_bids,
            players=state.deal_sizes.player_count,
        )
        refuse_player(state.table, NoLooseEndsRefusal.BID_LIMIT, sentence, seat, face(card))
    if card == GETAWAY:
        sentence = text("{player} can't bid a getaway card: only cards with a suit are bid.")
        refuse_player(state.table, NoLooseEndsRefusal.GETAWAY_BID, sentence, seat, face(card))
    bids = with_entry(round_.bids, seat, (*round_.bids[seat], card))
    after = round_._replace(bids=bids, seen_cards=round_.seen_cards | {card})
    return state._replace(round=_with_next_turn(state, after))


def apply_pass(state: State, declaration: Pass) -> State:
    """Return the state after a player has passed."""
    round_ = state.current_round
    return _after_pass(state, round_._replace(passed_seats=(*round_.passed_seats, declaration.seat)))


def apply_double_cross(state: State, declaration: DoubleCross) -> State:
    """Return the state after a double-cross: the round's first pass, with all bids taken back. Raises Refused."""
    round_ = state.current_round
    seat = declaration.seat
    _check_double_cross(state, round_, seat)
    taken_back = frozenset(round_.bids[seat])
    after = round_._replace(
        bids=with_entry(round_.bids, seat, ()),
        seen_cards=round_.seen_cards - taken_back,
        double_crosser=seat,
        taken_back=taken_back,
        passed_seats=(seat,),
    )
    return _after_pass(state, after)


def _check_double_cross(state: State, round_: Round, seat: Seat) -> None:
    """Refuse a double-cross of a player who may not."""
    if not state.settings.allows_double_cross:
        sentence = text("{player} can't double-cross: the table plays without it.")
    elif round_.passed_seats:
        sentence = text(
            "{player} can't double-cross: only the first to pass may, and {first} passed first.",
            first=state.name(round_.passed_seats[0]),
        )
    elif not round_.bids[seat]:
        sentence = text("{player} has no bid to take back: a pass is already a snitch.")
    else:
        return
    refuse_player(state.table, NoLooseEndsRefusal.DOUBLE_CROSS_UNAVAILABLE, sentence, seat)


def _after_pass(state: State, round_: Round) -> State:
    if len(round_.passed_seats) < state.deal_sizes.player_count:
        return state._replace(round=_with_next_turn(state, round_))
    trick_count = state.deal_sizes.hand_size - max(len(seat_bids) for seat_bids in round_.bids)
    leader = round_.passed_seats[-1]
    return state._replace(round=round_._replace(total_trick_count=trick_count, leader=leader, turn=leader))


def _with_next_turn(state: State, round_: Round) -> Round:
    seat = state.next_seat(round_.turn)
    while seat in round_.passed_seats:
        seat = state.next_seat(seat)
    return round_._replace(turn=seat)
