"""Where a notice stands on a page, and what it leaves to the rest."""

from __future__ import annotations

from collections.abc import Iterator

from display.layout import notice
from display.layout.keymap import fitted
from display.layout.look import Look
from display.layout.noticed_table import NoticeRoom, arranged, below
from display.layout.regions import Regions
from display.scene import Box, SceneItem
from display.vocabulary import Board, Notice, Page

WIDTHS = (54, 62, 46)
"""Per cent of the width that a notice may have beside the keys, the best first."""


def placed(page: Page, told: Notice, places: Regions, look: Look) -> tuple[list[SceneItem], Regions]:
    """The notice of a page, and the places that it leaves to the rest."""
    if look.compact:
        return _compact(page, told, places, look)
    if not (page.keymap.asked or page.body):
        high = places.body.height
    else:
        high = max(places.centre.height, notice.least_height(told, places.body.width, look))
    high = min(high, places.body.height * 2 // 3)
    room = NoticeRoom(page, places, look)
    shared = page.keymap.asked is not None and isinstance(page.body, Board)
    box, left = (arranged(told, high, room) if shared else None) or below(room, high)
    drawn, _ = notice.draw(told, box, look)
    return list(drawn), left


def _compact(page: Page, told: Notice, places: Regions, look: Look) -> tuple[list[SceneItem], Regions]:
    """A notice in the place of the players, as wide as it takes to be whole beside keys that are read."""
    body, keymap = places.body, page.keymap
    if keymap.asked is None:
        return list(notice.draw(told, body, look)[0]), places
    best: tuple[int, Notice, Box, Box] | None = None
    for each, percent in _ways(told):
        room, keys = _shared(places, percent, look)
        if notice.least_height(each, room.width, look) > room.height:
            continue
        shown = fitted(keymap, page.begun, keys, look.alone, look)
        if best is None or shown.size > best[0]:
            best = shown.size, each, room, keys
        if shown.read(look):
            break
    _, each, room, keys = best or (0, told, *_shared(places, WIDTHS[0], look))
    return list(notice.draw(each, room, look)[0]), places._replace(keys=keys)


def _ways(told: Notice) -> Iterator[tuple[Notice, int]]:
    """How a notice may be shortened, and how wide it may be beside the keys, the best first.

    These keep their place as long as what is to be done is said.
    """
    *longer, shortest = notice.shortened(told)
    yield from ((each, percent) for percent in WIDTHS for each in longer)
    yield from ((shortest, percent) for percent in WIDTHS)


def _shared(places: Regions, percent: int, look: Look) -> tuple[Box, Box]:
    """Where notice and keys stand beside each other: the notice has so much of the width."""
    body = places.body
    if places.keys.x0 <= body.x0:
        return places.table, places.keys
    x = body.x0 + body.width * percent // 100
    return body._replace(x1=x), body._replace(x0=x + 3 * look.gap)
