"""Draws notices: framed boxes whose heading looks different for each kind of notice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from display.layout.page_style import PageStyle, type_sizes
from display.layout.text_items import line_count, paragraph
from display.scene import Box, Fill, Frame, Item, Sign, Symbol
from display.text_metrics import capital_height, line_height
from display.vocabulary import Ink, Notice, Tone
from values.named_tuple import NamedTuple


class NoticeStyle(NamedTuple):
    """How a tone looks: its sign, whether its heading is filled, the fill's ink, and the frame's thickness in lines."""

    sign: Sign | None
    filled: bool
    ink: Ink
    frame: int = 1


NOTICE_STYLES = {
    Tone.REFUSAL: NoticeStyle(Sign.CROSS, True, Ink.RED),
    Tone.DECISION: NoticeStyle(Sign.ALARM, True, Ink.RED, frame=2),
    Tone.TROUBLE: NoticeStyle(Sign.ALARM, False, Ink.BLACK),
    Tone.INFORMATION: NoticeStyle(None, False, Ink.BLACK),
}


def shortened_notices(notice: Notice) -> Iterator[Notice]:
    """A notice with all its lines, then with fewer. Whole lines are dropped: half a sentence would say nothing."""
    yield notice
    for lines in notice.shorter_lines or ([notice.lines[:-1]] if len(notice.lines) > 1 else ()):
        yield notice._replace(lines=lines)


class NoticeText(NamedTuple):
    """A notice in the words of a language."""

    tone: Tone
    title: str
    lines: tuple[str, ...]


@lru_cache(maxsize=4)
def draw(notice: Notice, box: Box, style: PageStyle) -> tuple[tuple[Item, ...], int]:
    """The items of a notice at the top of a box, in the largest type that fits, and the notice's height."""
    content = _text(notice, style)  # replaced in the loop: the last attempt is drawn if nothing fits
    for each in shortened_notices(notice):
        for content, size in _layouts(_text(each, style), style):
            high = _height(content, box.width, size, style)
            if high <= box.height:
                return _draw_text(content, box._replace(y1=box.y0 + high), size, style), high
    return _draw_text(content, box, style.min_size, style), box.height


def notice_heights(notice: Notice, width: int, style: PageStyle) -> Iterator[int]:
    """The heights of a notice of a given width, for each type size from the largest. No lines are joined or dropped."""
    content = _text(notice, style)
    yield from (_height(content, width, size, style) for size in type_sizes(style.text_size, style.min_size))


@lru_cache(maxsize=16)
def least_height(notice: Notice, width: int, style: PageStyle) -> int:
    """The smallest height that a notice of a given width can have with all its lines."""
    content = _text(notice, style)
    return min(_height(way, width, style.min_size, style) for way in (content, _joined_lines(content)))


def _text(notice: Notice, style: PageStyle) -> NoticeText:
    title, *lines = (style.say(each) for each in (notice.title, *notice.lines))
    return NoticeText(notice.tone, title, tuple(lines))


def _layouts(content: NoticeText, style: PageStyle) -> Iterator[tuple[NoticeText, int]]:
    """The possible settings, best first: each line on its own in ever smaller type, and last all lines joined."""
    yield from ((content, size) for size in type_sizes(style.text_size, style.min_size))
    yield _joined_lines(content), style.min_size


def _joined_lines(content: NoticeText) -> NoticeText:
    """The same text with all lines joined into one."""
    return content._replace(lines=(" ".join(content.lines),) if content.lines else ())


def _edges(tone: Tone, size: int, style: PageStyle) -> tuple[int, int]:
    """The space inside the frame at the sides, and above and below."""
    frame = NOTICE_STYLES[tone].frame
    return max(frame * style.stroke + 2, style.gap), max(frame, style.gap // 2, size // 6)


def _height(content: NoticeText, width: int, size: int, style: PageStyle) -> int:
    side, space = _edges(content.tone, size, style)
    room = width - 2 * side
    head = line_count(content.title, size, True, room - (capital_height(size) | 1) - side) * line_height(size) + space
    body = sum(line_count(each, size, False, room) for each in content.lines) * line_height(size)
    return head + body + (2 * space if content.lines else 0) + 2 * style.stroke


def _draw_text(content: NoticeText, box: Box, size: int, style: PageStyle) -> tuple[Item, ...]:
    notice_style = NOTICE_STYLES[content.tone]
    side, space = _edges(content.tone, size, style)
    x, room = box.x0 + side, box.width - 2 * side
    items: list[Item] = []
    ink = Ink.WHITE if notice_style.filled else Ink.BLACK
    sign = capital_height(size) | 1
    left = x + (sign + side if notice_style.sign else 0)
    top = box.y0 + style.stroke + space // 2
    heading, high = paragraph(content.title, Box(left, top, x + room, box.y1 - style.stroke), size, True, ink)
    head = Box(box.x0, box.y0, box.x1, min(box.y1, top + high + space // 2))
    if notice_style.filled:
        items.append(Fill(head, notice_style.ink))
    items.append(Frame(box, notice_style.frame * style.stroke))
    if notice_style.sign:
        y = top + (line_height(size) - sign) // 2
        items.append(Symbol(Box(x, y, x + sign, y + sign), notice_style.sign, ink, ink))
    items += heading
    y = head.y1 + space
    for each in content.lines:
        rest = box.y1 - space // 2 - style.stroke - y
        if rest < line_height(size):
            break
        drawn, used = paragraph(each, Box(x, y, x + room, y + rest), size, False)
        items += drawn
        y += used
    return tuple(items)
