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
    code: ScanCode, said: tuple[Label, ...], holds: tuple[Hold, ...], page: Box, style: PageStyle
) -> list[SceneItem]:
    """Draw the code at the left, or at the top of an upright page, and the words in the room that is left.

    What holding keys does is at the foot, or beside a code as high as the page.
    """
    if code.next_code is not None:
        return _draw_both(code, code.next_code, said, holds, page, style)
    size = code.module_size(page.width, page.height)
    assert size is not None
    side = _code_side(code, size)
    words_box = page._replace(x0=side) if page.width >= page.height else page._replace(y0=side)
    words_box = words_box.inset(style.gap, style.gap)
    foot: tuple[Item, ...] = ()
    if holds:
        box = words_box if style.is_compact else regions_of(page.width, page.height).holds
        if style.is_compact or box.y0 < side:
            box = box._replace(x0=words_box.x0, y0=box.y1 - frame_lines.holds_in_lines_height(holds, style))
            foot = frame_lines.draw_holds_in_lines(holds, box, style)
        else:
            foot = frame_lines.draw_holds(holds, box, style)
        words_box = words_box._replace(y1=box.y0 - style.gap)
    words = Paragraphs((*said, code.instruction))
    return [_code_group(code, page, size), *paragraphs.draw(words, words_box, style), *foot]


def _draw_both(
    code: ScanCode, second: ScanCode, said: tuple[Label, ...], holds: tuple[Hold, ...], page: Box, style: PageStyle
) -> list[SceneItem]:
    """Draw two codes side by side, each above its words.

    On an upright page they are one above the other, with the words beside.
    """
    size = code.shared_module_size(page.width, page.height)
    assert size is not None
    foot = regions_of(page.width, page.height).holds
    items: list[SceneItem] = [*frame_lines.draw_holds(holds, foot, style)]
    is_wide, x, y = page.width >= page.height, (page.x0 + page.x1) // 2, (page.y0 + foot.y0) // 2
    first = page._replace(x1=x, y1=foot.y0) if is_wide else page._replace(y1=y)
    other = page._replace(x0=x, y1=foot.y0) if is_wide else page._replace(y0=y, y1=foot.y0)
    for shown, box, words in ((code, first, (*said[-1:], code.instruction)), (second, other, (second.instruction,))):
        side = _code_side(shown, size)
        words_box = box._replace(y0=box.y0 + side) if is_wide else box._replace(x0=box.x0 + side)
        items.append(_code_group(shown, box, size))
        items += paragraphs.draw(Paragraphs(words), words_box.inset(style.gap, style.gap), style)
    return items


def _code_side(code: ScanCode, module_size: int) -> int:
    return module_size * (len(code.modules) + 2 * QUIET_ZONE)


def _code_group(code: ScanCode, box: Box, module_size: int) -> SceneItem:
    """Draw the code in the upper left corner of a box, with its margin."""
    margin, side = module_size * QUIET_ZONE, module_size * len(code.modules)
    x, y = box.x0 + margin, box.y0 + margin
    return group_items((Fill(Box(x, y, x + side, y + side), Ink.WHITE), *_draw_modules(code, x, y, module_size)))


def _draw_modules(code: ScanCode, left: int, top: int, module_size: int) -> Iterator[Item]:
    """Yield the dark modules, those side by side as one rectangle."""
    for row, modules in enumerate(code.modules):
        x, y = left, top + row * module_size
        for module, run in groupby(modules):
            end = x + module_size * len(list(run))
            if module == "1":
                yield Fill(Box(x, y, end, y + module_size))
            x = end
