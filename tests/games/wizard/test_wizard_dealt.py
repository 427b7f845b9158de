"""Wizard and Oh Hell: really dealt games, played at random with every option, and the golden record."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from device.contract.declarations import Declaration, First
from device.contract.game import Game
from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.games import load
from device.games.wizard.declarations import Plays
from device.games.wizard.game import GAME
from device.games.wizard.state import State
from device.session import record
from device.session.score import as_json
from tests.dealers import wizard as dealer
from tests.games.presses import reachable
from tests.games.wizard.lines import NAMES
from tests.non_empty import non_empty

GOLDEN = Path(__file__).parents[2] / "golden"


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, dealer.Chosen, Random]:
    deck = draw(st.sampled_from(["wizard", "plain"]))
    players = draw(st.integers(3, 6 if deck == "wizard" else 7))
    chosen = (
        ("deck", deck),
        ("detail", draw(st.sampled_from(["totals", "tricks", "cards"]))),
        ("sum", draw(st.sampled_from(["free", "not-even"]))),
        ("rounds", draw(st.sampled_from(["up", "down", "up-down", "down-up"]))),
        ("scoring", draw(st.sampled_from(["wizard", "exact", "tricks"]))),
    )
    return players, chosen, Random(draw(st.integers(0, 10**9)))


@settings(max_examples=15, deadline=None)
@given(tables())
def test_dealt_games(table: tuple[int, dealer.Chosen, Random]) -> None:
    """Every declaration is legal, written and read back, within reach of the keys; points come out as the dealer's."""
    players, chosen, random = table
    game = dealer.dealt(random, players, chosen)
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    for number, declaration in non_empty(enumerate(game.declarations)):
        if isinstance(declaration, First):
            assert GAME.starter(state) is not None
        else:
            assert GAME.read(GAME.write(declaration)) == declaration
            if number % 17 == 0:
                assert reachable(GAME, state, declaration)
        state = GAME.apply(state, declaration)
    scores = GAME.scores(state)
    assert scores.finished
    assert (scores.totals, scores.winners) == (game.result.standings[-1], game.result.winners)
    for number, before in non_empty(enumerate([(0,) * players, *game.result.standings[:-1]])):
        points = tuple(now - then for now, then in zip(game.result.standings[number], before, strict=True))
        assert scores.rounds[number].points == points
        assert tuple(sum(cause.points for cause in causes) for causes in GAME.points_by_cause(state, number)) == points


def refused_as(state: State, declaration: Declaration) -> str | None:
    """The code by which a declaration is refused; None if it is legal."""
    try:
        GAME.apply(state, declaration)
    except Refused as refused:
        return refused.refusal.code.value
    return None


def test_who_revokes_is_found_out_and_nobody_else() -> None:
    """At detail `cards` a refusal is `revoke`, and only in rounds in which somebody did not follow suit."""
    found = {True: 0, False: 0}
    for seed in range(12):
        players = 3 + seed % 4
        options = {"detail": "cards", "rounds": "down"}
        rounds = dealer.deals(Random(seed), players, options, cheating=0.15)[:3]
        lines = dealer.declared(Random(seed), rounds, players, options)
        state = GAME.start(TableSetup(NAMES[:players], tuple(options.items())))
        for deal, declared in zip(rounds, lines, strict=True):
            refused = False
            for declaration in declared:
                code = refused_as(state, declaration)
                if code is None:
                    state = GAME.apply(state, declaration)
                    continue
                assert code == "revoke"
                assert isinstance(declaration, Plays)
                refused = True
                assert GAME.waiver is not None
                state = GAME.waiver.apply(state, declaration)
            assert deal.revoked or not refused
            found[refused] += 1
    assert found[True] > 5


def test_golden_record() -> None:
    """A whole game with named starters gives the scores written down beside it, worked out by the dealer."""
    found = record.read((GOLDEN / "wizard.txt").read_bytes())
    assert json.loads(as_json(found)) == json.loads((GOLDEN / "wizard.json").read_text(encoding="utf-8"))
    assert found.game is GAME
    assert GAME.scores(found.state).finished


def test_the_registered_game() -> None:
    """`wizard` is found under its word and fulfils the contract of a game (checked by the type checker)."""
    game: Game[State] = GAME
    assert load("wizard") is game
    assert game.id == "wizard"
    assert game.directives == ("trump",)
