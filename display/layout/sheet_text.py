"""A sheet of figures in words, and what has been measured of it, by size of type."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache, partial

from display.layout.look import Look
from display.text_metrics import (
    ELLIPSIS,
    capital_height,
    ink_reach,
    line_height,
    one_line,
    size_at_most,
    size_for_height,
    text_width,
)
from display.vocabulary import Sheet
from display.words import figure
from values.named_tuple import NamedTuple


class SheetSizes(NamedTuple):
    """Figures in type of one size: how wide each column is, the type of the heads, and the height kept for them.

    `wide` is the least width of a sheet with these columns.
    """

    widths: tuple[int, ...]
    head: int
    high: int
    wide: int


@dataclass(frozen=True, slots=True, eq=False)
class SheetText:
    """A sheet in the words of a language. `columns` is how many figures each row has before its total.

    Sizes are kept by size of type, how many columns are left out and on how many lines they stand, widths of names by
    size of type.
    """

    sheet: Sheet
    heads: tuple[str, ...]
    people: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    totals: tuple[str, ...]
    columns: int
    digits: int
    look: Look
    measured: dict[tuple[int, int, int], SheetSizes] = field(default_factory=dict)
    names: dict[int, int] = field(default_factory=dict)

    @property
    def numbered(self) -> bool:
        """Whether columns are numbered, so that they can stand on more than one line of a row."""
        return bool(self.heads) and all(head.isdecimal() for head in self.heads)


@lru_cache(maxsize=4)
def sheet_text(sheet: Sheet, digits: int, look: Look) -> SheetText:
    """A sheet in words: kept, since one page tries many places for it, and the next may show it again."""
    return SheetText(
        sheet,
        tuple([look.say(column) for column in sheet.columns]),
        tuple([one_line(row.name) for row in sheet.rows]),
        tuple([tuple([look.say(cell) for cell in row.cells]) for row in sheet.rows]),
        tuple(["" if row.total is None else figure(row.total) for row in sheet.rows]),
        len(sheet.rows[0].cells),
        digits,
        look,
    )


def heads_shown(told: SheetText, left_out: int) -> tuple[str, ...]:
    """The heads of columns without the first ones, for which an ellipsis stands before the rest."""
    if not left_out:
        return told.heads
    first, *others = told.heads[left_out:]
    return (f"{ELLIPSIS}\N{NO-BREAK SPACE}{first}", *others)


def sizes(told: SheetText, size: int, left_out: int, deep: int) -> SheetSizes:
    """The figures of a sheet in type of a size, on so many lines of a row: columns of even width, but for those whose
    head needs more."""
    found = told.measured.get((size, left_out, deep))
    if found is None:
        heads = heads_shown(told, left_out)
        head = _head_size(told.look, size)
        even = max([text_width(each, size) for row in told.cells for each in row[left_out:]], default=0)
        headed = [min(_longest_word(title, head), 6 * size) for title in heads] or [0] * told.columns
        count = in_a_line(told, left_out, deep)
        widths = tuple([max(even, *headed[at::count]) for at in range(count)])
        lines = deep if deep > 1 else 2 if any(map(partial(_too_wide, head), heads, widths)) else 1
        high = lines * line_height(head) if heads else 0
        found = SheetSizes(widths, head, high, _least_width(told, widths, size))
        told.measured[size, left_out, deep] = found
    return found


def in_a_line(told: SheetText, left_out: int, deep: int) -> int:
    """How many columns stand on each of so many lines of a row."""
    return -(-(told.columns - left_out) // deep)


def _too_wide(size: int, title: str, wide: int) -> bool:
    return text_width(title, size, False) > wide


def _head_size(look: Look, size: int) -> int:
    """The type of heads above figures of a size: smaller, as long as it can be read from a chair."""
    return max(min(size, look.small), size_at_most(size * 3 // 4))


def _longest_word(head: str, size: int) -> int:
    """How wide the widest word of a head is."""
    return max(text_width(word, size, False) for word in head.split(" "))


def _least_width(told: SheetText, widths: tuple[int, ...], size: int) -> int:
    """How wide a sheet with such columns is at least: with the least totals, and names cut."""
    totals = widest(told.totals, size_for_height(told.digits))
    return least_names(told, size) + sum(widths) + apart(told.look, size) * (len(widths) + 2) + totals


def least_names(told: SheetText, size: int) -> int:
    """How wide names are at least in type of a size, cut where they are longer."""
    return min(whole_names(told, size), (6 if told.look.compact else 8) * size)


def whole_names(told: SheetText, size: int) -> int:
    """How wide names are at least if none is cut: without all of the space after them."""
    return widest_name(told, size) - told.look.gap + told.look.gap // 2


def apart(look: Look, size: int) -> int:
    """The least space between columns of figures, so that none reads on into the next."""
    return max(look.gap + 1, size * 2 // 5)


def widest(figures: tuple[str, ...], size: int) -> int:
    """How wide the widest of some figures is."""
    return max([text_width(each, size) for each in figures], default=0)


def widest_name(told: SheetText, size: int) -> int:
    """How wide the widest name is, with its crown and the space after it."""
    found = told.names.get(size)
    if found is None:
        rows = zip(told.people, told.sheet.rows, strict=True)
        wide = max([text_width(name, size) + _crown(row.winner, size, told.look) for name, row in rows])
        found = told.names[size] = wide + told.look.gap
    return found


def highest_name(told: SheetText, size: int) -> int:
    """How high the ink of the highest name is."""
    return max([sum(ink_reach(name or "0", size, True)) for name in told.people])


def _crown(winner: bool, size: int, look: Look) -> int:
    return (capital_height(size) | 1) + look.gap if winner else 0
