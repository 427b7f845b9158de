"""Place a notice on a page, and share the rest among the centre of the table, the players and the keys."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property, lru_cache

from display.layout import centre_strip, notice, player_rows
from display.layout.chips import chip_height
from display.layout.keymap import FittedKeys, fit_keys
from display.layout.layout_options import GivenUp
from display.layout.page_style import PageStyle, type_sizes, with_totals_in_play
from display.layout.regions import Regions
from display.scene import Box, Role, SceneItem, TextLine
from display.text_metrics import line_height
from display.vocabulary import Board, KeyMap, Notice, Page
from values.named_tuple import NamedTuple

WIDTHS = (54, 62, 46)
"""Per cent of the width that a notice may have beside the keys, the best first."""

MOST = 45
"""Maximum per cent of the body for a notice in larger type."""

FINE = 8
"""The height of keys is tried in this many steps to find the smallest in which they can be read."""


def place_notice(page: Page, told: Notice, places: Regions, style: PageStyle) -> tuple[list[SceneItem], Regions]:
    """Place and draw the notice of a page. Also return the regions that it leaves to the rest."""
    if style.is_compact:
        return _place_compact(page, told, places, style)
    if not (page.keymap.level or page.body):
        high = places.body.height
    else:
        high = max(places.centre.height, notice.least_height(told, places.body.width, style))
    high = min(high, places.body.height * 2 // 3)
    room = NoticeRoom(page, places, style)
    shared = page.keymap.level is not None and isinstance(page.body, Board)
    box, left = (arrange_notice(told, high, room) if shared else None) or regions_below(room, high)
    drawn, _ = notice.draw(told, box, style)
    return list(drawn), left


def _place_compact(page: Page, told: Notice, places: Regions, style: PageStyle) -> tuple[list[SceneItem], Regions]:
    """Draw a notice in place of the players, wide enough to be whole beside keys that can be read."""
    body, keymap = places.body, page.keymap
    if keymap.level is None:
        return list(notice.draw(told, body, style)[0]), places
    best: tuple[tuple[bool, int], Notice, Box, Box] | None = None
    for each, percent in _shortened_notices(told):
        room, keys = _split_box(places, percent, style)
        if notice.least_height(each, room.width, style) > room.height:
            continue
        fitted = fit_keys(keymap, page.typed_keys, keys, style.max_key_size, style)
        if best is None or (fitted.uncut, fitted.size) > best[0]:
            best = (fitted.uncut, fitted.size), each, room, keys
        if fitted.is_readable(style):
            break
    _, each, room, keys = best or ((False, 0), told, *_split_box(places, WIDTHS[0], style))
    return list(notice.draw(each, room, style)[0]), places._replace(keys=keys)


def _shortened_notices(told: Notice) -> Iterator[tuple[Notice, int]]:
    """Yield how a notice may be shortened, and how wide it may be beside the keys, the best first.

    All widths are tried before lines that say what to do are dropped.
    """
    *longer, shortest = notice.shortened_notices(told)
    yield from ((each, percent) for percent in WIDTHS for each in longer)
    yield from ((shortest, percent) for percent in WIDTHS)


def _split_box(places: Regions, percent: int, style: PageStyle) -> tuple[Box, Box]:
    """Return the boxes of a notice, with `percent` of the width, and of the keys beside it."""
    body = places.body
    if places.keys.x0 <= body.x0:
        return places.players_and_centre, places.keys
    x = body.x0 + body.width * percent // 100
    return body._replace(x1=x), body._replace(x0=x + 3 * style.gap)


class NoticeRoom(NamedTuple):
    """The page below a notice, with its regions without one."""

    page: Page
    places: Regions
    style: PageStyle

    @property
    def board(self) -> Board:
        assert isinstance(self.page.body, Board)
        return self.page.body

    @property
    def is_upright(self) -> bool:
        """Whether the keys are below the players."""
        return self.places.keys.y0 >= self.places.players.y1

    @property
    def space_below(self) -> int:
        """The space below a notice."""
        return self.places.body.y0 - self.places.question.y1 + 2


class NoticeWay(NamedTuple):
    """The height of a notice, and the minimum heights of players and keys below it."""

    high: int
    players: int
    keys: int


def arrange_notice(told: Notice, min_height: int, room: NoticeRoom) -> tuple[Box, Regions] | None:
    """Return the regions of a notice and of the table below it, if all of them can be read; otherwise None.

    A notice in smaller type that is no more than `min_height` high leaves the table at least that much room. Showing
    the centre of the table with a notice in small type is better than a notice in larger type.
    """
    left, page = regions_below(room, min_height)[1], room.page
    keys = _needed_key_heights(page.keymap, page.typed_keys, room.places.keys, left.keys, room.style)
    if keys is None:
        return None
    highs = _readable_heights(told, room) or [min_height]
    players = PlayersNeeded(left.players, room)
    places = (
        _place_below(way, high, across, room)
        for high, across in _centre_heights(room)
        for way in _notice_ways(highs, players, keys, high > 0)
    )
    return next(filter(None, places), None)


def _readable_heights(told: Notice, room: NoticeRoom) -> list[int]:
    """Return the heights of a notice in readable type, the largest first, without those too high for large type."""
    style, body = room.style, room.places.body
    highs = zip(
        type_sizes(style.text_size, style.small_size), notice.notice_heights(told, body.width, style), strict=False
    )
    return [high for size, high in highs if high <= body.height * (MOST if size > style.small_size else 100) // 100]


def _notice_ways(highs: list[int], players: PlayersNeeded, keys: tuple[int, int], centred: bool) -> Iterator[NoticeWay]:
    """Yield heights of a notice and what the table needs then, the best first.

    Large type is not worth a small legend, and only small type is worth dense rows.
    """
    needed, legend = keys
    yield from (NoticeWay(high, players.read, needed if centred else legend) for high in highs[:-1])
    yield NoticeWay(highs[-1], players.read, needed)
    yield NoticeWay(highs[-1], players.least_heights[0], needed)
    if not centred:
        yield NoticeWay(highs[-1], players.least_heights[1], needed)


def _centre_heights(room: NoticeRoom) -> Iterator[tuple[int, bool]]:
    """Yield the height of the centre of the table and whether it has the whole width, the best first.

    The height is 0 if it is left out.
    """
    body, keys = room.places.body, room.places.keys
    for wide in (keys.width, body.width):
        fit = centre_strip.fit_strip(room.board, wide, room.style)
        if fit is not None:
            yield fit.height, wide == body.width
    yield 0, True


def _place_below(way: NoticeWay, strip: int, across: bool, room: NoticeRoom) -> tuple[Box, Regions] | None:
    """Return the regions below a notice with a strip of a height, if players and keys have what they need.

    On an upright page, the keys give up what the players need.
    """
    before, body = room.places, room.places.body
    top = body.y0 + way.high
    y = top + room.space_below
    after = y + strip + room.style.gap if strip else y
    upper, lower = after if across else y, before.keys.y0 - before.players.y1
    players, keys = before.players._replace(y0=max(before.players.y0, upper)), max(before.keys.y0, after)
    if room.is_upright:
        keys = max(before.keys.y0, upper + way.players + lower)
        players = players._replace(y1=keys - lower)
    if players.height < way.players or before.keys.y1 - keys < way.keys:
        return None
    middle = Box(body.x0 if across else before.keys.x0, y, body.x1, y + strip)
    return body._replace(y1=top), before._replace(
        body=body._replace(y0=top),
        centre=middle if strip else Box(body.x0, top, body.x0, top),
        players=players,
        keys=before.keys._replace(y0=keys),
    )


def regions_below(room: NoticeRoom, height: int) -> tuple[Box, Regions]:
    """Return the box of a notice of a height, and the regions below it, without the centre of the table."""
    body = room.places.body
    top = body.y0 + height

    def cut(box: Box) -> Box:
        return box._replace(y0=max(box.y0, top + room.space_below))

    left = room.places._replace(
        body=cut(body),
        players=cut(room.places.players),
        centre=Box(body.x0, top, body.x0, top),
        keys=cut(room.places.keys),
    )
    return body._replace(y1=top), left


@lru_cache(maxsize=8)
def _needed_key_heights(keymap: KeyMap, begun: str, keys: Box, lowest: Box, style: PageStyle) -> tuple[int, int] | None:
    """Return the heights that the box `keys` needs: with as many codes as fit in `lowest`, and with as large a legend.

    `lowest` is the keys' box below a notice. None if keys could not be read in either box.
    """

    def told(box: Box) -> tuple[int, int]:
        return _codes_and_size(fit_keys(keymap, begun, box, style.key_size, style), style)

    def least(size: int) -> int:
        """Return the smallest height in which keys can be read with as many codes, in type this large."""

        def enough(high: int) -> bool:
            found = told(keys._replace(y0=keys.y1 - high))
            return found[0] >= cells and found[1] >= size

        heights = [keys.height * part // FINE for part in range(1, FINE + 1)]
        return heights[bisect_left(heights[:-1], True, key=enough)]

    cells, size = next(filter(any, map(told, (lowest, keys))), (0, 0))
    return (least(0), least(size)) if cells else None


def _codes_and_size(drawn: FittedKeys, style: PageStyle) -> tuple[int, int]:
    """Return the number of codes drawn, legend included, and the type of their labels, if that is small.

    Both are 0 if the keys cannot be read.
    """
    if not drawn.is_readable(style):
        return 0, 0
    lines = (item for group in drawn.parts for item in group.items if isinstance(item, TextLine))
    return len(drawn.drawn_cells), min([style.small_size, *(line.size for line in lines if line.role is Role.LABEL)])


class PlayersNeeded:
    """The heights that players' rows need. `without` is their box if the centre of the table is left out."""

    def __init__(self, without: Box, room: NoticeRoom) -> None:
        self._without = without
        self._room = room
        self._style = with_totals_in_play(room.style, len(room.board.rows))
        small, *self._dense = self._row_heights()
        self.read = min(without.height, small)
        """Rows in small type, if their box is high enough for that."""

    @cached_property
    def least_heights(self) -> tuple[int, int]:
        """The smallest height that loses no more than `read`, and the smallest that loses nothing but notes."""
        board, style = self._room.board, self._room.style
        keyed, marked = self._room.page.keymap.player_codes, bool(board.scoreboards)
        players = player_rows.player_texts(board.rows, keyed, style, marked=marked)

        def lost(height: int) -> GivenUp:
            return player_rows.plan_rows(players, self._without.width, height, self._style).loss._replace(small=0)

        most = lost(max(self.read, self._without.height))
        lower = [(high, lost(high)) for high in sorted(self._dense) if high < self.read]
        dense = next((high for high, loss in lower if loss <= most), self.read)
        return dense, next((high for high, loss in lower if not (loss.crowded or loss.missing)), dense)

    def _row_heights(self) -> list[int]:
        """Return the height of all rows in small type, on one line, and with a second line in the smallest type."""
        style, rows = self._room.style, self._room.board.rows
        single = line_height(style.small_size) + 4 * style.stroke
        marks = chip_height(style.small_size) if any(row.marks for row in rows) else 0
        double = line_height(style.min_size) + chip_height(style.min_size) + 4 * style.stroke
        least = player_rows.least_row_height(self._style)
        return [len(rows) * max(least, high) for high in (single + marks, single, double)]
