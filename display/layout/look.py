"""How pages look on each class of panel: the sizes of things, as a table."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache

from display.layout.text_items import label_text
from display.text_metrics import TYPE_SIZES, size_for_height, text_width
from display.words import ENGLISH, Label, Language
from values.named_tuple import NamedTuple, equal_only_itself


@equal_only_itself
class Look(NamedTuple):
    """Sizes in pixels, type by its em; and the language of a page.

    `gap` parts things, `line` is how thick a line is. `least` is the smallest
    type. `keys` is the type of a key map, from the largest to the least in
    which its labels are read from a chair; `alone` is the largest where it has
    the page to itself. What was won gives way to causes of points in type down
    to `causes`. A `compact` page shows what lies in the middle, who acts, the
    totals and the key map, and players' notes where these take no room; nothing
    else. A `roomy` one of these has two lines for what holding keys does, and
    upright gives keys the room that seats and few players don't need. The `lesser` side
    is the panel's, however it stands. A look equals only itself, so that what is kept by it is found at once.
    """

    gap: int
    line: int
    least: int
    small: int
    heading: int
    question: int
    name: int
    text: int
    keys: tuple[int, int]
    alone: int
    marks: int
    causes: int
    compact: bool = False
    roomy: bool = False
    lesser: int = 0
    language: Language = ENGLISH

    @property
    def chip_gap(self) -> int:
        """The space between chips."""
        return max(2, self.gap // 2)

    def say(self, label: Label) -> str:
        """A label as words on one line."""
        return label_text(label, self.language)


COMPACT = Look(2, 1, 8, 8, 10, 12, 12, 10, (12, 8), 18, 11, 8, compact=True)
HAT = Look(2, 1, 8, 8, 10, 12, 14, 12, (14, 8), 20, 12, 10, compact=True, roomy=True)
SMALL = Look(4, 1, 8, 11, 12, 18, 18, 16, (16, 12), 24, 16, 11)
MIDDLE = Look(6, 1, 11, 12, 14, 24, 24, 20, (22, 14), 33, 20, 12)
WIDE = Look(8, 1, 12, 16, 18, 30, 33, 24, (27, 20), 46, 24, 16)
LARGE = Look(18, 2, 24, 33, 37, 63, 63, 51, (57, 41), 87, 51, 33)

PANEL_CLASSES = ((250, COMPACT), (264, HAT), (400, SMALL), (640, MIDDLE), (800, WIDE))
"""The longest side of each class of panels: pHAT, 2.7" HAT, wHAT, the Impressions; anything beyond is large."""


COMPACT_HEIGHT = 176
"""Panels that are no higher have totals as large in play as at other times."""


@lru_cache(maxsize=32)
def look_for(width: int, height: int, language: Language = ENGLISH) -> Look:
    """How pages look on a panel of a class, however it stands."""
    look = next((look for longest, look in PANEL_CLASSES if max(width, height) <= longest), LARGE)
    return look._replace(lesser=min(width, height), language=language)


@lru_cache(maxsize=32)
def small_named(look: Look) -> Look:
    """The same with names in small type."""
    return look._replace(name=look.small)


@cache
def steps(most: int, least: int) -> tuple[int, ...]:
    """Sizes of type to choose from, from the largest to the least."""
    return (*(size for size in reversed(TYPE_SIZES) if least < size <= most), least)


def largest_fitting(sizes: Iterable[int], least: int, fits: Callable[[int], bool]) -> int:
    """The first of some sizes, from the largest down, in which what is to be shown fits; the least if none does."""
    return next(filter(fits, sizes), least)


def largest_of(sizes: Sequence[int], least: int, fits: Callable[[int], bool]) -> int:
    """The same, where what fits in one size fits in all smaller ones: then few of them are tried.

    Each that is tried has its font opened.
    """
    place = bisect_left(sizes, True, key=fits)
    return sizes[place] if place < len(sizes) else least


def largest_in(words: Iterable[str], sizes: Iterable[int], least: int, room: int, bold: bool = True) -> int:
    """The first of some sizes, from the largest down, in which each of some words goes into a width; or else the
    least."""
    written = tuple(words)
    return largest_fitting(sizes, least, lambda size: all(text_width(each, size, bold) <= room for each in written))


FEW, MANY = 4, 7
"""Up to so many players have large totals, and beyond so many they have small ones: there is no room for others."""


def least_total(look: Look, players: int) -> int:
    """How high the figures of a total must be at least: a twelfth of the page, less for more players."""
    return -(-look.lesser // (12 if players <= FEW else 16 if players <= MANY else 18))


def least_in_play(look: Look, players: int) -> int:
    """How high the figures of a total must be at least while it does not change: beside the cards, not above them."""
    if look.lesser <= COMPACT_HEIGHT:
        return least_total(look, players)
    return -(-look.lesser // (20 if players <= FEW else 26 if players <= MANY else 40))


@cache
def total_sizes(high: int, digits: int) -> tuple[int, ...]:
    """Sizes of type for totals, from that whose figures are so high to the least, in which they are `digits` high."""
    most, least = size_for_height(max(high, digits)), size_for_height(digits)
    return (most, *steps(most - 1, least))
