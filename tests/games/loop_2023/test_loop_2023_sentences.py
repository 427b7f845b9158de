"""LOOP (2023): what was declared, as the table says it in its language."""

from __future__ import annotations

import pytest

from tests.games.said_lines import Said, declared, kinds, says

GAME = "loop-2023"
SAID: Said = {
    "Ann plays red-5 6": ("Ann plays red 5 and 6.", "Ann joue\u202f: 5 rouge et 6."),
    "Ann plays yellow-16": ("Ann plays yellow 16.", "Ann joue\u202f: 16 jaune."),
    "Ann plays green-5": ("Ann plays green-5.", "Ann joue\u202f: green-5."),
    "Ann pass": ("Ann passes.", "Ann passe."),
    "Ann twist": ("Ann twists.", "Ann fait un twist."),
    "Ann out": ("Ann is out.", "Ann a fini."),
    "Ann sits 2": ("Ann takes seat 2.", "Ann prend la place 2."),
    "Ann three-eights": ("Ann was dealt all three 8s.", "Ann a reçu les trois 8."),
    "first Bo": ("Bo starts.", "Bo commence."),
}


@pytest.mark.parametrize("line", SAID)
def test_declaration_is_said_in_the_language_of_the_table(line: str) -> None:
    assert says(GAME, line) == SAID[line]


def test_every_kind_of_declaration_is_said() -> None:
    assert declared(GAME) <= kinds(GAME, SAID)
