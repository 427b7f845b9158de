"""Draw players in rows lower than a line of type, for more players than fit on the smallest panels otherwise.

A row takes only the height of its own letters. It shows no code, because no key chooses one of these players. The rows
may stand in a column to the right of keys that do not need all the width below a strip.
"""

from __future__ import annotations

from display.layout.keymap import FittedKeyMap, fit_keys
from display.layout.page_style import PageStyle, largest_fitting, type_sizes, with_totals_in_play
from display.layout.player_rows import PlayerText, note_forms, player_texts
from display.layout.text_items import centred_baseline, left_aligned, shorten_name
from display.scene import BOLD, REGULAR, Fill, Item, Rect, Role, SceneItem
from display.text_metrics import capital_height, ink_reach, max_text_width, one_line, text_width
from display.vocabulary import Board, Ink, Page, PlayerRow
from display.words import figure
from values.named_tuple import NamedTuple

MIN_NAME_SIZE = 5
"""The smallest type, in pixels, of a name whose accents and descenders do not fit its row otherwise."""


NAME_WIDTHS = (52, 44, 36)
"""Widths in pixels to try for names in such a column: shortened names are better than none."""

GAP_COUNT_BESIDE_KEYS = 4
"""Number of gaps between the keys and the players."""


class _RowSizes(NamedTuple):
    """The height of the smallest row, the width that names and notes share, and the type of names and of totals."""

    min_height: int
    name_width: int
    name_size: int
    total_size: int


def is_room_for(rows: tuple[PlayerRow, ...], key_codes: frozenset[str], rect: Rect, style: PageStyle) -> bool:
    """Whether there are rows that fit a rectangle. None of the players may have a key."""
    height = capital_height(_total_size(style)) + 2 * style.stroke
    return 0 < len(rows) * height <= rect.height and not any(row.code in key_codes for row in rows)


def min_width(rows: tuple[PlayerRow, ...], style: PageStyle) -> int:
    """Return the minimum width of rows without their names."""
    totals = [figure(row.total) for row in rows if row.total is not None]
    return 3 * style.gap + max_text_width(totals, _total_size(style))


def _total_size(style: PageStyle) -> int:
    return max(style.min_size, style.total_size)


def draw(rows: tuple[PlayerRow, ...], rect: Rect, style: PageStyle) -> list[Item]:
    """Draw rows that fill a rectangle, with the longest notes that all fit beside whole names, or without any."""
    texts = player_texts(rows, frozenset(), style)
    total_size = _total_size(style)
    names_width = rect.width - max_text_width([row.total for row in texts], total_size) - 3 * style.gap
    sizes = _RowSizes(rect.height // len(texts), names_width, style.min_size, total_size)
    without_notes = tuple(row._replace(note="") for row in texts)
    texts = next((form for form in note_forms(texts) if _notes_fit(form, sizes)), without_notes)
    items: list[Item] = []
    for index, row in enumerate(texts):
        y0, y1 = (rect.y0 + rect.height * edge // len(texts) for edge in (index, index + 1))
        items += _draw_row(row, rect._replace(y0=y0, y1=y1), sizes, style)
    return items


def _notes_fit(rows: tuple[PlayerText, ...], sizes: _RowSizes) -> bool:
    """Whether every note fits beside its name."""
    return all(
        text_width(f"{row.name} ", sizes.name_size) + text_width(row.note, sizes.name_size, REGULAR) <= sizes.name_width
        and sum(_row_reach(row, _name_size(row, sizes.min_height, sizes), sizes)) <= sizes.min_height
        for row in rows
        if row.note
    )


def _row_reach(row: PlayerText, name_size: int, sizes: _RowSizes) -> tuple[int, int]:
    """Return how far the contents of a row reach above and below its baseline, with the name in a size of type."""
    pieces = (
        (row.name, name_size, True),
        (row.note, sizes.name_size, False),
        (row.total or "0", sizes.total_size, True),
    )
    reaches = [ink_reach(words, size, bold) for words, size, bold in pieces if words]
    return max(above for above, _ in reaches), max(below for _, below in reaches)


def _name_size(row: PlayerText, height: int, sizes: _RowSizes) -> int:
    """Return the type of a name: smaller if it has accents above capitals and letters below the baseline."""
    without_note, types = row._replace(note=""), type_sizes(sizes.name_size, MIN_NAME_SIZE)
    return largest_fitting(types, MIN_NAME_SIZE, lambda size: sum(_row_reach(without_note, size, sizes)) <= height)


def _draw_row(row: PlayerText, rect: Rect, sizes: _RowSizes, style: PageStyle) -> list[Item]:
    """Draw one player: the name, the note and the total on one line."""
    name_size = _name_size(row, rect.height, sizes)
    above, below = _row_reach(row, name_size, sizes)
    baseline = max(rect.y0 + above, min(centred_baseline(rect, sizes.total_size), rect.y1 - below))
    ink = Ink.WHITE if row.is_acting else Ink.BLACK
    items: list[Item] = [Fill(rect)] if row.is_acting else []

    def add_text(words: str, x: int, size: int, bold: bool, role: Role) -> None:
        line = left_aligned(words, x, baseline, size, bold, ink, role)
        items.append(line._replace(rect=line.rect._replace(y0=baseline - above, y1=baseline + below)))

    left = rect.x0 + style.gap // 2
    name = shorten_name(row.name, name_size, sizes.name_width)
    if name:
        add_text(name, left, name_size, BOLD, Role.NAME)
    if row.note:
        add_text(row.note, left + text_width(f"{row.name} ", name_size), sizes.name_size, REGULAR, Role.TEXT)
    if row.total:
        right = rect.x1 - style.gap
        add_text(row.total, right - text_width(row.total, sizes.total_size), sizes.total_size, BOLD, Role.TOTAL)
    return items


def draw_beside_keys(page: Page, board: Board, keys: FittedKeyMap, rect: Rect, style: PageStyle) -> list[SceneItem]:
    """Draw keys in a rectangle, with players beside them if no key is made smaller or dropped for that."""
    row_style = with_totals_in_play(style, len(board.rows))
    if not is_room_for(board.rows, page.keymap.player_codes, rect, row_style):
        return [*keys.groups]
    widths = _column_widths(board, row_style)
    # If the narrowest column takes too much, wider ones do, too.
    for width in widths if _fit_beside_column(page, keys, rect, widths[-1], style) else ():
        fitted_keys = _fit_beside_column(page, keys, rect, width, style)
        if fitted_keys is not None:
            column = rect._replace(x0=rect.x1 - width)
            return [*fitted_keys.groups, *draw(board.rows, column, row_style)]
    return [*keys.groups]


def _fit_beside_column(page: Page, keys: FittedKeyMap, rect: Rect, width: int, style: PageStyle) -> FittedKeyMap | None:
    """Fit keys beside a column of this width; None if any key would be smaller than before, or dropped."""
    keys_rect = rect._replace(x1=rect.x1 - width - GAP_COUNT_BESIDE_KEYS * style.gap)
    fitted = fit_keys(page.keymap, page.typed_keys, keys_rect, style.key_size, style)
    return fitted if fitted.size >= keys.size and _codes_and_labels(fitted) == _codes_and_labels(keys) else None


def _column_widths(board: Board, style: PageStyle) -> list[int]:
    """Return the widths to try for the column, from the widest: for whole names, or for shortened ones."""
    nameless_width = min_width(board.rows, style)
    names_width = max_text_width([one_line(row.name) for row in board.rows], style.min_size)
    return [nameless_width + width for width in (names_width, *(width for width in NAME_WIDTHS if width < names_width))]


def _codes_and_labels(keys: FittedKeyMap) -> set[tuple[str, str]]:
    """Return the codes of keys with their labels."""
    return {(cell.code, cell.label) for cell in keys.drawn_cells}
