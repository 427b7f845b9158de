"""The sizes of type, gaps and lines for each class of panel, as a table."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache

from display.layout.text_items import label_text
from display.text_metrics import TYPE_SIZES, size_at_most, size_for_height, text_width
from display.words import ENGLISH, Label, Language
from values.named_tuple import NamedTuple, compared_by_identity


@compared_by_identity
class PageStyle(NamedTuple):
    """Sizes in pixels (type by its em), and the language of a page.

    `gap` is the space between items, `stroke` the thickness of lines. Sizes of type are the largest, except `min_size`,
    the smallest of all, and `readable_size`, the smallest that can be read from a chair. `key_size` is for a key map
    beside something else, `max_key_size` for one that has the page to itself. In a breakdown, points won become smaller
    before causes go below `cause_size`.

    A compact page shows only the centre of the table, who acts, the totals and the key map, and players' notes if these
    take no room. A roomy compact page has two lines for what holding keys does, and, upright, gives keys the room that
    seats and few players don't need.

    The `shorter_side` is the panel's, in either orientation. Totals in this style are at least `total_height` high, so
    their type is at least `total_size`. A style equals only itself, so that it is hashed quickly as a key of caches.
    """

    gap: int
    stroke: int
    min_size: int
    small_size: int
    heading_size: int
    question_size: int
    name_size: int
    text_size: int
    key_size: int
    readable_size: int
    max_key_size: int
    chip_size: int
    cause_size: int
    is_compact: bool = False
    is_roomy: bool = False
    shorter_side: int = 0
    total_height: int = 0
    total_size: int = 0
    language: Language = ENGLISH

    @property
    def step_below_small(self) -> int:
        """The type of names a step below small type; people read them from their seats."""
        return max(self.min_size, size_at_most(self.small_size - 1))

    @property
    def chip_gap(self) -> int:
        """The space between chips."""
        return max(2, self.gap // 2)

    def say(self, label: Label) -> str:
        """Return a label as words on one line."""
        return label_text(label, self.language)


# Gap, stroke, and the sizes of type: min, small, heading, question, name, text, key, readable, max key, chip, cause.
COMPACT = PageStyle(2, 1, 8, 8, 10, 12, 12, 10, 12, 8, 18, 11, 8, is_compact=True)
HAT = PageStyle(2, 1, 8, 8, 10, 12, 14, 12, 14, 8, 20, 12, 10, is_compact=True, is_roomy=True)
SMALL = PageStyle(4, 1, 8, 11, 12, 18, 18, 16, 16, 12, 24, 16, 11)
MIDDLE = PageStyle(6, 1, 11, 12, 14, 24, 24, 20, 22, 14, 33, 20, 12)
WIDE = PageStyle(8, 1, 12, 16, 18, 30, 33, 24, 27, 20, 46, 24, 16)
LARGE = PageStyle(18, 2, 24, 33, 37, 63, 63, 51, 57, 41, 87, 51, 33)

PANEL_CLASSES = ((250, COMPACT), (264, HAT), (400, SMALL), (640, MIDDLE), (800, WIDE))
"""The longest side of each class of panels: pHAT, 2.7" HAT, wHAT, the Impressions; any longer one is large."""


COMPACT_HEIGHT = 176
"""Panels that are no higher than this have totals as large in play as at other times."""


@lru_cache(maxsize=32)
def style_for(width: int, height: int, language: Language = ENGLISH) -> PageStyle:
    """Return the style for a panel of a size, in either orientation."""
    style = next((style for max_side, style in PANEL_CLASSES if max(width, height) <= max_side), LARGE)
    return style._replace(shorter_side=min(width, height), language=language)


@lru_cache(maxsize=32)
def with_small_names(style: PageStyle) -> PageStyle:
    """Return the style with names in small type."""
    return style._replace(name_size=style.small_size)


@cache
def type_sizes(largest: int, smallest: int) -> tuple[int, ...]:
    """Return the sizes of type from `largest` down to `smallest`."""
    return (*(size for size in reversed(TYPE_SIZES) if smallest < size <= largest), smallest)


def largest_fitting(sizes: Iterable[int], min_size: int, fits: Callable[[int], bool]) -> int:
    """Return the first of some sizes, from the largest down, for which `fits` is true; `min_size` if there is none."""
    return next(filter(fits, sizes), min_size)


def largest_by_bisection(sizes: Sequence[int], min_size: int, fits: Callable[[int], bool]) -> int:
    """Like `largest_fitting`, if whatever fits in one size fits in all smaller ones: by bisection, few sizes are tried.

    Each size that is tried has its font opened.
    """
    index = bisect_left(sizes, True, key=fits)
    return sizes[index] if index < len(sizes) else min_size


def largest_type(largest: int, smallest: int, fits: Callable[[int], bool]) -> int:
    """Return the largest type, no larger than `largest`, for which `fits` is true; `smallest` if there is none."""
    return largest_fitting(type_sizes(largest, smallest), smallest, fits)


def largest_for_words(words: Sequence[str], sizes: Iterable[int], min_size: int, width: int, bold: bool = True) -> int:
    """Return the first of some sizes, from the largest down, in which each of `words` fits a width; else `min_size`."""
    return largest_fitting(sizes, min_size, lambda size: all(text_width(line, size, bold) <= width for line in words))


@lru_cache(maxsize=64)
def _with_total_height(style: PageStyle, height: int) -> PageStyle:
    """Return the style with a minimum height of totals, and so with a smallest type of them."""
    return style._replace(total_height=height, total_size=size_for_height(height))


FEW_PLAYERS, MANY_PLAYERS = 4, 7
"""Up to `FEW_PLAYERS` players have large totals, and more than `MANY_PLAYERS` have small ones, to fit."""


def min_total_height(style: PageStyle, player_count: int) -> int:
    """Return the minimum height of a total's figures: a twelfth of the page, less for more players."""
    return -(-style.shorter_side // (12 if player_count <= FEW_PLAYERS else 16 if player_count <= MANY_PLAYERS else 18))


def min_total_height_in_play(style: PageStyle, player_count: int) -> int:
    """Return the minimum height of a total's figures while it does not change: beside the cards, not above them."""
    if style.shorter_side <= COMPACT_HEIGHT:
        return min_total_height(style, player_count)
    return -(-style.shorter_side // (20 if player_count <= FEW_PLAYERS else 26 if player_count <= MANY_PLAYERS else 40))


def with_totals(style: PageStyle, player_count: int) -> PageStyle:
    """Return the style with the minimum height of totals at other times than in play."""
    return _with_total_height(style, min_total_height(style, player_count))


def with_totals_in_play(style: PageStyle, player_count: int) -> PageStyle:
    """Return the style with the minimum height of totals in play."""
    return _with_total_height(style, min_total_height_in_play(style, player_count))


@cache
def total_sizes(max_height: int, min_height: int) -> tuple[int, ...]:
    """Return the sizes of type for totals, from figures of `max_height` down to those of `min_height`."""
    largest, smallest = size_for_height(max(max_height, min_height)), size_for_height(min_height)
    return (largest, *type_sizes(largest - 1, smallest))
