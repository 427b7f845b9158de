"""Players with the scoreboard that each has before them, side by side."""

from __future__ import annotations

from display.layout import chips, player_rows, scoreboards
from display.layout.scale import Scale, largest_fitting, steps
from display.layout.text_items import baseline_in, keycap, keycap_height, keycap_width, label_text, left_aligned
from display.scene import Box, Fill, Item, Part
from display.text_metrics import line_height, one_line, shorten, size_for_height, text_width
from display.vocabulary import Board, Ink, PlayerRow
from display.words import Language, figure


def draw(board: Board, box: Box, digits: int, scale: Scale, language: Language) -> list[Item]:
    """Tiles in as many columns as leave the scoreboards largest."""
    count = len(board.rows)
    ways = [(_side(board, box, across, digits, scale), across) for across in range(1, count + 1)]
    side, across = max(ways, key=lambda way: (way[0], -way[1]))
    if side < scale.least - 2 * scale.line:
        return player_rows.rows(board.rows, box, digits, scale, language)
    wide, high = _tile(box, across, -(-count // across), scale)
    items: list[Item] = []
    for at, (row, grid) in enumerate(zip(board.rows, board.scoreboards, strict=True)):
        line, column = divmod(at, across)
        x, y = box.x0 + column * (wide + 2 * scale.gap), box.y0 + line * (high + scale.gap)
        head = Box(x, y, x + wide, y + _head(digits, scale))
        items += _player(row, head, digits, scale, language)
        items += scoreboards.draw(grid, Box(x, head.y1 + scale.gap // 2, x + wide, y + high), side, scale, language)
    return items


def _tile(box: Box, across: int, down: int, scale: Scale) -> tuple[int, int]:
    return (
        (box.width - (across - 1) * 2 * scale.gap) // across,
        (box.height - (down - 1) * scale.gap) // down,
    )


def _head(digits: int, scale: Scale) -> int:
    """How high a line with the name is, and one with the total."""
    return line_height(scale.small) + max(digits + 4 * scale.line, chips.chip_height(scale.least) + 2 * scale.line)


def _side(board: Board, box: Box, across: int, digits: int, scale: Scale) -> int:
    """The side of a scoreboard's cell in so many columns; 0 where players have no room above them."""
    wide, high = _tile(box, across, -(-len(board.rows) // across), scale)
    totals = max(text_width(figure(row.total or 0), size_for_height(digits)) for row in board.rows)
    codes = max(keycap_width(row.code, scale.small) for row in board.rows)
    if wide < max(totals, codes) + 2 * scale.small:
        return 0
    lines, columns = len(board.scoreboards[0].cells), len(board.scoreboards[0].cells[0])
    frame = 2 * scoreboards.SPECIAL * scale.line
    return max(0, min((wide - frame) // columns, (high - _head(digits, scale) - scale.gap - frame) // lines))


def _player(row: PlayerRow, box: Box, digits: int, scale: Scale, language: Language) -> list[Item]:
    """A player's code and name, and below them what lies before them and the total."""
    ink = Ink.WHITE if row.acting else Ink.BLACK
    items: list[Item] = [Fill(box)] if row.acting else []
    upper = Box(box.x0, box.y0, box.x1, box.y0 + line_height(scale.small))
    left = box.x0 + 1
    if row.code:
        wide, high = keycap_width(row.code, scale.small), keycap_height(scale.small)
        top = upper.y0 + (upper.height - high) // 2
        items += keycap(row.code, Box(left, top, left + wide, top + high), scale.small, ink)
        left += wide + scale.gap // 2
    items += _name(one_line(row.name), upper._replace(x0=left), ink, scale)
    lower = Box(box.x0 + 1, upper.y1 + scale.line, box.x1 - 1, box.y1 - scale.line)
    if row.total is not None:
        size, total = size_for_height(digits), figure(row.total)
        left = lower.x1 - text_width(total, size)
        items.append(left_aligned(total, left, baseline_in(lower, size, total), size, True, ink, Part.TOTAL))
        lower = lower._replace(x1=left - scale.gap)
    return items + _before(row, lower, ink, scale, language)


def _name(name: str, box: Box, ink: Ink, scale: Scale) -> list[Item]:
    sizes = [size for size in steps(scale.name, scale.least) if line_height(size) <= box.height]
    size = largest_fitting(sizes, scale.least, lambda size: text_width(name, size) <= box.width)
    written = shorten(name, size, True, box.width)
    if text_width(written, size) > box.width:
        return []
    return [left_aligned(written, box.x0, baseline_in(box, size), size, True, ink, Part.NAME)]


def _before(row: PlayerRow, box: Box, ink: Ink, scale: Scale, language: Language) -> list[Item]:
    """The cards before a player, or else the note."""
    if row.marks:
        gap, sizes = max(2, scale.gap // 2), steps(scale.marks, scale.least)
        strip = chips.chip_strip(row.marks, language)
        flowed, _ = chips.fit(strip, sizes, box.width, box.height, gap, scale.line)
        return chips.place(flowed, box.x0, box.y0, gap, scale.line, ink) if flowed.whole else []
    if row.note is None:
        return []
    note = label_text(row.note, language)
    sizes = tuple(size for size in steps(scale.small, scale.least) if line_height(size) <= box.height)
    size = largest_fitting(sizes, scale.least, lambda size: text_width(note, size, False) <= box.width)
    written = shorten(note, size, False, box.width)
    if text_width(written, size, False) > box.width or line_height(size) > box.height:
        return []
    return [left_aligned(written, box.x0, baseline_in(box, size), size, False, ink)]
