"""Draw players as tiles, side by side, each with the player's scoreboard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from display.layout import chips, player_rows, scoreboards
from display.layout.layout_options import NOTHING_GIVEN_UP, GivenUp, LayoutOption, best_option, total_loss
from display.layout.page_style import PageStyle, largest_for_words, type_sizes
from display.layout.text_items import (
    baseline_in,
    keycap_height,
    keycap_width,
    left_aligned,
    line_count,
    middle,
    name_line,
    paragraph,
    player_code,
)
from display.scene import Box, Fill, Item, Role, Target
from display.text_metrics import line_height, one_line, shorten, text_width
from display.vocabulary import Board, Ink, PlayerRow, Scoreboard
from display.words import figure
from values.named_tuple import NamedTuple


class TileSettings(NamedTuple):
    """What all tiles share: the style, and which players' codes are keys to press."""

    style: PageStyle
    keyed: frozenset[str]


class TilesShape(NamedTuple):
    """Tiles in `across` columns, the width and height of each, and the side of a scoreboard's cell.

    The total and the cards before the player are above the scoreboard, or to the right if `beside`.
    """

    across: int
    wide: int
    high: int
    side: int
    beside: bool


class TileAreas(NamedTuple):
    """The boxes in a tile: the name, the total with the cards before the player, and the scoreboard."""

    name: Box
    facts: Box
    grid: Box


def draw(board: Board, keyed: frozenset[str], box: Box, style: PageStyle) -> list[Item]:
    """Draw tiles with the largest scoreboards that leave names and cards whole, or else give up least.

    Rows without scoreboards are drawn instead if scoreboards do not fit, or if rows show more of names and cards.
    """
    option = best_option(_layouts(board, box, TileSettings(style, keyed)))
    return [*option.draw()] if option else []


def _layouts(board: Board, box: Box, settings: TileSettings) -> Iterator[LayoutOption]:
    """Yield tiles with the largest scoreboards first, and then rows."""
    columns, style = range(1, len(board.rows) + 1), settings.style
    shapes = [_tiles_shape(board, box, across, beside, settings) for across in columns for beside in (False, True)]
    roomy = [each for each in shapes if each.side >= style.min_size - 2 * style.stroke]
    for shape in sorted(roomy, key=lambda each: (-each.side, each.across)):
        items, loss = _draw_tiles(board, box, shape, settings)
        yield LayoutOption(loss, partial(list, items))
    players = player_rows.player_texts(board.rows, settings.keyed, style, marked=True)
    rows = player_rows.plan_rows(players, box.width, box.height, settings.style)
    yield LayoutOption(rows.loss._replace(small=0), partial(player_rows.draw, rows, box.x0, box.y0))


def _draw_tiles(board: Board, box: Box, shape: TilesShape, settings: TileSettings) -> tuple[list[Item], GivenUp]:
    """Draw all tiles. Also return what is given up of names, cards and notes."""
    items: list[Item] = []
    losses, gap = [], settings.style.gap
    cells = scoreboards.cell_style(board.scoreboards, shape.side, settings.style)
    for at, (row, grid) in enumerate(zip(board.rows, board.scoreboards, strict=True)):
        line, column = divmod(at, shape.across)
        tile = box.column(column, shape.across, 2 * gap).row(line, shape.high, gap)
        areas = _tile_areas(grid, tile, shape, settings)
        drawn, loss = _player(row, areas, shape.beside, settings)
        items += [*drawn, *scoreboards.draw(grid, areas.grid, cells, settings.style)]
        losses.append(loss)
    return items, total_loss(losses)


def _tiles_shape(board: Board, box: Box, across: int, beside: bool, settings: TileSettings) -> TilesShape:
    """Return the shape with `across` columns; the side of its scoreboards' cells is 0 if players do not fit."""
    style, down = settings.style, -(-len(board.rows) // across)
    wide = box.column(0, across, 2 * style.gap).width
    high = (box.height - (down - 1) * style.gap) // down
    totals = max(text_width(figure(row.total or 0), settings.style.total_size) for row in board.rows)
    codes = max(keycap_width(row.code, style.small_size) for row in board.rows)
    if wide < max(totals, codes) + 2 * style.small_size:
        return TilesShape(across, wide, high, 0, beside)
    frame = 2 * scoreboards.SPECIAL * style.stroke
    lines, columns = _size(board.scoreboards[0])
    if beside:
        facts = max(totals + style.gap, 4 * style.min_size) + 2 * style.stroke + style.gap // 2
        room = wide - facts, high - line_height(style.small_size) - style.gap // 2
    else:
        room = wide, high - line_height(style.small_size) - _facts_high(settings) - style.gap
    return TilesShape(across, wide, high, max(0, min((room[0] - frame) // columns, (room[1] - frame) // lines)), beside)


def _size(grid: Scoreboard) -> tuple[int, int]:
    """Return how many lines and columns a scoreboard has."""
    return len(grid.cells), len(grid.cells[0])


def _facts_high(settings: TileSettings) -> int:
    """Return the height of a line with the total."""
    return max(
        settings.style.total_height + 4 * settings.style.stroke,
        chips.chip_height(settings.style.min_size) + 2 * settings.style.stroke,
    )


def _tile_areas(grid: Scoreboard, tile: Box, shape: TilesShape, settings: TileSettings) -> TileAreas:
    gap = settings.style.gap // 2
    name = tile._replace(y1=tile.y0 + line_height(settings.style.small_size))
    if not shape.beside:
        facts = tile._replace(y0=name.y1, y1=name.y1 + _facts_high(settings))
        return TileAreas(name, facts, tile._replace(y0=facts.y1 + gap))
    columns = _size(grid)[1]
    right = tile.x0 + columns * shape.side + 2 * scoreboards.SPECIAL * settings.style.stroke
    return TileAreas(name, Box(right + gap, name.y1, tile.x1, tile.y1), Box(tile.x0, name.y1 + gap, right, tile.y1))


def _player(row: PlayerRow, areas: TileAreas, beside: bool, settings: TileSettings) -> tuple[list[Item], GivenUp]:
    """Draw a player's code, name, total and cards. Also return what is given up of them."""
    style, ink = settings.style, Ink.WHITE if row.acting else Ink.BLACK
    items: list[Item] = [Fill(areas.name), Fill(areas.facts)] if row.acting else []
    left, keyed = areas.name.x0 + 1, row.code in settings.keyed
    if row.code:
        cap = areas.name._replace(x0=left, x1=left + keycap_width(row.code, style.small_size))
        items += player_code(row.code, keyed, middle(cap, keycap_height(style.small_size)), style.small_size, ink)
        left = cap.x1 + style.gap // 2
        if keyed:
            items.append(Target(areas.name, row.code))
    name, room = one_line(row.name), areas.name.x1 - left
    sizes = [size for size in type_sizes(style.name_size, style.min_size) if line_height(size) <= areas.name.height]
    size = largest_for_words([name], sizes, style.min_size, room)
    named = name_line(name, left, areas.name.x1, baseline_in(areas.name, size), size, ink)
    total, box = _draw_total(row, areas.facts.inset(1, style.stroke), beside, ink, settings)
    before, loss = _draw_cards_or_note(row, box, ink, style)
    return [*items, *named, *total, *before], loss._replace(cut=text_width(name, size) > room)


def _draw_total(row: PlayerRow, box: Box, beside: bool, ink: Ink, settings: TileSettings) -> tuple[list[Item], Box]:
    """Draw the total at the right. Also return the box that it leaves: before it, or below it if `beside`."""
    if row.total is None:
        return [], box
    size, total, gap = settings.style.total_size, figure(row.total), settings.style.gap
    right = box.x1 - (0 if settings.style.is_compact else gap)
    place = box._replace(x0=right - text_width(total, size), x1=right)
    left = box._replace(x1=place.x0 - gap)
    if beside:
        place = place._replace(y1=box.y0 + _facts_high(settings))
        left = box._replace(y0=place.y1 + gap // 2)
    return [left_aligned(total, place.x0, baseline_in(place, size, total), size, True, ink, Role.TOTAL)], left


def _draw_cards_or_note(row: PlayerRow, box: Box, ink: Ink, style: PageStyle) -> tuple[list[Item], GivenUp]:
    """Draw the cards before a player, or else the note. Also return what is given up."""
    if row.marks:
        strip, sizes = chips.chip_strip(row.marks, style), type_sizes(style.chip_size, style.min_size)
        flowed, loss = chips.fit_chips(strip, sizes, box.width, box.height, style)
        drawn = chips.placed_items(flowed, box.x0, box.y0, style, ink)
        return drawn, NOTHING_GIVEN_UP if drawn else loss
    if row.note is None:
        return [], NOTHING_GIVEN_UP
    note, size = style.say(row.note), style.min_size
    for each in type_sizes(style.small_size, size):
        high = line_count(note, each, False, box.width) * line_height(each)
        if high <= box.height and all(text_width(word, each, False) <= box.width for word in note.split(" ")):
            return paragraph(note, middle(box, high), each, False, ink)[0], NOTHING_GIVEN_UP
    written = shorten(note, size, False, box.width)
    if text_width(written, size, False) > box.width or line_height(size) > box.height:
        return [], GivenUp(unsaid=1)
    return [left_aligned(written, box.x0, baseline_in(box, size), size, False, ink)], GivenUp(unsaid=1)
