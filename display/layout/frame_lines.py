"""Draw the lines of text above and below the body of a page: heading, question, last declaration, and what holding
each key down does."""

from __future__ import annotations

from functools import lru_cache

from display.layout.page_style import PageStyle, largest_type, type_sizes
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
    symbol_side,
    wrapped_height,
)
from display.scene import BOLD, NO_RECT, REGULAR, Fill, Item, Rect, Sign, Symbol, Target, TextLine
from display.text_metrics import ascent, capital_height, line_height, shorten, size_at_most, text_width
from display.vocabulary import Hold, Ink, Note
from display.words import Label, text
from values.named_tuple import NamedTuple

HOLD_TITLE = text("hold:")


def draw_head(heading: Label, status: Label | None, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw heading and status on one line with a rule below."""
    title, status_text, gap = style.say(heading), "" if status is None else style.say(status), 2 * style.gap

    def does_fit(size: int) -> bool:
        return text_width(title, size) + text_width(status_text, size, REGULAR) + gap <= rect.width

    size = largest_type(style.heading_size, style.min_size, does_fit)
    baseline = rect.y0 + ascent(size)
    title = shorten(title, size, BOLD, rect.width)
    items: list[Item] = [left_aligned(title, rect.x0, baseline, size)]
    width = rect.width - text_width(title, size) - gap
    if status_text := shorten(status_text, size, REGULAR, width) if status_text and width > 4 * size else "":
        items.append(right_aligned(status_text, rect.x1, baseline, size, REGULAR))
    return [*items, Fill(rect._replace(y0=rect.y1 - style.stroke))]


class TypedInput(NamedTuple):
    """The typed part of an answer: in words, and the keys after that."""

    entries: tuple[Label, ...] = ()
    keys: str = ""


def draw_question(question: Label, typed: TypedInput, rect: Rect, style: PageStyle, *, has_crown: bool) -> list[Item]:
    """Draw the question in large type, and at its right the typed part of the answer, in words.

    The question is bold unless it fits whole only in lighter letters.
    """
    words, left = style.say(question), rect.x0
    items, max_width = _draw_typed(words, typed, rect, style)
    if has_crown:
        side = symbol_side(style.question_size)
        top = rect.y0 + max(0, (rect.height - side) // 2)
        items.append(Symbol(Rect(left, top, left + side, top + side), Sign.CROWN, Ink.YELLOW))
        left += side + 2 * style.gap
    room = Rect(left, rect.y0, rect.x0 + max_width, rect.y1)
    size = _question_size(words, room, style)
    max_lines = max(1, room.height // line_height(size))
    bold_lines, light_lines = (line_count(words, size, bold, room.width) for bold in (True, False))
    bold = bold_lines <= max_lines or light_lines > max_lines
    height = wrapped_height(words, size, bold, room.width)
    room = room._replace(y0=room.y0 + max(0, rect.height - min(height, rect.height)) // 2)
    return [*paragraph(words, room, size, bold)[0], *items]


def is_one_line(question: Label, typed: TypedInput, rect: Rect, style: PageStyle) -> bool:
    """Whether a question fits on one line in the largest type."""
    _, max_width = _draw_typed(style.say(question), typed, rect, style)
    return text_width(style.say(question), style.question_size) <= max_width


def is_cut(question: Label, typed: TypedInput, rect: Rect, style: PageStyle) -> bool:
    """Whether a question is cut beside the typed input even in the smallest type."""
    _, max_width = _draw_typed(style.say(question), typed, rect, style)
    size = style.min_size
    return wrapped_height(style.say(question), size, REGULAR, max_width) > rect.height


def draw_round(round_note: Note, question: Label, typed: TypedInput, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw the round at the right end of a question.

    The full form is used if it does not change how the question is set; otherwise, the longest form that leaves the
    question whole. An empty form is not drawn.
    """
    lines = _set_lines(question, typed, rect, style)
    full, *briefs = (style.say(label) for label in (round_note.words, *round_note.briefs))

    def beside(label: str) -> list[TextLine]:
        room = text_width(label, style.min_size, REGULAR) + style.gap
        return _set_lines(question, typed, rect._replace(x1=rect.x1 - room), style)

    texts = {line.text for line in lines}
    brief = next((label for label in briefs if {line.text for line in beside(label)} == texts), briefs[-1])
    label = full if beside(full) == lines else brief
    if not label:
        return []
    return [right_aligned(label, rect.x1, baseline_in(rect, style.min_size), style.min_size, REGULAR)]


def _set_lines(question: Label, typed: TypedInput, rect: Rect, style: PageStyle) -> list[TextLine]:
    """Return the lines of a question as it is set in a rectangle, without their positions."""
    items = draw_question(question, typed, rect, style, has_crown=False)
    return [item._replace(rect=NO_RECT, baseline=0) for item in items if isinstance(item, TextLine)]


def _question_size(words: str, rect: Rect, style: PageStyle) -> int:
    """Return the largest type in which a question fits its rectangle, on as many lines as fit."""
    return largest_type(style.question_size, style.min_size, lambda size: _does_fit(words, size, rect, bold=True))


def _draw_typed(question_words: str, typed: TypedInput, rect: Rect, style: PageStyle) -> tuple[list[Item], int]:
    """Draw what has been typed so far, at the right of the question, which may need half of the rectangle.

    Also return the width that is left for the question.
    """
    if not typed.entries and not typed.keys:
        return [], rect.width
    size, right = size_at_most(style.question_size * 3 // 4), rect.x1
    items: list[Item] = []
    if typed.keys:
        width = keycap_width(typed.keys, size)
        top = rect.y0 + rect.height // 2 - keycap_height(size) // 2
        items += keycap(typed.keys, Rect(right - width, top, right, top + keycap_height(size)), size)
        right -= width + style.gap
    if typed.entries:
        words = ", ".join(style.say(entry) for entry in typed.entries) + " …"
        needed = min(rect.width // 2, text_width(question_words, style.question_size) + style.gap)
        words = _last_entries(words, size, right - rect.x0 - needed)
        baseline = baseline_in(Rect(rect.x0, rect.y0, right, rect.y1), size)
        items.append(right_aligned(words, right, baseline, size))
        right -= text_width(words, size) + 3 * style.gap
    return items, right - rect.x0


def _last_entries(words: str, size: int, max_width: int) -> str:
    """Return as many of the last entries of a list as fit: players look for what they typed last."""
    while text_width(words, size) > max_width and ", " in words:
        words = "… " + words.removeprefix("… ").split(", ", 1)[1]
    return shorten(words, size, BOLD, max_width)


def draw_last_declaration(remark: Label | None, declaration: Label | None, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw a remark if it fits, otherwise the last declaration, on as many lines as fit."""
    for label in (remark, declaration):
        words = "" if label is None else style.say(label)
        sizes = type_sizes(style.small_size + style.stroke, style.min_size)
        size = next((size for size in sizes if _does_fit(words, size, rect)), 0)
        if words and (size or label is declaration):
            return paragraph(words, rect, size or style.min_size, REGULAR)[0]
    return []


def missing_height(declaration: Label | None, rect: Rect, style: PageStyle) -> int:
    """Return how many pixels more the last declaration needs if one line cuts it; 0 if it fits.

    A declaration of all the cards that were dealt or passed before a round, for example, is long.
    """
    words = "" if declaration is None else style.say(declaration)
    if not words or _does_fit(words, style.min_size, rect):
        return 0
    return wrapped_height(words, style.small_size, REGULAR, rect.width) - rect.height


def _does_fit(words: str, size: int, rect: Rect, *, bold: bool = False) -> bool:
    return wrapped_height(words, size, bold, rect.width) <= rect.height


class HoldText(NamedTuple):
    """A key to hold, and what that does, in the words of a language; answers to the question are bold."""

    key: str
    words: str
    bold: bool


def _hold_texts(holds: tuple[Hold, ...], style: PageStyle) -> list[HoldText]:
    return [HoldText(hold.key, style.say(hold.label), hold.is_answer) for hold in holds]


@lru_cache(maxsize=8)
def draw_holds(holds: tuple[Hold, ...], rect: Rect, style: PageStyle) -> tuple[Item, ...]:
    """Draw what holding the keys does, with answers to the question in bold.

    There is a rule above, except on the smallest panels.
    """
    texts, title = _hold_texts(holds, style), style.say(HOLD_TITLE)
    if not style.is_compact:
        return tuple(_draw_holds_line(title, texts, rect, style))
    items: list[Item] = []
    for index, line in enumerate(_split_holds(texts, rect.width, style)):
        line_rect = rect.row(index, holds_height(style.min_size, style))
        items += _draw_holds_line("" if index else title, line, line_rect, style)
    return tuple(items)


def holds_below_height(holds: tuple[Hold, ...], width: int, style: PageStyle) -> int:
    """Return the height that `draw_holds` needs on the smallest panels, for a width in pixels."""
    return len(_split_holds(_hold_texts(holds, style), width, style)) * holds_height(style.min_size, style)


def draw_holds_beside(holds: tuple[Hold, ...], rect: Rect, style: PageStyle, *, is_tight: bool) -> list[Item]:
    """Draw what holding the keys does at the right end of a question's rectangle, in the smallest type.

    Unless they are tight, each key is clear of the one before it, and the last of what stands after the rectangle.
    Returns nothing if the rectangle is too narrow, or if holding keys does nothing.
    """
    texts, title = _hold_texts(holds, style), style.say(HOLD_TITLE)
    width, clearance = _holds_width(title, texts, style.min_size, style), 0 if is_tight else 3 * style.gap
    if not holds or width + len(holds) * clearance > rect.width:
        return []
    end = rect.x1 - clearance
    return _draw_holds_line(title, texts, rect._replace(x0=end - width - (len(holds) - 1) * clearance, x1=end), style)


def _split_holds(holds: list[HoldText], width: int, style: PageStyle) -> list[list[HoldText]]:
    """Split keys into lines: a panel with enough height has two in the smallest type instead of one that is cut."""
    counts, title = range(len(holds), 0, -1) if style.is_roomy else (), style.say(HOLD_TITLE)
    uncut = (count for count in counts if _holds_width(title, holds[:count], style.min_size, style) <= width)
    count = next(uncut, len(holds))
    return [holds[:count], holds[count:]] if holds[count:] else [holds]


def _draw_holds_line(title: str, holds: list[HoldText], rect: Rect, style: PageStyle) -> list[Item]:
    """Draw one line of keys, after a title, if any."""
    largest = style.small_size + style.stroke
    size = largest_type(largest, style.min_size, lambda size: _holds_width(title, holds, size, style) <= rect.width)
    room = rect.width - _holds_width(title, [hold._replace(words="") for hold in holds], size, style)
    holds = _shorten_holds(holds, size, room)
    line = rect if style.is_compact else rect._replace(y0=rect.y0 + style.stroke + style.gap // 2)
    baseline = baseline_in(line, size)
    items: list[Item] = [] if style.is_compact else [Fill(rect._replace(y1=rect.y0 + style.stroke))]
    if title:
        items.append(left_aligned(title, rect.x0, baseline, size, REGULAR))
    x = rect.x0 + (text_width(title, size, REGULAR) + style.gap if title else 0)
    words_width = sum(text_width(hold.words, size, hold.bold) for hold in holds)
    extra_gap = min(4 * style.gap, max(0, room - words_width) // len(holds))
    for hold in holds:
        key_end, top = x + keycap_width(hold.key, size), baseline - (capital_height(size) + keycap_height(size)) // 2
        items += keycap(hold.key, Rect(x, top, key_end, top + keycap_height(size)), size)
        left = key_end + style.gap // 2
        if hold.words:
            items.append(left_aligned(hold.words, left, baseline, size, hold.bold))
        end = left + text_width(hold.words, size, hold.bold)
        items.append(Target(line._replace(x0=x, x1=min(end, line.x1)), hold.key, is_held=True))
        x = end + style.gap + extra_gap
    return items


def draw_holds_in_lines(holds: tuple[Hold, ...], rect: Rect, style: PageStyle) -> tuple[Item, ...]:
    """Draw what holding keys does in a narrow rectangle, one line for each key."""
    size, height = style.min_size if style.is_compact else style.small_size, holds_in_lines_height((), style)
    line = rect._replace(y1=rect.y0 + height)
    items: list[Item] = [left_aligned(style.say(HOLD_TITLE), rect.x0, baseline_in(line, size), size, REGULAR)]
    for hold in _hold_texts(holds, style):
        line = line.moved(0, height)
        x = line.x0 + keycap_width(hold.key, size) + style.gap
        items += keycap_before(hold.key, line, size)
        words = shorten(hold.words, size, hold.bold, line.x1 - x)
        items.append(left_aligned(words, x, baseline_in(line, size), size, hold.bold))
        items.append(Target(line, hold.key, is_held=True))
    return tuple(items)


def holds_in_lines_height(holds: tuple[Hold, ...], style: PageStyle) -> int:
    """Return the height that `draw_holds_in_lines` needs; one line without keys."""
    size = style.min_size if style.is_compact else style.small_size
    return (len(holds) + 1) * max(keycap_height(size), line_height(size))


def holds_height(size: int, style: PageStyle) -> int:
    """Return the height of the line for holding keys in a size of type, with its rule if it has one."""
    height = max(keycap_height(size), line_height(size))
    return height if style.is_compact else height + style.stroke + style.gap // 2


def _holds_width(title: str, holds: list[HoldText], size: int, style: PageStyle) -> int:
    keys = sum(keycap_width(hold.key, size) + style.gap // 2 + style.gap for hold in holds)
    return text_width(title, size, REGULAR) + keys + sum(text_width(hold.words, size, hold.bold) for hold in holds)


def _shorten_holds(holds: list[HoldText], size: int, room: int) -> list[HoldText]:
    """Shorten the words, the longest first, until all fit the width that they share."""
    widths = [text_width(hold.words, size, hold.bold) for hold in holds]
    limit = max(widths)
    while limit > 0 and sum(min(limit, width) for width in widths) > room:
        limit -= 1
    return [hold._replace(words=shorten(hold.words, size, hold.bold, limit)) for hold in holds]
