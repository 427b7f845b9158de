"""LOOP (2023): what was declared, as the table says it in its language."""

from __future__ import annotations

import pytest

from device.games.loop_2023.game import GAME as FIRST_EDITION
from device.games.loop_2023.state import State
from display.languages import language
from display.words import ENGLISH
from tests.games.loop_2023.lines import after, read, started
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


def consequence_of(before: State, line: str) -> tuple[str | None, str | None]:
    """What a line is said to have brought about, in both languages."""
    assert FIRST_EDITION.consequence is not None
    said = FIRST_EDITION.consequence(before, after(before, line), read(before, line))
    return (None, None) if said is None else (ENGLISH.say(said), language("fr").say(said))


@pytest.mark.parametrize("cards", ["yellow-8", "8 8", "red-7 red-8"])
def test_why_nobody_is_asked_after_an_eight_is_said(cards: str) -> None:
    """Point 10. “Ann leads” alone stood there: nobody knew why the others were passed over."""
    english, french = consequence_of(started(), f"Ann plays {cards}")
    assert english is not None
    assert french is not None
    assert english.endswith(". Nothing beats an 8: Ann leads.")
    assert french.endswith(". Rien ne bat un 8\u202f: Ann entame.")


@pytest.mark.parametrize(
    ("cards", "english", "french"),
    [
        ("9", None, None),
        ("9 9", "Ann plays 9 and 9, and is out.", "Ann joue\u202f: 9 et 9, et n’a plus de cartes."),
        (
            "8 8",
            "Ann plays 8 and 8, and is out. Nothing beats an 8: Ben leads.",
            "Ann joue\u202f: 8 et 8, et n’a plus de cartes. Rien ne bat un 8\u202f: Ben entame.",
        ),
    ],
)
def test_whoever_plays_the_last_cards_is_said_to_be_out(cards: str, english: str | None, french: str | None) -> None:
    assert consequence_of(with_two_left(3), f"Ann plays {cards}") == (english, french)


def test_the_play_that_ends_a_round_says_who_is_out_and_not_who_leads() -> None:
    """With two players nobody leads after an 8 that was the last card."""
    assert consequence_of(with_two_left(2), "Ann plays 8 8")[0] == "Ann plays 8 and 8, and is out."


def with_two_left(players: int) -> State:
    """Ann leads her last two cards."""
    passes = "; ".join(f"{name} pass" for name in ("Ben", "Cleo", "Ann") if name != "Cleo" or players > 2)
    led = ("red-1 red-2 red-3 red-4", "5 5", "6")
    return after(started(players), "; ".join(f"Ann plays {cards}; {passes}" for cards in led))
