"""The rules of LOOP: which declarations are allowed, and the state after each."""

from __future__ import annotations

from device.contract.declarations import Declaration, First
from device.contract.setup import Seat, TableSetup
from device.contract.tuples import with_entry
from device.games.loop import refusals
from device.games.loop.cards import EIGHT, HIGHEST, IN_PLAY
from device.games.loop.codes import Code
from device.games.loop.combinations import Combination, combination, combinations
from device.games.loop.declarations import Declared, Out, Pass, Plays, Twist
from device.games.loop.legality import against_hand, against_table, against_twist, copies_with, plays
from device.games.loop.options import BEAT, DETAIL
from device.games.loop.state import Finished, Hand, InPlay, Laid, State


def start(table: TableSetup) -> State:
    """Return the state of a new game. The first player has the golden board."""
    return State(
        table=table,
        by_plays=table.option(DETAIL) == "plays",
        beat_all=table.option(BEAT) == "all",
        golden=0,
        turn=0,
        hands=(Hand(),) * len(table.players),
    )


def apply(state: State, declared: Declaration) -> State:
    """Return the state after a declaration. Raises Refused with the earliest code that applies."""
    if state.finished:
        refusals.refuse_over(declared.seat)
    match declared:
        case Pass():
            _check_turn(state, declared.seat)
            return _pass(state)
        case Plays():
            _check_turn(state, declared.seat)
            return _play(state, *_legal(state, declared))
        case Twist():
            _check_turn(state, declared.seat)
            return _twist(state)
        case First():
            return _first(state, declared)
        case Out():
            return _out(state, declared.seat)
    raise TypeError(declared)


def _first(state: State, declared: First) -> State:
    """Give the golden board to a player before the first round (rulebook, Game components & setup)."""
    if state.opened:
        refusals.refuse_first(state, declared)
    return state._replace(golden=declared.seat, turn=declared.seat, opened=True)


def _out(state: State, seat: Seat) -> State:
    if state.by_plays:
        refusals.refuse_detail(state, seat)
    if seat in state.order:
        refusals.refuse_turn(state, seat)
    after = state._replace(opened=True, order=_gone_out(state, seat))
    return _round_over(after) if len(after.order) == state.players else after


def _check_turn(state: State, seat: Seat) -> None:
    if not state.by_plays:
        refusals.refuse_detail(state, seat)
    if seat != state.turn:
        refusals.refuse_turn(state, seat)


def _legal(state: State, declared: Plays) -> tuple[Combination, Hand, bytes]:
    """Check a play. Returns the combination, the hand after it, and the known copies then."""
    if not all(1 <= number <= HIGHEST for number in declared.numbers):
        refusals.refuse_no_such_card(state, declared)
    played = combination(declared.numbers)
    if played is None:
        refusals.refuse_not_combination(state, declared)
    hand = state.hand_of(state.turn)
    after = hand.showing(played.numbers)
    copies = copies_with(state, hand, after)
    faulty = against_table(state, played) or against_hand(state, after, copies)
    if faulty is not None:
        refusals.refuse_play(state, played, faulty)
    return played, after, copies


def _play(state: State, played: Combination, hand: Hand, copies: bytes) -> State:
    """Return the state after a legal combination (rulebook, Playing a combination, Playing an 8)."""
    seat, board = state.turn, state.board_of(state.turn)
    order = _gone_out(state, seat) if hand.played == IN_PLAY else state.order
    eight = EIGHT in played.numbers
    leads_again = len(order) == state.players or (eight and seat not in order)
    after = state._replace(
        turn=seat if leads_again else state.next_in(seat, order),
        hands=with_entry(state.hands, board, hand),
        copies=copies,
        opened=True,
        in_play=None if eight else _laid(state, Laid(seat, played)),
        cleared=state.cleared + eight,
        twisted=False,
        order=order,
    )
    return _round_over(after) if len(order) == state.players else after


def _laid(state: State, laid: Laid) -> InPlay:
    played, before = laid.combination, state.in_play
    high, low = played.high, played.low
    if before is not None and state.beat_all:
        high, low = max(high, before.high), min(low, before.low)
    return InPlay(played.kind, played.size, high, low, (*(before.laid if before is not None else ()), laid))


def _pass(state: State) -> State:
    """Return the state after a pass. After the last opponent's pass, the areas are cleared (rulebook, Pass)."""
    in_play = state.in_play
    if in_play is None or state.twisted:
        refusals.refuse_pass(state)
    last = in_play.last.seat
    last_is_in = last not in state.order
    passes = in_play.passes + 1
    if passes < state.players - len(state.order) - last_is_in:
        return state._replace(turn=state.next_in(state.turn), in_play=in_play._replace(passes=passes))
    leader = last if last_is_in else state.next_in(last)
    return state._replace(turn=leader, in_play=None, cleared=state.cleared + 1)


def _twist(state: State) -> State:
    """Return the state after an 8 is revealed, which needs a play that can follow (rulebook, Playing an 8)."""
    faulty = against_twist(state)
    if faulty is not None:
        refusals.refuse_twist(state, faulty)
    after = _flipped(state)
    if next(plays(after), None) is None:
        refusals.refuse_twist(state, Code.TWIST_NEEDS_PLAY)
    return after


def _flipped(state: State) -> State:
    """Return the state after the player in turn revealed an 8, whether or not a play can follow."""
    hand = state.hand_of(state.turn).showing((EIGHT,), revealed=True)
    return _with_hand(state, state.turn, hand)._replace(opened=True, lower=not state.lower, twisted=True)


def _with_hand(state: State, seat: Seat, hand: Hand) -> State:
    board = state.board_of(seat)
    hands = with_entry(state.hands, board, hand)
    return state._replace(hands=hands, copies=copies_with(state, state.hands[board], hand))


def _gone_out(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the order of players who are out, with this one. The last player left is added at once."""
    order = (*state.order, seat)
    if len(order) < state.players - 1:
        return order
    return order + tuple(other for other in range(state.players) if other not in order)


def _round_over(state: State) -> State:
    """Begin the next round, once everybody is out."""
    done = (*state.done, Finished(state.order, tuple(hand.used for hand in state.hands)))
    return state._replace(
        turn=(state.golden + len(done)) % state.players,
        hands=tuple(hand.reformed() for hand in state.hands),
        lower=False,
        in_play=None,
        cleared=0,
        order=(),
        done=done,
    )


def starter(state: State) -> Seat | None:
    """The player with the golden board, until a round begins or the board was given to another; then None."""
    return None if state.opened else state.golden


def forced(state: State) -> Declared | None:
    """The only legal declaration if everyone can see that it is the only one; else None.

    A pass that only follows from what a hand showed in other rounds is not forced: to remember hands is the players'
    part, and if they did not expect the pass, their next keys would answer another player's question.
    """
    in_play = state.in_play
    if state.finished or in_play is None:
        return None
    if not state.twisted:
        left = IN_PLAY - state.hand_of(state.turn).played
        return Pass(state.turn) if left < in_play.size else None
    answers = [answer for answer in combinations(in_play.kind, in_play.size) if against_table(state, answer) is None]
    return Plays(state.turn, answers[0].numbers) if len(answers) == 1 else None
