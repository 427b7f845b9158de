"""The hub's pages: all tables, games, what they come to together, what was set aside; to look at only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from club.hub import pages
from club.hub.pages import ClubView
from club.hub.serving import CannotServePages, HubPages
from club.store.database import ClubStore
from device.session.rows import JournalRow, RowKind
from device.session.undo import UNDO
from display.languages import language
from display.words import ENGLISH
from tests.club.histories import NOW, arrive, kept_rows

PAD = ["game no-thanks", 'players "<b>Ann</b>" Ben Cleo', "set rounds 1", "flip 3", '"<b>Ann</b>" pass', "Ben take"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ClubStore]:
    with closing(ClubStore.open(f"sqlite:///{tmp_path / 'club.db'}")) as found:
        with found.transaction() as kept:
            for name in ("red", "blue", "green"):
                kept.add_box(name)
            kept.revoke_box("green")
        rows = [JournalRow(RowKind.RECORD, line) for line in PAD]
        arrive(found, "red", "aa", rows)
        arrive(found, "red", "aa", [*rows, UNDO])
        arrive(found, "red", "aa", [*rows, UNDO, JournalRow(RowKind.RECORD, "Cleo take")])
        arrive(found, "blue", "bb", list(kept_rows(0)))
        yield found


def shown(store: ClubStore, page: Callable[[ClubView], bytes | None]) -> str:
    found = page(ClubView(store, {"red": True}, NOW + 130, ENGLISH))
    assert found is not None
    return found.decode()


def test_each_table_is_there_with_its_game_and_whether_it_is_connected(store: ClubStore) -> None:
    page = shown(store, pages.tables_page)
    assert "1 (red)" in page
    assert '<a href="/games/red/aa">No Thanks!</a>' in page
    assert "<td>2 min ago</td><td>connected</td>" in page
    assert "<td>over</td>" in page
    assert "<td>offline</td>" in page
    assert "green" not in page
    assert 'http-equiv="refresh"' in page


def test_names_are_words_and_no_markup(store: ClubStore) -> None:
    for page in (pages.tables_page, pages.games_page, lambda view: pages.game_page(view, "red", "aa")):
        found = shown(store, page)
        assert "&lt;b&gt;Ann&lt;/b&gt;" in found
        assert "<b>" not in found


def test_a_game_shows_its_record_and_what_was_taken_back(store: ClubStore) -> None:
    page = shown(store, lambda view: pages.game_page(view, "red", "aa"))
    assert "<li>6: Ben take</li>" in page
    assert "flip 3" in page
    view = ClubView(store, {}, NOW, ENGLISH)
    assert pages.game_page(view, "red", "cc") is None
    assert pages.game_page(view, "blue", "aa") is None


def test_statistics_and_files_have_finished_games(store: ClubStore) -> None:
    assert "<caption>Who has won how many games</caption>" in shown(store, pages.statistics_page)
    lines = shown(store, pages.games_file).splitlines()
    assert len(lines) > 4
    assert lines[0].startswith("\ufeffnumber,begun,game")


def test_what_was_set_aside_says_why(store: ClubStore) -> None:
    assert "Line 6 is refused: " in shown(store, pages.aside_page)


def test_the_pages_speak_the_hubs_language(store: ClubStore) -> None:
    found = pages.aside_page(ClubView(store, {}, NOW, language("fr"))).decode()
    assert 'lang="fr"' in found
    assert "La ligne 6 est refusée" in found


def get(url: str, method: str = "GET") -> tuple[int, dict[str, str]]:
    try:
        with urlopen(Request(url, method=method), timeout=60) as answer:
            return answer.status, dict(answer.headers)
    except HTTPError as error:
        with error:
            return error.code, dict(error.headers)


def test_a_browser_may_look_and_do_nothing_else(store: ClubStore) -> None:
    with closing(HubPages(store, {}, ENGLISH, "127.0.0.1", 0)) as served:
        for path in ("", "games", "statistics", "aside", "games.csv", "hub.css", "games/red/aa"):
            status, headers = get(f"{served.url}{path}")
            assert status == 200, path
            assert headers["content-security-policy"].startswith("default-src 'none'"), path
        assert get(f"{served.url}games/red/zz")[0] == 404
        assert get(f"{served.url}nothing")[0] == 404
        assert get(served.url, "POST")[0] == 405
        with pytest.raises(CannotServePages, match="can't be served at 127"):
            HubPages(store, {}, ENGLISH, "127.0.0.1", served.port)


def test_pages_are_there_while_the_store_is_written(store: ClubStore) -> None:
    with store.transaction() as kept:
        kept.add_box("pink")
        assert "1 (red)" in shown(store, pages.tables_page)
        assert "pink" not in shown(store, pages.tables_page)
    assert "pink" in shown(store, pages.tables_page)
