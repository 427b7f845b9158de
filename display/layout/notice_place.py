"""Where a notice stands on a page, and what it leaves to the rest."""

from __future__ import annotations

from collections.abc import Iterator

from display.layout import notice
from display.layout.chips import chip_height
from display.layout.keymap import fitted
from display.layout.regions import Regions
from display.layout.scale import Scale
from display.scene import Box, Cell, SceneItem
from display.text_metrics import line_height
from display.vocabulary import Board, Notice, Page
from display.words import Language

MOST = 45
"""Per cent of the body that a notice takes at most for the sake of larger type."""

WIDTHS = (54, 62, 46)
"""Per cent of the width that a notice may have beside the keys, the best first."""


def placed(
    page: Page, told: Notice, places: Regions, scale: Scale, language: Language
) -> tuple[list[SceneItem], Regions]:
    """The notice of a page, and the places that it leaves to the rest."""
    if scale.compact:
        return _compact(page, told, places, scale, language)
    if not (page.keymap.asked or page.body):
        high = places.body.height
    else:
        high = max(places.centre.height, notice.least_height(told, places.body.width, scale, language))
    high = min(high, places.body.height * 2 // 3)
    box, left = _larger(page, told, high, places, scale, language) or _below(places, high)
    drawn, _ = notice.draw(told, box, scale, language)
    return list(drawn), left


def _larger(
    page: Page, told: Notice, least: int, places: Regions, scale: Scale, language: Language
) -> tuple[Box, Regions] | None:
    """More room for a notice, so that it is in larger type, where players and keys are read in what is left to them."""
    if page.keymap.asked is None or not isinstance(page.body, Board):
        return None
    needed, shown = _needed(page.body, places, scale), _cells(page, _below(places, least)[1], scale, language)
    for high in notice.heights(told, places.body.width, scale, language):
        if least < high <= places.body.height * MOST // 100:
            for lower in (high, high - (high - least) // 2, least):
                box, left = _below(places, high, lower)
                if left.players.height >= needed and 0 < shown <= _cells(page, left, scale, language):
                    return box, left
    return None


def _cells(page: Page, left: Regions, scale: Scale, language: Language) -> int:
    """How many codes are told where the keys are then, legend included; 0 where they could not be read."""
    keys = fitted(page.keymap, page.begun, left.keys, scale.keys[0], scale, language)
    return sum(isinstance(item, Cell) for part in keys.parts for item in part.items) if keys.read(scale) else 0


def _needed(board: Board, places: Regions, scale: Scale) -> int:
    """How high the room of the players must be: rows may be lower than without a notice, and scoreboards not."""
    row = line_height(scale.small) + 4 * scale.line
    if any(each.marks for each in board.rows):
        row += chip_height(scale.small)
    return places.players.height if board.scoreboards else min(places.players.height, len(board.rows) * row)


def _compact(
    page: Page, told: Notice, places: Regions, scale: Scale, language: Language
) -> tuple[list[SceneItem], Regions]:
    """A notice in the place of the players, as wide as it takes to be whole beside keys that are read."""
    body, keymap = places.body, page.keymap
    if keymap.asked is None:
        return list(notice.draw(told, body, scale, language)[0]), places
    best: tuple[int, Notice, Box, Box] | None = None
    for each, percent in _ways(told):
        room, keys = _shared(places, percent, scale)
        if notice.least_height(each, room.width, scale, language) > room.height:
            continue
        shown = fitted(keymap, page.begun, keys, scale.alone, scale, language)
        if best is None or shown.size > best[0]:
            best = shown.size, each, room, keys
        if shown.read(scale):
            break
    _, each, room, keys = best or (0, told, *_shared(places, WIDTHS[0], scale))
    return list(notice.draw(each, room, scale, language)[0]), places._replace(keys=keys)


def _ways(told: Notice) -> Iterator[tuple[Notice, int]]:
    """How a notice may be shortened, and how wide it may be beside the keys, the best first.

    These keep their place as long as what is to be done is said.
    """
    *longer, shortest = notice.shortened(told)
    yield from ((each, percent) for percent in WIDTHS for each in longer)
    yield from ((shortest, percent) for percent in WIDTHS)


def _shared(places: Regions, percent: int, scale: Scale) -> tuple[Box, Box]:
    """Where notice and keys stand beside each other: the notice has so much of the width."""
    body = places.body
    if places.keys.x0 <= body.x0:
        return places.table, places.keys
    x = body.x0 + body.width * percent // 100
    return body._replace(x1=x), body._replace(x0=x + 3 * scale.gap)


def _below(places: Regions, high: int, lower: int = 0) -> tuple[Box, Regions]:
    """The place of a notice so high at the top of the body, and the places below it.

    On a page that stands upright, the keys have what they have below a notice that is `lower` high: the players give
    the rest.
    """
    body = places.body
    top = body.y0 + high
    below = top + body.y0 - places.question.y1 + 2

    def cut(box: Box) -> Box:
        return box._replace(y0=max(box.y0, below))

    left = places._replace(
        body=cut(body), players=cut(places.players), centre=Box(body.x0, top, body.x0, top), keys=cut(places.keys)
    )
    if places.keys.y0 >= places.players.y1:
        down = max(0, below - high + (lower or high) - places.players.y0)
        left = left._replace(
            players=left.players._replace(y1=places.players.y1 + down),
            keys=places.keys._replace(y0=places.keys.y0 + down),
        )
    return body._replace(y1=top), left
