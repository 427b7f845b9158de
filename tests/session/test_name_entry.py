"""Spelling a name: few presses for the letters that names have, and every name can be spelled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device.contract.keycodes import Cell, Choice, CompleteCode, Layout, Level, PartialCode, keys_for, parse_keys
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


@pytest.mark.parametrize(
    ("keys", "title", "name", "first", "last"),
    [
        ("", "letter", "letter", "a", "done"),
        ("DA", "other letters", "other letter", "d", "q"),
        ("DB", "accents", "accent", "é", "ü"),
        ("DC", "signs", "sign", "space", "a sign by its number"),
        ("DCBA", "letter", "capital", "A", "É È Ê Ë   À Â Æ Ç   Î Ï Ô Œ   Ù Û Ü"),
        ("DCBADA", "other letters", "other letter", "D", "Q"),
        ("DCBB", "figure", "figure", "0", "9"),
        ("DCBC", "other accents", "other accents", "ÿ", "ž"),
        ("DCBD", "six digits of the sign's number", "digit of a sign", "0", "F"),
        ("DCBDAB", "six digits of the sign's number", "digit of a sign", "0", "F"),
    ],
)
def test_each_page_of_letters_has_its_title_and_begins_and_ends_as_on_the_printed_page(
    keys: str, title: str, name: str, first: str, last: str
) -> None:
    """Where letters lie must be read; figures are those of every pad."""
    level = name_entry.letter_level("a")
    if keys:
        found = parse_keys(level, keys)
        assert isinstance(found, PartialCode)
        level = found.level
    assert (ENGLISH.say(level.title), level.name) == (title, name)
    labels = [ENGLISH.say(choice.label).replace("\N{THIN SPACE}", " ") for choice in level.choices]
    assert (labels[0], labels[-1]) == (first, last)
    assert level.by_heart == (keys == "DCBB")
    assert level.digit_count == (6 if keys.startswith("DCBD") else 0)


def test_a_sign_by_its_number_says_the_digits_so_far() -> None:
    found = parse_keys(name_entry.letter_level("a"), "DCBD" + "AAAB")
    assert isinstance(found, PartialCode)
    assert found.words == ("01",)
    assert keys_for(name_entry.letter_level("a"), step_row(Step.LETTER, "\U0001f98a")) == "DCBD" + digits(0x1F98A)


@pytest.mark.parametrize(("number", "letter"), [(0xD7FF, "\ud7ff"), (0xE000, "\ue000"), (0x10FFFF, "\U0010ffff")])
def test_every_character_has_a_number(number: int, letter: str) -> None:
    assert parse_keys(name_entry.letter_level("a"), "DCBD" + digits(number)) == CompleteCode(
        step_row(Step.LETTER, letter)
    )


@pytest.mark.parametrize("number", [0xD800, 0xDFFF, 0x110000, 0xFFFFFF])
def test_a_number_of_no_character_is_the_sign_for_what_can_not_be_shown(number: int) -> None:
    assert parse_keys(name_entry.letter_level("a"), "DCBD" + digits(number)) == CompleteCode(
        step_row(Step.LETTER, "\N{REPLACEMENT CHARACTER}")
    )


def digits(number: int) -> str:
    """The keys of six hexadecimal digits, in the order of the pad from AA, 0, to DD, F."""
    return "".join("ABCD"[digit // 4] + "ABCD"[digit % 4] for digit in (int(one, 16) for one in f"{number:06X}"))


@pytest.mark.parametrize(
    ("label", "keys"),
    [("Émile", "AB"), ("apple", "AA"), ("Hearts", "CD"), ("Dune", "DAAA"), ("xi", "DADA"), ("7 Wonders", "DC")],
)
def test_a_list_by_first_letter_has_the_cells_of_letters(label: str, keys: str) -> None:
    """What begins with no letter is among the signs."""
    choices = [Choice(number, title, title) for number, title in enumerate((label, "Other", "Zoo", "1830"))]
    made: list[list[str]] = []

    def make(group: list[Choice[str]]) -> Level[str]:
        made.append([ENGLISH.say(choice.label) for choice in group])
        return Level("group", "group", Layout.LIST, tuple(c._replace(slot=n) for n, c in enumerate(group)))

    level = name_entry.first_letter_level(choices, make)
    assert (ENGLISH.say(level.title), level.by_heart) == ("first letter", False)
    assert keys_for(level, label) == keys + "A"
    assert sorted(title for group in made for title in group) == sorted([label, "Other", "Zoo", "1830"])
    rarer = next(choice.means for choice in level.choices if choice.slot == Cell.DA)
    assert isinstance(rarer, Level)
    assert (ENGLISH.say(rarer.title), rarer.by_heart) == ("other letters", False)
    assert "Z" in [choice.label for choice in rarer.choices]
    labels = {level.code(choice.slot): ENGLISH.say(choice.label) for choice in level.choices}
    assert labels["BC"] == "O"
    assert labels["DC"] == "signs"
    assert list(labels) == sorted(labels)


def test_no_cell_leads_to_letters_with_which_nothing_begins() -> None:
    choices = [Choice(0, "Ace", "Ace")]
    level = name_entry.first_letter_level(choices, lambda group: Level("group", "", Layout.LIST, tuple(group)))
    assert [level.code(choice.slot) for choice in level.choices] == ["AA"]


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
