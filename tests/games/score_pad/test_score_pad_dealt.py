"""Score pad: games with every option, by chance, and the golden record."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from device.contract.declarations import First, GameEnd
from device.contract.setup import TableSetup
from device.games.score_pad.game import GAME
from device.session import record
from device.session.score import as_json
from tests.dealers import score_pad as dealer
from tests.games.presses import reachable
from tests.games.score_pad.lines import NAMES
from tests.non_empty import non_empty

GOLDEN = Path(__file__).parents[2] / "golden"
Chosen = tuple[tuple[str, str], ...]


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, Chosen, Random]:
    chosen = (
        ("wins", draw(st.sampled_from(["high", "low"]))),
        ("rounds", draw(st.sampled_from(["off", "1", "5"]))),
        ("target", draw(st.sampled_from(["off", "1", "500"]))),
        ("sum", draw(st.sampled_from(["off", "0", "26"]))),
        ("dealer", draw(st.sampled_from(["off", "on"]))),
    )
    return draw(st.integers(2, 10)), chosen, Random(draw(st.integers(0, 10**9)))


@settings(max_examples=25, deadline=None)
@given(tables())
def test_dealt_games(table: tuple[int, Chosen, Random]) -> None:
    """Every declaration is legal, written and read back, within reach of the keys; points come out as the dealer's."""
    players, chosen, random = table
    game = dealer.dealt(random, players, chosen)
    state = GAME.start(TableSetup(NAMES[:players], chosen, "Hearts"))
    for declaration in non_empty(game.declarations):
        if isinstance(declaration, First):
            assert GAME.starter(state) is not None
        elif not isinstance(declaration, GameEnd):
            assert GAME.read(GAME.write(declaration)) == declaration
            prompt = GAME.prompt(state)
            assert prompt is not None
            ends = any(choice.completes_code and choice.meaning == declaration for choice in prompt.menu_choices)
            assert ends or reachable(GAME, state, declaration)
        state = GAME.apply(state, declaration)
    scores = GAME.scores(state)
    assert scores.finished
    assert (scores.totals, scores.winners) == (game.result.standings[-1], game.result.winners)
    for number, before in non_empty(enumerate([(0,) * players, *game.result.standings[:-1]])):
        points = tuple(now - then for now, then in zip(game.result.standings[number], before, strict=True))
        assert scores.rounds[number].points == points


def test_golden_record() -> None:
    read = record.read((GOLDEN / "score-pad.txt").read_bytes())
    assert json.loads(as_json(read)) == json.loads((GOLDEN / "score-pad.json").read_text(encoding="utf-8"))
