"""Translates typed words and numbers to the key codes that mean the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import chain

from device.contract.keycodes import NONE, Choice, InvalidCode, Level, PartialCode, parse_keys
from device.session.session import Step, step_row
from display.words import Language, text
from values.named_tuple import NamedTuple

MAX_DEPTH = 200
"""Maximum depth of the levels of one answer: the number of characters that a page takes. All cards of a round may be
typed at once."""

MAX_RUN_LENGTH = 99
"""The maximum number of cards in a run that is typed as “9-12”."""

_FIGURES = re.compile(r"[+-]?\d+")
_RUN = re.compile(r"(?<![\w-])(\d{1,3})[-\N{EN DASH}](\d{1,3})(?![\w-])")
_PLAY = step_row(Step.PLAY)
_DONE = text("done")
_MINUS = text("minus")


def fold_words(words: str) -> str:
    """Fold words for comparison: without case and accents, a suit and its number apart, as in “blue-7” and “7b”."""
    normalized = unicodedata.normalize("NFKD", words.casefold())
    letters = (letter for letter in normalized if not unicodedata.combining(letter))
    plain = "".join(letters).replace("\N{MINUS SIGN}", "-").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return " ".join(re.sub(r"(?<=\w)-(?=\w)|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)", " ", plain).split())


def _with_runs_as_cards(words: str) -> str:
    """Write runs of ascending numbers, such as “9–12”, as their single numbers."""

    def cards_of_run(run: re.Match[str]) -> str:
        first, last = map(int, run.groups())
        return " ".join(map(str, range(first, last + 1))) if 0 < last - first < MAX_RUN_LENGTH else run.group()

    return _RUN.sub(cards_of_run, words)


def keys_for_words(level: Level[object], words: str, language: Language, *, allow_prefix: bool = True) -> str | None:
    """The keys that mean the typed words of a language, starting at a level; None if there are none.

    They are a whole code, or its beginning. With `allow_prefix`, a unique beginning of a word is enough. An answer that
    pages don't show has keys, too: the rules refuse it, and say why. At last, the words may be the keys themselves.
    """
    typed = fold_words(_with_runs_as_cards(words))
    keys = _keys_in_either_order(level, typed, _CellLabels(language))
    if keys is None and re.search("[,;]", words):
        return keys_for_words(level, re.sub("[,;]", " ", words), language, allow_prefix=allow_prefix)
    if keys is None and allow_prefix:
        codes = codes_beginning(level, typed, language)
        keys = codes[0] if len(codes) == 1 else None
        if keys is None and not codes:
            hidden_keys = _keys_in_either_order(level, typed, _CellLabels(language, includes_hidden=True))
            keys = hidden_keys or _typed_code(level, typed)
    return keys


def _typed_code(level: Level[object], words: str) -> str | None:
    """The keys of a code, or of its beginning, that is typed as pages show it, such as “BB”; None for other words.

    “Ada” may be a card's code and half of another one: that is a name, typed where cards are asked.
    """
    keys = words.upper()
    if not re.fullmatch("[A-D]+", keys):
        return None
    parsed = parse_keys(level, keys)
    is_half_typed = isinstance(parsed, PartialCode) and parsed.remaining_keys not in ("", keys)
    return None if is_half_typed or isinstance(parsed, InvalidCode) else keys


def codes_beginning(level: Level[object], words: str, language: Language) -> list[str]:
    """The codes of the cells on a page whose labels begin with the typed words, or else have a word that does.

    None begins with a number.
    """
    typed = fold_words(words)
    if _FIGURES.fullmatch(typed):
        return []
    cells = [(code, label) for code, label, _ in _CellLabels(language).read(level)]
    beginning = [code for code, label in cells if label.startswith(typed)]
    return beginning or [code for code, label in cells if f" {typed}" in label]


def possible_numbers(level: Level[object], words: str) -> tuple[str, ...]:
    """The numbers that a page shows, if a number was typed; empty if some of them stand on pages behind."""
    shown = [choice for choice in level.choices if choice.shown]
    if level.digits or not _FIGURES.fullmatch(fold_words(words)):
        return ()
    if any(_opens_numbers(choice, str(choice.label)) for choice in shown):
        return ()
    return tuple(sorted(filter(str.isdecimal, (str(choice.label) for choice in shown)), key=int))


def done_keys(level: Level[object]) -> str | None:
    """The keys of the cell that ends an entry or begins to play; None if there is none."""
    for choice in level.choices:
        if choice.slot == NONE and choice.shown and (choice.label == _DONE or choice.means == _PLAY):
            return level.code(choice.slot)
    return None


_Cell = tuple[str, str, Choice[object]]
"""A cell of a level: its keys, its folded label, and the choice."""


class _CellLabels(NamedTuple):
    """Reads the labels of cells in a language: of those that a page shows, and of the hidden ones if they count."""

    language: Language
    includes_hidden: bool = False

    def read(self, level: Level[object]) -> Iterator[_Cell]:
        """Yield each cell of a level."""
        for choice in level.choices:
            if choice.shown or self.includes_hidden:
                yield level.code(choice.slot), fold_words(self.language.say(choice.label)), choice


def _keys_in_either_order(level: Level[object], typed: str, labels: _CellLabels) -> str | None:
    """The keys of words in their order or, as “7 blue”, in the reverse one."""
    keys = _keys_in_level(level, typed, labels, MAX_DEPTH)
    if keys is None and " " in typed:
        return _keys_in_level(level, " ".join(reversed(typed.split())), labels, MAX_DEPTH)
    return keys


def _keys_in_level(level: Level[object], typed: str, labels: _CellLabels, depth: int) -> str | None:
    if _FIGURES.fullmatch(typed):
        return _keys_for_number(level, typed.removeprefix("+"), labels, depth)
    cells = _with_initial(tuple(labels.read(level)), typed, r"[a-z] " if depth == MAX_DEPTH else r"[a-z]\b")
    exact = next((code for code, label, _ in cells if label == typed), None)
    if exact is not None or not depth:
        return exact
    for code, label, choice in cells:
        for next_level, rest in _levels_behind(choice, label, typed):
            keys = _keys_in_level(next_level, rest, labels, depth - 1)
            if keys is not None:
                return code + keys
    return None


def _with_initial(cells: tuple[_Cell, ...], typed: str, pattern: str) -> tuple[_Cell, ...]:
    """The cells; if the typed words begin with a letter, as cards show it for their suit, the only cell that begins
    with the letter is labelled by it."""
    if not re.match(pattern, typed) or sum(label.startswith(typed[0]) for _, label, _ in cells) != 1:
        return cells
    return tuple((code, typed[0] if label.startswith(typed[0]) else label, choice) for code, label, choice in cells)


def _levels_behind(choice: Choice[object], label: str, typed: str) -> Iterator[tuple[Level[object], str]]:
    """Yield the levels for the rest of the typed words: after a cell's own words, or behind a cell that has none."""
    if isinstance(choice.means, Level) and _is_block(choice):
        yield choice.means, typed
    elif not choice.ends and typed.startswith(f"{label} ") and (next_level := choice.level()) is not None:
        yield next_level, typed.removeprefix(f"{label} ")


def _keys_for_number(level: Level[object], typed: str, labels: _CellLabels, depth: int) -> str | None:
    """The keys of a number: its own cell, else its digits or the block that contains it."""
    cells = tuple(labels.read(level))
    labelled_cells = [(code, choice) for code, label, choice in cells if label == typed]
    final_keys = [code for code, choice in labelled_cells if choice.ends]
    keys_behind = (_keys_behind_cell(level, cell, typed, labels, depth) for cell in cells if depth)
    # As a last resort, it is a number that more must follow, or the first digit of one.
    further_keys = (keys for keys in keys_behind if keys is not None)
    return next(chain(final_keys, further_keys, (code for code, _ in labelled_cells)), None)


def _keys_behind_cell(level: Level[object], cell: _Cell, typed: str, labels: _CellLabels, depth: int) -> str | None:
    """The keys of a number through a cell that opens further ones; None if there is no such way."""
    code, label, choice = cell
    remaining = None if choice.ends else _remaining_number(level, choice, label, typed)
    if remaining is None or (next_level := choice.level()) is None:
        return None
    if label.endswith("+"):
        remaining = remaining.zfill(next_level.digits)  # 1005 is typed as 001005
    if remaining:
        keys = _keys_for_number(next_level, remaining, labels, depth - 1)
    else:
        keys = done_keys(next_level) or _confirming_keys(next_level)
    return None if keys is None else code + keys


def _confirming_keys(level: Level[object]) -> str | None:
    """The keys of the only answer, if a figure such as 0 is shown once more to confirm it; else None."""
    return level.code(level.choices[0].slot) if level.making is not None and len(level.choices) == 1 else None


def _remaining_number(level: Level[object], choice: Choice[object], label: str, typed: str) -> str | None:
    """The rest of a number still to be typed behind a cell; None if the cell does not lead to the number."""
    if _opens_numbers(choice, label):
        return typed
    if choice.label == _MINUS and typed.startswith("-"):
        return typed.removeprefix("-")
    if label == typed and choice.slot == NONE:
        return ""
    is_digit = level.digits and len(label) == 1 and typed.startswith(label)
    return typed.removeprefix(label) if is_digit else None


def _opens_numbers(choice: Choice[object], label: str) -> bool:
    """Whether a cell of this label leads to higher numbers, or to the digits of one."""
    return label.endswith("+") or _is_block(choice)


def _is_block(choice: Choice[object]) -> bool:
    return isinstance(choice.means, Level) and choice.means.block
