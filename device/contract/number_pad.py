"""Numbers on the pad: every number has the same keys wherever one is asked.

The cells AA to CD are the numbers 1 to 12. DA opens the same pad for the twelve
numbers after those, DB for those from 25 on: 13 is DA AA, 25 is DB AA, 37 is DB DA AA.
Where numbers have no end, those above 24 are typed digit by digit: two of them after DC, three after DC DC, and as many
as there can be after DC DC DC. So 35 is at its end with its second digit. DD is no digit: fingers end things with it.
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
    """How digits are said while they are typed: with their unit, and with the `sign` that stands before them."""

    unit: Callable[[str], Text]
    sign: str = ""


ON_A_PAD = 12
"""Numbers that have a cell of their own."""

FURTHER = Cell.DA
"""Opens the block of the next twelve numbers."""

FURTHEST = Cell.DB
"""Opens the block of all numbers after those. Where numbers end before, a game may have a word there."""

MINUS = Cell.DB
"""Opens points that are lost, on a pad whose numbers have no block there."""

LARGER = Cell.DC
"""Opens a number that is typed digit by digit; pressed again, one with more digits."""

ZERO = Cell.CB
"""The digit 0, where a pad has 10."""

DIGITS = (2, 3)
"""How many digits a number has after `LARGER`, and after it twice; after a third time, as many as there can be."""


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
    """A pad of numbers, whose `slot` is the number itself, from 0 up in ascending order; 0 is none.

    The `words` of the game are in cells of the last row. Blocks are called by their first numbers, as “13+”, or `more`:
    “13” alone would read as if no more had to be typed. One with a single number says which and its keys, as “13:AA”.
    Where none of their numbers is shown, they aren't either.
    Raises ValueError where two have one cell.
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
    return (*near, *(_block(level, key, least, cells, more) for key, least, cells in blocks if cells))


def _block(level: Level[M], key: Cell, below: int, numbers: tuple[Choice[M], ...], more: Label | None) -> Choice[M]:
    """The cell that opens a block: the pad again, for numbers above `below`."""
    title = more or f"{below + 1}+"
    block = level._replace(name=f"{level.name} {below + 1}+", title=title, block=True)
    block = block._replace(choices=_cells(block, numbers, below, more))
    only = alone(block)
    label = title if only is None else f"{only.label}:{block.code(only.slot)}"
    return Choice(int(key), label, block, _any_of(numbers), any(number.shown for number in numbers))


def alone(block: Level[M]) -> Choice[M] | None:
    """The only number that a block shows; None where there are several, or it is none by itself."""
    shown = [cell for cell in block.choices if cell.shown]
    return shown[0] if len(shown) == 1 and isinstance(shown[0].label, str) else None


def _any_of(cells: tuple[Choice[M], ...]) -> Callable[[object], bool] | None:
    """What admits a meaning if one of some cells does; None if one of them always may."""
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
    """A pad of numbers of any size, 0 and up: to 24 by their cells, larger ones digit by digit.

    `means` says what a number means, and `number` which one a meaning has, None where it has none of this pad.
    `written` says digits while they are typed.
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
    """The same for points that may be lost as well: those lost stand behind a cell of their own.

    No points have the keys of none, and one more: DD also ends things, and nobody gets 0 by pressing it once too often.
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
        text("points lost"),
        losses,
        lambda n: means(-n),
        lost,
        written=Written(_points, "\N{MINUS SIGN}"),
    )
    minus: Choice[M] = Choice(int(MINUS), text("minus"), below, lambda meaning: lost(meaning) is not None)
    level = figures(name, text("points"), gains, means, won, (minus,), written=Written(_points))
    return level._replace(choices=(sure(f"{name} none", text("0 points"), means(0)), *level.choices))


def _points(digits: str) -> Text:
    return text("{n} points", n=digits)


def sure(name: str, nothing: Text, meaning: M) -> Choice[M]:
    """The cell of a figure that is 0: it is shown, and one key more declares it."""
    yes = Choice(0, text("yes, {figure}", figure=nothing), meaning)
    level = Level(name, nothing, Layout.LIST, (yes,), said=(), making=text("Is it {figure}?", figure=nothing))
    return Choice(int(NONE), "0", level)


def digits(
    name: str, count: int, means: Callable[[str], M], typed_for: Callable[[object], str | None], typed: str = ""
) -> Level[M]:
    """So many digits, one after the other, which are no number: 0 at their beginning counts, too.

    `means` says what they mean, and `typed_for` which ones a meaning has, None where it has none of this kind.
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
    """Which numbers are typed digit by digit, and what they mean."""

    numbers: range
    means: Callable[[int], M]
    number: Callable[[object], int | None]
    written: Written

    @property
    def most(self) -> int:
        """The digits of the largest of them."""
        return len(str(self.numbers[-1]))

    def begins(self, typed: str, digits: int, meaning: object) -> bool:
        """Whether a meaning has a number of at most so many digits, which begins so."""
        found = self.number(meaning)
        return found in self.numbers and found < 10**digits and f"{found:0{digits}}".startswith(typed)

    def may_begin(self, typed: str, digits: int) -> bool:
        """Whether a number of so many digits begins so."""
        room: int = 10 ** (digits - len(typed))
        least = int(typed) * room
        return least <= self.numbers[-1] and least + room > self.numbers[0]


def _opening(typing: _Typing[M], times: int, least: int) -> Choice[M]:
    """The cell that opens numbers from `least` on, digit by digit, after it was pressed so many times."""
    digits = min(DIGITS[times], typing.most) if times < len(DIGITS) else typing.most
    larger = typing._replace(numbers=range(max(least, typing.numbers[0]), typing.numbers[-1] + 1))
    opened = partial(_all_digits, larger, digits, times)
    return Choice(int(LARGER), f"{least}+", opened, partial(larger.begins, "", typing.most))


def _all_digits(typing: _Typing[M], digits: int, times: int) -> Level[M]:
    """So many digits; where there are longer numbers, the same key again opens those."""
    level = _digits(typing, digits, "")
    if digits == typing.most:
        return level
    return level._replace(choices=(*level.choices, _opening(typing, times + 1, 10**digits)))


def _digits(typing: _Typing[M], digits: int, typed: str) -> Level[M]:
    """A number of so many digits after those typed. DD, which ends other things, is told that some are missing."""

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
