"""Drawing a page from state to panel palette, beside Pillow quantising a picture of that size."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator

from PIL import Image

from bench.figures import Figure, seconds
from device import pages
from device.companion import surface_of
from device.session import Session, Stage, Step, declare, step, take
from device.view import Details, Play
from display.draw import draw
from display.surface import Surface
from display.words import ENGLISH
from hal import panel
from tests.games.registered import deal, header

LIMIT = 0.6
SEEDS = range(4)
KIND = "impression-7.3-spectra"
NAMES = ("Ann", "Bo", "Cleo", "Dan")


def figures() -> Iterator[Figure]:
    """One figure for each kind of page of games of No Loose Ends at 800×480.

    Every page is drawn once, as at the table: no drawing has been there before.
    """
    surface = surface_of(panel.kind(KIND))
    noise, palette = _noise(surface), _palette(surface)
    noise.quantize(palette=palette)
    ours: dict[str, list[float]] = {}
    theirs: list[float] = []
    for seed in SEEDS:
        for kind, session, view in _moments(seed):
            taken = seconds(lambda session=session, view=view: draw(pages.page(session, view, ()), surface, ENGLISH))  # type: ignore[misc]
            ours.setdefault(kind, []).append(taken)
            theirs.append(seconds(lambda: noise.quantize(palette=palette)))
    for kind, times in ours.items():
        name = f"drawing a {kind} page at {surface.width}×{surface.height} ÷ quantising ({len(times)} pages)"
        yield Figure(name, statistics.median(times) / statistics.median(theirs), LIMIT)


def _moments(seed: int) -> Iterator[tuple[str, Session, Play | Details]]:
    names = tuple(f"{name}{seed}" for name in NAMES)
    session = Session(header("no-loose-ends", names, ()), len(names), names, None, True, True)
    for declaration in deal("no-loose-ends", seed, len(names)):
        yield ("planning" if session.record.state.round.planning else "trick"), session, Play()
        session = declare(session, declaration)[0].session
        if session.stage is Stage.SUMMARY:
            yield "summary", session, Play()
            yield "details", session, Details(0)
            yield "details", session, Details(1)
            session = take(session, step(Step.ACCEPT))
    yield "final", session, Play()


def _noise(surface: Surface) -> Image.Image:
    size = surface.width * surface.height * 3
    return Image.frombytes("RGB", (surface.width, surface.height), random.Random(1).randbytes(size))


def _palette(surface: Surface) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(surface.palette())
    return image
