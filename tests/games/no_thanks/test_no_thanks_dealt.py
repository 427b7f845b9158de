"""No Thanks!: really dealt games, played at random with every option, and the golden record."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from device.contract.declarations import First
from device.contract.game import Game
from device.contract.setup import TableSetup
from device.games import load
from device.games.no_thanks.game import GAME
from device.games.no_thanks.runs import cards_of, merge_runs
from device.games.no_thanks.state import State
from tests.dealers import no_thanks as dealer
from tests.games.no_thanks.lines import NAMES, after
from tests.games.presses import reachable
from tests.non_empty import non_empty

GOLDEN = Path(__file__).parents[2] / "golden"


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, tuple[tuple[str, str], ...], Random]:
    players = draw(st.integers(3, 7))
    amigo = draw(st.sampled_from(["off", "10-20-30", "10-19-28"])) if players < 6 else "off"
    chosen = (
        ("rounds", str(draw(st.integers(1, 3)))),
        ("detail", draw(st.sampled_from(["turns", "totals", "points"]))),
        ("hidden-tiger", draw(st.sampled_from(["on", "off"]))),
        ("amigo", amigo),
    )
    return players, chosen, Random(draw(st.integers(0, 10**9)))


@settings(max_examples=40, deadline=None)
@given(tables())
def test_dealt_games(table: tuple[int, tuple[tuple[str, str], ...], Random]) -> None:
    """Every declaration is legal, written and read back, within reach of the keys; points come out as the dealer's."""
    players, chosen, random = table
    played = dealer.rounds(random, players, chosen)
    line = dealer.declared(random, played, dict(chosen)["detail"])
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    for number, declaration in non_empty(enumerate(line)):
        if isinstance(declaration, First):
            assert GAME.starter(state) is not None
        else:
            assert GAME.read(GAME.write(declaration)) == declaration
            if number % 7 == 0 or len(line) < 60:
                assert reachable(GAME, state, declaration)
        before, shown = state, GAME.board(state)
        state = GAME.apply(state, declaration)
        assert GAME.board(before) == shown
    points = [one.points for one in played]
    totals = tuple(map(sum, zip(*points, strict=True)))
    scores = GAME.scores(state)
    assert [round_.points for round_ in scores.rounds] == points
    assert scores.totals == totals
    assert scores.finished
    assert scores.winners == tuple(seat for seat in range(players) if totals[seat] == min(totals))
    for number, one in enumerate(points):
        assert tuple(sum(cause.points for cause in causes) for causes in GAME.points_by_cause(state, number)) == one
        assert (
            tuple(sum(cause.points for cause in causes) for causes in GAME.total_changes_by_cause(state, number)) == one
        )


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6))))
def test_joining_runs_keeps_every_card(pairs: list[tuple[int, int]]) -> None:
    """Runs are joined without losing or adding a card, doubles included, and joining again changes nothing."""
    runs = [(low, low + more) for low, more in pairs]
    found = merge_runs(runs)
    assert sorted(cards_of(found)) == sorted(cards_of(runs))
    assert merge_runs(found) == found == merge_runs(reversed(runs))
    assert list(found) == sorted(found)
    if len(set(cards_of(runs))) == len(list(cards_of(runs))):
        assert found == dealer.spans(frozenset(cards_of(runs)))


def test_golden_record() -> None:
    """A whole game with Amigo, hidden tigers and a named starter gives the scores written down beside it."""
    lines = (GOLDEN / "no-thanks.txt").read_text(encoding="utf-8").splitlines()
    head = [shlex.split(line) for line in lines if line.split()[0] in {"game", "players", "set"}]
    assert [words[0] for words in head] == ["game", "players", *["set"] * (len(head) - 2)]
    names = head[1][1:]
    chosen = tuple((words[1], words[2]) for words in head[2:])
    state = after(GAME.start(TableSetup(tuple(names), chosen)), lines[len(head) :])
    expected = json.loads((GOLDEN / "no-thanks.json").read_text(encoding="utf-8"))
    scores = GAME.scores(state)
    assert expected == {
        "game": GAME.id,
        "players": names,
        "finished": scores.finished,
        "rounds": [{"points": dict(zip(names, round_.points or (), strict=True))} for round_ in scores.rounds],
        "totals": dict(zip(names, scores.totals, strict=True)),
        "winners": [names[seat] for seat in scores.winners],
    }
    assert scores.finished


def test_the_registered_game() -> None:
    """`no-thanks` is found under its word and fulfils the contract of a game (checked by the type checker)."""
    game: Game[State] = GAME
    assert load("no-thanks") is game
    assert game.id == "no-thanks"
    assert game.directives == ("flip",)
