"""What stands around the body of a page: heading, question, the last thing heard, and what holding keys does."""

from __future__ import annotations

from functools import lru_cache

from display.layout.scale import Scale, largest_fitting, steps
from display.layout.text_items import (
    baseline_in,
    keycap,
    keycap_height,
    keycap_width,
    label_text,
    left_aligned,
    line_count,
    paragraph,
    right_aligned,
)
from display.scene import Box, Fill, Item, Sign, Symbol, Target, TextLine
from display.text_metrics import ascent, capital_height, line_height, shorten, size_at_most, text_width
from display.vocabulary import Hold, Ink, Note
from display.words import Label, Language
from display.words import text as text_
from values.named_tuple import NamedTuple


def head(heading: Label, status: Label | None, box: Box, scale: Scale, language: Language) -> list[Item]:
    """Heading and status on one line with a rule below."""
    written = label_text(heading, language)
    told = label_text(status, language) if status is not None else ""
    size = largest_fitting(
        steps(scale.heading, scale.least),
        scale.least,
        lambda size: text_width(written, size) + text_width(told, size, False) + 2 * scale.gap <= box.width,
    )
    baseline = box.y0 + ascent(size)
    written = shorten(written, size, True, box.width)
    items: list[Item] = [left_aligned(written, box.x0, baseline, size)]
    room = box.width - text_width(written, size) - 2 * scale.gap
    told = shorten(told, size, False, room) if told and room > 4 * size else ""
    if told:
        items.append(right_aligned(told, box.x1, baseline, size, False))
    return [*items, Fill(box._replace(y0=box.y1 - scale.line))]


class TypedSoFar(NamedTuple):
    """What has been typed of an answer in words, and the keys after that."""

    said: tuple[Label, ...] = ()
    begun: str = ""


def question(asked: Label, typed: TypedSoFar, crowned: bool, box: Box, scale: Scale, language: Language) -> list[Item]:
    """The question in large type, and what is typed of the answer at the right, in words.

    It is bold unless only thinner letters leave it whole.
    """
    items, room = _typed(typed, box, scale, language)
    written = label_text(asked, language)
    left = box.x0
    if crowned:
        side = capital_height(scale.question) | 1
        top = box.y0 + max(0, (box.height - side) // 2)
        items.append(Symbol(Box(left, top, left + side, top + side), Sign.CROWN, Ink.YELLOW))
        left += side + scale.gap
    place = Box(left, box.y0, box.x0 + room, box.y1)
    size = _question_size(written, place, scale)
    most = max(1, place.height // line_height(size))
    bold = line_count(written, size, True, place.width) <= most or line_count(written, size, False, place.width) > most
    high = line_count(written, size, bold, place.width) * line_height(size)
    spare = max(0, box.height - min(high, box.height)) // 2
    return [*paragraph(written, place._replace(y0=place.y0 + spare), size, bold, most=most)[0], *items]


def is_one_line(asked: Label, typed: TypedSoFar, box: Box, scale: Scale, language: Language) -> bool:
    """Whether a question stands on one line in type that is as large as it gets."""
    _, room = _typed(typed, box, scale, language)
    return text_width(label_text(asked, language), scale.question) <= room


def part(named: Note, asked: Label, typed: TypedSoFar, box: Box, scale: Scale, language: Language) -> list[Item]:
    """The round at the right end of a question: in full where the question is as it is without it, else as brief as
    leaves it whole."""
    alone = _looks(asked, typed, box, scale, language)
    full, *briefs = (label_text(each, language) for each in (named.words, *named.briefs))

    def beside(written: str) -> list[_Look]:
        room = text_width(written, scale.least, False) + scale.gap
        return _looks(asked, typed, box._replace(x1=box.x1 - room), scale, language)

    said = {look.text for look in alone}
    brief = next((each for each in briefs if {look.text for look in beside(each)} == said), briefs[-1])
    written = full if beside(full) == alone else brief
    return [right_aligned(written, box.x1, baseline_in(box, scale.least), scale.least, False)]


class _Look(NamedTuple):
    """A line of a question, and how it is written."""

    text: str
    size: int
    bold: bool


def _looks(asked: Label, typed: TypedSoFar, box: Box, scale: Scale, language: Language) -> list[_Look]:
    """A question as it is written in a place."""
    drawn = question(asked, typed, False, box, scale, language)
    return [_Look(item.text, item.size, item.bold) for item in drawn if isinstance(item, TextLine)]


def _question_size(written: str, box: Box, scale: Scale) -> int:
    """The largest type in which a question fits its place, on as many lines as have room."""
    return largest_fitting(
        steps(scale.question, scale.least),
        scale.least,
        lambda size: line_count(written, size, True, box.width) * line_height(size) <= box.height,
    )


def _typed(typed: TypedSoFar, box: Box, scale: Scale, language: Language) -> tuple[list[Item], int]:
    """What has been typed so far, at the right, and the room that it leaves."""
    begun = typed.begun
    if not typed.said and not begun:
        return [], box.width
    size = size_at_most(scale.question * 3 // 4)
    items: list[Item] = []
    middle = box.y0 + box.height // 2
    right = box.x1
    if begun:
        wide, high = keycap_width(begun, size), keycap_height(size)
        items += keycap(begun, Box(right - wide, middle - high // 2, right, middle - high // 2 + high), size)
        right -= wide + scale.gap
    if typed.said:
        said = ", ".join(label_text(each, language) for each in typed.said) + " …"
        said = _ending(said, size, right - box.x0 - box.width // 2)
        baseline = baseline_in(Box(box.x0, box.y0, right, box.y1), size)
        items.append(right_aligned(said, right, baseline, size))
        right -= text_width(said, size) + scale.gap
    return items, right - box.x0


def _ending(said: str, size: int, room: int) -> str:
    """As many of the last words of a list as fit: what was typed last is what is looked for."""
    while text_width(said, size) > room and ", " in said:
        said = "… " + said.removeprefix("… ").split(", ", 1)[1]
    return shorten(said, size, True, room)


def heard(remark: Label | None, said: Label | None, box: Box, scale: Scale, language: Language) -> list[Item]:
    """A remark that has room, or else the last thing heard, on as many lines as have room."""
    for told in (remark, said):
        written = "" if told is None else label_text(told, language)
        sizes = steps(scale.small + scale.line, scale.least)
        size = next((each for each in sizes if _fits(written, each, box)), 0)
        if written and (size or told is said):
            return paragraph(written, box, size or scale.least, False)[0]
    return []


def heard_beyond(said: Label | None, box: Box, scale: Scale, language: Language) -> int:
    """How many pixels higher than its place the last thing heard is where one line cuts it, as what is dealt or passed
    before a round; 0 where it fits."""
    written = "" if said is None else label_text(said, language)
    if not written or _fits(written, scale.least, box):
        return 0
    return line_count(written, scale.small, False, box.width) * line_height(scale.small) - box.height


def _fits(written: str, size: int, box: Box) -> bool:
    return line_count(written, size, False, box.width) * line_height(size) <= box.height


@lru_cache(maxsize=8)
def holds(held: tuple[Hold, ...], box: Box, scale: Scale, language: Language) -> tuple[Item, ...]:
    """What holding the keys does, in bold what answers the question; below a rule, but on the smallest panels."""
    told = label_text(text_("hold:"), language)
    high = holds_height(scale.least, scale)
    if box.height < 2 * high or not scale.compact:
        return tuple(_holds_line(told, held, box, scale, language))
    first = _uncut(held, box.width, scale, language)
    above = _holds_line(told, held[:first], box._replace(y1=box.y1 - high), scale, language)
    return (*above, *_holds_line("", held[first:], box._replace(y0=box.y1 - high), scale, language))


def holds_below(held: tuple[Hold, ...], wide: int, scale: Scale, language: Language) -> int:
    """How high what holding keys does is on the smallest panels, in so many pixels of width.

    A panel that has the height takes two lines rather than one that cuts it.
    """
    lines = 2 if scale.roomy and 0 < _uncut(held, wide, scale, language) < len(held) else 1
    return lines * holds_height(scale.least, scale)


def _uncut(held: tuple[Hold, ...], wide: int, scale: Scale, language: Language) -> int:
    """Of how many keys, from the first, one line in the least type says all."""
    told, size = label_text(text_("hold:"), language), scale.least
    labels = [label_text(each.label, language) for each in held]
    counts = range(len(held), 0, -1)
    return next((n for n in counts if _holds_width(told, held[:n], labels[:n], size, scale) <= wide), 0)


def _holds_line(told: str, held: tuple[Hold, ...], box: Box, scale: Scale, language: Language) -> list[Item]:
    """One line of it, with what is told before it, if anything."""
    labels = [label_text(each.label, language) for each in held]
    size = largest_fitting(
        steps(scale.small + scale.line, scale.least),
        scale.least,
        lambda size: _holds_width(told, held, labels, size, scale) <= box.width,
    )
    spare = box.width - _holds_width(told, held, [""] * len(held), size, scale)
    labels = _shared(labels, [each.answers for each in held], size, spare)
    place = box if scale.compact else box._replace(y0=box.y0 + scale.line + scale.gap // 2)
    baseline = baseline_in(place, size)
    items: list[Item] = [left_aligned(told, box.x0, baseline, size, False)] if told else []
    if not scale.compact:
        items.insert(0, Fill(box._replace(y1=box.y0 + scale.line)))
    x = box.x0 + (text_width(told, size, False) + scale.gap if told else 0)
    worded = sum(text_width(label, size, each.answers) for each, label in zip(held, labels, strict=True))
    loose = min(4 * scale.gap, max(0, spare - worded) // len(held))
    for each, label in zip(held, labels, strict=True):
        wide = keycap_width(each.key, size)
        top = baseline - (capital_height(size) + keycap_height(size)) // 2
        items += keycap(each.key, Box(x, top, x + wide, top + keycap_height(size)), size)
        left = x
        x += wide + scale.gap // 2
        if label:
            items.append(left_aligned(label, x, baseline, size, each.answers))
        x += text_width(label, size, each.answers)
        items.append(Target(place._replace(x0=left, x1=min(x, place.x1)), each.key, held=True))
        x += scale.gap + loose
    return items


def holds_in_lines(held: tuple[Hold, ...], box: Box, scale: Scale, language: Language) -> tuple[Item, ...]:
    """The same in a narrow place, a key a line."""
    size, high = scale.least if scale.compact else scale.small, holds_in_lines_height((), scale)
    told = label_text(text_("hold:"), language)
    items: list[Item] = [left_aligned(told, box.x0, baseline_in(box._replace(y1=box.y0 + high), size), size, False)]
    for number, each in enumerate(held, 1):
        line = Box(box.x0, box.y0 + number * high, box.x1, box.y0 + (number + 1) * high)
        wide = keycap_width(each.key, size)
        top = line.y0 + (high - keycap_height(size)) // 2
        items += keycap(each.key, Box(line.x0, top, line.x0 + wide, top + keycap_height(size)), size)
        label = shorten(label_text(each.label, language), size, each.answers, line.width - wide - scale.gap)
        items.append(left_aligned(label, line.x0 + wide + scale.gap, baseline_in(line, size), size, each.answers))
        items.append(Target(line, each.key, held=True))
    return tuple(items)


def holds_in_lines_height(held: tuple[Hold, ...], scale: Scale) -> int:
    """How high that is; of nothing, one line."""
    size = scale.least if scale.compact else scale.small
    return (len(held) + 1) * max(keycap_height(size), line_height(size))


def holds_height(size: int, scale: Scale) -> int:
    """How high the line is that says what holding the keys does, with its rule if it has one, in a size of type."""
    high = max(keycap_height(size), line_height(size))
    return high if scale.compact else high + scale.line + scale.gap // 2


def _holds_width(hold: str, held: tuple[Hold, ...], labels: list[str], size: int, scale: Scale) -> int:
    keys = sum(keycap_width(each.key, size) + scale.gap // 2 + scale.gap for each in held)
    worded = sum(text_width(label, size, each.answers) for each, label in zip(held, labels, strict=True))
    return text_width(hold, size, False) + keys + worded


def _shared(labels: list[str], bold: list[bool], size: int, spare: int) -> list[str]:
    """Labels shortened, the longest first, until all fit the space they share."""
    lettered = list(zip(labels, bold, strict=True))
    widths = [text_width(label, size, heavy) for label, heavy in lettered]
    limit = max(widths)
    while limit > 0 and sum(min(limit, wide) for wide in widths) > spare:
        limit -= 1
    return [shorten(label, size, heavy, limit) for label, heavy in lettered]
