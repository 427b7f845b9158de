"""A drawing as data: the items to draw and their places, before any pixel is set.

All rectangles are in pixels from the top left corner. Later items are drawn over earlier ones.
"""

from __future__ import annotations

from enum import StrEnum

from display.vocabulary import Ink, Shape
from values.named_tuple import NamedTuple, compared_by_identity


class Rect(NamedTuple):
    """A rectangle; `x1` and `y1` are just outside it."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def width(self) -> int:
        return self.x1 - self.x0

    @property
    def height(self) -> int:
        return self.y1 - self.y0

    def is_within(self, outer: Rect) -> bool:
        """Whether this rectangle lies inside `outer`."""
        return self.x0 >= outer.x0 and self.y0 >= outer.y0 and self.x1 <= outer.x1 and self.y1 <= outer.y1

    def overlaps(self, other: Rect) -> bool:
        """Whether two rectangles share a pixel."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def moved(self, x: int, y: int) -> Rect:
        """Return this rectangle moved by `x` and `y`."""
        return Rect(self.x0 + x, self.y0 + y, self.x1 + x, self.y1 + y)

    def column(self, index: int, count: int, gap: int) -> Rect:
        """Return column number `index`, from 0, of `count` equal columns with a gap between them."""
        width = (self.width - (count - 1) * gap) // count
        return self._replace(x0=self.x0 + index * (width + gap), x1=self.x0 + index * (width + gap) + width)

    def row(self, index: int, height: int, gap: int = 0) -> Rect:
        """Return row number `index`, from 0, of rows of a height with a gap between them, from the top down."""
        return self._replace(y0=self.y0 + index * (height + gap), y1=self.y0 + index * (height + gap) + height)

    def cell(self, index: int, column_count: int, row_count: int, height: int, gap: int) -> Rect:
        """Return cell number `index` of a grid that is filled column by column; cells in a column have no gap."""
        return self.column(index // row_count, column_count, gap).row(index % row_count, height)

    def inset(self, x: int, y: int) -> Rect:
        """Return the rectangle without a margin of `x` at the sides and `y` above and below."""
        return Rect(self.x0 + x, self.y0 + y, self.x1 - x, self.y1 - y)


NO_RECT = Rect(0, 0, 0, 0)


class Role(StrEnum):
    """The role of a piece of text on a page."""

    TEXT = "text"
    NAME = "name"
    TOTAL = "total"
    FIGURE = "figure"
    KEY = "key"  # the name of a key, or a whole code
    LABEL = "label"  # what a code means
    LEGEND = "legend"  # after which code there is more to type
    MARKER = "marker"  # the beginning of a player's name


class Sign(StrEnum):
    """Symbols that are not suits."""

    TICK = "tick"
    CROSS = "cross"
    CROWN = "crown"
    ALARM = "alarm"


Form = Shape | Sign

BOLD, REGULAR = True, False
"""The weights of text: values of `bold`."""


class TextLine(NamedTuple):
    """One line of text, from the left edge of `rect`; `baseline` is the `y` of the pixel row just below its letters."""

    rect: Rect
    baseline: int
    text: str
    size: int
    bold: bool = True
    ink: Ink = Ink.BLACK
    role: Role = Role.TEXT


class Fill(NamedTuple):
    """A rectangle of one ink."""

    rect: Rect
    ink: Ink = Ink.BLACK


class Frame(NamedTuple):
    """The outline of a rectangle, `stroke` pixels thick, inside its rectangle."""

    rect: Rect
    stroke: int = 1
    ink: Ink = Ink.BLACK


class Symbol(NamedTuple):
    """A suit's shape or a sign, filled with `ink` inside an outline of `edge`.

    If `ink` is black or white, or the panel lacks it, the whole symbol is in `edge`.
    """

    rect: Rect
    form: Form
    ink: Ink = Ink.BLACK
    edge: Ink = Ink.BLACK


class KeyMapCell(NamedTuple):
    """A cell of the key map: a code and what it means. Draws nothing itself; other items are drawn in its rectangle.

    `title` is that of its level. `is_begun` is whether keys have been typed and its code begins with them. `prefix` is
    the code that comes before a cell of a legend; None if more than one code leads there.
    """

    rect: Rect
    title: str
    code: str
    label: str
    is_begun: bool = False
    prefix: str | None = ""


class Target(NamedTuple):
    """An area outside the key map to click or touch instead of typing a code, or instead of holding a key if `is_held`.

    Draws nothing itself.
    """

    rect: Rect
    keys: str
    is_held: bool = False


class Polyline(NamedTuple):
    """A line through points, `stroke` pixels thick, inside `rect`; `dash` is how many pixels are on, then off."""

    rect: Rect
    points: tuple[tuple[int, int], ...]
    stroke: int = 1
    dash: tuple[int, int] | None = None
    ink: Ink = Ink.BLACK


Item = TextLine | Fill | Frame | Symbol | KeyMapCell | Target | Polyline


@compared_by_identity
class Group(NamedTuple):
    """Items that stay the same from page to page, such as a key map, all inside one rectangle on a white background.

    A group equals only itself, so that its image is found quickly in a cache.
    """

    rect: Rect
    items: tuple[Item, ...]


def group_items(items: tuple[Item, ...]) -> Group:
    """Return a group of one or more items, in the smallest rectangle that holds them."""
    rects = [item.rect for item in items]
    left, top = min(rect.x0 for rect in rects), min(rect.y0 for rect in rects)
    return Group(Rect(left, top, max(rect.x1 for rect in rects), max(rect.y1 for rect in rects)), items)


SceneItem = Item | Group


class Scene(NamedTuple):
    """Everything on a panel, in drawing order."""

    width: int
    height: int
    parts: tuple[SceneItem, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """All items, with those of groups one by one."""
        flat: list[Item] = []
        for part in self.parts:
            flat.extend(part.items if isinstance(part, Group) else (part,))
        return tuple(flat)


def drawn_key_map(scene: Scene) -> tuple[tuple[str, str, str], ...]:
    """Return the key map as drawn: title of the level, code and label of every cell."""
    return tuple((item.title, item.code, item.label) for item in scene.items if isinstance(item, KeyMapCell))
