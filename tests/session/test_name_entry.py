"""Spelling a name: few presses for the letters that names have, and every name can be spelled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device.contract.keycodes import CompleteCode, Level, keys_for, parse_keys
from device.session import name_entry
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, read, step_row
from display.words import ENGLISH
from tests.non_empty import non_empty

NAMES = [
    "Anna",
    "Ben",
    "Carl",
    "Chloe",
    "Dan",
    "Eline",
    "Emma",
    "Eric",
    "Hannah",
    "Helen",
    "Ian",
    "James",
    "Karen",
    "Kaylen",
    "Laura",
    "Leon",
    "Lisa",
    "Marion",
    "Martin",
    "Nora",
    "Oscar",
    "Peter",
    "Robert",
    "Sarah",
    "Simon",
    "Taylor",
    "Teresa",
    "Thomas",
    "Amélie",
    "André",
    "Antoine",
    "Camille",
    "Cécile",
    "Charles",
    "Claire",
    "Émilie",
    "Éric",
    "Étienne",
    "Hélène",
    "Inès",
    "Jean-Pierre",
    "Julien",
    "Léa",
    "Léon",
    "Louis",
    "Lucas",
    "Manon",
    "Marie",
    "Mathieu",
    "Nathalie",
    "Nicolas",
    "Noël",
    "Sébastien",
    "Thérèse",
    "Zoé",
]


def keys(name: str) -> list[str]:
    """The codes of a name's letters, and of its end."""
    found = []
    for at, letter in enumerate(name):
        code = keys_for(name_entry.letter_level(name[:at]), step_row(Step.LETTER, letter))
        assert code is not None, letter
        found.append(code)
    end = keys_for(name_entry.letter_level(name), step_row(Step.SPELLED))
    assert end is not None
    return [*found, end]


def test_names_take_fewer_presses_than_three_a_letter() -> None:
    """Block, row and column for each letter, and the end, is what an alphabet in its order takes."""
    presses = sum(len(code) for name in NAMES for code in keys(name))
    letters = sum(len(name) + 1 for name in NAMES)
    assert presses / letters < 2.6
    assert sum(map(len, keys("Teresa"))) == 14


@pytest.mark.parametrize("letter", "éèêëàâæçîïôœùûü")
def test_accents_of_french_are_under_one_cell(letter: str) -> None:
    code = keys_for(name_entry.letter_level("A"), step_row(Step.LETTER, letter))
    assert code is not None
    assert (code[:2], len(code)) == ("DB", 4)
    capital = keys_for(name_entry.letter_level(""), step_row(Step.LETTER, letter.upper()))
    assert capital == code


@pytest.mark.parametrize("spelled", ["", "Anna ", "Jean-", "O'", "O\N{RIGHT SINGLE QUOTATION MARK}"])
def test_a_name_and_its_parts_begin_with_a_capital_by_themselves(spelled: str) -> None:
    level = name_entry.letter_level(spelled)
    assert parse_keys(level, "AA") == CompleteCode(step_row(Step.LETTER, "A"))
    assert parse_keys(name_entry.letter_level(spelled + "A"), "AA") == CompleteCode(step_row(Step.LETTER, "a"))


def test_the_other_case_can_be_had_all_the_same() -> None:
    assert keys("de Gaulle")[:2] == ["DCBADAAA", "AB"]
    assert keys("McX")[2] == "DCBADADA"


def test_nothing_is_done_before_the_first_letter() -> None:
    assert keys_for(name_entry.letter_level(""), step_row(Step.SPELLED)) is None
    assert keys_for(name_entry.letter_level("A"), step_row(Step.SPELLED)) == "DD"


def reached(level: Level[JournalRow]) -> Iterator[Level[JournalRow]]:
    yield level
    for choice in level.choices:
        if isinstance(choice.means, Level):
            yield from reached(choice.means)


def test_no_page_of_letters_speaks_of_character_codes() -> None:
    said = [
        ENGLISH.say(label)
        for spelled in ("", "A")
        for level in reached(name_entry.letter_level(spelled))
        for label in (level.title, *(choice.label for choice in level.choices))
    ]
    for label in non_empty(said):
        assert "U+" not in label
        assert "character" not in label


@pytest.mark.parametrize("name", ["Ødegård", "Łukasz", "陳大文", "R2-D2", "Ann #2", "Dr. X", "\U0001f98a"])
def test_every_name_can_be_spelled(name: str) -> None:
    assert len(keys(name)) == len(name) + 1


@pytest.mark.parametrize("row", [step_row(Step.SPELLED), step_row(Step.MEANT, "Ann")])
def test_the_name_of_what_is_played_seats_nobody(row: JournalRow) -> None:
    """A damaged journal may end a title as only a player's name ends: the start says so, and nobody more sits down."""
    line = JournalRow(RowKind.RECORD, "players Ann Ben")
    game = JournalRow(RowKind.RECORD, "game score-pad")
    reading = read((game, line, step_row(Step.SPELL_TITLE), step_row(Step.LETTER, "S"), row))
    assert reading.refusal is not None
    assert ENGLISH.say(reading.refusal.sentence) == (f"The journal has the row “{row.text}” where it has no place.")
    assert reading.sessions[-1].names == ("Ann", "Ben")
