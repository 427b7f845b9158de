"""The rules of LOOP: which declarations are allowed, and the state after each.

Hands are numbered by boards, which move from player to player each round: a seat's hand is at `State.board_of(seat)`.
"""

from __future__ import annotations

from device.contract.declarations import Declaration, First
from device.contract.setup import Seat, TableSetup
from device.contract.tuples import with_entry
from device.games.loop import refusals
from device.games.loop.cards import EIGHT, HIGHEST, PLAYABLE_COUNT
from device.games.loop.combinations import Combination, combinations_of, find_combination
from device.games.loop.declarations import LoopDeclaration, Out, Pass, Plays, Twist
from device.games.loop.legality import (
    after_reveal,
    fault_against_hand,
    fault_against_table,
    fault_of_twist,
    known_copies_after,
)
from device.games.loop.options import BEAT, DETAIL
from device.games.loop.state import CardsInPlay, FinishedRound, Hand, LaidCombination, State


def start(table: TableSetup) -> State:
    """Return the state of a new game. The first player has the golden board."""
    return State(
        table=table,
        declares_plays=table.value_of(DETAIL) == "plays",
        must_beat_all=table.value_of(BEAT) == "all",
        golden_board=0,
        turn=0,
        hands=(Hand(),) * len(table.players),
    )


def apply(state: State, declaration: Declaration) -> State:
    """Return the state after a declaration. Raises Refused with the earliest code that applies."""
    if state.is_finished:
        refusals.refuse_after_end(declaration.seat)
    match declaration:
        case Pass():
            _check_detail_and_turn(state, declaration.seat)
            return _apply_pass(state)
        case Plays():
            _check_detail_and_turn(state, declaration.seat)
            return _after_play(state, *_check_play(state, declaration))
        case Twist():
            _check_detail_and_turn(state, declaration.seat)
            return _apply_twist(state)
        case First():
            return _apply_first(state, declaration)
        case Out():
            return _apply_out(state, declaration.seat)
    raise TypeError(declaration)


def _apply_first(state: State, declaration: First) -> State:
    """Give the golden board to a player before the first round (rulebook, Game components & setup)."""
    if state.has_begun:
        refusals.refuse_first(state, declaration.seat)
    return state._replace(golden_board=declaration.seat, turn=declaration.seat, has_begun=True)


def _apply_out(state: State, seat: Seat) -> State:
    if state.declares_plays:
        refusals.refuse_detail(state, seat)
    if seat in state.order_out:
        refusals.refuse_turn(state, seat)
    after = state._replace(has_begun=True, order_out=_order_with(state, seat))
    return _begin_next_round(after) if len(after.order_out) == state.player_count else after


def _check_detail_and_turn(state: State, seat: Seat) -> None:
    if not state.declares_plays:
        refusals.refuse_detail(state, seat)
    if seat != state.turn:
        refusals.refuse_turn(state, seat)


def _check_play(state: State, declaration: Plays) -> tuple[Combination, Hand, bytes]:
    """Check a play. Returns the combination, the hand after it, and the known copies then."""
    if not all(1 <= number <= HIGHEST for number in declaration.numbers):
        refusals.refuse_no_such_card(state, declaration)
    combination = find_combination(declaration.numbers)
    if combination is None:
        refusals.refuse_not_combination(state, declaration)
    hand = state.hand_of(state.turn)
    hand_after = hand.after_showing(combination.numbers)
    known_copies = known_copies_after(state, hand, hand_after)
    fault = fault_against_table(state, combination) or fault_against_hand(state, hand_after, known_copies)
    if fault is not None:
        refusals.refuse_play(state, combination, fault)
    return combination, hand_after, known_copies


def _after_play(state: State, combination: Combination, hand_after: Hand, known_copies: bytes) -> State:
    """Return the state after a legal combination (rulebook, Playing a combination, Playing an 8)."""
    seat, board = state.turn, state.board_of(state.turn)
    order_out = _order_with(state, seat) if hand_after.played_count == PLAYABLE_COUNT else state.order_out
    contains_eight = EIGHT in combination.numbers
    is_last_play = len(order_out) == state.player_count
    leads_again = is_last_play or (contains_eight and seat not in order_out)
    after = state._replace(
        turn=seat if leads_again else state.next_player_with_cards(seat, order_out),
        hands=with_entry(state.hands, board, hand_after),
        known_copies=known_copies,
        has_begun=True,
        in_play=None if contains_eight else _in_play_after(state, LaidCombination(seat, combination)),
        times_cleared=state.times_cleared + int(contains_eight),
        has_twisted=False,
        order_out=order_out,
    )
    return _begin_next_round(after) if is_last_play else after


def _in_play_after(state: State, laid: LaidCombination) -> CardsInPlay:
    combination, in_play_before = laid.combination, state.in_play
    highest, lowest = combination.highest, combination.lowest
    if in_play_before is not None and state.must_beat_all:
        highest, lowest = max(highest, in_play_before.highest), min(lowest, in_play_before.lowest)
    combinations = () if in_play_before is None else in_play_before.combinations
    return CardsInPlay(combination.kind, combination.size, highest, lowest, (*combinations, laid))


def _apply_pass(state: State) -> State:
    """Return the state after a pass. After the last opponent's pass, the areas are cleared (rulebook, Pass)."""
    in_play = state.in_play
    if in_play is None or state.has_twisted:
        refusals.refuse_pass(state)
    _, *others_to_pass = state.players_to_pass()
    if others_to_pass:
        return state._replace(turn=others_to_pass[0], in_play=in_play._replace(pass_count=in_play.pass_count + 1))
    last_player = in_play.last_laid.seat
    leader = state.next_player_with_cards(last_player) if last_player in state.order_out else last_player
    return state._replace(turn=leader, in_play=None, times_cleared=state.times_cleared + 1)


def _apply_twist(state: State) -> State:
    fault = fault_of_twist(state)
    if fault is not None:
        refusals.refuse_twist(state, fault)
    return after_reveal(state)


def _order_with(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the order of players who are out, with this one. The last player left is added at once."""
    order_out = (*state.order_out, seat)
    if len(order_out) < state.player_count - 1:
        return order_out
    return order_out + tuple(other for other in range(state.player_count) if other not in order_out)


def _begin_next_round(state: State) -> State:
    """Begin the next round, once everybody is out."""
    finished_round = FinishedRound(state.order_out, tuple(hand.used_counts for hand in state.hands))
    finished_rounds = (*state.finished_rounds, finished_round)
    return state._replace(
        turn=(state.golden_board + len(finished_rounds)) % state.player_count,
        hands=tuple(hand.for_next_round() for hand in state.hands),
        lower_cards_win=False,
        in_play=None,
        times_cleared=0,
        order_out=(),
        finished_rounds=finished_rounds,
    )


def starter(state: State) -> Seat | None:
    """The player with the golden board, until a round begins or the board was given to another; then None."""
    return None if state.has_begun else state.golden_board


def forced(state: State) -> LoopDeclaration | None:
    """The only legal declaration if everyone can see that it is the only one; else None.

    A pass that only follows from what a hand showed in other rounds is not forced: to remember hands is the players'
    part, and if they did not expect the pass, their next keys would answer another player's question.
    """
    in_play = state.in_play
    if state.is_finished or in_play is None:
        return None
    if not state.has_twisted:
        cards_left = PLAYABLE_COUNT - state.hand_of(state.turn).played_count
        return Pass(state.turn) if cards_left < in_play.size else None
    answers = [
        answer for answer in combinations_of(in_play.kind, in_play.size) if fault_against_table(state, answer) is None
    ]
    return Plays(state.turn, answers[0].numbers) if len(answers) == 1 else None
