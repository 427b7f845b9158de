"""Where a notice stands on a page, and what it leaves to the rest."""

from __future__ import annotations

from itertools import product

from display.layout import notice
from display.layout.regions import Regions
from display.layout.scale import Scale
from display.scene import Box, SceneItem
from display.vocabulary import Notice, Page
from display.words import Language


def placed(
    page: Page, told: Notice, places: Regions, scale: Scale, language: Language
) -> tuple[list[SceneItem], Regions]:
    """The notice of a page, and the places that it leaves to the rest."""
    if scale.compact:
        return _compact(page, told, places, scale, language)
    below = _below(places, places.centre.height)
    if not (page.keymap.asked or page.body):
        high = places.body.height
    else:
        high = max(below[0].height, notice.least_height(told, places.body.width, scale, language))
    box, left = _below(places, min(high, places.body.height * 2 // 3))
    drawn, _ = notice.draw(told, box, scale, language)
    return list(drawn), left


def _compact(
    page: Page, told: Notice, places: Regions, scale: Scale, language: Language
) -> tuple[list[SceneItem], Regions]:
    """A notice in the place of the players, as wide as it takes to be whole."""
    body = places.body
    if page.keymap.asked is None:
        return list(notice.draw(told, body, scale, language)[0]), places
    shorter = told._replace(lines=told.lines[:-1]) if len(told.lines) > 1 else told
    for each, percent in product((told, shorter), (46, 54, 62)):
        room, keys = _shared(places, percent, scale)
        if notice.least_height(each, room.width, scale, language) <= room.height:
            break
    drawn, _ = notice.draw(told, room, scale, language)
    return list(drawn), places._replace(keys=keys)


def _shared(places: Regions, percent: int, scale: Scale) -> tuple[Box, Box]:
    """Where notice and keys stand beside each other: the notice has so much of the width."""
    body = places.body
    if places.keys.x0 <= body.x0:
        return places.table, places.keys
    x = body.x0 + body.width * percent // 100
    return body._replace(x1=x), body._replace(x0=x + 3 * scale.gap)


def _below(places: Regions, high: int) -> tuple[Box, Regions]:
    """The place of a notice so high at the top of the body, and the places below it."""
    body = places.body
    top = body.y0 + high
    below = top + body.y0 - places.question.y1 + 2

    def cut(box: Box) -> Box:
        return box._replace(y0=max(box.y0, below))

    left = places._replace(
        body=cut(body), players=cut(places.players), centre=Box(body.x0, top, body.x0, top), keys=cut(places.keys)
    )
    return body._replace(y1=top), left
