"""LOOP: really dealt games, played at random with every option, and the golden record.

Rulebook, How to play and End of the game, by a dealer that knows all hands.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from device.contract.declarations import Declaration, First
from device.contract.keycodes import CompleteCode, keys_for, meanings, parse_keys
from device.contract.refusal import RefusalCode, Refused
from device.contract.setup import TableSetup
from device.games import load
from device.games.loop.declarations import Out, Plays, Twist
from device.games.loop.game import GAME
from device.games.loop.refusal_codes import LoopRefusal
from device.games.loop.state import State
from tests.dealers import loop as dealer
from tests.games.loop.lines import NAMES, after
from tests.non_empty import non_empty

GOLDEN = Path(__file__).parents[2] / "golden"


@st.composite
def tables(draw: st.DrawFn) -> tuple[TableSetup, Random]:
    chosen = (
        ("detail", draw(st.sampled_from(["plays", "plays", "finish"]))),
        ("beat", draw(st.sampled_from(["last", "all"]))),
    )
    return TableSetup(NAMES[: draw(st.integers(4, 6))], chosen), Random(draw(st.integers(0, 10**9)))


def deal(table: TableSetup, random: Random) -> dealer.Played:
    return dealer.deal_and_play(random, len(table.players), table.chosen)


def reachable(state: State, declaration: Declaration) -> bool:
    """Whether keys can declare this, and mean it."""
    prompt = GAME.prompt(state)
    assert prompt is not None
    keys = keys_for(prompt.level, declaration)
    return keys is not None and parse_keys(prompt.level, keys) == CompleteCode(declaration)


@settings(max_examples=25, deadline=None)
@given(tables())
def test_a_dealt_game_is_never_refused(drawn: tuple[TableSetup, Random]) -> None:
    table, random = drawn
    played = deal(table, random)
    state = GAME.start(table)
    for declaration in non_empty(played.declarations):
        if not isinstance(declaration, First):
            assert GAME.read(GAME.write(declaration)) == declaration
            assert reachable(state, declaration)
        assert GAME.forced(state) in (None, declaration)
        before = hash(state)
        following = GAME.apply(state, declaration)
        assert hash(state) == before
        state = following
    assert GAME.scores(state).finished
    assert GAME.prompt(state) is None


@settings(max_examples=25, deadline=None)
@given(tables())
def test_scores_are_those_of_the_markers(drawn: tuple[TableSetup, Random]) -> None:
    """End of the game: each marker scores the markers on its line and those below it."""
    table, random = drawn
    played = deal(table, random)
    state = GAME.start(table)
    for declaration in played.declarations:
        state = GAME.apply(state, declaration)
    scores = GAME.scores(state)
    points = dealer.points_of(played.orders, len(table.players))
    assert [dict(round_.listed)["order"] for round_ in scores.rounds] == played.orders
    assert [list(round_.points or ()) for round_ in scores.rounds] == points
    totals = tuple(map(sum, zip(*points, strict=True)))
    assert scores.totals == totals
    assert scores.winners == tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    for round_, expected in enumerate(points):
        causes = GAME.points_by_cause(state, round_)
        assert [sum(cause.points for cause in of_seat) for of_seat in causes] == expected


@settings(max_examples=10, deadline=None)
@given(tables())
def test_a_game_can_be_replayed_by_who_went_out(drawn: tuple[TableSetup, Random]) -> None:
    """Detail `finish` tells the same game."""
    table, random = drawn
    played = deal(table, random)
    first: list[Declaration] = [declared for declared in played.declarations if isinstance(declared, First)]
    outs: list[Declaration] = [Out(seat) for order in played.orders for seat in order[:-1]]
    plain, brief = GAME.start(table), GAME.start(TableSetup(table.players, (("detail", "finish"),)))
    for declaration in played.declarations:
        plain = GAME.apply(plain, declaration)
    for declaration in first + outs:
        brief = GAME.apply(brief, declaration)
    assert GAME.scores(plain) == GAME.scores(brief)
    assert GAME.board(plain) == GAME.board(brief)


def shown_by_board(declarations: list[Declaration], players: int) -> list[list[Counter[int]]]:
    """By board and round, how often each number was played or revealed in a finished game of all plays."""
    found = [[Counter[int]() for _ in range(players)] for _ in range(players)]
    state = GAME.start(TableSetup(NAMES[:players]))
    for declaration in declarations:
        round_ = len(GAME.scores(state).rounds)
        if isinstance(declaration, Plays | Twist):
            numbers = declaration.numbers if isinstance(declaration, Plays) else (8,)
            found[(declaration.seat - round_) % players][round_].update(numbers)
        state = GAME.apply(state, declaration)
    return found


@settings(max_examples=6, deadline=None)
@given(st.integers(4, 6), st.integers(0, 10**9))
def test_what_is_wrong_in_any_deal_is_refused(players: int, seed: int) -> None:
    """End of the round, 3: a hand stays as it is. Random plays that no deal explains are refused, all others legal.

    The plays here are not dealt: whatever the game accepts must in the end be
    one deal of as many copies as players, 13 cards to each board.
    """
    random = Random(seed)
    state = GAME.start(TableSetup(NAMES[:players]))
    declared: list[Declaration] = []
    while not state.is_finished:
        declaration = _any_legal(random, state)
        declared.append(declaration)
        state = GAME.apply(state, declaration)
    least = []
    for rounds in non_empty(shown_by_board(declared, players)):
        hand = Counter[int]()
        for used in rounds:
            assert used.total() <= 13
            hand |= used
        assert hand.total() <= 13
        least.append(hand)
    together = sum(least, Counter[int]())
    assert max(together.values()) <= players


def _any_legal(random: Random, state: State) -> Declaration:
    prompt = GAME.prompt(state)
    assert prompt is not None
    possible = list(meanings(prompt.level))
    random.shuffle(possible)
    for declaration in possible:
        try:
            GAME.apply(state, declaration)
        except Refused as refused:
            if refused.refusal.code not in SHOWN:
                raise
            continue
        return declaration
    raise AssertionError("the player on turn can do nothing")


SHOWN = {
    RefusalCode.NO_SUCH_CARD,
    LoopRefusal.DOES_NOT_BEAT,
    LoopRefusal.TOO_MANY_CARDS,
    LoopRefusal.TOO_MANY_COPIES,
    LoopRefusal.HAND_MISMATCH,
    LoopRefusal.TWIST_UNAVAILABLE,
    LoopRefusal.TWIST_NEEDS_PLAY,
}


def test_the_game_is_registered() -> None:
    game = load("loop")
    assert (game.id, game.players) == ("loop", range(4, 7))
    assert [(option.name, option.default, option.values) for option in game.options] == [
        ("detail", "plays", ("plays", "finish")),
        ("beat", "last", ("last", "all")),
    ]


def golden() -> tuple[TableSetup, str]:
    lines = (GOLDEN / "loop.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "game loop"
    names = tuple(shlex.split(lines[1])[1:])
    chosen = [shlex.split(line)[1:] for line in lines[2:] if line.startswith("set ")]
    return TableSetup(names, tuple((name, value) for name, value in chosen)), "\n".join(lines[2 + len(chosen) :])


def test_golden_record() -> None:
    """A whole game, with twists and plays with 8s; the scores beside it were checked by hand, board by board."""
    table, lines = golden()
    state = after(GAME.start(table), lines)
    expected = json.loads((GOLDEN / "loop.json").read_text(encoding="utf-8"))
    scores = GAME.scores(state)

    def by_name(points: tuple[int, ...] | None) -> dict[str, int] | None:
        return None if points is None else dict(zip(table.players, points, strict=True))

    assert expected == {
        "game": GAME.id,
        "players": list(table.players),
        "finished": scores.finished,
        "rounds": [
            {"points": by_name(round_.points), "order": [table.players[seat] for seat in dict(round_.listed)["order"]]}
            for round_ in scores.rounds
        ],
        "totals": by_name(scores.totals),
        "winners": [table.players[seat] for seat in scores.winners],
    }
    assert scores.finished
