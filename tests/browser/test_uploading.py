"""A record that is handed in is answered once its game is kept, one after the other; or it is said why it is not."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue

from device.journal.store import Journal
from device.run.table_requests import TableRequests
from device.session.rows import JournalRow
from display.words import ENGLISH, text
from hal.panel import panel
from tests.browser.desks import NAMES, Served
from tests.browser.posting import answer_to
from tests.browser.sockets import opened
from tests.browser.timeouts import TIMEOUT_S

RECORD = "game no-thanks\nplayers {}\n"
AT_ONCE = 8


def record(number: int) -> bytes:
    return RECORD.format(" ".join(f"{name}{number}" for name in NAMES[:3])).encode()


def requests() -> TableRequests:
    return TableRequests(panel.panel_kind("what-black"), ENGLISH)


def hand_in(url: str, visit: str, data: bytes, origin: str | None = None) -> tuple[int, str]:
    """The status and the sentence that a record is answered with."""
    headers = {"X-Visit": visit, "Origin": origin or url.rstrip("/"), "Content-Type": "text/plain"}
    request = urllib.request.Request(f"{url}record", data, headers)
    return answer_to(request)


@contextmanager
def visiting(url: str) -> Iterator[str]:
    """Somebody's visit: what uploads of their page are known by."""
    address = url.removeprefix("http://").rstrip("/")
    with opened(address) as socket:
        yield dict(json.loads(socket.recv(timeout=TIMEOUT_S)))["visit"]


def test_all_that_were_told_done_are_in_the_journal(tmp_path: Path) -> None:
    with Served(tmp_path) as served, visiting(served.url) as visit:
        with ThreadPoolExecutor(AT_ONCE) as hands:
            answers = list(hands.map(lambda number: hand_in(served.url, visit, record(number)), range(AT_ONCE)))
        assert answers == [(200, "")] * AT_ONCE
        assert hand_in(served.url, visit, b"game no-thanks\nplayers Ann Ann\n")[0] == 422
        assert hand_in(served.url, visit, b"#" * (256 * 1024 + 1))[1].startswith("Line 1: This file has more than 256")
        assert hand_in(served.url, visit, record(1), origin="http://example.org")[0] == 403
        assert hand_in(served.url, "somebody", record(1))[0] == 403
    with closing(Journal.open_to_read(tmp_path)) as journal:
        games = {"".join(f"{row.text} " for row in journal.counting_rows(game.number)) for game in journal.games()}
    assert all(any(f"Cleo{number} " in game for game in games) for number in range(AT_ONCE))


def test_it_waits_until_the_game_is_kept() -> None:
    one = requests()
    with ThreadPoolExecutor(2) as hands:
        first, second = hands.submit(one.play_record, record(1)), hands.submit(one.play_record, record(2))
        begun: list[tuple[JournalRow, ...]] = []
        while len(begun) < 2:
            play = one.next_table()
            assert play is not None
            if play.uploaded_game is not None:
                assert len([answer for answer in (first, second) if answer.done()]) == len(begun)
                begun.append(play.uploaded_game.rows)
                play.uploaded_game.finish(None)
        assert (first.result(), second.result()) == ("", "")
    assert begun[0] != begun[1]


def test_a_game_that_is_not_on_the_disk_is_not_called_kept() -> None:
    one = requests()
    with ThreadPoolExecutor(1) as hands:
        answer = hands.submit(one.play_record, record(1))
        while (play := one.next_table()) is None or play.uploaded_game is None:
            continue
        play.uploaded_game.finish(text("The disk is full."))
        assert answer.result() == ("The game of the record is on the table, but not on the disk yet: The disk is full.")


def test_a_table_that_is_closed_says_so() -> None:
    one = requests()
    stopped: SimpleQueue[None] = SimpleQueue()
    one.note_started(lambda: stopped.put(None), lambda: None)
    with ThreadPoolExecutor(1) as hands:
        answer = hands.submit(one.play_record, record(1))
        stopped.get()
        one.end()
        assert answer.result() == "The table was closed before it took the record. Try again."
        assert one.next_table() is None
        assert hands.submit(one.play_record, record(2)).result() == answer.result()
