"""Draw cards, tricks and tokens as small framed chips."""

from __future__ import annotations

from functools import lru_cache

from display.layout.layout_options import LayoutLoss
from display.layout.page_style import PageStyle
from display.layout.text_items import (
    InlineSymbol,
    TextRun,
    baseline_in,
    inverse_ink,
    run_items,
    run_width,
    text_run,
)
from display.scene import BOLD, Fill, Frame, Item, Rect, Role, Sign
from display.text_metrics import line_height, shorten
from display.vocabulary import Face, Ink, Mark, Style
from display.words import Label, text
from values.named_tuple import NamedTuple, compared_by_identity

STYLE_SIGNS = {Style.DONE: Sign.TICK, Style.LOST: Sign.CROSS}


class Chip(NamedTuple):
    """A mark, or several folded into one, as it is drawn.

    A chip that stands among cards and is no card is bare: it has no frame.
    """

    run: TextRun
    style: Style
    is_joined: bool
    is_bare: bool = False


@compared_by_identity
class ChipStrip(NamedTuple):
    """Marks as chips: unfolded, and with runs folded. It equals only itself, so that it is found quickly in caches."""

    unfolded: tuple[Chip, ...]
    folded: tuple[Chip, ...]


@lru_cache(maxsize=256)
def chip_strip(marks: tuple[Mark, ...], style: PageStyle) -> ChipStrip:
    """Return marks as a strip of chips."""
    return ChipStrip(tuple(_chip(mark, style) for mark in marks), _folded_chips(marks, style))


def _chip(mark: Mark, style: PageStyle) -> Chip:
    run = text_run(mark.label, style.language)
    sign = STYLE_SIGNS.get(mark.style)
    return Chip((*run, InlineSymbol(sign)) if sign else run, mark.style, mark.joined, _is_bare(mark.label))


def _is_bare(label: Label) -> bool:
    """Whether a label is a suit with its role, such as trump, among cards. No card has both a word and a suit."""
    return isinstance(label, Face) and label.word is not None and label.suit is not None


def _folded_chips(marks: tuple[Mark, ...], style: PageStyle) -> tuple[Chip, ...]:
    """Return marks as chips; three or more that are joined are folded into one that shows the first and last."""
    chips: list[Chip] = []
    for group in _joined_groups(marks):
        if len(group) < 3:
            chips.extend(_chip(mark, style) for mark in group)
            continue
        first, last = (style.say(_short_label(mark.label)) for mark in (group[0], group[-1]))
        chip = _chip(group[0], style)
        chips.append(chip._replace(run=(f"{first}\N{EN DASH}{last}", *chip.run[1:])))
    return tuple(chips)


def _joined_groups(marks: tuple[Mark, ...]) -> list[list[Mark]]:
    """Group marks that are joined, look alike."""
    groups: list[list[Mark]] = []
    for mark in marks:
        if mark.joined and groups and mark.style is groups[-1][0].style:
            groups[-1].append(mark)
        else:
            groups.append([mark])
    return groups


def _short_label(label: Label) -> Label:
    return label.value if isinstance(label, Face) and label.value else label


def chip_padding(size: int) -> int:
    """Return the space at each side between a chip's frame and its contents."""
    return max(2, size // 4)


def chip_height(size: int) -> int:
    """Return the height of a chip."""
    return line_height(size) + 2 * max(1, size // 10)


def chip_width(chip: Chip, size: int) -> int:
    """Return the full width of a chip."""
    return run_width(chip.run, size) + 2 * chip_padding(size)


class ChipFlow(NamedTuple):
    """Chips in lines: each chip's left edge, line and width."""

    size: int
    placed_chips: tuple[tuple[Chip, int, int, int], ...]
    line_count: int
    width: int
    is_whole: bool

    def height(self, style: PageStyle) -> int:
        return self.line_count * chip_height(self.size) + max(0, self.line_count - 1) * style.chip_gap


@lru_cache(maxsize=1024)
def chip_flow(strip: ChipStrip, size: int, width: int, style: PageStyle, *, is_folded: bool) -> ChipFlow:
    """Set a strip's chips, or its folded ones if `is_folded`, in lines from left to right in a width."""
    return _flow_chips(strip.folded if is_folded else strip.unfolded, size, width, style)


def _flow_chips(chips: tuple[Chip, ...], size: int, width: int, style: PageStyle) -> ChipFlow:
    placed = []
    x = line = flow_width = 0
    is_whole = True
    for chip in chips:
        natural_width = chip_width(chip, size)
        shown_width = min(natural_width, width)
        is_whole = is_whole and shown_width == natural_width
        left = x - style.stroke if chip.is_joined and x else x + style.chip_gap if x else 0
        if left + shown_width > width:
            line, left = line + 1, 0
        placed.append((chip, left, line, shown_width))
        x = left + shown_width
        flow_width = max(flow_width, x)
    return ChipFlow(size, tuple(placed), line + 1 if placed else 0, flow_width, is_whole)


def placed_items(flow: ChipFlow, x: int, y: int, style: PageStyle, ink: Ink = Ink.BLACK) -> list[Item]:
    """Return the items of chips whose first line begins at a corner."""
    items: list[Item] = []
    height = chip_height(flow.size)
    for chip, left, line, width in flow.placed_chips:
        top = y + line * (height + style.chip_gap)
        items += _draw(chip, Rect(x + left, top, x + left + width, top + height), flow.size, style.stroke, ink)
    return items


def _draw(chip: Chip, rect: Rect, size: int, stroke: int, ink: Ink) -> list[Item]:
    items: list[Item] = []
    text_ink = ink
    if chip.style is Style.HOT:
        items.append(Fill(rect, ink))
        text_ink = inverse_ink(ink)
    elif not chip.is_bare:
        items.append(Frame(rect, stroke, ink))
    width = rect.width - 2 * chip_padding(size)
    run = chip.run
    if run_width(run, size) > width and isinstance(run[0], str):
        rest_width = run_width(run, size) - run_width(run[:1], size)
        run = (shorten(run[0], size, BOLD, max(0, width - rest_width)), *run[1:])
    x = rect.x0 + (rect.width - run_width(run, size)) // 2
    items += run_items(run, x, baseline_in(rect.inset(stroke, stroke), size), size, BOLD, text_ink, Role.FIGURE)
    return items


def _flow_fewer(
    chips: tuple[Chip, ...], size: int, width: int, max_lines: int, style: PageStyle
) -> tuple[ChipFlow, LayoutLoss]:
    """Set as many chips as fit in `max_lines` lines; the last one shows how many are left out."""
    for count in range(len(chips) - 1, -1, -1):
        remainder = Chip((style.say(text("{n} more", n=len(chips) - count)),), Style.PLAIN, is_joined=False)
        flow = _flow_chips((*chips[:count], remainder), size, width, style)
        if flow.line_count <= max_lines and flow.is_whole:
            return flow, LayoutLoss(missing=len(chips) - count)
    return _flow_chips((), size, width, style), LayoutLoss(missing=len(chips) + 1)


def fit_chips(
    strip: ChipStrip, sizes: tuple[int, ...], width: int, height: int, style: PageStyle
) -> tuple[ChipFlow, LayoutLoss]:
    """Set marks in a width and height at the largest size that fits. Also return what is given up for it.

    First the type shrinks, then runs are folded, then marks are left out.
    """
    for is_folded in (False, True):
        for size in sizes:
            flow = chip_flow(strip, size, width, style, is_folded=is_folded)
            if flow.is_whole and flow.height(style) <= height:
                return flow, LayoutLoss(folded=int(is_folded))
    max_lines = (height + style.chip_gap) // (chip_height(sizes[-1]) + style.chip_gap)
    return _flow_fewer(strip.folded, sizes[-1], width, max_lines, style)
