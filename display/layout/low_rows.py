"""Draw players in rows lower than a line of type, for more players than fit on the smallest panels otherwise.

A row takes only the height of its own letters, and has no code, which is no key there. The rows may stand in a column
to the right of keys that do not need all the width below a strip.
"""

from __future__ import annotations

from display.layout.keymap import FittedKeys, fit_keys
from display.layout.page_style import PageStyle, largest_fitting, type_sizes, with_totals_in_play
from display.layout.player_rows import PlayerText, note_forms, player_texts
from display.layout.text_items import centred_baseline, left_aligned, shorten_name
from display.scene import Box, Fill, Item, Role, SceneItem
from display.text_metrics import capital_height, ink_reach, one_line, text_width
from display.vocabulary import Board, Ink, Page, PlayerRow
from display.words import figure
from values.named_tuple import NamedTuple

MIN_NAME = 5
"""The smallest type, in pixels, of a name whose accents and descenders do not fit its row otherwise."""


NAMES = (52, 44, 36)
"""Widths in pixels to try for names in such a column: shortened names are better than none."""

BETWEEN = 4
"""Number of gaps between the keys and the players."""


class _RowSizes(NamedTuple):
    """The height of the lowest row, the width that names and notes share, and the type of names and of totals."""

    high: int
    room: int
    name: int
    total: int


def have_room(rows: tuple[PlayerRow, ...], keyed: frozenset[str], box: Box, style: PageStyle) -> bool:
    """Whether rows fit a box. None of the players may have a key."""
    high = capital_height(_total_size(style)) + 2 * style.stroke
    return box.height // len(rows) >= high and not any(row.code in keyed for row in rows)


def least_width(rows: tuple[PlayerRow, ...], style: PageStyle) -> int:
    """Return the minimum width of rows without their names."""
    size = _total_size(style)
    return 3 * style.gap + max(
        [text_width(figure(row.total), size) for row in rows if row.total is not None], default=0
    )


def _total_size(style: PageStyle) -> int:
    return max(style.min_size, style.total_size)


def draw(rows: tuple[PlayerRow, ...], box: Box, style: PageStyle) -> list[Item]:
    """Draw rows that fill a box, with the longest notes that all fit beside whole names, or without any."""
    people = player_texts(rows, frozenset(), style)
    total = _total_size(style)
    totals = max(text_width(row.total, total) for row in people)
    sizes = _RowSizes(box.height // len(people), box.width - totals - 3 * style.gap, style.min_size, total)
    bare = tuple(row._replace(note="") for row in people)
    people = next((way for way in note_forms(people) if _notes_fit(way, sizes)), bare)
    items: list[Item] = []
    for at, row in enumerate(people):
        y0, y1 = (box.y0 + box.height * line // len(people) for line in (at, at + 1))
        items += _row(row, box._replace(y0=y0, y1=y1), sizes, style)
    return items


def _notes_fit(people: tuple[PlayerText, ...], sizes: _RowSizes) -> bool:
    """Whether every note fits beside its name."""
    return all(
        text_width(f"{row.name} ", sizes.name) + text_width(row.note, sizes.name, False) <= sizes.room
        and sum(_row_reach(row, _name_size(row, sizes.high, sizes), sizes)) <= sizes.high
        for row in people
        if row.note
    )


def _row_reach(row: PlayerText, name: int, sizes: _RowSizes) -> tuple[int, int]:
    """Return how far the contents of a row reach above and below its baseline, with the name in type of a size."""
    pieces = ((row.name, name, True), (row.note, sizes.name, False), (row.total or "0", sizes.total, True))
    reached = [ink_reach(words, size, bold) for words, size, bold in pieces if words]
    return max(up for up, _ in reached), max(down for _, down in reached)


def _name_size(row: PlayerText, height: int, sizes: _RowSizes) -> int:
    """Return the type of a name: smaller if it has accents above capitals and letters below the baseline."""
    bare, types = row._replace(note=""), type_sizes(sizes.name, MIN_NAME)
    return largest_fitting(types, MIN_NAME, lambda size: sum(_row_reach(bare, size, sizes)) <= height)


def _row(row: PlayerText, box: Box, sizes: _RowSizes, style: PageStyle) -> list[Item]:
    """Draw one player: the name, the note and the total on one line."""
    name = _name_size(row, box.height, sizes)
    up, down = _row_reach(row, name, sizes)
    baseline = max(box.y0 + up, min(centred_baseline(box, sizes.total), box.y1 - down))
    ink = Ink.WHITE if row.acting else Ink.BLACK
    items: list[Item] = [Fill(box)] if row.acting else []

    def write(words: str, x: int, size: int, bold: bool, role: Role) -> None:
        line = left_aligned(words, x, baseline, size, bold, ink, role)
        items.append(line._replace(box=line.box._replace(y0=baseline - up, y1=baseline + down)))

    left = box.x0 + style.gap // 2
    written = shorten_name(row.name, name, sizes.room)
    if written:
        write(written, left, name, True, Role.NAME)
    if row.note:
        write(row.note, left + text_width(f"{row.name} ", name), sizes.name, False, Role.TEXT)
    if row.total:
        right = box.x1 - style.gap
        write(row.total, right - text_width(row.total, sizes.total), sizes.total, True, Role.TOTAL)
    return items


def draw_beside_keys(page: Page, board: Board, keys: FittedKeys, box: Box, style: PageStyle) -> list[SceneItem]:
    """Draw keys in a box, with players beside them if no key is made smaller or dropped for that."""
    row_style = with_totals_in_play(style, len(board.rows))
    if not have_room(board.rows, page.keymap.player_codes, box, row_style):
        return [*keys.parts]
    widths = _column_widths(board, row_style)
    # If the narrowest column takes too much, wider ones do, too.
    for wide in widths if _fit_keys_beside(page, keys, box, widths[-1], style) else ():
        beside = _fit_keys_beside(page, keys, box, wide, style)
        if beside is not None:
            column = box._replace(x0=box.x1 - wide)
            return [*beside.parts, *draw(board.rows, column, row_style)]
    return [*keys.parts]


def _fit_keys_beside(page: Page, keys: FittedKeys, box: Box, width: int, style: PageStyle) -> FittedKeys | None:
    """Fit keys beside a column of this width; None if any key would be smaller than before, or dropped."""
    room = box._replace(x1=box.x1 - width - BETWEEN * style.gap)
    beside = fit_keys(page.keymap, page.typed_keys, room, style.key_size, style)
    return beside if beside.size >= keys.size and _code_labels(beside) == _code_labels(keys) else None


def _column_widths(board: Board, style: PageStyle) -> list[int]:
    """Return the widths to try for the column, from the widest: for whole names, or for shortened ones."""
    bare = least_width(board.rows, style)
    names = max(text_width(one_line(row.name), style.min_size) for row in board.rows)
    return [bare + names, *(bare + each for each in NAMES if each < names)]


def _code_labels(keys: FittedKeys) -> set[tuple[str, str]]:
    """Return the codes of keys with their labels."""
    return {(cell.code, cell.label) for cell in keys.drawn_cells}
