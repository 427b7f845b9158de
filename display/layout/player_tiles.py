"""Players with the scoreboard that each has before them, side by side."""

from __future__ import annotations

from display.layout import chips, player_rows, scoreboards
from display.layout.look import Look, steps
from display.layout.text_items import (
    baseline_in,
    keycap_height,
    keycap_width,
    left_aligned,
    line_count,
    paragraph,
    player_code,
)
from display.scene import Box, Fill, Item, Part, Target
from display.text_metrics import line_height, one_line, shorten, size_for_height, text_width
from display.vocabulary import Board, Ink, PlayerRow, Scoreboard
from display.words import figure
from values.named_tuple import NamedTuple


class TileStyle(NamedTuple):
    """What all tiles have in common: how high figures of totals are at least, the sizes of things, and
    which players' codes are keys to press."""

    digits: int
    look: Look
    keyed: frozenset[str]


class TilesShape(NamedTuple):
    """Tiles in so many columns, how wide and high each is, and the side of a scoreboard's cell.

    The total, and what lies before the player, stand above the scoreboard, or at the right `beside` it.
    """

    across: int
    wide: int
    high: int
    side: int
    beside: bool


class TileAreas(NamedTuple):
    """The places in a tile: the name, the total with what lies before the player, and the scoreboard."""

    name: Box
    facts: Box
    grid: Box


def draw(board: Board, keyed: frozenset[str], box: Box, digits: int, look: Look) -> list[Item]:
    """Tiles with the largest scoreboards beside which names and cards are whole, or, if none are, the fewest cut.

    Rows without scoreboards take their place where those have no room, or show more of names and cards.
    """
    style = TileStyle(digits, look, keyed)
    tiles, lost = _best_tiles(board, box, style)
    if tiles and not lost:
        return tiles
    people = player_rows.player_texts(board.rows, keyed, look)
    rows = player_rows.plan(people, box.width, box.height, digits, look)
    if tiles and lost <= _missing(rows):
        return tiles
    return player_rows.draw(rows, box.x0, box.y0, look)


def _missing(rows: player_rows.RowsPlan) -> int:
    """How much of rows is cut: runs of cards that are folded into one are not."""
    each = [line.loss for line in rows.lines]
    return sum(loss // player_rows.SHORTENED for loss in each) + (rows.loss - sum(each)) // player_rows.SHORTENED


def _best_tiles(board: Board, box: Box, style: TileStyle) -> tuple[list[Item], int]:
    """The tiles in which least is cut, with the largest scoreboards, and how much is; none where none have room."""
    columns, look = range(1, len(board.rows) + 1), style.look
    shapes = [_shape(board, box, across, beside, style) for across in columns for beside in (False, True)]
    roomy = [each for each in shapes if each.side >= look.least - 2 * look.line]
    best: tuple[list[Item], int] = [], 0
    for shape in sorted(roomy, key=lambda each: (-each.side, each.across)):
        found = _tiles(board, box, shape, style)
        if not best[0] or found[1] < best[1]:
            best = found
        if not best[1]:
            break
    return best


def _tiles(board: Board, box: Box, shape: TilesShape, style: TileStyle) -> tuple[list[Item], int]:
    """All tiles, and how many names, cards and notes are cut in them."""
    items: list[Item] = []
    lost, gap = 0, style.look.gap
    cells = scoreboards.cell_style(board.scoreboards, shape.side, style.look)
    for at, (row, grid) in enumerate(zip(board.rows, board.scoreboards, strict=True)):
        line, column = divmod(at, shape.across)
        x, y = box.x0 + column * (shape.wide + 2 * gap), box.y0 + line * (shape.high + gap)
        areas = _areas(grid, Box(x, y, x + shape.wide, y + shape.high), shape, style)
        drawn, missing = _player(row, areas, shape.beside, style)
        items += drawn
        items += scoreboards.draw(grid, areas.grid, cells, style.look)
        lost += missing
    return items, lost


def _shape(board: Board, box: Box, across: int, beside: bool, style: TileStyle) -> TilesShape:
    """The shape of so many columns; its scoreboards have no side where players have no room."""
    look, down = style.look, -(-len(board.rows) // across)
    wide = (box.width - (across - 1) * 2 * look.gap) // across
    high = (box.height - (down - 1) * look.gap) // down
    totals = max(text_width(figure(row.total or 0), size_for_height(style.digits)) for row in board.rows)
    codes = max(keycap_width(row.code, look.small) for row in board.rows)
    if wide < max(totals, codes) + 2 * look.small:
        return TilesShape(across, wide, high, 0, beside)
    frame = 2 * scoreboards.SPECIAL * look.line
    lines, columns = _size(board.scoreboards[0])
    if beside:
        facts = max(totals + look.gap, 4 * look.least) + 2 * look.line + look.gap // 2
        room = wide - facts, high - line_height(look.small) - look.gap // 2
    else:
        room = wide, high - line_height(look.small) - _facts_high(style) - look.gap
    return TilesShape(across, wide, high, max(0, min((room[0] - frame) // columns, (room[1] - frame) // lines)), beside)


def _size(grid: Scoreboard) -> tuple[int, int]:
    """How many lines and columns it has."""
    return len(grid.cells), len(grid.cells[0])


def _facts_high(style: TileStyle) -> int:
    """How high a line with the total is."""
    return max(style.digits + 4 * style.look.line, chips.chip_height(style.look.least) + 2 * style.look.line)


def _areas(grid: Scoreboard, tile: Box, shape: TilesShape, style: TileStyle) -> TileAreas:
    gap = style.look.gap // 2
    name = tile._replace(y1=tile.y0 + line_height(style.look.small))
    if not shape.beside:
        facts = tile._replace(y0=name.y1, y1=name.y1 + _facts_high(style))
        return TileAreas(name, facts, tile._replace(y0=facts.y1 + gap))
    columns = _size(grid)[1]
    right = tile.x0 + columns * shape.side + 2 * scoreboards.SPECIAL * style.look.line
    return TileAreas(name, Box(right + gap, name.y1, tile.x1, tile.y1), Box(tile.x0, name.y1 + gap, right, tile.y1))


def _player(row: PlayerRow, areas: TileAreas, beside: bool, style: TileStyle) -> tuple[list[Item], int]:
    """A player's code and name, the total and what lies before them; and how much of that is cut."""
    look, ink = style.look, Ink.WHITE if row.acting else Ink.BLACK
    items: list[Item] = [Fill(areas.name), Fill(areas.facts)] if row.acting else []
    left = areas.name.x0 + 1
    if row.code:
        wide, high = keycap_width(row.code, look.small), keycap_height(look.small)
        top = areas.name.y0 + (areas.name.height - high) // 2
        items += player_code(
            row.code, row.code in style.keyed, Box(left, top, left + wide, top + high), look.small, ink
        )
        left += wide + look.gap // 2
        if row.code in style.keyed:
            items.append(Target(areas.name, row.code))
    named, cut = _name(one_line(row.name), areas.name._replace(x0=left), ink, look)
    total, room = _total(row, areas.facts.inset(1, look.line), beside, ink, style)
    before, lost = _before(row, room, ink, style)
    return [*items, *named, *total, *before], cut + lost


def _total(row: PlayerRow, box: Box, beside: bool, ink: Ink, style: TileStyle) -> tuple[list[Item], Box]:
    """The total at the right, and the room that it leaves: before it, or below it."""
    if row.total is None:
        return [], box
    size, total, gap = size_for_height(style.digits), figure(row.total), style.look.gap
    right = box.x1 - (0 if style.look.compact else gap)
    place = box._replace(x0=right - text_width(total, size), x1=right)
    left = box._replace(x1=place.x0 - gap)
    if beside:
        place = place._replace(y1=box.y0 + _facts_high(style))
        left = box._replace(y0=place.y1 + style.look.gap // 2)
    return [left_aligned(total, place.x0, baseline_in(place, size, total), size, True, ink, Part.TOTAL)], left


def _name(name: str, box: Box, ink: Ink, look: Look) -> tuple[list[Item], int]:
    sizes = [size for size in steps(look.name, look.least) if line_height(size) <= box.height]
    size = next((each for each in sizes if text_width(name, each) <= box.width), look.least)
    written = shorten(name, size, True, box.width)
    if text_width(written, size) > box.width:
        return [], 1
    item = left_aligned(written, box.x0, baseline_in(box, size), size, True, ink, Part.NAME)
    return [item], int(written != name)


def _before(row: PlayerRow, box: Box, ink: Ink, style: TileStyle) -> tuple[list[Item], int]:
    """The cards before a player, or else the note; and whether they are cut."""
    look = style.look
    if row.marks:
        sizes = steps(look.marks, look.least)
        strip = chips.chip_strip(row.marks, style.look)
        flowed, _ = chips.fit(strip, sizes, box.width, box.height, look)
        return (chips.place(flowed, box.x0, box.y0, look, ink), 0) if flowed.whole else ([], 1)
    if row.note is None:
        return [], 0
    note = style.look.say(row.note)
    for size in steps(look.small, look.least):
        high = line_count(note, size, False, box.width) * line_height(size)
        if high <= box.height and all(text_width(word, size, False) <= box.width for word in note.split(" ")):
            place = box._replace(y0=box.y0 + (box.height - high) // 2)
            return paragraph(note, place, size, False, ink)[0], 0
    written = shorten(note, look.least, False, box.width)
    if text_width(written, look.least, False) > box.width or line_height(look.least) > box.height:
        return [], 1
    return [left_aligned(written, box.x0, baseline_in(box, look.least), look.least, False, ink)], 1
