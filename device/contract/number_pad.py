"""Number pads: the levels on which numbers are typed. A number has the same keys wherever it is asked for.

The cells AA to CD are the numbers 1 to 12. DA opens the same pad for the next twelve numbers, DB for those from 25 on:
13 is DA AA, 25 is DB AA, 37 is DB DA AA. If numbers have no upper limit, those above 24 are typed digit by digit: two
digits after DC, three after DC DC, and as many as the largest number has after DC DC DC. So 35 is complete with its
second digit. DD is no digit, because players end other entries with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Generic, TypeVar

from device.contract.keycodes import NONE, Cell, Choice, CodeWords, Layout, Level
from display.words import Label, Text, counted, text
from values.named_tuple import NamedTuple

M = TypeVar("M")


class DigitsFormat(NamedTuple):
    """How digits are shown while they are typed: with their unit, and with a `sign` before them."""

    unit: Callable[[str], Text]
    sign: str = ""


NUMBERS_ON_PAD = 12
"""How many numbers have a cell of their own."""

NEXT_BLOCK = Cell.DA
"""Opens the block of the next twelve numbers."""

LAST_BLOCK = Cell.DB
"""Opens the block of all numbers after those. If no numbers are that high, a game may use the cell for a word."""

MINUS = Cell.DB
"""Opens negative points, on a pad whose numbers need no block in this cell."""

DIGIT_ENTRY = Cell.DC
"""Opens a number that is typed digit by digit; pressed again, one with more digits."""

ZERO = Cell.CB
"""The digit 0, in the cell of the number 10."""

DIGIT_COUNTS = (2, 3)
"""The number of digits after `DIGIT_ENTRY` once, and twice. After a third time, it is that of the largest number."""


def pad(
    name: str,
    title: Label,
    numbers: Iterable[Choice[M]],
    word_choices: Iterable[Choice[M]] = (),
    *,
    by_heart: bool = True,
    words: CodeWords | None = None,
    block_label: Label | None = None,
) -> Level[M]:
    """A pad of numbers. The `slot` of each is the number itself, from 0 up in ascending order; 0 is “none”.

    `word_choices` are further answers, in cells of the last row. A block is labelled with the numbers that it shows, as
    “13–15”, or with `block_label`; whoever types words may say “13+”, too. A block with a single number is labelled
    with that number, and pages show it with all of its keys (`whole_code`). A block none of whose numbers is shown is
    not shown either.
    Raises ValueError if two answers have the same cell.
    """
    plain: Level[M] = Level(name, title, Layout.PAD, (), by_heart=by_heart)
    choices = (*_cells(plain, tuple(numbers), 0, block_label), *word_choices)
    if len({choice.slot for choice in choices}) < len(choices):
        raise ValueError(f"two meanings in one cell of the pad “{name}”")
    return plain._replace(choices=choices, words=words)


def _cells(
    level: Level[M], choices: tuple[Choice[M], ...], offset: int, block_label: Label | None
) -> tuple[Choice[M], ...]:
    """The cells of a pad for numbers above `offset`."""
    on_pad = tuple(
        choice._replace(slot=choice.slot - offset or NONE)
        for choice in choices
        if choice.slot - offset <= NUMBERS_ON_PAD
    )
    above_pad = tuple(choice for choice in choices if choice.slot - offset > NUMBERS_ON_PAD)
    next_numbers = tuple(choice for choice in above_pad if choice.slot - offset <= 2 * NUMBERS_ON_PAD)
    last_numbers = above_pad[len(next_numbers) :]
    blocks = (
        (NEXT_BLOCK, offset + NUMBERS_ON_PAD, next_numbers),
        (LAST_BLOCK, offset + 2 * NUMBERS_ON_PAD, last_numbers),
    )
    return (*on_pad, *(_block(level, cell, start, cells, block_label) for cell, start, cells in blocks if cells))


def _block(
    level: Level[M], cell: Cell, offset: int, choices: tuple[Choice[M], ...], block_label: Label | None
) -> Choice[M]:
    """The cell that opens a block: a further pad, for numbers above `offset`."""
    shown = [choice for choice in choices if choice.shown] or choices
    title, from_first = block_label or f"{shown[0].slot}–{shown[-1].slot}", f"{offset + 1}+"
    block = level._replace(name=f"{level.name} {from_first}", title=title, is_number_block=True)
    block = block._replace(choices=_cells(block, choices, offset, block_label))
    only_number = only_shown_number(block)
    label = title if only_number is None else only_number.label
    return Choice(
        int(cell), label, block, _admits_any(choices), any(choice.shown for choice in choices), synonym=from_first
    )


def only_shown_number(block: Level[M]) -> Choice[M] | None:
    """The only number that a block shows; None if it shows several, or a further block."""
    shown = [choice for choice in block.choices if choice.shown]
    return shown[0] if len(shown) == 1 and isinstance(shown[0].label, str) else None


def number_block_behind(choice: Choice[M]) -> Level[M] | None:
    """The block of higher numbers that a cell of a pad opens; None for any other cell."""
    return choice.means if isinstance(choice.means, Level) and choice.means.is_number_block else None


def whole_code(level: Level[M], choice: Choice[M]) -> str:
    """The keys of a choice; of a block with a single number, all keys of that number."""
    block = number_block_behind(choice)
    only_number = None if block is None else only_shown_number(block)
    if block is None or only_number is None:
        return level.code(choice.slot)
    return level.code(choice.slot) + block.code(only_number.slot)


def _admits_any(cells: tuple[Choice[M], ...]) -> Callable[[object], bool] | None:
    """An `admits` function that accepts a meaning if one of `cells` does; None if a cell accepts every meaning."""
    admits = tuple(cell.admits for cell in cells if cell.admits is not None)
    return (lambda meaning: any(admit(meaning) for admit in admits)) if len(admits) == len(cells) else None


def figures(
    name: str,
    title: Label,
    numbers: range,
    means: Callable[[int], M],
    number_of: Callable[[object], int | None],
    word_choices: Iterable[Choice[M]] = (),
    *,
    digits_format: DigitsFormat,
) -> Level[M]:
    """A pad of numbers from 0, of any size: up to 24 by their cells, larger ones digit by digit.

    `means` returns the meaning of a number. `number_of` is the inverse; it returns None for a meaning that is not on
    this pad. `digits_format` formats the digits while they are typed.
    """
    choices = (Choice(n, str(n), means(n)) for n in range(2 * NUMBERS_ON_PAD + 1) if n in numbers)
    digit_entry: list[Choice[M]] = []
    if numbers[-1] > 2 * NUMBERS_ON_PAD:
        entry = _DigitEntry(numbers, means, number_of, digits_format)
        digit_entry.append(_digit_entry_cell(entry, 0, 2 * NUMBERS_ON_PAD + 1))
    return pad(name, title, choices, (*digit_entry, *word_choices))


def signed_figures(
    name: str, numbers: range, means: Callable[[int], M], number_of: Callable[[object], int | None]
) -> Level[M]:
    """As `figures`, but for points that may be negative. A cell of its own opens the negative ones.

    0 points has the keys of “none” and one more key, because DD also ends entries: nobody should declare 0 by pressing
    it once too often.
    """

    def positive_points(meaning: object) -> int | None:
        figure = number_of(meaning)
        return figure if figure is not None and figure >= 0 else None

    def negative_points(meaning: object) -> int | None:
        figure = number_of(meaning)
        return -figure if figure is not None and figure < 0 else None

    step, largest_loss = numbers.step, -numbers[0]
    losses = range((largest_loss - 1) % step + 1, largest_loss + 1, step)
    gains = range((numbers[-1] - 1) % step + 1, numbers[-1] + 1, step)
    negative_level = figures(
        f"{name} lost",
        text("negative points"),
        losses,
        lambda n: means(-n),
        negative_points,
        digits_format=DigitsFormat(_points, "\N{MINUS SIGN}"),
    )
    minus: Choice[M] = Choice(
        int(MINUS), text("minus"), negative_level, lambda meaning: negative_points(meaning) is not None
    )
    level = figures(name, text("points"), gains, means, positive_points, (minus,), digits_format=DigitsFormat(_points))
    return level._replace(choices=(confirm_zero(f"{name} none", text("0 points"), means(0)), *level.choices))


def _points(digits: str) -> Text:
    return text("{n} points", n=digits)


def confirm_zero(name: str, zero_words: Text, meaning: M) -> Choice[M]:
    """The cell of the number 0: it asks for confirmation, and one more key declares it."""
    confirmation = Choice(0, text("yes, {figure}", figure=zero_words), meaning)
    level = Level(
        name,
        zero_words,
        Layout.LIST,
        (confirmation,),
        words=(),
        shown_question=text("Is it {figure}?", figure=zero_words),
    )
    return Choice(int(NONE), "0", level)


def digits(
    name: str, count: int, means: Callable[[str], M], digits_of: Callable[[object], str | None], typed: str = ""
) -> Level[M]:
    """A code of `count` digits, typed one after the other, which is not a number: leading zeros matter. It is secret.

    `means` returns the meaning of the digits. `digits_of` is the inverse; it returns None for a meaning of another
    kind.
    """

    def cell(digit: int) -> Choice[M]:
        digits_typed = f"{typed}{digit}"
        further = partial(digits, name, count, means, digits_of, digits_typed)
        is_complete = len(digits_typed) == count
        meaning = means(digits_typed) if is_complete else further
        return Choice(digit or int(ZERO), str(digit), meaning, partial(_code_begins_with, digits_of, digits_typed))

    typed_labels = (typed,) if typed else ()
    level = pad(name, counted("{n} digit", "{n} digits", count), map(cell, (*range(1, 10), 0)), words=typed_labels)
    return level._replace(is_secret=True)


def _code_begins_with(digits_of: Callable[[object], str | None], typed: str, meaning: object) -> bool:
    meaning_digits = digits_of(meaning)
    return meaning_digits is not None and meaning_digits.startswith(typed)


class _DigitEntry(NamedTuple, Generic[M]):
    """The numbers that are typed digit by digit, and their meanings."""

    numbers: range
    means: Callable[[int], M]
    number_of: Callable[[object], int | None]
    digits_format: DigitsFormat

    @property
    def max_digit_count(self) -> int:
        """The number of digits of the largest number."""
        return len(str(self.numbers[-1]))

    def number_begins_with(self, typed: str, digit_count: int, meaning: object) -> bool:
        """Whether `meaning` has a number that, padded to `digit_count` digits, begins with `typed`."""
        number = self.number_of(meaning)
        # A range is searched to its end for what is no number.
        if number is None or number not in self.numbers:
            return False
        return number < 10**digit_count and f"{number:0{digit_count}}".startswith(typed)

    def has_number_beginning(self, typed: str, digit_count: int) -> bool:
        """Whether one of the numbers, written with `digit_count` digits, begins with `typed`."""
        span: int = 10 ** (digit_count - len(typed))
        smallest = int(typed) * span
        return smallest <= self.numbers[-1] and smallest + span > self.numbers[0]


def _digit_entry_cell(entry: _DigitEntry[M], press_count: int, first: int) -> Choice[M]:
    """The cell that opens the numbers from `first` on, digit by digit. It was pressed `press_count` times before."""
    most = entry.max_digit_count
    digit_count = min((*DIGIT_COUNTS, most)[press_count], most)
    larger_entry = entry._replace(numbers=range(max(first, entry.numbers[0]), entry.numbers[-1] + 1))
    open_level = partial(_digit_entry_level, larger_entry, digit_count, press_count)
    return Choice(int(DIGIT_ENTRY), f"{first}+", open_level, partial(larger_entry.number_begins_with, "", most))


def _digit_entry_level(entry: _DigitEntry[M], digit_count: int, press_count: int) -> Level[M]:
    """The level that asks for `digit_count` digits. If there are longer numbers, `DIGIT_ENTRY` opens those."""
    level = _next_digit_level(entry, digit_count, "")
    if digit_count == entry.max_digit_count:
        return level
    return level._replace(choices=(*level.choices, _digit_entry_cell(entry, press_count + 1, 10**digit_count)))


def _next_digit_level(entry: _DigitEntry[M], digit_count: int, typed: str) -> Level[M]:
    """The level that asks for the next of `digit_count` digits, after those typed.

    DD, which ends other entries, is barred: the reason says how many digits are missing.
    """
    level_after = partial(_next_digit_level, entry, digit_count)
    missing_count = digit_count - len(typed)

    def cell(digit: int) -> Choice[M]:
        digits_typed = f"{typed}{digit}"
        means = entry.means(int(digits_typed)) if missing_count == 1 else partial(level_after, digits_typed)
        admits = partial(entry.number_begins_with, digits_typed, digit_count)
        return Choice(digit or int(ZERO), str(digit), means, admits)

    reason = counted("{n} digit more is to be typed.", "{n} digits more are to be typed.", missing_count)
    done: Choice[M] = Choice(int(NONE), text("done"), partial(level_after, typed), _admits_nothing, barred=reason)
    cells = (cell(digit) for digit in (*range(1, 10), 0) if entry.has_number_beginning(f"{typed}{digit}", digit_count))
    typed_label = f"{entry.digits_format.sign}{typed}"
    title = counted("{n} digit", "{n} digits", digit_count)
    level = pad(f"digit of {digit_count}", title, cells, (done,), words=(typed_label,) if typed_label else ())
    blanks = " ".join("_" * missing_count)  # side by side, they would be one line
    question = entry.digits_format.unit(typed_label + blanks)
    return level._replace(shown_question=question, digit_count=digit_count)


def _admits_nothing(meaning: object) -> bool:
    return False
