"""Browsers that watch all tables are told at once what is other there, and only what they may know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse

import pytest

from club.hub import watchers
from club.hub.hub_pages import HubPageServer, PageOptions
from club.store.database import ClubStore
from club.store.receiver import BoxMessage, ChangedGame, Receiver
from device.outbox.codec import encode
from device.outbox.revisions import next_revision
from device.session.rows import JournalRow, RowKind
from display.words import ENGLISH
from guard.names import server_names

HEADER = ["game no-thanks", "players Ann Ben Cleo", "set rounds 1"]
PLAYED = ["flip 3", "Ann pass"]


@pytest.fixture
def pages(store: ClubStore) -> Iterator[HubPageServer]:
    with closing(serve(store)) as found:
        yield found


def serve(store: ClubStore, *, public: bool = True) -> HubPageServer:
    return HubPageServer(store, ENGLISH, PageOptions(server_names("127.0.0.1"), 0, public))


@contextmanager
def asked(pages: HubPageServer, path: str) -> Iterator[HTTPResponse]:
    with closing(HTTPConnection("127.0.0.1", pages.port, timeout=60)) as connection:
        connection.request("GET", path)
        yield connection.getresponse()


@contextmanager
def watched(pages: HubPageServer) -> Iterator[HTTPResponse]:
    with asked(pages, "/changes") as answer:
        assert (answer.status, answer.getheader("content-type")) == (200, "text/event-stream; charset=utf-8")
        assert (answer.readline(), answer.readline()) == (b"retry: 1000\n", b"\n")
        yield answer


def event(answer: HTTPResponse) -> tuple[bytes, dict[str, object]]:
    name, said, _ = answer.readline(), answer.readline(), answer.readline()
    return name.removeprefix(b"event: ").strip(), json.loads(said.removeprefix(b"data: "))


def arrive(store: ClubStore, game: str, lines: list[str]) -> tuple[ChangedGame, ...]:
    """What a table has declared of a game so far comes to the hub."""
    with store.read_only_transaction() as transaction:
        found = transaction.games.find_game("red", game)
    said = next_revision(
        game, [JournalRow(RowKind.RECORD, line) for line in lines], None if found is None else found.mark
    )
    assert said is not None
    return Receiver(store, lambda: 1.8e9).receive([BoxMessage("red", encode(said))]).changed_games


def test_a_row_is_told_as_the_page_has_it(store: ClubStore, pages: HubPageServer) -> None:
    with watched(pages) as answer:
        pages.watchers.publish(arrive(store, "aa", [*HEADER, *PLAYED]))
        name, said = event(answer)
        assert (name, said["table"], said["revision"], said["from"]) == (b"row", 1, 5, 2)
        cells = said["cells"]
        assert isinstance(cells, list)
        assert "Does Ben pass or take the 3?" in cells
        with asked(pages, "/") as page:
            html = page.read().decode().replace(' class="figures"', "")
            assert "".join(f"<td>{cell}</td>" for cell in cells) in html


def test_what_is_prepared_is_told_only_once_it_is_so(store: ClubStore, pages: HubPageServer) -> None:
    with watched(pages) as answer:
        first, second = arrive(store, "aa", HEADER), arrive(store, "aa", [*HEADER, *PLAYED])
        pages.watchers.prepare(first)  # and the database fails
        pages.watchers.prepare(second)
        pages.watchers.publish(second)
        assert event(answer)[1]["revision"] == 5
        pages.watchers.prepare(second)
        pages.watchers.publish(first)
        assert event(answer)[1]["revision"] == 3


def test_a_game_that_is_over_asks_nothing(store: ClubStore, pages: HubPageServer) -> None:
    with watched(pages) as answer:
        pages.watchers.publish(arrive(store, "aa", ["game score-pad", "players Ann Ben Cleo", "title Hearts"]))
        _, said = event(answer)
        assert said["cells"][0] == '<a href="/games/red/aa">Hearts</a>'  # type: ignore[index]


def test_a_table_shows_the_game_that_came_last(store: ClubStore) -> None:
    arrive(store, "aa", HEADER)
    arrive(store, "bb", HEADER)
    with closing(serve(store)) as pages, watched(pages) as answer:
        pages.watchers.publish(arrive(store, "aa", [*HEADER, *PLAYED]))
        pages.watchers.publish(arrive(store, "bb", [*HEADER, "flip 7"]))
        _, said = event(answer)
        assert said["revision"] == 4


def test_what_else_changes_has_the_page_asked_for_anew(pages: HubPageServer) -> None:
    with watched(pages) as answer:
        pages.watchers.send_renewal()
        assert event(answer) == (b"renew", {})


def test_who_may_not_look_may_not_watch(store: ClubStore) -> None:
    with closing(serve(store, public=False)) as pages, asked(pages, "/changes") as answer:
        assert (answer.status, answer.getheader("location")) == (303, "/login")


def test_only_so_many_watch_at_a_time(pages: HubPageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "MAX_WATCHERS", 1)
    with watched(pages), asked(pages, "/changes") as other:
        assert other.status == 503


def test_a_browser_that_there_is_nothing_to_tell_is_written_to_all_the_same_and_held_back_by_no_web_server(
    pages: HubPageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchers, "KEEP_ALIVE_S", 0.01)
    with watched(pages) as answer:
        assert answer.getheader("x-accel-buffering") == "no"
        assert [answer.readline() for _ in range(4)] == [b":\n", b"\n"] * 2


def test_who_reads_too_slowly_is_let_go(pages: HubPageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "MAX_QUEUED_EVENTS", 1)
    with watched(pages) as answer:
        for _ in range(1000):
            pages.watchers.send_renewal()
        assert len(answer.read()) < 1000 * len(b"event: renew\ndata: {}\n\n")


def test_after_a_while_a_browser_asks_anew_and_nobody_is_kept_when_the_hub_ends(
    pages: HubPageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watched(pages) as one:
        monkeypatch.setattr(watchers, "MAX_STREAM_S", 0.01)
        with watched(pages) as other:
            assert other.read() == b""
        pages.watchers.close()
        assert one.read() == b""
