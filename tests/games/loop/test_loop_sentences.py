"""LOOP: what was declared, as the table says it in its language."""

from __future__ import annotations

import pytest

from device.games.loop.game import GAME as LOOP
from device.games.loop.sentences import consequence
from device.games.loop.state import State
from display.words import ENGLISH
from tests.games.loop.lines import after, started, unanswered
from tests.games.said_lines import Said, declared, kinds, says

GAME = "loop"
SAID: Said = {
    "Ann plays 7 7": ("Ann plays 7 and 7.", "Ann joue\u202f: 7 et 7."),
    "Ann pass": ("Ann passes.", "Ann passe."),
    "Ann twist": ("Ann twists.", "Ann fait un twist."),
    "Ann out": ("Ann is out.", "Ann a fini."),
    "first Bo": ("Bo starts.", "Bo commence."),
}


@pytest.mark.parametrize("line", SAID)
def test_declaration_is_said_in_the_language_of_the_table(line: str) -> None:
    assert says(GAME, line) == SAID[line]


def test_every_kind_of_declaration_is_said() -> None:
    assert declared(GAME) <= kinds(GAME, SAID)


def test_a_pass_that_is_certain_is_told_with_its_reason() -> None:
    """Ann has one card left, where three are to be beaten, and then two: the box passes for her, and says why."""

    def told(state: State) -> str:
        passes = LOOP.forced(state)
        assert passes is not None
        said = consequence(state, LOOP.apply(state, passes), passes)
        assert said is not None
        return ENGLISH.say(said)

    state = after(unanswered(started(), "1 2 3 4", "5 6 7"), "Ann plays 9 10 11; Ben plays 10 11 12; Cleo pass")
    assert told(after(state, "Dan pass")) == "Ann has fewer cards than 3 and passes: Ben leads."
    state = after(state, "Dan plays 11 12 13")
    assert told(state) == "Ann has fewer cards than 3 and passes."
