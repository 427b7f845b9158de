"""Files of many games are made while they are sent: in little memory however long, and for nobody who does not take
them."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, MutableMapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import PlainTextResponse, Response

from device.journal.store import Journal
from device.reports import documents
from device.reports.archive_client import ArchiveDocuments, ArchiveFile, DocumentRequest
from display.words import ENGLISH
from hal.browser import long_files
from hal.browser.long_files import LongFileResponse
from tests import own_thread
from tests.history.dealt_games import result_of, rows_of

NAMES = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus")
FEW, MANY = 50, 2_000
MAX_KB = 2_000
"""By how much more the memory may grow for two thousand games than for fifty. All of them take forty megabytes."""


def filled(data: Path, games: int) -> Path:
    """A directory with so many games that are over."""
    rows = rows_of("no-thanks", NAMES, 1)
    result = result_of(rows)
    with closing(Journal.open(data)) as journal:
        numbers = [journal.begin_game(rows[:12]) for _ in range(games)]
        journal.results.store([(number, result) for number in numbers])
    return data


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("many"), MANY)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("few"), FEW)


def taken(data: Path, path: str) -> tuple[bytes, int]:
    """A file, and the most memory (kB) that the process took which made it."""
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as found:
        asked.write(pickle.dumps(DocumentRequest(path, (), "en")))
        asked.seek(0)
        command = [sys.executable, "-m", "device.reports.file_maker", str(data)]
        made = subprocess.Popen(command, stdin=asked, stdout=found)
        _, status, used = os.wait4(made.pid, 0)
        made.returncode = os.waitstatus_to_exitcode(status)
        assert made.returncode == 0
        found.seek(0)
        pickle.load(found)  # its type and name
        return found.read(), used.ru_maxrss


@pytest.mark.parametrize("path", documents.FILES)
def test_memory_does_not_grow_with_a_file(path: str, few: Path, many: Path) -> None:
    content, little = taken(few, path)
    longer, most = taken(many, path)
    assert len(longer) > len(content)
    assert most - little < MAX_KB


def test_file_is_whole(many: Path) -> None:
    content, _ = taken(many, "games.json")
    assert [game["number"] for game in json.loads(content)["games"]] == list(range(MANY, 0, -1))


@pytest.mark.parametrize(
    ("path", "query", "said"),
    [
        ("games.json", (("since", "yesterday"),), b"is no day"),
        ("games.json", (("player", "Nobody"),), b'{"games": []}'),
    ],
)
def test_what_is_asked_for_wrongly_is_said(
    few: Path, path: str, query: tuple[tuple[str, str], ...], said: bytes
) -> None:
    made = ArchiveDocuments(few, ENGLISH).find_file(path, query)
    assert made is not None
    with closing(made):
        assert said in made.read()


def test_there_is_no_other_file(few: Path) -> None:
    assert ArchiveDocuments(few, ENGLISH).find_file("people.json", ()) is None


class BrokenOutput:
    """A process whose output can't be read."""

    is_closed = False

    def __init__(self, *_: object) -> None:
        self.stream = self

    def read(self, _: int) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    def readline(self) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    def close(self) -> None:
        BrokenOutput.is_closed = True


def test_a_maker_that_can_not_be_read_is_ended(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BrokenOutput, "is_closed", False)
    monkeypatch.setattr("device.reports.archive_client.ProcessOutput", BrokenOutput)
    assert ArchiveDocuments(few, ENGLISH).find_file("games.json", ()) is None
    assert BrokenOutput.is_closed


def test_file_whose_maker_ends_is_not_taken_for_whole(many: Path) -> None:
    made = ArchiveDocuments(many, ENGLISH).find_file("games.json", ())
    assert isinstance(made, ArchiveFile)
    assert made.read()
    made.close()
    with pytest.raises(OSError, match=r"games\.json"):
        list(iter(made.read, b""))


# Sending


class MadeUpFile:
    """A file of so many parts, which may fail before its end."""

    media_type, name = "text/csv", "some.csv"

    def __init__(self, parts: int, *, fails: bool = False) -> None:
        self._parts = iter([b"part"] * parts)
        self._fails = fails
        self.closed = False

    def read(self) -> bytes:
        part = next(self._parts, b"")
        if not part and self._fails:
            raise OSError(self.name)
        return part

    def close(self) -> None:
        self.closed = True


class Browser:
    """Takes what is sent; from a part on, it takes nothing any more."""

    def __init__(self, takes: int = 1_000) -> None:
        self._takes = takes
        self.sent: list[MutableMapping[str, Any]] = []
        self.dropped: list[object] = []
        self._gone = asyncio.Event()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if len(self.sent) == self._takes:
            await asyncio.Event().wait()
        self.sent.append(message)

    async def receive(self) -> MutableMapping[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def drop(self, client: object) -> None:
        self.dropped.append(client)
        self._gone.set()

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)

    @property
    def whole(self) -> bool:
        return bool(self.sent) and not self.sent[-1].get("more_body", True)


def missing() -> Response:
    return PlainTextResponse("none", 404)


async def answered(browser: Browser, found: MadeUpFile | None, turn: asyncio.Lock | None = None) -> None:
    answer = LongFileResponse(
        lambda: found, turn or asyncio.Lock(), browser.drop, missing, {"cache-control": "no-store"}
    )
    await answer({"type": "http", "client": ("there", 1)}, browser.receive, browser.send)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MAX_TURN_WAIT_S", "MAX_PART_S"):
        monkeypatch.setattr(long_files, name, 0.01)


def run(scenario: Callable[[Browser], Any], takes: int = 1_000) -> Browser:
    async def all_of_it() -> Browser:
        browser = Browser(takes)
        await scenario(browser)
        return browser

    return own_thread.run(all_of_it())


def test_file_is_sent_to_its_end() -> None:
    found = MadeUpFile(3)
    browser = run(lambda browser: answered(browser, found))
    assert browser.body == b"part" * 3
    assert browser.whole
    assert dict(browser.sent[0]["headers"])[b"content-disposition"] == b'attachment; filename="some.csv"'
    assert found.closed
    assert browser.dropped == []


def test_file_that_can_not_be_made_to_its_end_is_not_ended_as_if_it_were_whole() -> None:
    found = MadeUpFile(3, fails=True)
    browser = run(lambda browser: answered(browser, found))
    assert not browser.whole
    assert browser.dropped == [("there", 1)]
    assert found.closed


def test_browser_that_takes_nothing_is_dropped_and_the_next_has_its_turn() -> None:
    found = MadeUpFile(3)
    turn = asyncio.Lock()
    browser = run(lambda browser: answered(browser, found, turn), takes=2)
    assert browser.dropped == [("there", 1)]
    assert found.closed
    assert not turn.locked()


def test_only_one_file_is_made_at_a_time() -> None:
    async def busy(browser: Browser) -> None:
        turn = asyncio.Lock()
        async with turn:
            await answered(browser, MadeUpFile(3), turn)

    assert run(busy).sent[0]["status"] == 503


def test_file_that_is_not_there_is_said() -> None:
    assert run(lambda browser: answered(browser, None)).sent[0]["status"] == 404
