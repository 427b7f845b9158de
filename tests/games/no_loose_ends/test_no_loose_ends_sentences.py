"""No Loose Ends: what was declared, as the table says it in its language."""

from __future__ import annotations

import pytest

from tests.games.said_lines import Said, declared, kinds, says

GAME = "no-loose-ends"
SAID: Said = {
    "Ann bid red-3": ("Ann bids red 3.", "Ann enchérit\u202f: 3 rouge."),
    "Ann pass": ("Ann passes.", "Ann passe."),
    "Ann double-cross": ("Ann double-crosses.", "Ann trahit."),
    "Ann plays blue-10": ("Ann plays blue 10.", "Ann joue\u202f: 10 bleu."),
    "Ann plays getaway": ("Ann plays a getaway.", "Ann joue\u202f: une carte de fuite."),
    "Ann plays pink-10": ("Ann plays pink-10.", "Ann joue\u202f: pink-10."),
    "Ann wins": ("Ann wins the trick.", "Ann remporte le pli."),
    "Ann wins gray-2": ("Ann wins the trick with gray 2.", "Ann remporte le pli (2 gris)."),
    "Ann wins lead red": (
        "Ann wins the trick; lead suit: red.",
        "Ann remporte le pli\u202f; couleur demandée\u202f: rouge.",
    ),
    "Ann wins gray-2 lead pink": (
        "Ann wins the trick with gray 2; lead suit: pink.",
        "Ann remporte le pli (2 gris)\u202f; couleur demandée\u202f: pink.",
    ),
    "Ann covers red-3": ("Ann covers red 3.", "Ann couvre\u202f: 3 rouge."),
    "Ann loose": ("Ann covers nothing.", "Ann ne couvre rien."),
    "Ann planned 3 covered 2 extra 1": (
        "Ann: bids 3, covered 2, extra tricks 1.",
        "Ann\u202f: enchères 3, couvertes 2, plis en trop 1.",
    ),
    "first Bo": ("Bo starts.", "Bo commence."),
}


@pytest.mark.parametrize("line", SAID)
def test_declaration_is_said_in_the_language_of_the_table(line: str) -> None:
    assert says(GAME, line) == SAID[line]


def test_every_kind_of_declaration_is_said() -> None:
    assert declared(GAME) <= kinds(GAME, SAID)
