"""Typed cards that are played together: as pages show them, and as people say them."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.games.loop.declarations import Plays
from device.games.loop_2023.declarations import Plays as Plays2023
from device.session.record import declaration_sentence
from device.table.typed_cards import declared_cards
from display.languages import language
from hal.table.table import WordsTyped
from tests.games.registered import deal, header
from tests.non_empty import non_empty
from tests.table.answered_tables import NAMES, AnsweredTable, after, played

LEAD = ("LOOP, first edition", "3", "Ann", "Bo", "Cleo", "every play", "play", "Ann")
LEAD_LOOP = ("LOOP", "4", "Ann", "Bo", "Cleo", "Dan", "every play", "play", "Ann")


def typed(tmp_path: Path, *words: str, code: str = "en", seated: tuple[str, ...] = LEAD) -> AnsweredTable:
    """A table after a play is asked in English, and the words are typed in a language."""
    played(tmp_path, *map(WordsTyped, seated), roster=())
    return played(tmp_path, *map(WordsTyped, words), roster=(), language=language(code))


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize(("game_id", "players"), [("loop", 4), ("loop-2023", 3)])
def test_cards_are_read_as_pages_say_them(game_id: str, players: int, code: str) -> None:
    """“Blue 9, blue 10 and blue 11”, as the page has them, was refused."""
    spoken, chosen = language(code), (("detail", "plays"),)
    record = header(game_id, NAMES[:players], chosen)
    plays = [each for each in deal(game_id, 3, players, chosen) if isinstance(each, Plays | Plays2023)]
    for each in non_empty(plays):
        sentence = spoken.say(declaration_sentence(record, each))
        without_name = sentence.removeprefix(NAMES[each.seat])
        for words in (sentence, without_name, without_name.split(maxsplit=1)[1].lstrip(": ")):
            assert declared_cards(record, each.seat, words, spoken) == each


@pytest.mark.parametrize(
    ("code", "words", "cards"),
    [
        ("en", "blue 9, blue 10 and blue 11", "blue-9 blue-10 blue-11"),
        ("en", "Ann plays blue 9, blue 10 and blue 11.", "blue-9 blue-10 blue-11"),
        ("en", "blue 9 10 11", "blue-9 blue-10 blue-11"),
        ("en", "9 10 11 blue", "blue-9 blue-10 blue-11"),
        ("en", "Ann: 9-11 blue", "blue-9 blue-10 blue-11"),
        ("en", "b9 b10 b11", "blue-9 blue-10 blue-11"),
        ("en", "a sequence of blue nine, ten and eleven", "blue-9 blue-10 blue-11"),
        ("en", "pair of 5, blue and red", "red-5 blue-5"),
        ("en", "blue and red 5", "red-5 blue-5"),
        ("en", "5 blue and 5 red", "red-5 blue-5"),
        ("en", "5 and 5", "5 5"),
        ("en", "blue 5 and 5", "blue-5 5"),
        ("en", "three 5s, blue", "blue-5 5 5"),
        ("en", "three alike 5 blue red yellow", "red-5 yellow-5 blue-5"),
        ("fr", "Ann joue : 9 bleu, 10 bleu et 11 bleu", "blue-9 blue-10 blue-11"),
        ("fr", "9 à 11 bleu", "blue-9 blue-10 blue-11"),
        ("fr", "une paire de 5, bleu et rouge", "red-5 blue-5"),
        ("fr", "trois 5", "5 5 5"),
    ],
)
def test_cards_are_typed_as_people_say_them(code: str, words: str, cards: str, tmp_path: Path) -> None:
    assert typed(tmp_path, words, code=code).record()[-1] == f"Ann plays {cards}"


@pytest.mark.parametrize(
    ("code", "words", "cards"),
    [
        ("en", "9, 8 and 10", "8 9 10"),
        ("en", "pair of 5", "5 5"),
        ("en", "four 5s", "5 5 5 5"),
        ("en", "sequence 9-11", "9 10 11"),
        ("fr", "un carré de 5", "5 5 5 5"),
    ],
)
def test_cards_without_colours_are_typed_so_too(code: str, words: str, cards: str, tmp_path: Path) -> None:
    assert typed(tmp_path, words, code=code, seated=LEAD_LOOP).record()[-1] == f"Ann plays {cards}"


@pytest.mark.parametrize(
    ("seated", "words", "reason"),
    [
        (LEAD, ("blue 9 and red 10",), "make no sequence: all its cards have one colour."),
        (LEAD, ("9 and 10",), "A sequence is of one colour: name the colour of each of its cards."),
        (LEAD, ("blue 5 and blue 5",), "The blue 5 is named twice, and there is only one."),
        (LEAD, ("15 16 blue",), "There is no blue 16: the cards are 1 to 15 in red, yellow and blue."),
        (LEAD, ("9 blue", "blue 10 and blue 11"), "A single card was led, so only single cards can follow."),
        (LEAD, ("5 5", "blue 4 and red 4"), "Bo's red 4 and blue 4 cannot beat Ann's 5 and 5: higher cards win."),
        (LEAD_LOOP, ("5 5", "6 6 6"), "2 cards must follow, as many as are in play."),
    ],
)
def test_cards_that_the_rules_do_not_allow_are_refused_by_them(
    seated: tuple[str, ...], words: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    """They were not understood, or told to come one at a time."""
    assert typed(tmp_path, *words, seated=seated).status.answer.endswith(reason)


@pytest.mark.parametrize(
    "words", ["5 blue 6 red 7", "blue red 5 6", "pair of 5 6", "pair of blue 5, red 5 and yellow 5", "sequence 9 blue"]
)
def test_cards_of_which_it_is_not_clear_what_they_are_are_none(words: str, tmp_path: Path) -> None:
    table = typed(tmp_path, words)
    assert (table.record()[-1], "not understood" in table.status.answer) == ("set detail plays", True)


def test_a_word_that_is_no_card_is_named(tmp_path: Path) -> None:
    assert typed(tmp_path, "blue 9 10 11 please").status.answer == (
        "“please” was not understood: type the answer without it."
    )


@pytest.mark.parametrize(
    ("seated", "words", "example"),
    [(LEAD, (), "1 blue"), (LEAD, ("9 blue",), "10 blue"), (LEAD, ("9",), "blue"), (LEAD_LOOP, (), "1")],
)
def test_a_play_that_is_not_understood_is_told_an_example(
    seated: tuple[str, ...], words: tuple[str, ...], example: str, tmp_path: Path
) -> None:
    """“As the panel shows it” was all that was said where the panel shows numbers, and then colours."""
    assert typed(tmp_path, *words, "gargle", seated=seated).status.answer == (
        f"That was not understood: type an answer as the panel shows it, such as “{example}”."
    )


@pytest.mark.parametrize("words", ["red 9", "Ann plays red 9.", "9, red"])
def test_a_play_is_corrected_in_its_own_words(words: str, tmp_path: Path) -> None:
    """“Ann plays red 9”, as the list of lines shows a play, was understood only where a play is asked first."""
    typed(tmp_path, "9 blue", "pass", "10 red")
    to_change = after("hold B", "hold D", "A", "C", "A")
    table = played(tmp_path, *to_change, WordsTyped(words), roster=())
    assert table.status.question == "Correct it like this?"
