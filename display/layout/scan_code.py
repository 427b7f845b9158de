"""Draw a QR code on a page of its own, as large as the panel allows, with a few words beside or below it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from display.layout import frame_lines, paragraphs
from display.layout.page_style import PageStyle
from display.layout.regions import regions_of
from display.scene import Box, Fill, Item, SceneItem, group_items
from display.vocabulary import QUIET_ZONE, Hold, Ink, Paragraphs, ScanCode
from display.words import Label


def draw(
    code: ScanCode, said: tuple[Label, ...], held: tuple[Hold, ...], whole: Box, style: PageStyle
) -> list[SceneItem]:
    """Draw the code at the left, or at the top of an upright page, and the words in the room that is left.

    What holding keys does is at the foot, or beside a code as high as the page.
    """
    if code.next_code is not None:
        return _draw_both(code, code.next_code, said, held, whole, style)
    size = code.module_size(whole.width, whole.height)
    assert size is not None
    side = _code_side(code, size)
    room = Box(side, 0, whole.x1, whole.y1) if whole.width >= whole.height else Box(0, side, whole.x1, whole.y1)
    room = room.inset(style.gap, style.gap)
    foot: tuple[Item, ...] = ()
    if held:
        box = room if style.is_compact else regions_of(whole.width, whole.height).holds
        if style.is_compact or box.y0 < side:
            box = box._replace(x0=room.x0, y0=box.y1 - frame_lines.holds_in_lines_height(held, style))
            foot = frame_lines.draw_holds_in_lines(held, box, style)
        else:
            foot = frame_lines.draw_holds(held, box, style)
        room = room._replace(y1=box.y0 - style.gap)
    items: list[SceneItem] = [_code(code, whole, size)]
    return [*items, *paragraphs.draw(Paragraphs((*said, code.instruction)), room, style), *foot]


def _draw_both(
    code: ScanCode, then: ScanCode, said: tuple[Label, ...], held: tuple[Hold, ...], whole: Box, style: PageStyle
) -> list[SceneItem]:
    """Draw two codes side by side, each above its words.

    On an upright page they are one above the other, with the words beside.
    """
    size = code.shared_module_size(whole.width, whole.height)
    assert size is not None
    foot = regions_of(whole.width, whole.height).holds
    items: list[SceneItem] = [*frame_lines.draw_holds(held, foot, style)]
    room, wide = whole._replace(y1=foot.y0), whole.width >= whole.height
    middle = (room.x0 + room.x1) // 2 if wide else (room.y0 + room.y1) // 2
    halves = (
        (room._replace(x1=middle), room._replace(x0=middle))
        if wide
        else (room._replace(y1=middle), room._replace(y0=middle))
    )
    words: tuple[tuple[Label, ...], ...] = ((*said[-1:], code.instruction), (then.instruction,))
    for each, half, lines in zip((code, then), halves, words, strict=True):
        side = _code_side(each, size)
        beside = half._replace(y0=half.y0 + side) if wide else half._replace(x0=half.x0 + side)
        items += [
            _code(each, half, size),
            *paragraphs.draw(Paragraphs(lines), beside.inset(style.gap, style.gap), style),
        ]
    return items


def _code_side(code: ScanCode, size: int) -> int:
    return size * (len(code.modules) + 2 * QUIET_ZONE)


def _code(code: ScanCode, box: Box, size: int) -> SceneItem:
    """Draw the code in the upper left corner of a box, with its margin."""
    x, y, side = box.x0 + size * QUIET_ZONE, box.y0 + size * QUIET_ZONE, size * len(code.modules)
    return group_items((Fill(Box(x, y, x + side, y + side), Ink.WHITE), *_draw_modules(code, x, y, size)))


def _draw_modules(code: ScanCode, left: int, top: int, size: int) -> Iterator[Item]:
    """Yield the dark modules, those side by side as one rectangle."""
    for down, row in enumerate(code.modules):
        x = left
        for dark, run in groupby(row):
            wide = size * len(list(run))
            if dark == "1":
                yield Fill(Box(x, top + down * size, x + wide, top + (down + 1) * size))
            x += wide
