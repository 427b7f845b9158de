"""A QR code on a page of its own, as large as the panel lets it be, with a few words beside it or below."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from display.layout import frame_lines, paragraphs
from display.layout.look import Look
from display.layout.regions import regions
from display.scene import Box, Fill, Item, SceneItem, group
from display.vocabulary import QUIET_ZONE, Hold, Ink, Paragraphs, ScanCode
from display.words import Label


def draw(code: ScanCode, said: tuple[Label, ...], held: tuple[Hold, ...], whole: Box, look: Look) -> list[SceneItem]:
    """The code at the left, or at the top of a page that stands upright, and the words where there is room left; at
    the foot, beside the code where that is as high as the page, what holding keys does."""
    size = code.module_size(whole.width, whole.height)
    assert size is not None
    side = size * (len(code.modules) + 2 * QUIET_ZONE)
    room = Box(side, 0, whole.x1, whole.y1) if whole.width >= whole.height else Box(0, side, whole.x1, whole.y1)
    room = room.inset(look.gap, look.gap)
    foot: tuple[Item, ...] = ()
    if held:
        place = room if look.compact else regions(whole.width, whole.height).holds
        if look.compact or place.y0 < side:
            place = place._replace(x0=room.x0, y0=place.y1 - frame_lines.holds_in_lines_height(held, look))
            foot = frame_lines.holds_in_lines(held, place, look)
        else:
            foot = frame_lines.holds(held, place, look)
        room = room._replace(y1=place.y0 - look.gap)
    at = size * QUIET_ZONE
    dark = Box(at, at, side - at, side - at)
    items: list[SceneItem] = [group((Fill(dark, Ink.WHITE), *_modules(code, at, size)))]
    return [*items, *paragraphs.draw(Paragraphs((*said, code.how)), room, look), *foot]


def _modules(code: ScanCode, at: int, size: int) -> Iterator[Item]:
    """The dark modules, those side by side in one."""
    for down, row in enumerate(code.modules):
        x = at
        for dark, run in groupby(row):
            wide = size * len(list(run))
            if dark == "1":
                yield Fill(Box(x, at + down * size, x + wide, at + (down + 1) * size))
            x += wide
