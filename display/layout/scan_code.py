"""Draw a QR code on a page of its own, as large as the panel allows, with a few words beside or below it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from display.layout import frame_lines, paragraphs
from display.layout.page_style import PageStyle
from display.layout.regions import regions_of
from display.scene import Fill, Item, Rect, SceneItem, group_items
from display.vocabulary import QUIET_ZONE, Hold, Ink, Paragraphs, ScanCode
from display.words import Label


def draw(
    code: ScanCode, labels: tuple[Label, ...], holds: tuple[Hold, ...], page: Rect, style: PageStyle
) -> list[SceneItem]:
    """Draw the code at the left, or at the top of an upright page, and the words in the room that is left.

    What holding keys does is at the foot, or beside a code as high as the page.
    """
    if code.next_code is not None:
        return _draw_both(code, code.next_code, labels, holds, page, style)
    size = code.module_size(page.width, page.height)
    assert size is not None
    side = _code_side(code, size)
    words_rect = page._replace(x0=side) if page.width >= page.height else page._replace(y0=side)
    words_rect = words_rect.inset(style.gap, style.gap)
    foot: tuple[Item, ...] = ()
    if holds:
        rect = words_rect if style.is_compact else regions_of(page.width, page.height).holds
        if style.is_compact or rect.y0 < side:
            rect = rect._replace(x0=words_rect.x0, y0=rect.y1 - frame_lines.holds_in_lines_height(holds, style))
            foot = frame_lines.draw_holds_in_lines(holds, rect, style)
        else:
            foot = frame_lines.draw_holds(holds, rect, style)
        words_rect = words_rect._replace(y1=rect.y0 - style.gap)
    words = Paragraphs((*labels, code.instruction))
    return [_code_group(code, page, size), *paragraphs.draw(words, words_rect, style), *foot]


def _draw_both(
    code: ScanCode, second: ScanCode, labels: tuple[Label, ...], holds: tuple[Hold, ...], page: Rect, style: PageStyle
) -> list[SceneItem]:
    """Draw two codes side by side, each above its words.

    On an upright page they are one above the other, with the words beside.
    """
    size = code.shared_module_size(page.width, page.height)
    assert size is not None
    foot = regions_of(page.width, page.height).holds
    items: list[SceneItem] = [*frame_lines.draw_holds(holds, foot, style)]
    is_wide, x, y = page.width >= page.height, (page.x0 + page.x1) // 2, (page.y0 + foot.y0) // 2
    first_half = page._replace(x1=x, y1=foot.y0) if is_wide else page._replace(y1=y)
    second_half = page._replace(x0=x, y1=foot.y0) if is_wide else page._replace(y0=y, y1=foot.y0)
    parts = (code, first_half, (*labels[-1:], code.instruction)), (second, second_half, (second.instruction,))
    for part_code, rect, words in parts:
        side = _code_side(part_code, size)
        words_rect = rect._replace(y0=rect.y0 + side) if is_wide else rect._replace(x0=rect.x0 + side)
        items.append(_code_group(part_code, rect, size))
        items += paragraphs.draw(Paragraphs(words), words_rect.inset(style.gap, style.gap), style)
    return items


def _code_side(code: ScanCode, module_size: int) -> int:
    return module_size * (len(code.modules) + 2 * QUIET_ZONE)


def _code_group(code: ScanCode, rect: Rect, module_size: int) -> SceneItem:
    """Draw the code in the upper left corner of a rectangle, with its margin."""
    margin, side = module_size * QUIET_ZONE, module_size * len(code.modules)
    x, y = rect.x0 + margin, rect.y0 + margin
    return group_items((Fill(Rect(x, y, x + side, y + side), Ink.WHITE), *_draw_modules(code, x, y, module_size)))


def _draw_modules(code: ScanCode, left: int, top: int, module_size: int) -> Iterator[Item]:
    """Yield the dark modules, those side by side as one rectangle."""
    for row, modules in enumerate(code.modules):
        x, y = left, top + row * module_size
        for module, run in groupby(modules):
            end = x + module_size * len(list(run))
            if module == "1":
                yield Fill(Rect(x, y, end, y + module_size))
            x = end
