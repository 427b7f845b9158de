"""Ways to share a page between its body and its key map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from display.layout import board, chips, player_rows, scoreboards
from display.layout.keymap import LEAST_CUT, KeyBlocks, KeyMapFit, fitted, in_full, or_nothing
from display.layout.scale import Scale
from display.scene import Box
from display.text_metrics import size_for_height
from display.vocabulary import Board, Body, Scoreboard, Sheet

ScoreboardBand = tuple[tuple[Scoreboard, ...], scoreboards.ScoreboardPlan, Box]
"""Scoreboards, how they share the width, and where."""

KEY_MAP_WIDTHS = (42, 36, 50, 60)
"""Per cent of a page's width that a key map beside a body may take, in the order they are tried."""


class Arrangement(NamedTuple):
    """Where body and key map go, and what the key map loses; `x`, `y` is its corner."""

    body: Box
    keys: KeyMapFit
    x: int
    y: int
    loss: int = 0


class Candidate(NamedTuple):
    """A way to share a page, perhaps with a band of scoreboards: what its key map and the band lose at least.

    `find` tells where all goes, or None where the key map has no room; what is lost then is `extra` for the band.
    """

    loss: int
    extra: int
    band: ScoreboardBand | None
    find: Callable[[], Arrangement | None]


def candidates(body: Body, levels: KeyBlocks, box: Box, digits: int, need: int, scale: Scale) -> Iterator[Candidate]:
    """Ways to share a box between a body that needs so much height and a key map, the best first."""
    if not levels.blocks:
        yield Candidate(0, 0, None, lambda: Arrangement(box, KeyMapFit((), 0, 0, 0), box.x1, box.y1))
        return
    most = min(scale.keys[0], size_for_height(digits) - 1)
    boxes: list[tuple[Box, ScoreboardBand | None]] = [(box, None)]
    band = _band(body, box, digits, scale)
    if band is not None:
        boxes.insert(0, (Box(box.x0, box.y0, box.x1, band[2].y0 - scale.gap), band))
    if isinstance(body, Sheet) and body.chart is not None:
        yield _way(partial(_under, levels, box, most, need), None, scale)[0]
    for place, strip in boxes:
        yield from _in_box(levels, place, strip, most, need)


def _in_box(levels: KeyBlocks, box: Box, band: ScoreboardBand | None, most: int, need: int) -> Iterator[Candidate]:
    """Ways to share a box: the key map at the right, in each share of the width that may be better, or below."""
    scale, wide, large = levels.scale, box.width, False
    usual = KEY_MAP_WIDTHS[0]
    for percent in KEY_MAP_WIDTHS:
        narrow_enough = percent < usual and wide * 100 <= box.width * percent
        if narrow_enough or (percent > usual and large):
            continue
        way, sharing = _way(partial(_beside, levels, box, most, percent), band, scale)
        if sharing is not None:
            wide, large = box.x1 - sharing.body.x1, large or sharing.keys.size >= scale.keys[1]
        yield way
    yield _way(partial(_under, levels, box, most, need), band, scale)[0]


def _way(
    find: Callable[[bool], Arrangement | None], band: ScoreboardBand | None, scale: Scale
) -> tuple[Candidate, Arrangement | None]:
    """A way that is found with whole labels, and how; or else one that is looked for, with labels cut, if need be."""
    extra = 0 if band is None else max(0, scale.small - band[1].cell) // 2
    sharing = find(False)
    if sharing is None:
        return Candidate(LEAST_CUT + _too_small(scale.least, scale) + extra, extra, band, partial(find, True)), None
    return Candidate(sharing.loss + extra, extra, band, partial(find, False)), sharing


@lru_cache(maxsize=128)
def _beside(levels: KeyBlocks, box: Box, most: int, percent: int, cut: bool) -> Arrangement | None:
    """The key map at the right, as narrow as it gets in that share of the width, its labels `cut` if they must be."""
    scale = levels.scale
    y = box.y0 + scale.gap // 2
    fit = (fitted if cut else in_full)(levels, box.width * percent // 100, box.y1 - y, most)
    if fit is None:
        return None
    x = box.x1 - fit.width
    fit = or_nothing(fitted(levels, fit.width, box.y1 - y, fit.size))
    return Arrangement(
        Box(box.x0, box.y0, x - 2 * scale.gap, box.y1), fit, x, y, fit.loss + _too_small(fit.size, scale)
    )


@lru_cache(maxsize=64)
def _under(levels: KeyBlocks, box: Box, most: int, need: int, cut: bool) -> Arrangement | None:
    """The key map below a body, as high as it needs at a size that reads well, its labels `cut` if they must be."""
    scale = levels.scale
    if box.height - need < 3 * scale.least:
        return None
    most = min(most, max(scale.keys[1], most * 4 // 5))
    fit = (fitted if cut else in_full)(levels, box.width, box.height - need, most)
    if fit is None:
        return None
    y = box.y1 - fit.height
    fit = or_nothing(fitted(levels, box.width, fit.height, fit.size))
    return Arrangement(
        Box(box.x0, box.y0, box.x1, y - scale.gap), fit, box.x0, y, fit.loss + _too_small(fit.size, scale)
    )


def _too_small(size: int, scale: Scale) -> int:
    """The loss for key codes that are smaller than they should be: the smaller, the faster it grows."""
    short = max(0, scale.keys[1] - size) // scale.line
    return 2 * short + short * short


def _band(body: Body, box: Box, digits: int, scale: Scale) -> ScoreboardBand | None:
    """A board's scoreboards across the whole page, at its foot."""
    if not isinstance(body, Board) or not body.scoreboards:
        return None
    high = box.height - 2 * scale.gap
    if body.centre:
        high -= chips.chip_height(board.centre_size(body, digits, scale)) + scale.gap
    fair = high - len(body.rows) * player_rows.fair_row(body.rows, digits, scale)
    need = high - len(body.rows) * player_rows.least_row(digits, scale)
    plan = scoreboards.plan(body.scoreboards, box.width, fair, digits * 4 // 5, scale)
    if plan is None or plan.cell < scale.small:
        plan = scoreboards.plan(body.scoreboards, box.width, need, scale.small, scale)
    if plan is None:
        return None
    return body.scoreboards, plan, Box(box.x0, box.y1 - plan.height, box.x1, box.y1)
