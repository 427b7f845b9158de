"""The legend: what may follow the question before the panel can show it, in small type and in the order of typing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, product

from display.layout.keymap.entries import KeyEntry, key_entries
from display.layout.page_style import PageStyle, type_sizes
from display.layout.text_items import (
    baseline_in,
    keycap_before,
    keycap_height,
    keycap_width,
    left_aligned,
    run_items,
    run_space,
    run_width,
)
from display.scene import BOLD, REGULAR, Item, KeyMapCell, Rect, Role
from display.text_metrics import ELLIPSIS, line_height, shorten, text_width
from display.vocabulary import Face, Ink, KeyGrid
from display.words import Text, text
from values.named_tuple import NamedTuple

USUAL_PERCENT = 30
"""Maximum per cent of a key map's height for a legend in readable type, its usual share."""

MAX_PERCENT = 40
"""The same maximum if the legend would be in the smallest type otherwise."""

EXCEEDING_PERCENT = 60
"""The same maximum if the question's keys can be read beside it, too."""

MIN_LABEL_SIZE = 9
"""The smallest type, in pixels, of the labels in a legend, except on the smallest panels."""


class LegendPiece(NamedTuple):
    """A title or an entry on a line of the legend. `prefix` is the code before its own; None if more than one."""

    title: str
    entry: KeyEntry | None
    prefix: str | None = None


LegendLines = tuple[tuple[tuple[LegendPiece, int], ...], ...]
"""Lines of pieces, each with its offset from the left."""


class LegendFit(NamedTuple):
    """A legend in a type size: its lines and their height. With `exceeds_share`, it takes more than its share."""

    size: int
    lines: LegendLines
    height: int
    is_whole: bool
    exceeds_share: bool = False


NO_LEGEND = LegendFit(0, (), 0, is_whole=True)


def legend_layouts(levels: tuple[KeyGrid, ...], width: int, height: int, style: PageStyle) -> Iterator[LegendFit]:
    """Yield layouts of a legend in a width and within its share of a height.

    Each has as few lines as small type needs, in the largest type that leaves it at that number. First come the layouts
    with all of it, the best first; then one with as much as fits.
    """
    pieces = _legend_pieces(levels, style)
    if not levels or not _titles_fit(pieces, width, style.min_size):
        yield NO_LEGEND._replace(is_whole=not levels)
        return
    lowest = style.min_size if style.is_compact else max(style.min_size, MIN_LABEL_SIZE)
    yield from _spelled_legends(levels, width, height, style)
    yield from _whole_legends(pieces, width, height, lowest, style)
    lines = _widest_spaced_lines(pieces, width, lowest)
    if _lines_height(lines, lowest, style) <= height * EXCEEDING_PERCENT // 100:
        yield LegendFit(lowest, lines, _lines_height(lines, lowest, style), is_whole=True, exceeds_share=True)
    max_lines = max(0, height * USUAL_PERCENT // 100 - style.gap) // _line_height_with_gap(lowest)
    fitting_lines = _with_ellipsis(_whole_levels(lines, max_lines), max_lines, width, lowest)
    fitting_height = _lines_height(fitting_lines, lowest, style) if fitting_lines else 0
    yield LegendFit(lowest, fitting_lines, fitting_height, is_whole=False)


def _spelled_legends(levels: tuple[KeyGrid, ...], width: int, height: int, style: PageStyle) -> Iterator[LegendFit]:
    """Yield a layout with suits spelled out, if that fits in small type: their letters look like keys."""
    if not any(isinstance(cell.label, Face) for level in levels for cell in level.cells):
        return
    pieces = _legend_pieces(levels, style, is_spelled=True)
    for fit in _layouts(pieces, width, (style.small_size,), style):
        if fit.height <= height * USUAL_PERCENT // 100:
            yield fit


def _whole_legends(
    pieces: list[LegendPiece], width: int, height: int, lowest: int, style: PageStyle
) -> Iterator[LegendFit]:
    """Yield layouts of the whole legend: in its share of a height, in more of it, and in smaller type.

    Each size of type has one layout, which is yielded once.
    """
    percents = USUAL_PERCENT, MAX_PERCENT, EXCEEDING_PERCENT
    choices = [*product((style.small_size, style.step_below_small), percents), *product((lowest,), percents[::2])]
    sizes = type_sizes(min(style.readable_size, style.small_size + 4 * style.stroke), lowest)
    layouts = [*_layouts(pieces, width, sizes, style)]
    yielded: set[int] = set()
    for min_size, percent in choices:
        fit = next((fit for fit in layouts if fit.size >= min_size and fit.height <= height * percent // 100), None)
        if fit is not None and fit.size not in yielded:
            yielded.add(fit.size)
            yield fit._replace(exceeds_share=percent == EXCEEDING_PERCENT)


def _layouts(pieces: list[LegendPiece], width: int, sizes: tuple[int, ...], style: PageStyle) -> Iterator[LegendFit]:
    """Yield the layout of the whole legend in each size of type that leaves its titles whole.

    Type that is larger than small takes no more lines than small type.
    """
    min_line_count = len(_widest_spaced_lines(pieces, width, style.small_size))
    for size in sizes:
        if _titles_fit(pieces, width, size):
            lines = _widest_spaced_lines(pieces, width, size)
            if len(lines) <= min_line_count or size <= style.small_size:
                yield LegendFit(size, lines, _lines_height(lines, size, style), is_whole=True)


def _lines_height(lines: LegendLines, size: int, style: PageStyle) -> int:
    return len(lines) * _line_height_with_gap(size) + style.gap


def _titles_fit(pieces: list[LegendPiece], width: int, size: int) -> bool:
    """Whether all titles fit a width. Cut titles would be worse than none."""
    return all(text_width(piece.title, size, REGULAR) <= width for piece in pieces)


def _whole_levels(lines: LegendLines, max_lines: int) -> LegendLines:
    """Return the first levels that fit in `max_lines` lines.

    Half of a level would look like all of it, so such a level is left out.
    """
    starts = [index for index, line in enumerate(lines) if line[0][0].entry is None]
    return lines[: max((index for index in (*starts, len(lines)) if index <= max_lines), default=0)]


def _with_ellipsis(lines: LegendLines, max_lines: int, width: int, size: int) -> LegendLines:
    """Add an ellipsis for what was left out.

    It stands at the end of the last line, whose pieces move closer if needed, or below it if there is room for one more
    line.
    """
    if not lines:
        return lines
    *others, last = lines
    ellipsis = LegendPiece(ELLIPSIS, None)
    pieces = [*(piece for piece, _ in last), ellipsis]
    for spacing in _piece_spaces(size):
        offsets = list(accumulate(_piece_width(piece, size) + spacing for piece in pieces))
        if offsets[-1] - spacing <= width:
            return (*others, tuple(zip(pieces, (0, *offsets), strict=False)))
    return (*lines, ((ellipsis, 0),)) if len(lines) < max_lines else lines


def _line_height_with_gap(size: int) -> int:
    return max(line_height(size), keycap_height(size)) + max(1, size // 8)


def _legend_pieces(levels: tuple[KeyGrid, ...], style: PageStyle, *, is_spelled: bool = False) -> list[LegendPiece]:
    pieces: list[LegendPiece] = []
    for level in levels:
        title = style.say(_title_text(level))
        pieces.append(LegendPiece(title, None))
        entries = key_entries(level, "", style, is_spelled=is_spelled)
        pieces += [LegendPiece(title, entry, level.prefix or None) for entry in entries]
    return pieces


def _title_text(level: KeyGrid) -> Text:
    if not level.cells:
        return text("after {code}: a number", code=level.prefix)
    return text("after {code}:", code=level.prefix) if level.prefix else text("then {title}", title=level.title)


def _piece_width(piece: LegendPiece, size: int) -> int:
    if piece.entry is None:
        return text_width(piece.title, size, REGULAR)
    return keycap_width(piece.entry.code, size) + run_space(size) + run_width(piece.entry.run, size)


def _widest_spaced_lines(pieces: list[LegendPiece], width: int, size: int) -> LegendLines:
    """Return the lines of a legend: its entries spaced as widely as possible without needing more lines.

    Entries that fit on one line stay on one, below their title if needed.
    """
    choices = product((False, True), _piece_spaces(size))
    layouts = [_break_lines(pieces, width, size, spacing, below) for below, spacing in choices]
    return min(layouts, key=lambda lines: (len(lines), sum(line[-1][0].entry is not None for line in lines)))


def _piece_spaces(size: int) -> tuple[int, int]:
    """Return the normal and the minimum space between pieces."""
    return size * 2 // 3, size // 3


def _break_lines(pieces: list[LegendPiece], width: int, size: int, spacing: int, has_title_lines: bool) -> LegendLines:
    """Break pieces into lines no wider than `width`, `spacing` pixels between them.

    With `has_title_lines`, each title has a line of its own.
    """
    lines: list[list[tuple[LegendPiece, int]]] = []
    x = 0
    is_after_title = False
    for piece in pieces:
        piece_width = _piece_width(piece, size)
        if not lines or piece.entry is None or x + piece_width > width or (has_title_lines and is_after_title):
            lines.append([])
            x = 0
        lines[-1].append((piece, x))
        x += piece_width + spacing
        is_after_title = piece.entry is None
    return tuple(map(tuple, lines))


def draw(fit: LegendFit, rect: Rect) -> list[Item]:
    """Draw a legend at the foot of a rectangle."""
    items: list[Item] = []
    size, y = fit.size, rect.y1 - (len(fit.lines) * _line_height_with_gap(fit.size) if fit.lines else 0)
    for line in fit.lines:
        for piece, x in line:
            piece_rect = Rect(rect.x0 + x, y, rect.x1, y + _line_height_with_gap(size) - max(1, size // 8))
            items += _draw_piece(piece, piece_rect, size)
        y += _line_height_with_gap(size)
    return items


def _draw_piece(piece: LegendPiece, rect: Rect, size: int) -> list[Item]:
    baseline = baseline_in(rect, size)
    entry = piece.entry
    if entry is None:
        title = shorten(piece.title, size, REGULAR, rect.width)
        return [left_aligned(title, rect.x0, baseline, size, REGULAR, role=Role.LEGEND)]
    left = rect.x0 + keycap_width(entry.code, size) + run_space(size)
    run = entry.run
    if run_width(run, size) > rect.x1 - left and isinstance(run[-1], str):
        rest_width = run_width(run, size) - run_width(run[-1:], size)
        run = (*run[:-1], shorten(run[-1], size, BOLD, max(0, rect.x1 - left - rest_width)))
    right = min(rect.x1, left + run_width(run, size))
    return [
        KeyMapCell(Rect(rect.x0, rect.y0, right, rect.y1), piece.title, entry.code, entry.label, prefix=piece.prefix),
        *keycap_before(entry.code, rect, size),
        *run_items(run, left, baseline, size, BOLD, Ink.BLACK, Role.LABEL),
    ]
