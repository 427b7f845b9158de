"""Draws notices: framed rectangles whose heading looks different for each kind of notice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from display.layout.page_style import PageStyle, type_sizes
from display.layout.text_items import paragraph, symbol_side, wrapped_height
from display.scene import BOLD, REGULAR, Fill, Frame, Item, Rect, Sign, Symbol
from display.text_metrics import line_height
from display.vocabulary import Ink, Notice, Tone
from values.named_tuple import NamedTuple


class NoticeStyle(NamedTuple):
    """How a tone looks: its sign, whether its heading is filled, the fill's ink, and the frame's thickness in lines."""

    sign: Sign | None
    is_filled: bool
    ink: Ink
    frame: int = 1


NOTICE_STYLES = {
    Tone.REFUSAL: NoticeStyle(Sign.CROSS, is_filled=True, ink=Ink.RED),
    Tone.DECISION: NoticeStyle(Sign.ALARM, is_filled=True, ink=Ink.RED, frame=2),
    Tone.TROUBLE: NoticeStyle(Sign.ALARM, is_filled=False, ink=Ink.BLACK),
    Tone.INFORMATION: NoticeStyle(sign=None, is_filled=False, ink=Ink.BLACK),
}


def shortened_notices(notice: Notice) -> Iterator[Notice]:
    """Yield a notice with all lines, then with fewer. Whole lines are dropped: half a sentence would say nothing."""
    yield notice
    for lines in notice.shorter_lines or ([notice.lines[:-1]] if len(notice.lines) > 1 else ()):
        yield notice._replace(lines=lines)


class NoticeText(NamedTuple):
    """A notice in the words of a language."""

    tone: Tone
    title: str
    lines: tuple[str, ...]


@lru_cache(maxsize=4)
def draw(notice: Notice, rect: Rect, style: PageStyle) -> tuple[Item, ...]:
    """Draw a notice at the top of a rectangle, in the largest type that fits."""
    texts = (_notice_text(form, style) for form in shortened_notices(notice))
    for text, size in (layout for full_text in texts for layout in _text_layouts(full_text, style)):
        bottom = rect.y0 + _height(text, rect.width, size, style)
        if bottom <= rect.y1:
            break
    # If none fits, the last one is drawn, as far as there is room.
    return _draw_text(text, rect._replace(y1=min(bottom, rect.y1)), size, style)


def notice_heights(notice: Notice, width: int, style: PageStyle) -> Iterator[int]:
    """Yield the height of a whole notice in a width for each size of type, the largest first. Lines are not joined."""
    text = _notice_text(notice, style)
    yield from (_height(text, width, size, style) for size in type_sizes(style.text_size, style.min_size))


@lru_cache(maxsize=16)
def min_height(notice: Notice, width: int, style: PageStyle) -> int:
    """Return the minimum height of a notice in a width with all its lines."""
    full_text = _notice_text(notice, style)
    return min(_height(text, width, style.min_size, style) for text in (full_text, _joined_lines(full_text)))


def _notice_text(notice: Notice, style: PageStyle) -> NoticeText:
    title, *lines = (style.say(label) for label in (notice.title, *notice.lines))
    return NoticeText(notice.tone, title, tuple(lines))


def _text_layouts(text: NoticeText, style: PageStyle) -> Iterator[tuple[NoticeText, int]]:
    """Yield the texts and sizes to try, the best first: each line on its own, and last all lines joined."""
    yield from ((text, size) for size in type_sizes(style.text_size, style.min_size))
    yield _joined_lines(text), style.min_size


def _joined_lines(text: NoticeText) -> NoticeText:
    """Return the text with all lines joined into one."""
    return text._replace(lines=(" ".join(text.lines),) if text.lines else ())


def _margins(tone: Tone, size: int, style: PageStyle) -> tuple[int, int]:
    """Return the space inside the frame at the sides, and above and below."""
    frame = NOTICE_STYLES[tone].frame
    return max(frame * style.stroke + 2, style.gap), max(frame, style.gap // 2, size // 6)


def _height(text: NoticeText, width: int, size: int, style: PageStyle) -> int:
    side_margin, space = _margins(text.tone, size, style)
    room = width - 2 * side_margin
    title_height = wrapped_height(text.title, size, BOLD, room - _sign_width(text.tone, size, style)) + space
    lines_height = sum(wrapped_height(line, size, REGULAR, room) for line in text.lines)
    return title_height + lines_height + (2 * space if text.lines else 0) + 2 * style.stroke


def _sign_width(tone: Tone, size: int, style: PageStyle) -> int:
    """Return the width of the sign before the title, with the space behind it."""
    return symbol_side(size) + _margins(tone, size, style)[0] if NOTICE_STYLES[tone].sign else 0


def _draw_text(text: NoticeText, rect: Rect, size: int, style: PageStyle) -> tuple[Item, ...]:
    notice_style, sign_side = NOTICE_STYLES[text.tone], symbol_side(size)
    side_margin, space = _margins(text.tone, size, style)
    ink = Ink.WHITE if notice_style.is_filled else Ink.BLACK
    x, end, top = rect.x0 + side_margin, rect.x1 - side_margin, rect.y0 + style.stroke + space // 2
    left = x + _sign_width(text.tone, size, style)
    items: list[Item] = []
    title, height = paragraph(text.title, Rect(left, top, end, rect.y1 - style.stroke), size, BOLD, ink)
    head = rect._replace(y1=min(rect.y1, top + height + space // 2))
    if notice_style.is_filled:
        items.append(Fill(head, notice_style.ink))
    items.append(Frame(rect, notice_style.frame * style.stroke))
    if notice_style.sign:
        y = top + (line_height(size) - sign_side) // 2
        items.append(Symbol(Rect(x, y, x + sign_side, y + sign_side), notice_style.sign, ink, ink))
    items += title
    line_rect = Rect(x, head.y1 + space, end, rect.y1 - space // 2 - style.stroke)
    for line in text.lines:
        if line_rect.height < line_height(size):
            break
        line_items, height = paragraph(line, line_rect, size, REGULAR)
        items += line_items
        line_rect = line_rect._replace(y0=line_rect.y0 + height)
    return tuple(items)
