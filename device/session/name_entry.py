"""Spelling a name letter by letter. The commonest letters have the shortest codes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, TypeVar

from device.contract.keycodes import NONE, Cell, Choice, Layout, Level
from device.contract.number_pad import pad
from device.session import record
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, step_row
from display.vocabulary import KEYS
from display.words import ENGLISH, Text, text

M = TypeVar("M")

COMMON, LESS_COMMON = "aeinlrostmch", "duyjbkgpvfwzxq"
"""The alphabet, sorted by how often letters occur in English and French first names."""
FRENCH_ACCENTED = "éèêëàâæçîïôœùûü"
OTHER_ACCENTED = "ÿäöñåøßáíóúãõšž"
SIGNS = " -'."

THIN_SPACE = "\N{THIN SPACE}"

CHARACTERS_BEFORE_CAPITALS = " -'\N{RIGHT SINGLE QUOTATION MARK}"

OTHER_LETTERS, ACCENTS, OTHER_SIGNS = Cell.DA, Cell.DB, Cell.DC
OTHER_CASE, FIGURES, OTHER_ACCENTS, BY_NUMBER = Cell.BA, Cell.BB, Cell.BC, Cell.BD

_HEX = "0123456789ABCDEF"
_HEX_DIGIT_COUNT = 6


def letter_level(spelled: str) -> Level[JournalRow]:
    """The letters that can follow `spelled`: capitals at the beginning of a name or of a part of it."""
    level = _keyboard_level(spelled == "" or spelled[-1] in CHARACTERS_BEFORE_CAPITALS)
    if not spelled:
        return level
    done = Choice(NONE, text("done"), step_row(Step.SPELLED))
    return level._replace(choices=(*level.choices, done))


@cache
def _keyboard_level(capital: bool) -> Level[JournalRow]:
    """The whole keyboard, with capitals or small letters first."""
    figures = pad("figure", text("figure"), (_letter_choice(figure, str(figure)) for figure in range(10)))
    other_accents = _letter_pad("other accents", text("other accents"), OTHER_ACCENTED, capital=capital)
    signs: tuple[Choice[JournalRow], ...] = (
        *_letter_choices(SIGNS),
        Choice(OTHER_CASE, text("a small letter") if capital else text("a capital"), _alphabet_level(not capital)),
        Choice(FIGURES, "0\N{EN DASH}9", figures),
        Choice(OTHER_ACCENTS, other_accents.title, other_accents),
        Choice(BY_NUMBER, text("a sign by its number"), lambda: _code_point_level("", _HEX_DIGIT_COUNT), _is_letter),
    )
    level = _alphabet_level(capital)
    sign_level = Level("sign", text("signs"), Layout.PAD, signs, by_heart=False)
    return level._replace(choices=(*level.choices, Choice(OTHER_SIGNS, sign_level.title, sign_level)))


def _alphabet_level(capital: bool) -> Level[JournalRow]:
    """The letters. The rarer ones are behind cells of the last row."""
    rarer = _letter_pad("other letter", text("other letters"), LESS_COMMON, capital=capital)._replace(words=())
    accents = _letter_pad("accent", text("accents"), FRENCH_ACCENTED, capital=capital)._replace(words=())
    level = _letter_pad("capital" if capital else "letter", text("letter"), COMMON, capital=capital)
    further: tuple[Choice[JournalRow], ...]
    further = (Choice(OTHER_LETTERS, letters_in_rows(rarer), rarer), Choice(ACCENTS, letters_in_rows(accents), accents))
    return level._replace(choices=(*level.choices, *further))


def first_letter_level(choices: Iterable[Choice[M]], make_level: Callable[[list[Choice[M]]], Level[M]]) -> Level[M]:
    """Sort cells by the first letter of their label, in the cells that letters have in names.

    `make_level` makes the level under each letter. Cells that begin with no letter are among the signs.
    """
    choices_by_letter: dict[str, list[Choice[M]]] = {}
    for choice in choices:
        letter = unicodedata.normalize("NFKD", ENGLISH.say(choice.label))[:1].casefold()
        choices_by_letter.setdefault(letter if letter in COMMON + LESS_COMMON else SIGNS, []).append(choice)

    def letters(alphabet: str) -> tuple[Choice[M], ...]:
        slots = ((slot, letter) for slot, letter in enumerate(alphabet, start=Cell.AA) if letter in choices_by_letter)
        return tuple(Choice(slot, letter.upper(), make_level(choices_by_letter[letter])) for slot, letter in slots)

    rarer: Level[M] = Level(
        "rarer first letter", text("other letters"), Layout.PAD, letters(LESS_COMMON), by_heart=False
    )
    further: list[Choice[M]] = []
    if rarer.choices:
        further.append(Choice(OTHER_LETTERS, letters_in_rows(rarer), rarer))
    if SIGNS in choices_by_letter:
        further.append(Choice(OTHER_SIGNS, text("signs"), make_level(choices_by_letter[SIGNS])))
    title = text("first letter")
    return Level("first letter", title, Layout.PAD, (*letters(COMMON), *further), by_heart=False)


def letters_in_rows(level: Level[M]) -> str:
    """The letters behind a cell, as its label: row by row of their pad, with spaces between rows."""
    letters = "".join(str(choice.label) for choice in level.choices)
    rows = (THIN_SPACE.join(letters[begin : begin + len(KEYS)]) for begin in range(0, len(letters), len(KEYS)))
    return f"{THIN_SPACE} {THIN_SPACE}".join(rows)


def _letter_pad(name: str, title: Text, characters: str, *, capital: bool) -> Level[JournalRow]:
    """A pad of letters in reading order; as capitals if `capital`, and if the letter has one."""
    shown = (letter.upper() if capital and len(letter.upper()) == 1 else letter for letter in characters)
    return Level(name, title, Layout.PAD, _letter_choices(shown), by_heart=False)


def _letter_choices(characters: Iterable[str]) -> tuple[Choice[JournalRow], ...]:
    return tuple(_letter_choice(slot, letter) for slot, letter in enumerate(characters, start=Cell.AA))


def _letter_choice(slot: int, letter: str) -> Choice[JournalRow]:
    return Choice(slot, text("space") if letter == " " else letter, step_row(Step.LETTER, letter))


SPELLING_STEPS = {Stage.SEAT: step_row(Step.SPELL), Stage.TITLE: step_row(Step.SPELL_TITLE)}
"""The step that leads to the letters of a name or title that is not offered, by stage."""


def asks_letters(level: Level[Any]) -> bool:
    """Whether a level has letters of a name among its cells."""
    return any(choice.completes_code and _is_letter(choice.means) for choice in level.choices)


def _is_letter(meaning: object) -> bool:
    return (
        isinstance(meaning, JournalRow) and meaning.kind is RowKind.TABLE and meaning.text.startswith(f"{Step.LETTER} ")
    )


@lru_cache(maxsize=128)  # each page of a seat asks what may follow: 65 levels, always the same
def _code_point_level(digits: str, digits_left: int) -> Level[JournalRow]:
    """Choose a character by the six hexadecimal digits of its Unicode code point, for all that have no cell."""

    def digit_choice(digit: str) -> Choice[JournalRow]:
        typed = digits + digit
        meaning: JournalRow | Callable[[], Level[JournalRow]]
        meaning = (lambda: _code_point_level(typed, digits_left - 1)) if digits_left > 1 else _character_row(typed)
        return Choice(Cell.AA + _HEX.index(digit), digit, meaning, lambda meaning: _code_point_begins(meaning, typed))

    choices = tuple(digit_choice(digit) for digit in _HEX)
    title, typed_digits = text("six digits of the sign's number"), (digits,) if digits else None
    return Level(
        "digit of a sign", title, Layout.PAD, choices, by_heart=False, words=typed_digits, digit_count=_HEX_DIGIT_COUNT
    )


def _character_row(digits: str) -> JournalRow:
    number = int(digits, 16)
    # Surrogates are no characters. U+FFFD stands for them, as for everything that can't be displayed.
    return step_row(
        Step.LETTER, chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\N{REPLACEMENT CHARACTER}"
    )


def _code_point_begins(meaning: object, typed: str) -> bool:
    assert isinstance(meaning, JournalRow)
    letter = record.split(meaning.text)[1]
    return f"{ord(letter):06X}".startswith(typed)
