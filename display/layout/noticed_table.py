"""The table below a notice: how much room the notice, what lies in the middle, players and keys have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache

from display.layout import centre_strip, notice, player_rows
from display.layout.chips import chip_height
from display.layout.keymap import FittedKeys, fitted
from display.layout.look import Look, least_in_play, steps
from display.layout.regions import Regions
from display.scene import Box, Part, TextLine
from display.text_metrics import line_height
from display.vocabulary import Board, KeyMap, Notice, Page
from values.named_tuple import NamedTuple

MOST = 45
"""Per cent of the body that a notice takes at most for the sake of larger type."""

FINE = 8
"""Into so many parts the height of keys is divided to find the least in which they are read."""


class ToldKeys(NamedTuple):
    """How many codes a key map tells, legend included, and the type of its labels, if that is small."""

    cells: int
    size: int


class NoticeRoom(NamedTuple):
    """What a table below a notice is made of: a page, and the places that it has otherwise."""

    page: Page
    places: Regions
    look: Look

    @property
    def board(self) -> Board:
        assert isinstance(self.page.body, Board)
        return self.page.body

    @property
    def upright(self) -> bool:
        """Whether the keys stand below the players."""
        return self.places.keys.y0 >= self.places.players.y1

    @property
    def apart(self) -> int:
        """The space below a notice."""
        return self.places.body.y0 - self.places.question.y1 + 2


class RowsLoss(NamedTuple):
    """What players' rows lack: how much is cut, and how many notes are left out."""

    cut: int
    notes: int


class KeysNeeded(NamedTuple):
    """The heights that keys need: with all codes, or with a `legend` in type as large as below the lowest notice."""

    keys: int
    legend: int


class NeededHeights(NamedTuple):
    """The heights that players and keys need."""

    players: int
    keys: int


def arranged(told: Notice, least: int, room: NoticeRoom) -> tuple[Box, Regions] | None:
    """The places of a notice and of the table below it, where all of them are read; else None.

    A notice that is no more than `least` high, in smaller type, leaves the table at least so much room. What lies in
    the middle is there with a notice in small type rather than that this is larger.
    """
    left, page = below(room, least)[1], room.page
    keys = _keys_needed(page.keymap, page.begun, room.places.keys, left.keys, room.look)
    if keys is None:
        return None
    highs = _heights(told, room) or [least]
    players = PlayersNeeded(left.players, room)
    for centre in _centres(room):
        for high, needs in _ways(highs, players, keys, bool(centre[0])):
            placed = _placed(high, centre, needs, room)
            if placed is not None:
                return placed
    return None


def _heights(told: Notice, room: NoticeRoom) -> list[int]:
    """How high a notice is in type that is read, the largest first; none that is too high for its large type."""
    sizes = steps(room.look.text, room.look.small)
    highs = notice.heights(told, room.places.body.width, room.look)
    return [high for size, high in zip(sizes, highs, strict=False) if high <= _most(size, room)]


def _ways(
    highs: list[int], players: PlayersNeeded, keys: KeysNeeded, centred: bool
) -> Iterator[tuple[int, NeededHeights]]:
    """How high a notice may be, and what the table needs then, the best first: large type is not worth a small legend,
    and only small type is worth dense rows."""
    roomy = NeededHeights(players.read, keys.keys if centred else keys.legend)
    yield from ((high, roomy) for high in highs[:-1])
    yield highs[-1], NeededHeights(players.read, keys.keys)
    yield highs[-1], NeededHeights(players.lower[0], keys.keys)
    if not centred:
        yield highs[-1], NeededHeights(players.lower[1], keys.keys)


def _most(size: int, room: NoticeRoom) -> int:
    """How high a notice in type of a size may be."""
    return room.places.body.height * (MOST if size > room.look.small else 100) // 100


def _centres(room: NoticeRoom) -> Iterator[tuple[int, bool]]:
    """How high what lies in the middle is, and whether it has all the width, the best first; 0 where it is left out."""
    body, keys = room.places.body, room.places.keys
    for wide in (keys.width, body.width):
        fit = centre_strip.fitted(room.board, wide, room.look)
        if fit is not None:
            yield fit.height, wide == body.width
    yield 0, True


def _placed(high: int, centre: tuple[int, bool], needed: NeededHeights, room: NoticeRoom) -> tuple[Box, Regions] | None:
    """The places below a notice so high, if players and keys have what they need."""
    body, gap = room.places.body, room.look.gap
    top = body.y0 + high
    y = top + room.apart
    strip, across = centre
    after = y + strip + gap if strip else y
    left = room.places._replace(body=body._replace(y0=top), centre=Box(body.x0, top, body.x0, top))
    if strip:
        x = body.x0 if across else room.places.keys.x0
        left = left._replace(centre=Box(x, y, body.x1, y + strip))
    return _checked(body._replace(y1=top), _shared(left, y if not across else after, after, needed, room), needed)


def _shared(left: Regions, players: int, keys: int, needed: NeededHeights, room: NoticeRoom) -> Regions:
    """Players and keys from these heights on; on an upright page the keys give what the players need."""
    before = room.places
    if not room.upright:
        return left._replace(
            players=before.players._replace(y0=max(before.players.y0, players)),
            keys=before.keys._replace(y0=max(before.keys.y0, keys)),
        )
    gap = before.keys.y0 - before.players.y1
    y = max(before.keys.y0, players + needed.players + gap)
    return left._replace(
        players=before.players._replace(y0=max(before.players.y0, players), y1=y - gap), keys=before.keys._replace(y0=y)
    )


def _checked(box: Box, left: Regions, needed: NeededHeights) -> tuple[Box, Regions] | None:
    enough = left.players.height >= needed.players and left.keys.height >= needed.keys
    return (box, left) if enough else None


def below(room: NoticeRoom, high: int) -> tuple[Box, Regions]:
    """The places of a notice so high and of what is below it, without what lies in the middle."""
    body = room.places.body
    top = body.y0 + high

    def cut(box: Box) -> Box:
        return box._replace(y0=max(box.y0, top + room.apart))

    left = room.places._replace(
        body=cut(body),
        players=cut(room.places.players),
        centre=Box(body.x0, top, body.x0, top),
        keys=cut(room.places.keys),
    )
    return body._replace(y1=top), left


@lru_cache(maxsize=8)
def _keys_needed(keymap: KeyMap, begun: str, keys: Box, lowest: Box, look: Look) -> KeysNeeded | None:
    """What keys need that stand in a place otherwise, and in the `lowest` one below a notice; None where they could not
    be read there."""

    def told(box: Box) -> ToldKeys:
        return _told(fitted(keymap, begun, box, look.keys[0], look), look)

    shown = told(lowest)
    if not shown.cells:
        shown = told(keys)
    if not shown.cells:
        return None
    return KeysNeeded(_least_height(told, keys, shown._replace(size=0)), _least_height(told, keys, shown))


def _told(drawn: FittedKeys, look: Look) -> ToldKeys:
    """What keys tell; nothing where they could not be read."""
    if not drawn.read(look):
        return ToldKeys(0, 0)
    lines = (item for part in drawn.parts for item in part.items if isinstance(item, TextLine))
    return ToldKeys(len(drawn.cells), min([look.small, *(line.size for line in lines if line.part is Part.LABEL)]))


def _least_height(told: Callable[[Box], ToldKeys], keys: Box, shown: ToldKeys) -> int:
    """The least height in which keys are read with so many codes, in type so large."""
    low, high = 0, FINE
    while high - low > 1:
        middle = (low + high) // 2
        found = told(keys._replace(y0=keys.y1 - keys.height * middle // FINE))
        if found.cells >= shown.cells and found.size >= shown.size:
            high = middle
        else:
            low = middle
    return keys.height * high // FINE


class PlayersNeeded:
    """The heights that players' rows need, which have a place `without` what lies in the middle."""

    def __init__(self, without: Box, room: NoticeRoom) -> None:
        self._without = without
        self._room = room
        self._digits = least_in_play(room.look, len(room.board.rows))
        small, *self._dense = self._row_heights()
        self.read = min(without.height, small)
        """Rows in small type, if they have that in their place."""

    @cached_property
    def lower(self) -> tuple[int, int]:
        """The least in which no more is cut than in those, and the least in which nothing but notes is."""
        board, page = self._room.board, self._room.page
        told = player_rows.player_texts(board.rows, page.keymap.players, self._room.look)

        def lost(high: int) -> RowsLoss:
            return _lost(told, player_rows.plan(told, self._without.width, high, self._digits, self._room.look))

        most = lost(max(self.read, self._without.height))
        lower = [(high, lost(high)) for high in sorted(self._dense) if high < self.read]
        dense = next((high for high, loss in lower if loss.cut <= most.cut and loss.notes <= most.notes), self.read)
        return dense, next((high for high, loss in lower if loss.cut < player_rows.MISSED), dense)

    def _row_heights(self) -> list[int]:
        """How high all rows are in small type, on one line, and with a second line in the least type."""
        look, rows = self._room.look, self._room.board.rows
        single = line_height(look.small) + 4 * look.line
        marks = chip_height(look.small) if any(row.marks for row in rows) else 0
        double = line_height(look.least) + chip_height(look.least) + 4 * look.line
        least = player_rows.least_row(self._digits, look)
        return [len(rows) * max(least, high) for high in (single + marks, single, double)]


def _lost(told: tuple[player_rows.PlayerText, ...], plan: player_rows.RowsPlan) -> RowsLoss:
    shown = zip(told, plan.lines, strict=True)
    return RowsLoss(plan.cut, sum([bool(row.note and not line.note) for row, line in shown]))
