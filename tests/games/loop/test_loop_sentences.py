"""LOOP: what was declared, as the table says it in its language."""

from __future__ import annotations

import pytest

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
