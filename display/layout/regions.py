"""The regions of a page on each panel. Each part stays in its region from the first question to the final sheet."""

from __future__ import annotations

from functools import cache

from display.layout.frame_lines import holds_height
from display.layout.page_style import PageStyle, style_for
from display.scene import Rect
from display.text_metrics import line_height
from values.named_tuple import NamedTuple

PLAYERS_PERCENT = 56
"""Per cent of a page's width for players if the keys are beside them."""

COMPACT_PLAYERS_PERCENT = 51
CENTRE_PERCENT = 34
"""Per cent of the body's height for the centre of the table above the keys."""

PORTRAIT_PLAYERS_PERCENT, PORTRAIT_CENTRE_PERCENT = 46, 15
"""Per cent of the body's height on an upright page: the players, and the centre of the table."""

COMPACT_CENTRE_PERCENT = 26
STRIP_PERCENT = 20
"""Per cent of the body's height for the centre of the table above keys that leave the players no room."""

STRIP_GAP = 2
"""Pixels between the centre of the table and keys below it."""


class Regions(NamedTuple):
    """The regions of a page. On the smallest panels `head`, `last_declaration` and `holds` are empty.

    `body` is everything between the question and the last declaration. It is shared by `players`, `centre` and `keys`.
    """

    head: Rect
    question: Rect
    body: Rect
    players: Rect
    centre: Rect
    keys: Rect
    last_declaration: Rect
    holds: Rect
    """What holding keys does, at the foot of the page."""

    @property
    def keys_and_centre(self) -> Rect:
        """The keys, and the centre of the table if that is above them."""
        is_above = self.body.x0 < self.keys.x0 == self.centre.x0
        return Rect(self.keys.x0, self.centre.y0 if is_above else self.keys.y0, self.keys.x1, self.keys.y1)

    @property
    def players_and_centre(self) -> Rect:
        """The players, and the centre of the table if that is above them."""
        is_above = self.centre.y1 <= self.players.y0
        return Rect(self.players.x0, self.centre.y0 if is_above else self.players.y0, self.players.x1, self.players.y1)

    @property
    def centre_strip(self) -> Rect:
        """The centre of the table as a strip at the top of the body."""
        return self.body._replace(y1=self.below_centre_strip.y0 - STRIP_GAP)

    @property
    def below_centre_strip(self) -> Rect:
        """The body below that strip, for the keys."""
        return self.body._replace(y0=self.body.y0 + self.body.height * STRIP_PERCENT // 100)

    def with_one_line_question(self, height: int) -> Regions:
        """Return the regions if the question needs only one line of this height.

        The body begins below it; players and keys stay where they are.
        """
        spare_height = self.question.height - height
        question = self.question._replace(y1=self.question.y1 - spare_height)
        return self._replace(question=question, body=self.body._replace(y0=self.body.y0 - spare_height))

    def ending_above(self, y: int) -> Regions:
        """Return the regions with a body, and players, centre and keys in it, that end at `y` or above."""
        cut_rects = (rect._replace(y1=min(rect.y1, y)) for rect in (self.body, self.players, self.centre, self.keys))
        body, players, centre, keys = cut_rects
        return self._replace(body=body, players=players, centre=centre, keys=keys)

    def with_taller_last_declaration(self, extra_height: int) -> Regions:
        """Return the regions with `extra_height` pixels more for the last declaration, taken from the body above it."""
        end = self.body.y1 - extra_height
        regions = self._replace(
            body=self.body._replace(y1=end),
            keys=self.keys._replace(y1=end),
            last_declaration=self.last_declaration._replace(y0=self.last_declaration.y0 - extra_height),
        )
        is_stacked = self.players.y1 < self.body.y1
        return regions if is_stacked else regions._replace(players=self.players._replace(y1=end))

    def with_centre_above_keys(self) -> Regions:
        """Return the regions with the centre of the table above the keys, if the players need the whole left side."""
        y = self.keys.y0 + self.centre.height
        centre = Rect(self.keys.x0, self.keys.y0, self.keys.x1, y)
        return self._replace(players=self.players_and_centre, centre=centre, keys=self.keys._replace(y0=y + STRIP_GAP))

    def with_taller_centre(self, extra_height: int) -> Regions:
        """Return the regions with `extra_height` pixels more for the centre, taken from the players below it."""
        centre = self.centre._replace(y1=self.centre.y1 + extra_height)
        return self._replace(centre=centre, players=self.players._replace(y0=self.players.y0 + extra_height))

    def with_players_above_keys(self, height: int, gap: int) -> Regions:
        """Return the regions with players across the whole width in this height, and the keys below them."""
        players = self.body._replace(y1=self.body.y0 + height)
        keys = self.body._replace(y0=players.y1 + gap)
        return self._replace(players=players, centre=players._replace(y1=players.y0), keys=keys)

    def with_taller_keys(self, extra_height: int) -> Regions:
        """Return the regions with `extra_height` pixels more for the keys, taken from the players above them."""
        players, keys = self.players, self.keys
        players, keys = players._replace(y1=players.y1 - extra_height), keys._replace(y0=keys.y0 - extra_height)
        return self._replace(players=players, keys=keys)


def question_height(line_count: int, style: PageStyle) -> int:
    """Return the height of a question on this many lines."""
    return line_count * line_height(style.question_size) + style.gap // 2


@cache
def regions_of(width: int, height: int) -> Regions:
    """Return the regions of a panel of a size."""
    style = style_for(width, height)
    inner = Rect(0, 0, width, height).inset(style.gap, 1 if style.is_compact else style.gap // 2)
    y = inner.y0
    head = inner._replace(y1=y)
    if not style.is_compact:
        head = inner._replace(y1=y + line_height(style.heading_size) + style.stroke)
        y = head.y1 + style.gap // 2
    is_portrait = height > width
    line_count = 2 if is_portrait else 1
    question = Rect(inner.x0, y, inner.x1, y + question_height(line_count, style))
    holds, last_declaration = _foot_rects(inner, style)
    body = Rect(inner.x0, question.y1 + style.gap // 2, inner.x1, last_declaration.y0 - style.gap // 2)
    players, centre, keys = _split_portrait(body, style) if is_portrait else _split_landscape(body, style)
    return Regions(head, question, body, players, centre, keys, last_declaration, holds)


def _foot_rects(inner: Rect, style: PageStyle) -> tuple[Rect, Rect]:
    """Return the rectangles of what holding keys does and, above that, of the last declaration."""
    if style.is_compact:
        empty = inner._replace(y0=inner.y1)
        return empty, empty
    size = style.small_size + style.stroke
    holds = inner._replace(y0=inner.y1 - holds_height(size, style))
    bottom = holds.y0 - style.gap // 2
    return holds, inner._replace(y0=bottom - line_height(size), y1=bottom)


def _split_landscape(body: Rect, style: PageStyle) -> tuple[Rect, Rect, Rect]:
    """Return the rectangles of players at the left, the centre of the table, and keys at the right.

    The centre is above the keys; on the smallest panels, above the players.
    """
    gap = style.gap
    if style.is_compact:
        x = body.x0 + body.width * COMPACT_PLAYERS_PERCENT // 100
        y = body.y0 + body.height * COMPACT_CENTRE_PERCENT // 100
        left = body._replace(x1=x)
        return left._replace(y0=y + gap), left._replace(y1=y), body._replace(x0=x + 3 * gap)
    x = body.x0 + body.width * PLAYERS_PERCENT // 100
    y = body.y0 + body.height * CENTRE_PERCENT // 100
    right = body._replace(x0=x + 2 * gap)
    return body._replace(x1=x), right._replace(y1=y), right._replace(y0=y + gap)


def _split_portrait(body: Rect, style: PageStyle) -> tuple[Rect, Rect, Rect]:
    """Return the rectangles of players, of the centre of the table above them, and of the keys below them."""
    gap, centre_end = style.gap, body.y0 + body.height * PORTRAIT_CENTRE_PERCENT // 100
    players_end = centre_end + body.height * PORTRAIT_PLAYERS_PERCENT // 100
    players = body._replace(y0=centre_end + gap, y1=players_end)
    return players, body._replace(y1=centre_end), body._replace(y0=players_end + gap)
