"""The hub's pages for everybody's eyes: axe-core finds nothing on any of them, and a phone shows them whole."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from club.hub.hub_pages import SESSION_COOKIE, HubPageServer, PageOptions
from club.store.database import ClubStore
from device.outbox.director import DirectorPhrase, TableReport
from device.session.rows import JournalRow, RowKind
from display.languages import language
from guard.names import server_names
from tests.browser.access import PHONE, RULES
from tests.browser.conftest import Look
from tests.club.histories import arrive, kept_rows
from tests.non_empty import non_empty
from tests.thorough import THOROUGH

ALL_PATHS = (
    "/", "/evenings", "/evenings/1", "/evenings/1/travellers", "/seasons/1", "/people/Ann", "/pairings", "/games",
    "/games/red/aa", "/statistics", "/aside", "/directing",
)  # fmt: skip
PATHS = ALL_PATHS if THOROUGH else ("/", "/pairings", "/directing")
"""Without time for all: those that have something of every kind."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ClubStore]:
    """A club with everything that a page can show."""
    now = time.time()
    with closing(ClubStore.open(f"sqlite:///{tmp_path / 'club.db'}")) as found:
        with found.transaction() as transaction:
            transaction.boxes.add_box("red")
            transaction.boxes.add_box("blue")
            transaction.directors.set_password("Dora", "correct horse")
            season = transaction.evenings.add_season("Winter", now)
            assert season is not None
            evening = transaction.evenings.begin_evening("Monday", season.number, now).number
            transaction.evenings.set_people_present(evening, ["Ann", "Ben", "Cleo", "Dan"])
            transaction.evenings.mark_draw_sent(
                transaction.evenings.add_draw(evening, {"Ann": 1, "Ben": 1, "Cleo": 2, "Dan": 0}, now)
            )
            transaction.evenings.add_draw(evening, {"Ann": 2, "Ben": 1, "Cleo": 1, "Dan": 2}, now)
            transaction.box_connections.store_changes({"red": True, "blue": False}, now)
            transaction.director_messages.store_report("blue", TableReport(is_calling=True), now)
            transaction.director_messages.store_words("red", DirectorPhrase.FIVE_MINUTES, now)
        arrive(found, "red", "aa", list(kept_rows(0)))
        arrive(found, "blue", "bb", [JournalRow(RowKind.RECORD, line) for line in ("game no-thanks", "chess")])
        yield found


def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(look: Look, store: ClubStore) -> None:
    options = PageOptions(server_names("127.0.0.1"), 0)
    with store.transaction() as transaction:
        token = transaction.directors.log_in("Dora", time.time())
    with closing(HubPageServer(store, language("fr"), options)) as served:
        page = look(f"{served.url}login", **PHONE)
        found = {}
        page.context.add_cookies([{"name": SESSION_COOKIE, "value": token, "url": served.url}])
        for path in non_empty(PATHS):
            page.goto(served.url.rstrip("/") + path)
            found[path] = Axe().run(page, options=RULES)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        page.context.clear_cookies()
    assert not {path: one.generate_report() for path, one in found.items() if one.violations_count}


def test_on_a_phone_a_bullet_stands_at_the_first_line_of_its_link_and_a_caption_is_read_whole(
    look: Look, store: ClubStore
) -> None:
    with closing(HubPageServer(store, language("fr"), PageOptions(server_names("127.0.0.1"), 0))) as served:
        page = look(f"{served.url}games/red/aa", **PHONE)
        # A box of several lines would stand on its last one, and the bullet with it.
        assert page.evaluate("[...document.querySelectorAll('li a')].map((one) => getComputedStyle(one).display)") == [
            "block", "block",
        ]  # fmt: skip
        widths = page.evaluate("[...document.querySelectorAll('caption')].map((one) => one.offsetWidth)")
        assert [width for width in non_empty(widths) if width > 360 - 2 * 16] == []


def test_on_a_phone_long_heads_of_figures_break(look: Look, store: ClubStore) -> None:
    with closing(HubPageServer(store, language("fr"), PageOptions(server_names("127.0.0.1"), 0))) as served:
        page = look(f"{served.url}evenings/1", **PHONE)
        heads = page.evaluate("[...document.querySelectorAll('thead .figures')].map((one) => one.offsetWidth)")
        assert [width for width in non_empty(heads) if width > 120] == []
