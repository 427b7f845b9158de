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

from device.contract.keycodes import NONE, Cell, Choice, Layout, Level, Said
from display.words import Label, Text, counted, text
from values.named_tuple import NamedTuple

M = TypeVar("M")


class Written(NamedTuple):
    """How digits are shown while they are typed: with their unit, and with a `sign` before them."""

    unit: Callable[[str], Text]
    sign: str = ""


ON_A_PAD = 12
"""How many numbers have a cell of their own."""

FURTHER = Cell.DA
"""Opens the block of the next twelve numbers."""

FURTHEST = Cell.DB
"""Opens the block of all numbers after those. If no numbers are that high, a game may use the cell for a word."""

MINUS = Cell.DB
"""Opens negative points, on a pad whose numbers need no block in this cell."""

LARGER = Cell.DC
"""Opens a number that is typed digit by digit; pressed again, one with more digits."""

ZERO = Cell.CB
"""The digit 0, in the cell of the number 10."""

DIGITS = (2, 3)
"""The number of digits after `LARGER` once, and twice. After a third time, it is that of the largest number."""


def pad(
    name: str,
    title: Label,
    numbers: Iterable[Choice[M]],
    words: Iterable[Choice[M]] = (),
    *,
    by_heart: bool = True,
    said: Said | None = None,
    more: Label | None = None,
) -> Level[M]:
    """A pad of numbers. The `slot` of each is the number itself, from 0 up in ascending order; 0 is “none”.

    `words` are further answers, in cells of the last row. A block is labelled with its first number, as “13+”, or with
    `more`: “13” alone would look complete. A block with a single number is labelled with the number and its keys, as
    “13:AA”. A block none of whose numbers is shown is not shown either. Raises ValueError if two answers have the same
    cell.
    """
    plain: Level[M] = Level(name, title, Layout.PAD, (), by_heart=by_heart)
    choices = (*_cells(plain, tuple(numbers), 0, more), *words)
    if len({choice.slot for choice in choices}) < len(choices):
        raise ValueError(f"two meanings in one cell of the pad “{name}”")
    return plain._replace(choices=choices, said=said)


def _cells(level: Level[M], numbers: tuple[Choice[M], ...], below: int, more: Label | None) -> tuple[Choice[M], ...]:
    """The cells of a pad for numbers above `below`."""
    near = tuple(cell._replace(slot=cell.slot - below or NONE) for cell in numbers if cell.slot - below <= ON_A_PAD)
    rest = tuple(cell for cell in numbers if cell.slot - below > ON_A_PAD)
    further = tuple(cell for cell in rest if cell.slot - below <= 2 * ON_A_PAD)
    furthest = rest[len(further) :]
    blocks = ((FURTHER, below + ON_A_PAD, further), (FURTHEST, below + 2 * ON_A_PAD, furthest))
    return (*near, *(_block(level, key, start, cells, more) for key, start, cells in blocks if cells))


def _block(level: Level[M], key: Cell, below: int, numbers: tuple[Choice[M], ...], more: Label | None) -> Choice[M]:
    """The cell that opens a block: a further pad, for numbers above `below`."""
    title = more or f"{below + 1}+"
    block = level._replace(name=f"{level.name} {below + 1}+", title=title, block=True)
    block = block._replace(choices=_cells(block, numbers, below, more))
    only = only_number(block)
    label = title if only is None else f"{only.label}:{block.code(only.slot)}"
    return Choice(int(key), label, block, _any_of(numbers), any(number.shown for number in numbers))


def only_number(block: Level[M]) -> Choice[M] | None:
    """The only number that a block shows; None if it shows several, or a further block."""
    shown = [cell for cell in block.choices if cell.shown]
    return shown[0] if len(shown) == 1 and isinstance(shown[0].label, str) else None


def _any_of(cells: tuple[Choice[M], ...]) -> Callable[[object], bool] | None:
    """An `admits` function that accepts a meaning if one of `cells` does; None if a cell accepts every meaning."""
    admits = tuple(cell.admits for cell in cells if cell.admits is not None)
    return (lambda meaning: any(admit(meaning) for admit in admits)) if len(admits) == len(cells) else None


def figures(
    name: str,
    title: Label,
    numbers: range,
    means: Callable[[int], M],
    number: Callable[[object], int | None],
    words: Iterable[Choice[M]] = (),
    *,
    written: Written,
) -> Level[M]:
    """A pad of numbers from 0, of any size: up to 24 by their cells, larger ones digit by digit.

    `means` returns the meaning of a number. `number` is the inverse; it returns None for a meaning that is not on this
    pad. `written` formats the digits while they are typed.
    """
    cells = (Choice(n, str(n), means(n)) for n in range(2 * ON_A_PAD + 1) if n in numbers)
    larger: list[Choice[M]] = []
    if numbers[-1] > 2 * ON_A_PAD:
        typing = _Typing(numbers, means, number, written)
        larger.append(_opening(typing, 0, 2 * ON_A_PAD + 1))
    return pad(name, title, cells, (*larger, *words))


def signed_figures(
    name: str, numbers: range, means: Callable[[int], M], number: Callable[[object], int | None]
) -> Level[M]:
    """As `figures`, but for points that may be negative. A cell of its own opens the negative ones.

    0 points has the keys of “none” and one more key, because DD also ends entries: nobody should declare 0 by pressing
    it once too often.
    """

    def won(meaning: object) -> int | None:
        found = number(meaning)
        return found if found is not None and found >= 0 else None

    def lost(meaning: object) -> int | None:
        found = number(meaning)
        return -found if found is not None and found < 0 else None

    step, loss = numbers.step, -numbers[0]
    losses = range((loss - 1) % step + 1, loss + 1, step)
    gains = range((numbers[-1] - 1) % step + 1, numbers[-1] + 1, step)
    below = figures(
        f"{name} lost",
        text("negative points"),
        losses,
        lambda n: means(-n),
        lost,
        written=Written(_points, "\N{MINUS SIGN}"),
    )
    minus: Choice[M] = Choice(int(MINUS), text("minus"), below, lambda meaning: lost(meaning) is not None)
    level = figures(name, text("points"), gains, means, won, (minus,), written=Written(_points))
    return level._replace(choices=(confirm_zero(f"{name} none", text("0 points"), means(0)), *level.choices))


def _points(digits: str) -> Text:
    return text("{n} points", n=digits)


def confirm_zero(name: str, nothing: Text, meaning: M) -> Choice[M]:
    """The cell of the number 0: it asks for confirmation, and one more key declares it."""
    yes = Choice(0, text("yes, {figure}", figure=nothing), meaning)
    level = Level(name, nothing, Layout.LIST, (yes,), said=(), making=text("Is it {figure}?", figure=nothing))
    return Choice(int(NONE), "0", level)


def digits(
    name: str, count: int, means: Callable[[str], M], typed_for: Callable[[object], str | None], typed: str = ""
) -> Level[M]:
    """A code of `count` digits, typed one after the other, which is not a number: leading zeros matter.

    `means` returns the meaning of the digits. `typed_for` is the inverse; it returns None for a meaning of another
    kind.
    """

    def cell(digit: int) -> Choice[M]:
        so_far = f"{typed}{digit}"
        further = partial(digits, name, count, means, typed_for, so_far)
        ends = len(so_far) == count
        meaning = means(so_far) if ends else further
        return Choice(digit or int(ZERO), str(digit), meaning, partial(_begins, typed_for, so_far))

    said = (typed,) if typed else ()
    return pad(name, counted("{n} digit", "{n} digits", count), map(cell, (*range(1, 10), 0)), said=said)


def _begins(typed_for: Callable[[object], str | None], typed: str, meaning: object) -> bool:
    found = typed_for(meaning)
    return found is not None and found.startswith(typed)


class _Typing(NamedTuple, Generic[M]):
    """The numbers that are typed digit by digit, and their meanings."""

    numbers: range
    means: Callable[[int], M]
    number: Callable[[object], int | None]
    written: Written

    @property
    def max_digits(self) -> int:
        """The number of digits of the largest number."""
        return len(str(self.numbers[-1]))

    def begins(self, typed: str, digits: int, meaning: object) -> bool:
        """Whether `meaning` has a number that, padded to `digits` digits, begins with `typed`."""
        found = self.number(meaning)
        # A range is searched to its end for what is no number.
        if found is None or found not in self.numbers:
            return False
        return found < 10**digits and f"{found:0{digits}}".startswith(typed)

    def may_begin(self, typed: str, digits: int) -> bool:
        """Whether one of the numbers, written with `digits` digits, begins with `typed`."""
        room: int = 10 ** (digits - len(typed))
        smallest = int(typed) * room
        return smallest <= self.numbers[-1] and smallest + room > self.numbers[0]


def _opening(typing: _Typing[M], times: int, first: int) -> Choice[M]:
    """The cell that opens the numbers from `first` on, digit by digit. `times` is how often it was pressed before."""
    digits = min(DIGITS[times], typing.max_digits) if times < len(DIGITS) else typing.max_digits
    larger = typing._replace(numbers=range(max(first, typing.numbers[0]), typing.numbers[-1] + 1))
    opened = partial(_all_digits, larger, digits, times)
    return Choice(int(LARGER), f"{first}+", opened, partial(larger.begins, "", typing.max_digits))


def _all_digits(typing: _Typing[M], digits: int, times: int) -> Level[M]:
    """The level that asks for `digits` digits. If there are longer numbers, pressing `LARGER` again opens those."""
    level = _digits(typing, digits, "")
    if digits == typing.max_digits:
        return level
    return level._replace(choices=(*level.choices, _opening(typing, times + 1, 10**digits)))


def _digits(typing: _Typing[M], digits: int, typed: str) -> Level[M]:
    """The level that asks for the next of `digits` digits, after those typed. DD, which ends other entries, is barred:
    the reason says how many digits are missing."""

    def cell(digit: int) -> Choice[M]:
        so_far = f"{typed}{digit}"
        ends = len(so_far) == digits
        means = typing.means(int(so_far)) if ends else partial(_digits, typing, digits, so_far)
        return Choice(digit or int(ZERO), str(digit), means, partial(typing.begins, so_far, digits))

    missing = counted("{n} digit more is to be typed.", "{n} digits more are to be typed.", digits - len(typed))
    done: Choice[M] = Choice(int(NONE), text("done"), partial(_digits, typing, digits, typed), _never, barred=missing)
    cells = (cell(digit) for digit in (*range(1, 10), 0) if typing.may_begin(f"{typed}{digit}", digits))
    said = f"{typing.written.sign}{typed}"
    title = counted("{n} digit", "{n} digits", digits)
    level = pad(f"digit of {digits}", title, cells, (done,), said=(said,) if said else ())
    return level._replace(making=typing.written.unit(said + "_" * (digits - len(typed))))


def _never(meaning: object) -> bool:
    return False
