"""Fit a key map into its rectangle on a page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from display.layout.keymap import legend, listing, pad
from display.layout.keymap.entries import KeyEntry, key_entries
from display.layout.keymap.legend import NO_LEGEND, LegendFit, legend_layouts
from display.layout.keymap.listing import LabelFitting, ListFit, ListRoom, fit_list
from display.layout.keymap.pad import PadFit, fit_pad
from display.layout.layout_options import NO_LOSS, LayoutLoss
from display.layout.page_style import PageStyle, type_sizes
from display.layout.text_items import left_aligned
from display.scene import BOLD, REGULAR, Group, Item, KeyMapCell, Rect, group_items
from display.text_metrics import TYPE_SIZES, ascent, line_height, shorten, size_at_most, text_width
from display.vocabulary import KEYS, KeyGrid, KeyMap
from display.words import text
from values.named_tuple import NamedTuple

MIN_TYPE = 6
"""The smallest type drawn at all, for key maps that do not fit otherwise."""

WORD_COLUMN_COUNT = 3
"""Number of columns of words below figures, if there is room."""

FIGURES_PERCENT = 53
"""Per cent of the height for the figures of a pad, independent of the words below them."""


ROW_THEN_COLUMN = text("row, then column")
"""The hint that says how a pad is read."""


class FittedKeyMap(NamedTuple):
    """A key map fitted to a rectangle: its items, the type of its labels, and whether it is complete.

    `has_whole_labels` is whether the labels of the question are complete, whatever was left out of the legend.
    """

    groups: tuple[Group, ...]
    size: int
    is_whole: bool
    has_whole_labels: bool = True

    def is_readable(self, style: PageStyle) -> bool:
        """Whether its labels are complete and in type that can be read from a chair."""
        return self.is_whole and self.size >= style.readable_size

    def loss(self, style: PageStyle) -> LayoutLoss:
        """Return what is given up for the rectangle: nothing if the keys can be read, else labels before the legend."""
        if self.is_readable(style):
            return NO_LOSS
        is_legend_cut = self.has_whole_labels and not self.is_whole
        small = TYPE_SIZES[-1] - self.size
        return LayoutLoss(cut=int(not self.has_whole_labels), folded=int(is_legend_cut), small=small)

    @property
    def drawn_cells(self) -> list[KeyMapCell]:
        """The cells of all codes that are drawn."""
        return [item for part in self.groups for item in part.items if isinstance(item, KeyMapCell)]


class KeySections(NamedTuple):
    """The sections of a key map: figures in rows and columns, words in a list, what may follow in a legend.

    With `has_hint`, a hint says in which order the keys of figures are pressed.
    """

    title: str
    has_hint: bool
    figures: tuple[KeyEntry, ...]
    words: tuple[KeyEntry, ...]
    next_levels: tuple[KeyGrid, ...]


class _SectionsFit(NamedTuple):
    """How sections share a rectangle, in which type sizes, and what was done to labels for it."""

    size: int
    words_size: int
    fitting: LabelFitting
    pad: PadFit
    list: ListFit


@lru_cache(maxsize=16)
def fit_keys(keymap: KeyMap, typed_keys: str, rect: Rect, largest: int, style: PageStyle) -> FittedKeyMap:
    """Fit a key map into a rectangle, in type no larger than `largest`.

    If there is too much, title and legend are dropped first.
    """
    assert keymap.level is not None
    sections = _without_cut_title(_split_level(keymap.level, keymap.next_levels, typed_keys, style), rect, style)
    keys = _fit_with_some_legend(sections, rect, largest, style)
    if keys is not None and keys.is_readable(style):
        return keys
    if keys is None or not keys.has_whole_labels:
        question = sections._replace(title="", has_hint=False, next_levels=())
        alone = _fit_with_legend(NO_LEGEND, question, rect, largest, style)
        if alone is not None and (keys is None or alone.is_readable(style)):
            return alone._replace(is_whole=False)
    return keys or FittedKeyMap((), MIN_TYPE, is_whole=False, has_whole_labels=False)


def _fit_with_some_legend(sections: KeySections, rect: Rect, largest: int, style: PageStyle) -> FittedKeyMap | None:
    """Fit sections with less and less beside the question's keys, until these can be read.

    If they never can, the first fit whose legend has no more than its share is returned; None if there is none.
    """
    first_fit: FittedKeyMap | None = None
    for reduced in _reduced_sections(sections):
        for legend_fit in legend_layouts(reduced.next_levels, rect.width, rect.height, style):
            keys = _fit_with_legend(legend_fit, reduced, rect, largest, style)
            if keys is not None and keys.is_readable(style):
                return keys
            first_fit = first_fit or (None if legend_fit.exceeds_share else keys)
    return first_fit


def _reduced_sections(sections: KeySections) -> tuple[KeySections, ...]:
    """Return the sections with less and less beside the question's keys, each only once.

    First the hint is dropped, which other pages of a game have, too, then the levels that players know by heart.
    """
    needed = sections._replace(
        next_levels=tuple(level for level in sections.next_levels if not level.is_known_by_heart)
    )
    without_hint = sections._replace(has_hint=False) if sections.next_levels else sections
    choices = (sections, without_hint, needed, needed._replace(title="", has_hint=False))
    return tuple(reduced for number, reduced in enumerate(choices) if reduced not in choices[:number])


def _fit_with_legend(
    legend_fit: LegendFit, sections: KeySections, rect: Rect, largest: int, style: PageStyle
) -> FittedKeyMap | None:
    rest = rect._replace(y0=rect.y0 + _head_height(sections, rect.width, style), y1=rect.y1 - legend_fit.height)
    fit = _fit_sections(sections, rest, rect.y1 - rest.y0, largest, style)
    if fit is None:
        return None
    items = [
        *_draw_title(sections, rect, style),
        *_draw_sections(sections, fit, rest, style),
        *legend.draw(legend_fit, rect),
    ]
    is_uncut = fit.fitting is not LabelFitting.CUT
    is_whole = legend_fit.is_whole and is_uncut
    return FittedKeyMap((group_items(tuple(items)),), min(fit.size, fit.words_size), is_whole, is_uncut)


def _split_level(level: KeyGrid, next_levels: tuple[KeyGrid, ...], typed_keys: str, style: PageStyle) -> KeySections:
    """Split a level into figures and words.

    The last row of a pad holds words and is set as a list. If other rows have words, too, the whole level is a list.
    """
    entries = key_entries(level, typed_keys, style, is_spelled=True)
    upper_entries = tuple(entry for entry in entries if level.is_pad and entry.code[0] != KEYS[-1])
    figures = () if any(entry.is_wordy for entry in upper_entries) else upper_entries
    words = tuple(entry for entry in entries if entry not in figures)
    return KeySections(style.say(level.title), bool(figures), figures, words, next_levels)


def _without_cut_title(sections: KeySections, rect: Rect, style: PageStyle) -> KeySections:
    """Return sections without a title that would be cut, on the smallest panels: other sections need its room."""
    is_cut = style.is_compact and text_width(sections.title, _title_size(style)) > rect.width
    return sections._replace(title="") if is_cut else sections


def _title_size(style: PageStyle) -> int:
    return size_at_most(style.small_size)


def _head_height(sections: KeySections, width: int, style: PageStyle) -> int:
    if not (sections.title or sections.has_hint):
        return 0
    line_count = 2 if _has_hint_below(sections, width, style) else 1
    return line_count * line_height(_title_size(style)) + max(1, style.gap // 4)


def _fits_beside_hint(title: str, width: int, style: PageStyle) -> bool:
    """Whether the hint fits on the line of a title, which may be empty."""
    size = _title_size(style)
    return text_width(title, size) + text_width(style.say(ROW_THEN_COLUMN), size, REGULAR) + 2 * style.gap <= width


def _has_hint_below(sections: KeySections, width: int, style: PageStyle) -> bool:
    """Whether the hint has a line of its own below a title that leaves it no room. The smallest panels leave it out."""
    is_alone = not sections.title or _fits_beside_hint(sections.title, width, style)
    return sections.has_hint and not (is_alone or style.is_compact)


def _size_choices(largest: int, style: PageStyle) -> Iterator[tuple[int, LabelFitting]]:
    """Yield sizes of type and what may be done to labels, the best first.

    Two large lines read better than one small one.
    """
    readable, smallest = style.readable_size, style.min_size
    for sizes in (*_size_groups(max(largest, readable), style), _sizes_below(readable, smallest)):
        yield from ((size, fitting) for fitting in (LabelFitting.WHOLE, LabelFitting.WRAPPED) for size in sizes)
    yield from ((size, LabelFitting.CUT) for size in type_sizes(readable, MIN_TYPE))


def _size_groups(largest: int, style: PageStyle) -> Iterator[tuple[int, ...]]:
    """Yield groups of sizes that can be read from a chair, from the largest sizes to the smallest.

    Sizes of the first group differ so little that no label is broken into two lines for one of them. On larger panels,
    all smaller sizes are one more group. On the smallest panels, they are several groups like the first.
    """
    readable = style.readable_size
    group_end = max(readable, min(size for size in TYPE_SIZES if size * 4 >= largest * 3))
    yield type_sizes(largest, group_end)
    smaller = _sizes_below(group_end, readable)
    if smaller and style.is_compact:
        yield from _size_groups(smaller[0], style)
    elif smaller:
        yield smaller


def _sizes_below(max_size: int, min_size: int) -> tuple[int, ...]:
    """Return the sizes of type below `max_size`, from the largest to the smallest."""
    return tuple(size for size in type_sizes(max_size, min_size) if size < max_size)


def _fit_sections(
    sections: KeySections, rect: Rect, height_with_legend: int, largest: int, style: PageStyle
) -> _SectionsFit | None:
    """Fit sections into a rectangle: figures get a share of its height with the legend, independent of the words.

    On the smallest panels, or if figures could not be read otherwise, they get what the words leave.
    """
    share = height_with_legend * FIGURES_PERCENT // 100
    whole = ListRoom(rect.width, rect.height, WORD_COLUMN_COUNT if sections.figures else 1, not style.is_compact)
    for size, fitting in _size_choices(largest, style):
        if fit_pad(sections.figures, rect.width, height_with_legend, size) is None:
            continue
        words_size = size_at_most(max(min(size, style.readable_size), size * 4 // 5)) if sections.figures else size
        for figures_height in _figure_heights(sections, whole, share, (size, words_size), fitting, style):
            figures = fit_pad(sections.figures, rect.width, figures_height, size)
            if figures is not None:
                room = whole._replace(height=rect.height - figures.height - _section_gap(sections, size))
                words = fit_list(sections.words, room, words_size, fitting)
                if words is not None:
                    return _SectionsFit(size, words_size, fitting, figures, words)
    return None


def _figure_heights(
    sections: KeySections, room: ListRoom, share: int, sizes: tuple[int, int], fitting: LabelFitting, style: PageStyle
) -> Iterator[int]:
    """Yield heights that figures may have, for the sizes of type of figures and words; a single 0 without figures."""
    size, words_size = sizes
    if not sections.figures:
        yield 0
        return
    if not style.is_compact and size >= style.min_size:
        yield share
    if style.is_compact or size <= style.readable_size:
        words = fit_list(sections.words, room, words_size, fitting)
        yield room.height - _section_gap(sections, size) - (words.min_height if words else room.height)


def _section_gap(sections: KeySections, size: int) -> int:
    """Return the space between figures and words."""
    return max(2, size // 4) if sections.figures and sections.words else 0


def _draw_sections(sections: KeySections, fit: _SectionsFit, rect: Rect, style: PageStyle) -> list[Item]:
    y = rect.y0 + fit.pad.height + _section_gap(sections, fit.size)
    return [
        *pad.draw(sections.figures, fit.pad, (rect.x0, rect.y0), sections.title, fit.size, style.stroke),
        *listing.draw(sections.words, fit.list, (rect.x0, y), sections.title, fit.words_size, style.stroke),
    ]


def _draw_title(sections: KeySections, rect: Rect, style: PageStyle) -> list[Item]:
    """Draw the title of a key map, and on a pad the order in which keys are pressed, beside it or below."""
    size = _title_size(style)
    baseline = rect.y0 + ascent(size)
    title = shorten(sections.title, size, BOLD, rect.width)
    items: list[Item] = [left_aligned(title, rect.x0, baseline, size)] if title else []
    is_below = _has_hint_below(sections, rect.width, style)
    if sections.has_hint and (is_below or _fits_beside_hint(title, rect.width, style)):
        hint = style.say(ROW_THEN_COLUMN)
        left, baseline = rect.x1 - text_width(hint, size, REGULAR), baseline + is_below * line_height(size)
        items.append(left_aligned(hint, left, baseline, size, REGULAR))
    return items
