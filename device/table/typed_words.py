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

MAX_RUN = 99
"""The maximum number of cards in a run that is typed as “9-12”."""

_FIGURES = re.compile(r"[+-]?\d+")
_RUN = re.compile(r"(?<![\w-])(\d{1,3})[-\N{EN DASH}](\d{1,3})(?![\w-])")
_PLAY = step_row(Step.PLAY)
_DONE = text("done")
_MINUS = text("minus")


def fold_words(words: str) -> str:
    """Fold words for comparison: without case and accents, a suit and its number apart, as in “blue-7” and “7b”."""
    bare = (each for each in unicodedata.normalize("NFKD", words.casefold()) if not unicodedata.combining(each))
    plain = "".join(bare).replace("\N{MINUS SIGN}", "-").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return " ".join(re.sub(r"(?<=\w)-(?=\w)|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)", " ", plain).split())


def _with_runs_as_cards(words: str) -> str:
    """Write runs of ascending numbers, such as “9–12”, as their single numbers."""

    def spread(run: re.Match[str]) -> str:
        first, last = map(int, run.groups())
        return " ".join(map(str, range(first, last + 1))) if 0 < last - first < MAX_RUN else run.group()

    return _RUN.sub(spread, words)


def keys_for_words(level: Level[object], words: str, language: Language, *, begun: bool = True) -> str | None:
    """The keys that mean the typed words of a language, starting at a level; None if there are none.

    They are a whole code, or its beginning. If `begun`, the beginning of a word is enough if it is unique. An answer
    that pages don't show has keys, too: the rules refuse it, and say why. Last, the words may be the keys themselves.
    """
    wanted = fold_words(_with_runs_as_cards(words))
    found = _keys_in_either_order(level, wanted, _CellLabels(language))
    if found is None and re.search("[,;]", words):
        return keys_for_words(level, re.sub("[,;]", " ", words), language, begun=begun)
    if found is None and begun:
        codes = codes_beginning(level, wanted, language)
        found = codes[0] if len(codes) == 1 else None
        if found is None and not codes:
            hidden_keys = _keys_in_either_order(level, wanted, _CellLabels(language, hidden=True))
            found = hidden_keys or _typed_code(level, wanted)
    return found


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
    wanted = fold_words(words)
    if _FIGURES.fullmatch(wanted):
        return []
    cells = [(code, label) for code, label, _ in _CellLabels(language).read(level)]
    beginning = [code for code, label in cells if label.startswith(wanted)]
    return beginning or [code for code, label in cells if f" {wanted}" in label]


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
    hidden: bool = False

    def read(self, level: Level[object]) -> Iterator[_Cell]:
        """Yield each cell of a level."""
        for choice in level.choices:
            if choice.shown or self.hidden:
                yield level.code(choice.slot), fold_words(self.language.say(choice.label)), choice


def _keys_in_either_order(level: Level[object], wanted: str, labels: _CellLabels) -> str | None:
    """The keys of words in their order or, as “7 blue”, in the reverse one."""
    found = _keys_in_level(level, wanted, labels, MAX_DEPTH)
    if found is None and " " in wanted:
        return _keys_in_level(level, " ".join(reversed(wanted.split())), labels, MAX_DEPTH)
    return found


def _keys_in_level(level: Level[object], wanted: str, labels: _CellLabels, depth: int) -> str | None:
    if _FIGURES.fullmatch(wanted):
        return _keys_for_number(level, wanted.removeprefix("+"), labels, depth)
    cells = _with_initial(tuple(labels.read(level)), wanted, r"[a-z] " if depth == MAX_DEPTH else r"[a-z]\b")
    exact = next((code for code, label, _ in cells if label == wanted), None)
    if exact is not None or not depth:
        return exact
    for code, label, choice in cells:
        for further, rest in _levels_behind(choice, label, wanted):
            found = _keys_in_level(further, rest, labels, depth - 1)
            if found is not None:
                return code + found
    return None


def _with_initial(cells: tuple[_Cell, ...], wanted: str, pattern: str) -> tuple[_Cell, ...]:
    """The cells; if the typed words begin with a letter, as cards show it for their suit, the only cell that begins
    with the letter is labelled by it."""
    if not re.match(pattern, wanted) or sum(label.startswith(wanted[0]) for _, label, _ in cells) != 1:
        return cells
    return tuple((code, wanted[0] if label.startswith(wanted[0]) else label, choice) for code, label, choice in cells)


def _levels_behind(choice: Choice[object], label: str, wanted: str) -> Iterator[tuple[Level[object], str]]:
    """Yield the levels for the rest of the typed words: after a cell's own words, or behind a cell that has none."""
    if isinstance(choice.means, Level) and _is_block(choice):
        yield choice.means, wanted
    elif not choice.ends and wanted.startswith(f"{label} ") and (deeper := choice.level()) is not None:
        yield deeper, wanted.removeprefix(f"{label} ")


def _keys_for_number(level: Level[object], wanted: str, labels: _CellLabels, depth: int) -> str | None:
    """The keys of a number: its own cell, else its digits or the block that contains it."""
    cells = tuple(labels.read(level))
    named = [(code, choice) for code, label, choice in cells if label == wanted]
    whole = [code for code, choice in named if choice.ends]
    behind = (_keys_behind_cell(level, cell, wanted, labels, depth) for cell in cells if depth)
    # As a last resort, it is a number that more must follow, or the first digit of one.
    ways = chain(whole, (found for found in behind if found is not None), (code for code, _ in named))
    return next(ways, None)


def _keys_behind_cell(level: Level[object], cell: _Cell, wanted: str, labels: _CellLabels, depth: int) -> str | None:
    """The keys of a number through a cell that opens further ones; None if there is no such way."""
    code, label, choice = cell
    remaining = None if choice.ends else _remaining_number(level, choice, label, wanted)
    if remaining is None or (deeper := choice.level()) is None:
        return None
    if label.endswith("+"):
        remaining = remaining.zfill(deeper.digits)  # 1005 is typed as 001005
    if remaining:
        found = _keys_for_number(deeper, remaining, labels, depth - 1)
    else:
        found = done_keys(deeper) or _confirming_keys(deeper)
    return None if found is None else code + found


def _confirming_keys(level: Level[object]) -> str | None:
    """The keys of the only answer, if a figure such as 0 is shown once more to confirm it; else None."""
    return level.code(level.choices[0].slot) if level.making is not None and len(level.choices) == 1 else None


def _remaining_number(level: Level[object], choice: Choice[object], label: str, wanted: str) -> str | None:
    """The rest of a number still to be typed behind a cell; None if the cell does not lead to the number."""
    if _opens_numbers(choice, label):
        return wanted
    if choice.label == _MINUS and wanted.startswith("-"):
        return wanted.removeprefix("-")
    if label == wanted and choice.slot == NONE:
        return ""
    is_digit = level.digits and len(label) == 1 and wanted.startswith(label)
    return wanted.removeprefix(label) if is_digit else None


def _opens_numbers(choice: Choice[object], label: str) -> bool:
    """Whether a cell of this label leads to higher numbers, or to the digits of one."""
    return label.endswith("+") or _is_block(choice)


def _is_block(choice: Choice[object]) -> bool:
    return isinstance(choice.means, Level) and choice.means.block
