"""What was declared, as the table says it: no page and no display speaks the record's English to a French table."""

from __future__ import annotations

import pytest

from device.record import line_in_words, read_declaration, split
from device.rules import First
from display.languages import language
from display.words import ENGLISH
from tests.games.registered import GAMES, deal, header

SAID = {
    "loop": {
        "Ann plays 7 7": ("Ann plays 7 and 7.", "Ann joue 7 et 7."),
        "Ann pass": ("Ann passes.", "Ann passe."),
        "Ann twist": ("Ann twists.", "Ann fait un twist."),
        "Ann out": ("Ann is out.", "Ann a fini."),
        "first Bo": ("Bo starts.", "Bo commence."),
    },
    "loop-2023": {
        "Ann plays red-5 6": ("Ann plays red 5 and 6.", "Ann joue 5 rouge et 6."),
        "Ann plays yellow-16": ("Ann plays yellow 16.", "Ann joue 16 jaune."),
        "Ann plays green-5": ("Ann plays green-5.", "Ann joue green-5."),
        "Ann pass": ("Ann passes.", "Ann passe."),
        "Ann twist": ("Ann twists.", "Ann fait un twist."),
        "Ann out": ("Ann is out.", "Ann a fini."),
        "Ann sits 2": ("Ann takes seat 2.", "Ann prend la place 2."),
        "Ann three-eights": ("Ann was dealt all three 8s.", "Ann a reçu les trois 8."),
    },
    "no-loose-ends": {
        "Ann bid red-3": ("Ann bids red 3.", "Ann mise\u202f: 3 rouge."),
        "Ann pass": ("Ann passes.", "Ann passe."),
        "Ann double-cross": ("Ann double-crosses.", "Ann trahit."),
        "Ann plays blue-10": ("Ann plays blue 10.", "Ann joue\u202f: 10 bleu."),
        "Ann plays getaway": ("Ann plays getaway.", "Ann joue\u202f: fuite."),
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
    },
    "no-thanks": {
        "flip 17": ("17 is turned up.", "Carte retournée\u202f: 17."),
        "Ann pass": ("Ann passes.", "Ann passe."),
        "Ann take": ("Ann takes the card.", "Ann prend la carte."),
        "Ann tiger 12": ("Ann lays 12 as a hidden tiger.", "Ann pose son tigre caché\u202f: 12."),
        "Ann holds 3-5 9 tokens 1": (
            "Ann: cards 3 to 5 and 9; 1 token.",
            "Ann\u202f: cartes 3 à 5 et 9\u202f; 1 jeton.",
        ),
        "Ann holds tokens 12": ("Ann: no cards, 12 tokens.", "Ann\u202f: aucune carte, 12 jetons."),
    },
}
"""A line of the record, and what it says in English and French."""

NAMES = ("Ann", "Bo", "Cleo", "Dan")


@pytest.mark.parametrize(
    ("game_id", "line"), [(game_id, line) for game_id, lines in SAID.items() for line in lines], ids=lambda each: each
)
def test_declaration_is_said_in_the_language_of_the_table(game_id: str, line: str) -> None:
    sentence = line_in_words(header(game_id, NAMES, ()), line)
    assert sentence is not None
    assert (ENGLISH.say(sentence), language("fr").say(sentence)) == SAID[game_id][line]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_kind_of_declaration_is_said(game_id: str) -> None:
    """Whatever a game is made of, the tables above have it."""
    known = {_kind(game_id, line) for line in SAID[game_id]}
    assert {type(each) for seed in range(3) for each in deal(game_id, seed, 4)} <= {*known, First}


def _kind(game_id: str, line: str) -> type:
    return type(read_declaration(header(game_id, NAMES, ()), split(line)))


def test_lines_of_the_header_are_no_declarations() -> None:
    for line in ("game loop", "players Ann Bo Cleo Dan", "set beat all"):
        assert line_in_words(header("loop", NAMES, ()), line) is None
