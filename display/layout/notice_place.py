"""Place a notice on a page, and share the rest among the centre of the table, the players and the keys."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property, lru_cache

from display.layout import centre_strip, notice, player_rows
from display.layout.chips import chip_height
from display.layout.keymap import FittedKeyMap, fit_keys
from display.layout.layout_options import LayoutLoss, best_option
from display.layout.page_style import PageStyle, type_sizes, with_totals_in_play
from display.layout.regions import Regions
from display.scene import Rect, Role, SceneItem, TextLine
from display.text_metrics import line_height
from display.vocabulary import Board, KeyMap, Notice, Page
from values.named_tuple import NamedTuple

WIDTH_PERCENTS = (54, 62, 46)
"""Per cent of the width that a notice may have beside the keys, the best first."""

MAX_LARGE_PERCENT = 45
"""Maximum per cent of the body for a notice in larger type."""

HEIGHT_STEP_COUNT = 8
"""The height of keys is tried in this many steps to find the smallest in which they can be read."""


def place_notice(page: Page, message: Notice, regions: Regions, style: PageStyle) -> tuple[list[SceneItem], Regions]:
    """Place and draw the notice of a page. Also return the regions that it leaves to the rest."""
    if style.is_compact:
        return _place_compact(page, message, regions, style)
    height = regions.body.height
    if page.keymap.level or page.body:
        height = max(regions.centre.height, notice.min_height(message, regions.body.width, style))
    height = min(height, regions.body.height * 2 // 3)
    area = NoticeArea(page, regions, style)
    has_table = page.keymap.level is not None and isinstance(page.body, Board)
    places = arrange_notice(message, height, area) if has_table else None
    rect, rest = places or regions_below(area, height)
    return [*notice.draw(message, rect, style)], rest


class _CompactSplit(NamedTuple):
    """A form of a notice, its rectangle, and that of the keys beside it."""

    form: Notice
    rect: Rect
    keys_rect: Rect


def _place_compact(page: Page, message: Notice, regions: Regions, style: PageStyle) -> tuple[list[SceneItem], Regions]:
    """Draw a notice in place of the players, wide enough to be whole beside keys that can be read."""
    if page.keymap.level is None:
        return [*notice.draw(message, regions.body, style)], regions
    splits = (
        _CompactSplit(form, *_split_rect(regions, percent, style)) for form, percent in _shortened_notices(message)
    )
    whole = (split for split in splits if notice.min_height(split.form, split.rect.width, style) <= split.rect.height)

    def loss(split: _CompactSplit) -> LayoutLoss:
        return fit_keys(page.keymap, page.typed_keys, split.keys_rect, style.max_key_size, style).loss(style)

    best = best_option(whole, loss)
    form, rect, keys_rect = best or (message, *_split_rect(regions, WIDTH_PERCENTS[0], style))
    return [*notice.draw(form, rect, style)], regions._replace(keys=keys_rect)


def _shortened_notices(message: Notice) -> Iterator[tuple[Notice, int]]:
    """Yield how a notice may be shortened, and how wide it may be beside the keys, the best first.

    All widths are tried before lines that say what to do are dropped.
    """
    *longer, shortest = notice.shortened_notices(message)
    yield from ((form, percent) for percent in WIDTH_PERCENTS for form in longer)
    yield from ((shortest, percent) for percent in WIDTH_PERCENTS)


def _split_rect(regions: Regions, percent: int, style: PageStyle) -> tuple[Rect, Rect]:
    """Return the rectangles of a notice, with `percent` of the width, and of the keys beside it."""
    body = regions.body
    if regions.keys.x0 <= body.x0:
        return regions.players_and_centre, regions.keys
    x = body.x0 + body.width * percent // 100
    return body._replace(x1=x), body._replace(x0=x + 3 * style.gap)


class NoticeArea(NamedTuple):
    """A page that has a notice, with the regions that it would have without."""

    page: Page
    regions: Regions
    style: PageStyle

    @property
    def board(self) -> Board:
        assert isinstance(self.page.body, Board)
        return self.page.body

    @property
    def is_upright(self) -> bool:
        """Whether the keys are below the players."""
        return self.regions.keys.y0 >= self.regions.players.y1

    @property
    def space_below(self) -> int:
        """The space below a notice."""
        return self.regions.body.y0 - self.regions.question.y1 + 2


class NoticeNeeds(NamedTuple):
    """The height of a notice, and the minimum heights of players and keys below it."""

    notice_height: int
    players_height: int
    keys_height: int


def arrange_notice(message: Notice, min_height: int, area: NoticeArea) -> tuple[Rect, Regions] | None:
    """Return the regions of a notice and of the table below it, if all of them can be read; otherwise None.

    No notice leaves the table more room than one that is only `min_height` high. Showing the centre of the table with a
    notice in small type is better than a notice in larger type.
    """
    page, (_, rest) = area.page, regions_below(area, min_height)
    keys = _needed_key_heights(page.keymap, page.typed_keys, area.regions.keys, rest.keys, area.style)
    if keys is None:
        return None
    heights = _readable_heights(message, area) or [min_height]
    players = PlayerHeights(rest.players, area)
    choices = (
        _place_below(needs, strip_height, is_across, area)
        for strip_height, is_across in _centre_heights(area)
        for needs in _needs(heights, players, keys, strip_height > 0)
    )
    return next(filter(None, choices), None)


def _readable_heights(message: Notice, area: NoticeArea) -> list[int]:
    """Return the heights of a notice in readable type, the largest first, without those too high for large type."""
    small, body = area.style.small_size, area.regions.body
    sizes, heights = type_sizes(area.style.text_size, small), notice.notice_heights(message, body.width, area.style)
    limits = (body.height * (MAX_LARGE_PERCENT if size > small else 100) // 100 for size in sizes)
    return [height for height, limit in zip(heights, limits, strict=False) if height <= limit]


def _needs(
    heights: list[int], players: PlayerHeights, key_heights: tuple[int, int], has_centre: bool
) -> Iterator[NoticeNeeds]:
    """Yield heights of a notice and what the table needs then, the best first.

    Large type is not worth a small legend, and only small type is worth dense rows.
    """
    needed, with_legend = key_heights
    *larger, smallest = heights
    yield from (NoticeNeeds(height, players.readable, needed if has_centre else with_legend) for height in larger)
    yield NoticeNeeds(smallest, players.readable, needed)
    yield NoticeNeeds(smallest, players.min_heights[0], needed)
    if not has_centre:
        yield NoticeNeeds(smallest, players.min_heights[1], needed)


def _centre_heights(area: NoticeArea) -> Iterator[tuple[int, bool]]:
    """Yield the height of the centre of the table and whether it has the whole width, the best first.

    The height is 0 if it is left out.
    """
    body, keys = area.regions.body, area.regions.keys
    for width in (keys.width, body.width):
        fit = centre_strip.fit_strip(area.board, width, area.style)
        if fit is not None:
            yield fit.height, width == body.width
    yield 0, True


def _place_below(
    needs: NoticeNeeds, strip_height: int, is_across: bool, area: NoticeArea
) -> tuple[Rect, Regions] | None:
    """Return the regions below a notice with a strip of a height, if players and keys have what they need.

    On an upright page, the keys give up what the players need.
    """
    regions, body = area.regions, area.regions.body
    top = body.y0 + needs.notice_height
    y = top + area.space_below
    below_strip = y + strip_height + area.style.gap if strip_height else y
    players_top, gap_below = below_strip if is_across else y, regions.keys.y0 - regions.players.y1
    players = regions.players._replace(y0=max(regions.players.y0, players_top))
    keys_top = max(regions.keys.y0, below_strip)
    if area.is_upright:
        keys_top = max(regions.keys.y0, players_top + needs.players_height + gap_below)
        players = players._replace(y1=keys_top - gap_below)
    if players.height < needs.players_height or regions.keys.y1 - keys_top < needs.keys_height:
        return None
    centre = Rect(body.x0 if is_across else regions.keys.x0, y, body.x1, y + strip_height)
    return body._replace(y1=top), regions._replace(
        body=body._replace(y0=top),
        centre=centre if strip_height else Rect(body.x0, top, body.x0, top),
        players=players,
        keys=regions.keys._replace(y0=keys_top),
    )


def regions_below(area: NoticeArea, height: int) -> tuple[Rect, Regions]:
    """Return the rectangle of a notice of a height, and the regions below it, without the centre of the table."""
    body = area.regions.body
    top = body.y0 + height

    def cut(rect: Rect) -> Rect:
        return rect._replace(y0=max(rect.y0, top + area.space_below))

    rest = area.regions._replace(
        body=cut(body),
        players=cut(area.regions.players),
        centre=Rect(body.x0, top, body.x0, top),
        keys=cut(area.regions.keys),
    )
    return body._replace(y1=top), rest


@lru_cache(maxsize=8)
def _needed_key_heights(
    keymap: KeyMap, typed_keys: str, keys_rect: Rect, rect_below: Rect, style: PageStyle
) -> tuple[int, int] | None:
    """Return the heights that the keys need: with as many codes as fit in `rect_below`, and with as large a legend.

    `keys_rect` is their rectangle, `rect_below` that below a notice. None if they could be read in neither.
    """

    def fitted_in(rect: Rect) -> tuple[int, int]:
        return _codes_and_size(fit_keys(keymap, typed_keys, rect, style.key_size, style), style)

    def min_height_for(size: int) -> int:
        """Return the smallest height in which keys can be read with as many codes, in type this large."""

        def is_enough(height: int) -> bool:
            fitting_count, label_size = fitted_in(keys_rect._replace(y0=keys_rect.y1 - height))
            return fitting_count >= code_count and label_size >= size

        heights = [keys_rect.height * part // HEIGHT_STEP_COUNT for part in range(1, HEIGHT_STEP_COUNT + 1)]
        return heights[bisect_left(heights[:-1], True, key=is_enough)]

    code_count, size = next(filter(any, map(fitted_in, (rect_below, keys_rect))), (0, 0))
    return (min_height_for(0), min_height_for(size)) if code_count else None


def _codes_and_size(fitted: FittedKeyMap, style: PageStyle) -> tuple[int, int]:
    """Return the number of codes drawn, legend included, and the type of their labels, if that is small.

    Both are 0 if the keys cannot be read.
    """
    if not fitted.is_readable(style):
        return 0, 0
    lines = (item for group in fitted.groups for item in group.items if isinstance(item, TextLine))
    return len(fitted.drawn_cells), min([style.small_size, *(line.size for line in lines if line.role is Role.LABEL)])


class PlayerHeights:
    """The heights that players' rows need. `rect` is theirs if the centre of the table is left out."""

    def __init__(self, rect: Rect, area: NoticeArea) -> None:
        self._rect = rect
        self._area = area
        self._style = with_totals_in_play(area.style, len(area.board.rows))
        readable, *self._dense_heights = self._row_heights()
        self.readable = min(rect.height, readable)
        """Rows in small type, if their rectangle is high enough for that."""

    @cached_property
    def min_heights(self) -> tuple[int, int]:
        """The smallest height that loses no more than `readable`, and the smallest that loses nothing but notes."""
        board, style = self._area.board, self._area.style
        players = player_rows.player_texts(board.rows, self._area.page.keymap.player_codes, style)
        if not players:
            return 0, 0

        def loss_in(height: int) -> LayoutLoss:
            return player_rows.plan_rows(players, self._rect.width, height, self._style).loss._replace(small=0)

        max_loss = loss_in(max(self.readable, self._rect.height))
        losses = [(height, loss_in(height)) for height in sorted(self._dense_heights) if height < self.readable]
        dense = next((height for height, loss in losses if loss <= max_loss), self.readable)
        return dense, next((height for height, loss in losses if not (loss.crowded or loss.missing)), dense)

    def _row_heights(self) -> list[int]:
        """Return the height of all rows in small type, on one line, and with a second line in the smallest type."""
        style, rows = self._area.style, self._area.board.rows
        single = line_height(style.small_size) + 4 * style.stroke
        marks = chip_height(style.small_size) if any(row.marks for row in rows) else 0
        double = line_height(style.min_size) + chip_height(style.min_size) + 4 * style.stroke
        min_height = player_rows.min_row_height(self._style)
        return [len(rows) * max(min_height, height) for height in (single + marks, single, double)]
