"""Score pad: what was declared, as the table says it in its language."""

from __future__ import annotations

import pytest

from device.games.score_pad.game import GAME
from display.words import ENGLISH
from tests.games.said_lines import Said, declared, kinds, says
from tests.games.score_pad.lines import after, started

SAID: Said = {
    "Ann points 0": ("Ann: 0 points.", "Ann\u202f: 0 point."),
    "Ann points 1": ("Ann: 1 point.", "Ann\u202f: 1 point."),
    "Ann points -1": ("Ann: −1 point.", "Ann\u202f: −1 point."),
    "Bo points 26": ("Bo: 26 points.", "Bo\u202f: 26 points."),
    "end": ("The game is over.", "La partie est terminée."),
    "first Bo": ("Bo starts.", "Bo commence."),
}


@pytest.mark.parametrize("line", SAID)
def test_declaration_is_said_in_the_language_of_the_table(line: str) -> None:
    assert says("score-pad", line) == SAID[line]


def test_every_kind_of_declaration_is_said() -> None:
    assert declared("score-pad") <= kinds("score-pad", SAID)


def test_before_a_round_the_table_is_told_who_deals_where_that_is_shown() -> None:
    assert GAME.setup_instructions is not None
    assert GAME.setup_instructions(started()) == ()
    before = GAME.setup_instructions(started(dealer="on"))
    assert [ENGLISH.say(line) for line in before] == ["Whoever sits right of the starter deals."]
    state = after(started(dealer="on"), "Ann points 1; Ben points 1; Cleo points 1")
    assert [ENGLISH.say(line) for line in GAME.setup_instructions(state)] == ["Ann deals."]
