"""The sizes of type, gaps and lines for each class of panel, as a table."""

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
    """Sizes in pixels (type by its em), and the language of a page.

    `gap` is the space between things, `line` the thickness of lines. `min_size` is the smallest type. `keys` are the
    largest type of a key map and the smallest in which its labels can be read from a chair; `alone` is the largest if
    it has the page to itself. In a breakdown, points won become smaller before causes go below `causes`. A `compact`
    page shows only the centre of the table, who acts, the totals and the key map, and players' notes if these take no
    room. A `roomy` compact page has two lines for what holding keys does, and, upright, gives keys the room that seats
    and few players don't need. The `shorter_side` is the panel's, in either orientation. A look equals only itself, so
    that it is hashed quickly as a key of caches.
    """

    gap: int
    line: int
    min_size: int
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
    shorter_side: int = 0
    language: Language = ENGLISH

    @property
    def chip_gap(self) -> int:
        """The space between chips."""
        return max(2, self.gap // 2)

    def say(self, label: Label) -> str:
        """Return a label as words on one line."""
        return label_text(label, self.language)


COMPACT = Look(2, 1, 8, 8, 10, 12, 12, 10, (12, 8), 18, 11, 8, compact=True)
HAT = Look(2, 1, 8, 8, 10, 12, 14, 12, (14, 8), 20, 12, 10, compact=True, roomy=True)
SMALL = Look(4, 1, 8, 11, 12, 18, 18, 16, (16, 12), 24, 16, 11)
MIDDLE = Look(6, 1, 11, 12, 14, 24, 24, 20, (22, 14), 33, 20, 12)
WIDE = Look(8, 1, 12, 16, 18, 30, 33, 24, (27, 20), 46, 24, 16)
LARGE = Look(18, 2, 24, 33, 37, 63, 63, 51, (57, 41), 87, 51, 33)

PANEL_CLASSES = ((250, COMPACT), (264, HAT), (400, SMALL), (640, MIDDLE), (800, WIDE))
"""The longest side of each class of panels: pHAT, 2.7" HAT, wHAT, the Impressions; any longer one is large."""


COMPACT_HEIGHT = 176
"""Panels that are no higher than this have totals as large in play as at other times."""


@lru_cache(maxsize=32)
def look_for(width: int, height: int, language: Language = ENGLISH) -> Look:
    """Return the look for a panel of a size, in either orientation."""
    look = next((look for longest, look in PANEL_CLASSES if max(width, height) <= longest), LARGE)
    return look._replace(shorter_side=min(width, height), language=language)


@lru_cache(maxsize=32)
def with_small_names(look: Look) -> Look:
    """Return the look with names in small type."""
    return look._replace(name=look.small)


@cache
def type_sizes(max_size: int, min_size: int) -> tuple[int, ...]:
    """Return the sizes of type from `max_size` down to `min_size`."""
    return (*(size for size in reversed(TYPE_SIZES) if min_size < size <= max_size), min_size)


def largest_fitting(sizes: Iterable[int], min_size: int, fits: Callable[[int], bool]) -> int:
    """Return the first of some sizes, from the largest down, for which `fits` is true; `min_size` if there is none."""
    return next(filter(fits, sizes), min_size)


def largest_by_bisection(sizes: Sequence[int], min_size: int, fits: Callable[[int], bool]) -> int:
    """Like `largest_fitting`, if whatever fits in one size fits in all smaller ones: by bisection, few sizes are tried.

    Each size that is tried has its font opened.
    """
    place = bisect_left(sizes, True, key=fits)
    return sizes[place] if place < len(sizes) else min_size


def largest_for_words(words: Iterable[str], sizes: Iterable[int], min_size: int, room: int, bold: bool = True) -> int:
    """Return the first of some sizes, from the largest down, in which each of `words` fits a width; else `min_size`."""
    written = tuple(words)
    return largest_fitting(sizes, min_size, lambda size: all(text_width(each, size, bold) <= room for each in written))


FEW, MANY = 4, 7
"""Up to `FEW` players have large totals, and more than `MANY` have small ones, to fit."""


def least_total_height(look: Look, players: int) -> int:
    """Return the minimum height of a total's figures: a twelfth of the page, less for more players."""
    return -(-look.shorter_side // (12 if players <= FEW else 16 if players <= MANY else 18))


def least_total_height_in_play(look: Look, players: int) -> int:
    """Return the minimum height of a total's figures while it does not change: beside the cards, not above them."""
    if look.shorter_side <= COMPACT_HEIGHT:
        return least_total_height(look, players)
    return -(-look.shorter_side // (20 if players <= FEW else 26 if players <= MANY else 40))


@cache
def total_sizes(height: int, digits: int) -> tuple[int, ...]:
    """Return the sizes of type for totals, from that with figures of `height` to that with height `digits`."""
    most, least = size_for_height(max(height, digits)), size_for_height(digits)
    return (most, *type_sizes(most - 1, least))
