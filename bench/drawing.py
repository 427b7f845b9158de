"""Measures drawing a page in a panel's palette, against Pillow's quantisation of a picture of that size."""

from __future__ import annotations

import math
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from PIL import Image

from bench.processes import peak_mb
from device import games
from device.gallery.samples import sample_pages
from device.pages import build as pages
from device.pages.surface import surface_of
from device.session import record as records
from device.session.prompts import DetailsView, MenuView, PlayView
from device.session.record import EMPTY
from device.session.session import Session, Stage, Step, declare, step_row, take_row
from device.system import garbage_collection
from display.draw import draw_page
from display.layout import lay_out
from display.paint import paint_scene
from display.raster import CORE, PUBLIC, Raster
from display.scene import Scene
from display.surface import Surface
from display.vocabulary import Page
from display.words import ENGLISH
from hal.panel import panel
from tests.games.registered import GAMES, deal, header
from tools.figures import Measurement, seconds

LIMIT, MEMORY_LIMIT_MB = 0.6, 90.0
SMALLEST, LIMIT_MS = 250, 1.0
"""On panels with at most this many pixels on the longer side, a page may instead take this many ms."""
CORE_LIMIT = 0.9
"""The maximum share of time that drawing by Pillow's core, which is not public, may take of drawing by public
methods."""
SEEDS = (3, 4, 5, 6)
RUNS, PASSES = 7, 3
MAX_PAGES = 40
"""The maximum number of pages of each kind and game."""

NAMES = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Friederike", "Gus", "Hal", "Ida", "Jo")
PLAY = {"no-thanks": "turn", "loop": "boards", "loop-2023": "seats", "score-pad": "points", "wizard": "tricks"}
"""The names of the kinds of pages in play, by game. No Loose Ends has two kinds."""

LARGEST = "impression-13.3-spectra"

KindAndPage = tuple[str, Callable[[], Page]]
"""The kind of a page, and a function that builds it."""


def figures() -> Iterator[Measurement]:
    """A figure for each kind of page on each size of panel, and the peak memory of drawing all pages on the largest.

    Pages are drawn in the order of a game, as at the table, with empty caches. Pillow is measured directly after each
    page, so that the processor has the same speed for both. Everything is repeated several times, each time with empty
    caches. The least time of a page counts, because the machine has other load as well.
    """
    played = {game_id: [*_pages_of_game(game_id)] for game_id in GAMES}
    garbage_collection.settle()
    for surface in _surfaces():
        least: dict[tuple[str, str], PageTimes] = {}
        for _ in range(PASSES):
            _clear_caches()
            for game_id in GAMES:
                for kind, times in _drawing(played[game_id], surface).items():
                    before = least.get((kind, game_id))
                    least[kind, game_id] = times if before is None else times.least(before)
        yield from _slowest(least, surface)
    for surface in (surface_of(panel.panel_kind("phat-4")), surface_of(panel.panel_kind("impression-7.3-spectra"))):
        yield _core_figure(played, surface)
    yield Measurement(
        "peak memory of drawing every page at 1600×1200, MB", peak_mb("every_page", LARGEST), MEMORY_LIMIT_MB
    )


def _slowest(least: dict[tuple[str, str], PageTimes], surface: Surface) -> Iterator[Measurement]:
    """A figure for each kind of page, in the game in which it takes longest.

    On the smallest panels, where Pillow has next to nothing to do, a page may exceed the ratio to Pillow's time if it
    keeps the limit in milliseconds.
    """
    for kind in dict.fromkeys(kind for kind, _ in least):
        found = [times for (each, _), times in least.items() if each == kind]
        name = f"drawing: {kind} at {surface.width}×{surface.height}"
        ratio, milliseconds = max(each.ratio for each in found), max(each.milliseconds for each in found)
        if max(surface.width, surface.height) <= SMALLEST and ratio > LIMIT:
            yield Measurement(f"{name}, ms (÷ quantising {ratio:.2f})", milliseconds, LIMIT_MS)
        else:
            yield Measurement(f"{name} ÷ quantising", ratio, LIMIT)


def _core_figure(played: dict[str, list[KindAndPage]], surface: Surface) -> Measurement:
    """The time of painting all pages by Pillow's core ÷ by public methods, without layout."""
    scenes = [lay_out(build(), surface, ENGLISH) for pages_of_game in played.values() for _, build in pages_of_game]
    least = {CORE: math.inf, PUBLIC: math.inf}
    for _ in range(PASSES):
        for raster in least:
            _clear_caches()
            taken = seconds(partial(_paint_all, scenes, surface, raster), time.process_time)
            least[raster] = min(least[raster], taken)
    name = f"painting by Pillow's core ÷ by public methods at {surface.width}×{surface.height}"
    return Measurement(name, least[CORE] / least[PUBLIC], CORE_LIMIT)


def _paint_all(scenes: list[Scene], surface: Surface, raster: Raster) -> None:
    for scene in scenes:
        paint_scene(scene, surface, raster)


def _surfaces() -> list[Surface]:
    """One surface of each size, with the most colours, the largest first. The first one also loads the program."""
    found: dict[tuple[int, int], Surface] = {}
    for kind in sorted(panel.PANEL_KINDS, key=lambda kind: len(kind.inks)):
        found[kind.width, kind.height] = surface_of(kind)
    return [found[size] for size in sorted(found, reverse=True)]


@dataclass
class PageTimes:
    """The times of pages of one kind, and of Pillow for each, in seconds."""

    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)

    def least(self, other: PageTimes) -> PageTimes:
        """The lesser time of each page."""
        return PageTimes([*map(min, self.ours, other.ours)], [*map(min, self.theirs, other.theirs)])

    @property
    def ratio(self) -> float:
        """The ratio of the medians."""
        return statistics.median(self.ours) / statistics.median(self.theirs)

    @property
    def milliseconds(self) -> float:
        """The median of our times in milliseconds."""
        return 1000 * statistics.median(self.ours)


def _clear_caches() -> None:
    """Clear all caches of the drawing code."""
    for name, module in sys.modules.copy().items():
        if name.startswith("display."):
            for value in vars(module).copy().values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def _drawing(played: list[KindAndPage], surface: Surface) -> dict[str, PageTimes]:
    """The time of each page of a game, by kind, from building the page to the picture."""
    found: dict[str, PageTimes] = defaultdict(PageTimes)
    quantise = _quantising(surface)
    for kind, build in played:
        page, times = build(), found[kind]
        times.ours.append(seconds(partial(draw_page, page, surface, ENGLISH), time.process_time))
        if len(times.theirs) < RUNS:
            times.theirs.append(seconds(quantise, time.process_time))
    return found


def _pages_of_game(game_id: str) -> Iterator[KindAndPage]:
    """Yield pages of every kind of a game with the most players, from the set-up to the final sheet."""
    players = max(games.load(game_id).players)
    names = NAMES[:players]
    for seed in SEEDS:
        yield from _before(game_id, names)
        seen: dict[str, int] = defaultdict(int)
        for kind, page in _play(game_id, names, seed):
            seen[kind] += 1
            if seen[kind] <= MAX_PAGES // len(SEEDS):
                yield kind, page


def _before(game_id: str, names: tuple[str, ...]) -> Iterator[KindAndPage]:
    """Yield the pages of the set-up."""
    chosen, record = records.take_line(EMPTY, ("game", game_id)), header(game_id, names, ())
    stages = [Session(), Session(record, len(names), names), Session(record, len(names), names, None, True)]
    stages[1:1] = [Session(chosen, len(names), names[:known]) for known in range(len(names))]
    for session in stages:
        yield "set-up", partial(pages.page, session, PlayView(), ())


def _play(game_id: str, names: tuple[str, ...], seed: int) -> Iterator[KindAndPage]:
    """Yield the pages of play, with what can lie over each: the menu, a refusal, a revoke, trouble."""
    session = Session(header(game_id, names, ()), len(names), names, None, True, True)
    over = dict(_sample_pages(game_id))
    for declaration in deal(game_id, seed, len(names)):
        page = partial(pages.page, session, PlayView(), ())
        yield _kind(game_id, session), page
        for kind, sample in over.items():
            yield kind, partial(_laid_over, sample, page)
        yield "menu", partial(pages.page, session, MenuView(), ())
        session = declare(session, declaration)[0].session
        if session.stage is Stage.SUMMARY:
            yield "summary", partial(pages.page, session, PlayView(), ())
            yield "standings", partial(pages.page, session, DetailsView(0), ())
            yield "details", partial(pages.page, session, DetailsView(1), ())
            session = take_row(session, step_row(Step.ACCEPT))
    yield "final", partial(pages.page, session, PlayView(), ())
    yield from (("quiet", partial(pages.idle_page, session, place)) for place in range(5))


def _kind(game_id: str, session: Session) -> str:
    if game_id in PLAY:
        return PLAY[game_id]
    return "planning" if session.record.state.round.is_planning else "trick"


def _sample_pages(game_id: str) -> Iterator[tuple[str, Page]]:
    """Yield a refusal, trouble, and a revoke if the game has one."""
    for sample in sample_pages(game_id):
        if sample.name == "refused-revoke":
            yield "revoke", sample.page
        elif sample.name.startswith("refused"):
            yield "refusal", sample.page
        elif sample.name == "trouble":
            yield "trouble", sample.page


def _laid_over(sample: Page, page: Callable[[], Page]) -> Page:
    """A page with the notice of `sample` over the board of another page. A revoke has its own keys."""
    below = page()
    return sample._replace(heading=below.heading, status=below.status, body=below.body)


def _quantising(surface: Surface) -> Callable[[], object]:
    """A function that has Pillow quantise a picture of a surface's size to its palette, dithered as usual."""
    noise = Image.frombytes(
        "RGB",
        (surface.width, surface.height),
        random.Random(1).randbytes(surface.width * surface.height * 3),
    )
    palette = Image.new("P", (1, 1))
    palette.putpalette(surface.palette())
    return partial(noise.quantize, palette=palette)
