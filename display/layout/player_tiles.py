"""Draw players as tiles, side by side, each with the player's scoreboard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from display.layout import chips, player_rows, scoreboards
from display.layout.layout_options import NO_LOSS, LayoutLoss, LayoutOption, best_layout, total_loss
from display.layout.page_style import PageStyle, largest_for_words, type_sizes
from display.layout.text_items import (
    baseline_in,
    keycap,
    keycap_height,
    keycap_width,
    left_aligned,
    name_line,
    paragraph,
    vertical_middle,
    wrapped_height,
)
from display.scene import BOLD, REGULAR, Fill, Item, Rect, Role, Target
from display.text_metrics import line_height, max_text_width, one_line, shorten, text_width
from display.vocabulary import Board, Ink, Note, PlayerRow, Scoreboard
from display.words import figure
from values.named_tuple import NamedTuple


class TilesShape(NamedTuple):
    """Tiles in `column_count` columns, the width and height of each, and the side of a scoreboard's cell.

    The total and the cards before the player are above the scoreboard, or to the right if `is_beside`.
    """

    column_count: int
    width: int
    height: int
    cell_side: int
    is_beside: bool


class TileAreas(NamedTuple):
    """The rectangles in a tile: the name, the total with the cards before the player, and the scoreboard."""

    name: Rect
    total_and_cards: Rect
    scoreboard: Rect


def draw(board: Board, key_codes: frozenset[str], rect: Rect, style: PageStyle) -> list[Item]:
    """Draw tiles with the largest scoreboards that leave names and cards whole, or else give up least.

    Rows without scoreboards are drawn instead if scoreboards do not fit, or if rows show more of names and cards. Codes
    of players are keys to press if they are among `key_codes`.
    """
    layout = best_layout(_layouts(board, key_codes, rect, style)) if board.rows else None
    return [*layout.draw()] if layout else []


def _layouts(board: Board, key_codes: frozenset[str], rect: Rect, style: PageStyle) -> Iterator[LayoutOption]:
    """Yield tiles with the largest scoreboards first, and then rows."""
    choices = product(range(1, len(board.rows) + 1), (False, True))
    shapes = [_tiles_shape(board, rect, column_count, is_beside, style) for column_count, is_beside in choices]
    large = [shape for shape in shapes if shape.cell_side >= style.min_size - 2 * style.stroke]
    for shape in sorted(large, key=lambda shape: (-shape.cell_side, shape.column_count)):
        items, loss = _draw_tiles(board, key_codes, rect, shape, style)
        yield LayoutOption(loss, partial(list, items))
    texts = player_rows.player_texts(board.rows, key_codes, style)
    rows = player_rows.plan_rows(texts, rect.width, rect.height, style)
    yield LayoutOption(rows.loss._replace(small=0), partial(player_rows.draw, rows, rect.x0, rect.y0))


def _draw_tiles(
    board: Board, key_codes: frozenset[str], rect: Rect, shape: TilesShape, style: PageStyle
) -> tuple[list[Item], LayoutLoss]:
    """Draw all tiles. Also return what is given up of names, cards and notes."""
    items: list[Item] = []
    losses, gap = [], style.gap
    cell_style = scoreboards.choose_cell_style([row.name for row in board.rows], shape.cell_side, style)
    for index, (row, grid) in enumerate(zip(board.rows, board.scoreboards, strict=True)):
        line, column = divmod(index, shape.column_count)
        tile = rect.column(column, shape.column_count, 2 * gap).row(line, shape.height, gap)
        areas = _tile_areas(grid, tile, shape, style)
        tile_items, loss = _draw_player(row, row.code in key_codes, areas, shape.is_beside, style)
        items += [*tile_items, *scoreboards.draw(grid, areas.scoreboard, cell_style, style)]
        losses.append(loss)
    return items, total_loss(losses)


def _tiles_shape(board: Board, rect: Rect, column_count: int, is_beside: bool, style: PageStyle) -> TilesShape:
    """Return the shape with `column_count` columns; the side of its scoreboards' cells is 0 if players do not fit."""
    row_count, gap = -(-len(board.rows) // column_count), style.gap
    width = rect.column(0, column_count, 2 * gap).width
    height = (rect.height - (row_count - 1) * gap) // row_count
    total_width = max_text_width([figure(row.total or 0) for row in board.rows], style.total_size)
    code_width = max(keycap_width(row.code, style.small_size) for row in board.rows)
    if width < max(total_width, code_width) + 2 * style.small_size:
        return TilesShape(column_count, width, height, cell_side=0, is_beside=is_beside)
    frame = 2 * scoreboards.GOLDEN_FRAME_FACTOR * style.stroke
    grid_width, grid_height = width - frame, height - line_height(style.small_size) - frame
    if is_beside:
        grid_width -= max(total_width + gap, 4 * style.min_size) + 2 * style.stroke + gap // 2
        grid_height -= gap // 2
    else:
        grid_height -= _total_line_height(style) + gap
    cell_side = max(0, min(grid_width, grid_height) // board.scoreboards[0].line_count)
    return TilesShape(column_count, width, height, cell_side, is_beside)


def _total_line_height(style: PageStyle) -> int:
    """Return the height of a line with the total."""
    return max(style.total_height + 4 * style.stroke, chips.chip_height(style.min_size) + 2 * style.stroke)


def _tile_areas(scoreboard: Scoreboard, tile: Rect, shape: TilesShape, style: PageStyle) -> TileAreas:
    gap = style.gap // 2
    name = tile._replace(y1=tile.y0 + line_height(style.small_size))
    if not shape.is_beside:
        total_and_cards = tile._replace(y0=name.y1, y1=name.y1 + _total_line_height(style))
        return TileAreas(name, total_and_cards, tile._replace(y0=total_and_cards.y1 + gap))
    right = tile.x0 + scoreboard.line_count * shape.cell_side + 2 * scoreboards.GOLDEN_FRAME_FACTOR * style.stroke
    return TileAreas(name, Rect(right + gap, name.y1, tile.x1, tile.y1), Rect(tile.x0, name.y1 + gap, right, tile.y1))


def _draw_player(
    row: PlayerRow, has_key: bool, areas: TileAreas, is_beside: bool, style: PageStyle
) -> tuple[list[Item], LayoutLoss]:
    """Draw a player's code, name, total and cards. Also return what is given up of them."""
    ink, small, rect = Ink.WHITE if row.acting else Ink.BLACK, style.small_size, areas.name
    items: list[Item] = [Fill(rect), Fill(areas.total_and_cards)] if row.acting else []
    left = rect.x0 + 1
    if has_key:
        key_rect = rect._replace(x0=left, x1=left + keycap_width(row.code, small))
        items += keycap(row.code, vertical_middle(key_rect, keycap_height(small)), small, ink)
        items.append(Target(rect, row.code))
        left = key_rect.x1 + style.gap // 2
    name, width = one_line(row.name), rect.x1 - left
    sizes = [size for size in type_sizes(style.name_size, style.min_size) if line_height(size) <= rect.height]
    size = largest_for_words([name], sizes, style.min_size, width)
    items += name_line(name, left, rect.x1, baseline_in(rect, size), size, ink)
    total, rest = _draw_total(row, areas.total_and_cards.inset(1, style.stroke), is_beside, ink, style)
    cards, loss = _draw_cards_or_note(row, rest, ink, style)
    return [*items, *total, *cards], loss._replace(cut=text_width(name, size) > width)


def _draw_total(row: PlayerRow, rect: Rect, is_beside: bool, ink: Ink, style: PageStyle) -> tuple[list[Item], Rect]:
    """Draw the total at the right. Also return the rectangle that it leaves: before it, or below it if `is_beside`."""
    if row.total is None:
        return [], rect
    size, total, gap = style.total_size, figure(row.total), style.gap
    end = rect.x1 - (0 if style.is_compact else gap)
    total_rect = rect._replace(x0=end - text_width(total, size), x1=end)
    rest = rect._replace(x1=total_rect.x0 - gap)
    if is_beside:
        total_rect = total_rect._replace(y1=rect.y0 + _total_line_height(style))
        rest = rect._replace(y0=total_rect.y1 + gap // 2)
    return [left_aligned(total, total_rect.x0, baseline_in(total_rect, size, total), size, BOLD, ink, Role.TOTAL)], rest


def _draw_cards_or_note(row: PlayerRow, rect: Rect, ink: Ink, style: PageStyle) -> tuple[list[Item], LayoutLoss]:
    """Draw the cards before a player, or else the note. Also return what is given up."""
    if row.marks:
        strip, sizes = chips.chip_strip(row.marks, style), type_sizes(style.chip_size, style.min_size)
        flow, loss = chips.fit_chips(strip, sizes, rect.width, rect.height, style)
        items = chips.placed_items(flow, rect.x0, rect.y0, style, ink)
        return items, loss._replace(folded=0)
    if row.note is None:
        return [], NO_LOSS
    forms = [style.say(form) for form in ((row.note, *row.note.briefs) if isinstance(row.note, Note) else (row.note,))]
    for note, size in product(forms, type_sizes(style.small_size, style.min_size)):
        height = wrapped_height(note, size, REGULAR, rect.width)
        if height <= rect.height and max_text_width(note.split(" "), size, REGULAR) <= rect.width:
            return paragraph(note, vertical_middle(rect, height), size, REGULAR, ink)[0], NO_LOSS
    note, size = forms[0], style.min_size
    note = shorten(note, size, REGULAR, rect.width)
    if text_width(note, size, REGULAR) > rect.width or line_height(size) > rect.height:
        return [], LayoutLoss(unsaid=1)
    return [left_aligned(note, rect.x0, baseline_in(rect, size), size, REGULAR, ink)], LayoutLoss(unsaid=1)
