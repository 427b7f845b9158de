"""No Thanks!: what was declared, as the table says it in its language."""

from __future__ import annotations

import pytest

from tests.games.said_lines import Said, declared, kinds, says

GAME = "no-thanks"
SAID: Said = {
    "flip 17": ("The 17 is turned up.", "Carte retournée\u202f: 17."),
    "Ann pass": ("Ann passes.", "Ann passe."),
    "Ann take": ("Ann takes the card.", "Ann prend la carte."),
    "Ann tiger 12": ("Ann lays 12 as a hidden tiger.", "Ann pose son tigre caché\u202f: 12."),
    "Ann holds 3-5 9 tokens 1": ("Ann: cards 3 to 5 and 9; 1 token.", "Ann\u202f: cartes 3 à 5 et 9\u202f; 1 jeton."),
    "Ann holds tokens 12": ("Ann: no cards, 12 tokens.", "Ann\u202f: aucune carte, 12 jetons."),
    "first Bo": ("Bo starts.", "Bo commence."),
}


@pytest.mark.parametrize("line", SAID)
def test_declaration_is_said_in_the_language_of_the_table(line: str) -> None:
    assert says(GAME, line) == SAID[line]


def test_every_kind_of_declaration_is_said() -> None:
    assert declared(GAME) <= kinds(GAME, SAID)
