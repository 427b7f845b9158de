"""Notices: a framed box whose head tells by its form what kind it is."""

from __future__ import annotations

from functools import lru_cache

from display.layout.scale import Scale, steps
from display.layout.text_items import label_text, line_count, paragraph
from display.scene import Box, Fill, Frame, Item, Sign, Symbol
from display.text_metrics import capital_height, line_height
from display.vocabulary import Ink, Notice, Tone
from display.words import Language
from values.named_tuple import NamedTuple


class NoticeStyle(NamedTuple):
    """How a tone looks: its sign, whether its head is filled, and in which ink."""

    sign: Sign | None
    filled: bool
    ink: Ink


NOTICE_STYLES = {
    Tone.REFUSAL: NoticeStyle(Sign.CROSS, True, Ink.RED),
    Tone.DECISION: NoticeStyle(Sign.ALARM, True, Ink.RED),
    Tone.TROUBLE: NoticeStyle(Sign.ALARM, False, Ink.BLACK),
    Tone.INFORMATION: NoticeStyle(None, False, Ink.BLACK),
}


@lru_cache(maxsize=4)
def draw(notice: Notice, box: Box, scale: Scale, language: Language) -> tuple[tuple[Item, ...], int]:
    """A notice at the top of a box in the largest type with which it fits, and how high it is."""
    title = label_text(notice.title, language)
    texts = [label_text(each, language) for each in notice.lines]
    for size in steps(scale.text, scale.least):
        high = _height(title, texts, box.width, size, scale)
        if high <= box.height:
            return _drawn(notice, title, texts, Box(box.x0, box.y0, box.x1, box.y0 + high), size, scale), high
    joined = [" ".join(texts)]
    if len(texts) > 1 and _height(title, joined, box.width, scale.least, scale) > box.height:
        # The last sentence says what is to be done, the same after each refusal: half of it would say nothing.
        joined = [" ".join(texts[:-1])]
    return _drawn(notice, title, joined, box, scale.least, scale), box.height


@lru_cache(maxsize=16)
def least_height(notice: Notice, wide: int, scale: Scale, language: Language) -> int:
    """How high a notice of some width is in the least type."""
    texts = [label_text(each, language) for each in notice.lines]
    return _height(label_text(notice.title, language), texts, wide, scale.least, scale)


def _edges(size: int, scale: Scale) -> tuple[int, int]:
    """The space inside the frame at the sides, and above and below."""
    return max(3, scale.gap), max(2, scale.gap // 2, size // 6)


def _height(title: str, texts: list[str], wide: int, size: int, scale: Scale) -> int:
    side, space = _edges(size, scale)
    room = wide - 2 * side
    head = line_count(title, size, True, room - (capital_height(size) | 1) - side) * line_height(size) + space
    body = sum(line_count(each, size, False, room) for each in texts) * line_height(size)
    return head + body + (2 * space if texts else 0) + 2 * scale.line


def _drawn(notice: Notice, title: str, texts: list[str], box: Box, size: int, scale: Scale) -> tuple[Item, ...]:
    look = NOTICE_STYLES[notice.tone]
    side, space = _edges(size, scale)
    x, room = box.x0 + side, box.width - 2 * side
    items: list[Item] = []
    ink = Ink.WHITE if look.filled else Ink.BLACK
    sign = capital_height(size) | 1
    left = x + (sign + side if look.sign else 0)
    top = box.y0 + scale.line + space // 2
    heading, high = paragraph(title, Box(left, top, x + room, box.y1 - scale.line), size, True, ink)
    head = Box(box.x0, box.y0, box.x1, min(box.y1, top + high + space // 2))
    if look.filled:
        items.append(Fill(head, look.ink))
    items.append(Frame(box, 2 * scale.line if notice.tone is Tone.DECISION else scale.line))
    if look.sign:
        y = top + (line_height(size) - sign) // 2
        items.append(Symbol(Box(x, y, x + sign, y + sign), look.sign, ink, ink))
    items += heading
    y = head.y1 + space
    for each in texts:
        rest = box.y1 - space // 2 - scale.line - y
        if rest < line_height(size):
            break
        drawn, used = paragraph(each, Box(x, y, x + room, y + rest), size, False)
        items += drawn
        y += used
    return tuple(items)
