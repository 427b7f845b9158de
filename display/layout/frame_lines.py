"""Draws the lines of text above and below the body of a page: heading, question, last declaration, and what holding
each key down does."""

from __future__ import annotations

from functools import lru_cache

from display.layout.page_style import PageStyle, largest_fitting, type_sizes
from display.layout.text_items import (
    baseline_in,
    keycap,
    keycap_before,
    keycap_height,
    keycap_width,
    left_aligned,
    line_count,
    paragraph,
    right_aligned,
)
from display.scene import Box, Fill, Item, Sign, Symbol, Target, TextLine
from display.text_metrics import ascent, capital_height, line_height, shorten, size_at_most, text_width
from display.vocabulary import Hold, Ink, Note
from display.words import Label, text
from values.named_tuple import NamedTuple

HOLD = text("hold:")


def draw_head(heading: Label, status: Label | None, box: Box, style: PageStyle) -> list[Item]:
    """Draw heading and status on one line with a rule below."""
    written = style.say(heading)
    told = style.say(status) if status is not None else ""
    size = largest_fitting(
        type_sizes(style.heading_size, style.min_size),
        style.min_size,
        lambda size: text_width(written, size) + text_width(told, size, False) + 2 * style.gap <= box.width,
    )
    baseline = box.y0 + ascent(size)
    written = shorten(written, size, True, box.width)
    items: list[Item] = [left_aligned(written, box.x0, baseline, size)]
    room = box.width - text_width(written, size) - 2 * style.gap
    told = shorten(told, size, False, room) if told and room > 4 * size else ""
    if told:
        items.append(right_aligned(told, box.x1, baseline, size, False))
    return [*items, Fill(box._replace(y0=box.y1 - style.stroke))]


class TypedSoFar(NamedTuple):
    """The typed part of an answer: in words, and the keys after that."""

    entries: tuple[Label, ...] = ()
    code: str = ""


def draw_question(asked: Label, typed: TypedSoFar, crowned: bool, box: Box, style: PageStyle) -> list[Item]:
    """Draw the question in large type, and at the right what is typed of the answer, in words.

    The question is bold unless it fits whole only in lighter letters.
    """
    written = style.say(asked)
    items, room = _draw_typed(written, typed, box, style)
    left = box.x0
    if crowned:
        side = capital_height(style.question_size) | 1
        top = box.y0 + max(0, (box.height - side) // 2)
        items.append(Symbol(Box(left, top, left + side, top + side), Sign.CROWN, Ink.YELLOW))
        left += side + 2 * style.gap
    place = Box(left, box.y0, box.x0 + room, box.y1)
    size = _question_size(written, place, style)
    most = max(1, place.height // line_height(size))
    bold = line_count(written, size, True, place.width) <= most or line_count(written, size, False, place.width) > most
    high = line_count(written, size, bold, place.width) * line_height(size)
    spare = max(0, box.height - min(high, box.height)) // 2
    return [*paragraph(written, place._replace(y0=place.y0 + spare), size, bold, max_lines=most)[0], *items]


def is_one_line(asked: Label, typed: TypedSoFar, box: Box, style: PageStyle) -> bool:
    """Whether a question fits on one line in the largest type."""
    _, room = _draw_typed(style.say(asked), typed, box, style)
    return text_width(style.say(asked), style.question_size) <= room


def is_cut(asked: Label, typed: TypedSoFar, box: Box, style: PageStyle) -> bool:
    """Whether a question does not fit whole beside what is typed, not even in the smallest type."""
    _, room = _draw_typed(style.say(asked), typed, box, style)
    size = style.min_size
    return line_count(style.say(asked), size, False, room) * line_height(size) > box.height


def draw_round(named: Note, asked: Label, typed: TypedSoFar, box: Box, style: PageStyle) -> list[Item]:
    """Draw the round at the right end of a question.

    The full form is used if it does not change how the question is set; otherwise, the longest form that leaves the
    question whole. An empty form is not drawn.
    """
    alone = _set_lines(asked, typed, box, style)
    full, *briefs = (style.say(each) for each in (named.words, *named.briefs))

    def beside(written: str) -> list[_SetLine]:
        room = text_width(written, style.min_size, False) + style.gap
        return _set_lines(asked, typed, box._replace(x1=box.x1 - room), style)

    said = {line.text for line in alone}
    brief = next((each for each in briefs if {line.text for line in beside(each)} == said), briefs[-1])
    written = full if beside(full) == alone else brief
    if not written:
        return []
    return [right_aligned(written, box.x1, baseline_in(box, style.min_size), style.min_size, False)]


class _SetLine(NamedTuple):
    """A line of a question with its type."""

    text: str
    size: int
    bold: bool


def _set_lines(asked: Label, typed: TypedSoFar, box: Box, style: PageStyle) -> list[_SetLine]:
    """Return the lines of a question as it is set in a box."""
    drawn = draw_question(asked, typed, False, box, style)
    return [_SetLine(item.text, item.size, item.bold) for item in drawn if isinstance(item, TextLine)]


def _question_size(written: str, box: Box, style: PageStyle) -> int:
    """Return the largest type in which a question fits its box, on as many lines as fit."""
    return largest_fitting(
        type_sizes(style.question_size, style.min_size),
        style.min_size,
        lambda size: line_count(written, size, True, box.width) * line_height(size) <= box.height,
    )


def _draw_typed(asked: str, typed: TypedSoFar, box: Box, style: PageStyle) -> tuple[list[Item], int]:
    """Draw what has been typed so far, at the right of the question, which may need half of the box.

    Also return the width that is left for the question.
    """
    begun = typed.code
    if not typed.entries and not begun:
        return [], box.width
    size = size_at_most(style.question_size * 3 // 4)
    items: list[Item] = []
    middle = box.y0 + box.height // 2
    right = box.x1
    if begun:
        wide, high = keycap_width(begun, size), keycap_height(size)
        items += keycap(begun, Box(right - wide, middle - high // 2, right, middle - high // 2 + high), size)
        right -= wide + style.gap
    if typed.entries:
        said = ", ".join(style.say(each) for each in typed.entries) + " …"
        needed = min(box.width // 2, text_width(asked, style.question_size) + style.gap)
        said = _last_items(said, size, right - box.x0 - needed)
        baseline = baseline_in(Box(box.x0, box.y0, right, box.y1), size)
        items.append(right_aligned(said, right, baseline, size))
        right -= text_width(said, size) + 3 * style.gap
    return items, right - box.x0


def _last_items(said: str, size: int, room: int) -> str:
    """Return as many of the last items of a list as fit: players style for what they typed last."""
    while text_width(said, size) > room and ", " in said:
        said = "… " + said.removeprefix("… ").split(", ", 1)[1]
    return shorten(said, size, True, room)


def draw_last_declaration(remark: Label | None, said: Label | None, box: Box, style: PageStyle) -> list[Item]:
    """Draw a remark if it fits, otherwise the last declaration, on as many lines as fit."""
    for told in (remark, said):
        written = "" if told is None else style.say(told)
        sizes = type_sizes(style.small_size + style.stroke, style.min_size)
        size = next((each for each in sizes if _fits(written, each, box)), 0)
        if written and (size or told is said):
            return paragraph(written, box, size or style.min_size, False)[0]
    return []


def missing_height(said: Label | None, box: Box, style: PageStyle) -> int:
    """Return how many pixels more the last declaration needs if one line cuts it; 0 if it fits.

    Long ones are, for example, what is dealt or passed before a round.
    """
    written = "" if said is None else style.say(said)
    if not written or _fits(written, style.min_size, box):
        return 0
    return line_count(written, style.small_size, False, box.width) * line_height(style.small_size) - box.height


def _fits(written: str, size: int, box: Box) -> bool:
    return line_count(written, size, False, box.width) * line_height(size) <= box.height


@lru_cache(maxsize=8)
def draw_holds(held: tuple[Hold, ...], box: Box, style: PageStyle) -> tuple[Item, ...]:
    """Draw what holding the keys does, with answers to the question in bold.

    There is a rule above, except on the smallest panels.
    """
    if not style.is_compact:
        return tuple(_holds_line(style.say(HOLD), held, box, style))
    items: list[Item] = []
    for at, line in enumerate(_split_holds(held, box.width, style)):
        place = box.row(at, holds_height(style.min_size, style))
        items += _holds_line("" if at else style.say(HOLD), line, place, style)
    return tuple(items)


def draw_holds_below(held: tuple[Hold, ...], width: int, style: PageStyle) -> int:
    """Return the height that `draw_holds` needs on the smallest panels, for a width in pixels."""
    return len(_split_holds(held, width, style)) * holds_height(style.min_size, style)


def draw_holds_beside(held: tuple[Hold, ...], box: Box, style: PageStyle, *, tight: bool) -> list[Item]:
    """Draw what holding the keys does at the right end of a question's box, in the smallest type.

    Unless `tight`, each key is clear of the one before it, and the last of what stands after the box. Returns nothing
    if the box is too narrow, or if holding keys does nothing.
    """
    told, labels = style.say(HOLD), [style.say(each.label) for each in held]
    wide = _holds_width(told, held, labels, style.min_size, style)
    clear = 0 if tight else 3 * style.gap
    if not held or wide + len(held) * clear > box.width:
        return []
    end = box.x1 - clear
    return _holds_line(told, held, box._replace(x0=end - wide - (len(held) - 1) * clear, x1=end), style)


def _split_holds(held: tuple[Hold, ...], width: int, style: PageStyle) -> list[tuple[Hold, ...]]:
    """Split keys into lines: a panel with enough height has two in the smallest type instead of one that is cut."""
    told, labels = style.say(HOLD), [style.say(each.label) for each in held]
    counts = range(len(held), 0, -1) if style.is_roomy else ()
    uncut = (n for n in counts if _holds_width(told, held[:n], labels[:n], style.min_size, style) <= width)
    first = next(uncut, len(held))
    return [held[:first], held[first:]] if held[first:] else [held]


def _holds_line(told: str, held: tuple[Hold, ...], box: Box, style: PageStyle) -> list[Item]:
    """Draw one line of keys, after the words `told`, if any."""
    labels = [style.say(each.label) for each in held]
    size = largest_fitting(
        type_sizes(style.small_size + style.stroke, style.min_size),
        style.min_size,
        lambda size: _holds_width(told, held, labels, size, style) <= box.width,
    )
    spare = box.width - _holds_width(told, held, [""] * len(held), size, style)
    labels = _shorten_labels(labels, [each.is_answer for each in held], size, spare)
    place = box if style.is_compact else box._replace(y0=box.y0 + style.stroke + style.gap // 2)
    baseline = baseline_in(place, size)
    items: list[Item] = [left_aligned(told, box.x0, baseline, size, False)] if told else []
    if not style.is_compact:
        items.insert(0, Fill(box._replace(y1=box.y0 + style.stroke)))
    x = box.x0 + (text_width(told, size, False) + style.gap if told else 0)
    worded = sum(text_width(label, size, each.is_answer) for each, label in zip(held, labels, strict=True))
    loose = min(4 * style.gap, max(0, spare - worded) // len(held))
    for each, label in zip(held, labels, strict=True):
        wide = keycap_width(each.key, size)
        top = baseline - (capital_height(size) + keycap_height(size)) // 2
        items += keycap(each.key, Box(x, top, x + wide, top + keycap_height(size)), size)
        left = x
        x += wide + style.gap // 2
        if label:
            items.append(left_aligned(label, x, baseline, size, each.is_answer))
        x += text_width(label, size, each.is_answer)
        items.append(Target(place._replace(x0=left, x1=min(x, place.x1)), each.key, is_held=True))
        x += style.gap + loose
    return items


def draw_holds_in_lines(held: tuple[Hold, ...], box: Box, style: PageStyle) -> tuple[Item, ...]:
    """Draw what holding keys does in a narrow box, one line for each key."""
    size, high = style.min_size if style.is_compact else style.small_size, holds_in_lines_height((), style)
    told = style.say(HOLD)
    items: list[Item] = [left_aligned(told, box.x0, baseline_in(box._replace(y1=box.y0 + high), size), size, False)]
    for number, each in enumerate(held, 1):
        line = Box(box.x0, box.y0 + number * high, box.x1, box.y0 + (number + 1) * high)
        wide = keycap_width(each.key, size)
        items += keycap_before(each.key, line, size)
        label = shorten(style.say(each.label), size, each.is_answer, line.width - wide - style.gap)
        items.append(left_aligned(label, line.x0 + wide + style.gap, baseline_in(line, size), size, each.is_answer))
        items.append(Target(line, each.key, is_held=True))
    return tuple(items)


def holds_in_lines_height(held: tuple[Hold, ...], style: PageStyle) -> int:
    """Return the height that `draw_holds_in_lines` needs; one line without keys."""
    size = style.min_size if style.is_compact else style.small_size
    return (len(held) + 1) * max(keycap_height(size), line_height(size))


def holds_height(size: int, style: PageStyle) -> int:
    """Return the height of the line for holding keys in a size of type, with its rule if it has one."""
    high = max(keycap_height(size), line_height(size))
    return high if style.is_compact else high + style.stroke + style.gap // 2


def _holds_width(hold: str, held: tuple[Hold, ...], labels: list[str], size: int, style: PageStyle) -> int:
    keys = sum(keycap_width(each.key, size) + style.gap // 2 + style.gap for each in held)
    worded = sum(text_width(label, size, each.is_answer) for each, label in zip(held, labels, strict=True))
    return text_width(hold, size, False) + keys + worded


def _shorten_labels(labels: list[str], bold: list[bool], size: int, spare: int) -> list[str]:
    """Shorten labels, the longest first, until all fit the space they share."""
    lettered = list(zip(labels, bold, strict=True))
    widths = [text_width(label, size, heavy) for label, heavy in lettered]
    limit = max(widths)
    while limit > 0 and sum(min(limit, wide) for wide in widths) > spare:
        limit -= 1
    return [shorten(label, size, heavy, limit) for label, heavy in lettered]
