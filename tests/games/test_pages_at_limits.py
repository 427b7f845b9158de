"""Every page of every game, with the most players and the widest names, fits every panel, however it stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from device import games
from device.contract.declarations import Declaration
from device.contract.refusal import Refused
from device.pages import build as pages
from device.pages.surface import surface_of
from device.session.prompts import DetailsView, MenuView, PlayView, View
from device.session.record import write_declaration
from device.session.session import Session, Stage, Step, declare, step_row, take_row
from display.layout import lay_out
from display.surface import Surface
from display.vocabulary import Page
from display.words import ENGLISH
from hal.panel import panel
from tablekeeper.testing.scene_checks import check_scene
from tests.games.registered import GAMES, deal, header
from tests.thorough import THOROUGH

SIZES = sorted({(kind.width, kind.height) for kind in panel.PANEL_KINDS})
KINDS = {(kind.width, kind.height): kind for kind in panel.PANEL_KINDS}
WIDEST = tuple("W" * 19 + last for last in "WMQOGHNDUA")
"""Names of twenty letters, as wide as letters get: no two players may have the same."""

SEED = 21
MAX_OF_A_KIND = {"play": 4, "refusal": 2} if THOROUGH else {"play": 2}
"""So many pages of a kind with different key maps are tried; of other kinds, one."""


def _turned(size: tuple[int, int], tall: bool) -> Surface:
    surface = surface_of(KINDS[size])
    return Surface(surface.height, surface.width, surface.inks) if tall else surface


def _seen(game_id: str) -> Iterator[tuple[str, Page]]:
    """Pages of a whole game, by kind; of what can be refused, the last for each key map."""
    players = max(games.load(game_id).players)
    names = WIDEST[:players]
    record = header(game_id, names, ())
    for number in range(len(WIDEST)):
        yield "setup", pages.page(Session(), PlayView(), WIDEST[:number])
    yield "options", pages.page(Session(record, players, names), PlayView(), ())
    yield "rulings", pages.page(Session(record, players, names), DetailsView(0), ())
    yield "starter", pages.page(Session(record, players, names, None, True), PlayView(), ())
    session = Session(record, players, names, None, True, True)
    before: Declaration | None = None
    refused: dict[tuple[int, ...], tuple[Session, Declaration]] = {}
    for declaration in deal(game_id, SEED, players):
        if session.stage is Stage.SUMMARY:
            yield from _with(session, "summary", PlayView(), DetailsView(0), DetailsView(1))
            session = take_row(session, step_row(Step.ACCEPT))
        page = pages.page(session, PlayView(), ())
        yield "play", page
        if _maps(page) not in refused:
            yield from _with(session, "menu", MenuView())
        if before is not None and _refuses(session, before):
            refused[_maps(page)] = session, before
        session, before = declare(session, declaration)[0].session, declaration
    for at in refused.values():
        yield from _refused(*at)
        yield from _with(at[0], "menu", MenuView())
    if session.stage is Stage.SUMMARY:  # a game that the table itself ends is over without one
        session = take_row(session, step_row(Step.ACCEPT))
    yield from _with(session, "final", PlayView(), DetailsView(0), DetailsView(1))
    yield "farewell", pages.farewell_page(session)
    yield from (("quiet", pages.idle_page(session, place)) for place in range(5))


def _refuses(session: Session, declaration: Declaration) -> bool:
    try:
        declare(session, declaration)
    except Refused:
        return True
    return False


def _maps(page: Page) -> tuple[int, ...]:
    """How large the levels of a page's key map are."""
    asked = page.keymap.level
    return tuple(len(grid.cells) for grid in ((asked,) if asked is not None else ()) + page.keymap.next_levels)


def _with(session: Session, kind: str, *views: View) -> Iterator[tuple[str, Page]]:
    for at, view in enumerate(views):
        yield f"{kind}{at or ''}", pages.page(session, view, ())


def _refused(session: Session, declaration: Declaration) -> Iterator[tuple[str, Page]]:
    """The refusal of what was just declared, and trouble of both kinds."""
    try:
        declare(session, declaration)
    except Refused as refused:
        told = pages.refusal_notice(write_declaration(session.record, declaration), refused.refusal)
        yield "refusal", pages.page(session, PlayView(), (), "", told)
        yield "disk", pages.page(session, PlayView(), (), "", pages.unwritten_notice(refused.refusal.sentence))
        yield (
            "panel",
            pages.page(session, PlayView(), (), "", pages.panel_trouble_notice("the panel stayed busy for 33 seconds")),
        )


@cache
def at_limits(game_id: str) -> tuple[tuple[str, Page], ...]:
    """Pages of every kind, with key maps as different as they get: the largest of each kind."""
    found: dict[str, dict[tuple[int, ...], Page]] = {}
    for kind, page in _seen(game_id):
        found.setdefault(kind, {})[_maps(page)] = page
    return tuple(
        (kind, several[maps])
        for kind, several in found.items()
        for maps in sorted(several, key=sum, reverse=True)[: MAX_OF_A_KIND.get(kind, 1)]
    )


@pytest.mark.parametrize("tall", [False, True], ids=["landscape", "portrait"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game_id", GAMES)
def test_every_page_fits_every_panel(game_id: str, size: tuple[int, int], tall: bool) -> None:
    surface = _turned(size, tall)
    for kind, page in at_limits(game_id):
        try:
            check_scene(lay_out(page, surface, ENGLISH), page, surface, crammed=True)
        except AssertionError as wrong:
            raise AssertionError(f"{kind}: {page.question}") from wrong


@pytest.mark.parametrize("game_id", GAMES)
def test_pages_of_every_kind_are_there(game_id: str) -> None:
    kinds = {kind for kind, _ in at_limits(game_id)}
    assert kinds >= {"setup", "options", "rulings", "starter", "play", "menu", "refusal", "disk", "panel"}
    assert kinds >= {"summary", "summary1", "summary2", "final", "final1", "final2", "farewell", "quiet"}
