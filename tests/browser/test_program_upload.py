"""A newer program is sent to a card from its page, by who may press keys: piece by piece, through another program.

Those against whom it stands: who only looks on, another site's page, a guest without the PIN, a phone that goes in the
middle; and programs that are killed at any moment. `tests/run/test_program_uploads.py` has what the table refuses.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import FileIO
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FilePayload, Page, expect
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.types import Message, Receive

from device.config.table_pin import choose_pin
from device.outbox.frames import with_length
from device.run.page_service import PageService
from device.run.page_wire import RequestKind, TableRequest, encode
from device.run.program_uploads import DISK, ProgramUploads
from device.system.program_folder import CARD_STATE, FILE_NAME, FOLDER_NAME, PARTIAL_FILE_NAME
from display.words import ENGLISH
from hal.browser.program_pieces import MIN_PIECE_INTERVAL_S, ProgramForwarder
from hal.browser.program_receiver import MAX_PIECE_BYTES, PieceAnswer
from tests.browser.access import PHONE, RULES
from tests.browser.boxes import Box, address, invited
from tests.browser.conftest import Look
from tests.browser.desks import Served
from tests.browser.posting import answer_to
from tests.browser.sockets import ask, opened, told, wait_for_code_question
from tests.browser.tables import GAME
from tests.browser.timeouts import TIMEOUT_S
from tests.non_empty import non_empty
from tests.own_thread import run
from tools.image.on_card import programs

CONTENT = bytes(range(256)) * 700
IN_PLAY = "A game is in play. Finish it, or leave it by the menu, and then send the file."
NOT_WHOLE = "The file did not come as it was announced, and is not taken. Send it once more."
PIN = "031415"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The card's state. The program that makes the pages finds it, too."""
    (tmp_path / "programs").mkdir()
    found = tmp_path / "programs" / programs.STATE
    monkeypatch.setenv(CARD_STATE, str(found))
    return found


@pytest.fixture
def looks() -> threading.Semaphore:
    """How often the table has asked for a look at what came."""
    return threading.Semaphore(0)


@pytest.fixture
def box(tmp_path: Path, state: Path, looks: threading.Semaphore) -> Iterator[Box]:
    found = Box(tmp_path, programs=ProgramUploads(tmp_path / "games", state, lambda: ENGLISH, looks.release))
    yield found
    found.close()


@pytest.fixture
def service(box: Box) -> Iterator[PageService]:
    found = PageService(box.door, "127.0.0.1", 0)
    yield found
    found.close()


def phone(box: Box, service: PageService, look: Look) -> Page:
    """A phone that has joined, at the page about the box."""
    page = look(f"{service.url}#token={invited(box, service)}&phone", **PHONE)
    expect(page.locator("#answers")).to_be_visible()
    page.goto(f"{service.url}past/settings")
    expect(page.get_by_role("button", name="Send to the box")).to_be_enabled()
    return page


@contextmanager
def joined(where: str, code: str) -> Iterator[str]:
    """The key of a visit of a phone that has joined."""
    with opened(where) as page:
        ask(page, {"do": "token", "token": code})
        yield told(page, "visit")


def post(url: str, query: str, visit: str, body: bytes = b"", **headers: str) -> tuple[int, str]:
    """Send a size or a piece, as the page's script does."""
    sent = {"X-Visit": visit, "Origin": url.rstrip("/"), "Content-Type": "application/octet-stream", **headers}
    return answer_to(urllib.request.Request(f"{url}program?{query}", body, sent, method="POST"))


def lies(box: Box) -> list[str]:
    """What is in the folder for programs."""
    return sorted(os.listdir(box.data / FOLDER_NAME)) if (box.data / FOLDER_NAME).exists() else []


def fill(opened: FileIO, folder: Path) -> None:
    """Unpack: a file of these tests is a program of a version."""
    assert opened.read() == CONTENT
    (folder / "bin").mkdir()
    (folder / "bin/python").touch()
    (folder / "lib/python3.13/site-packages/tablekeeper-0.7.0.dist-info").mkdir(parents=True)


def examine(box: Box, state: Path, outcome: str) -> None:
    """Do as the card's own program does."""
    found = (box.data / FOLDER_NAME / FILE_NAME).lstat()
    part = state.with_suffix(".part")
    part.write_text(json.dumps({"page": [f"{FILE_NAME} {found.st_size} {found.st_mtime_ns}", outcome]}))
    part.replace(state)


def test_a_phone_sends_a_program_and_is_told_what_became_of_it(
    look: Look, box: Box, service: PageService, state: Path, looks: threading.Semaphore
) -> None:
    page = phone(box, service, look)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
    page.get_by_label("A newer program").set_input_files(
        FilePayload(name="tablekeeper-9.update", mimeType="application/octet-stream", buffer=CONTENT)
    )
    page.get_by_role("button", name="Send to the box").tap()
    assert looks.acquire(timeout=TIMEOUT_S)
    expect(page.locator("#looking")).to_contain_text("is being looked at")
    assert (box.data / FOLDER_NAME / FILE_NAME).read_bytes() == CONTENT
    used = state.parent.parent / "used"
    (used / "lib/python3.13/site-packages/tablekeeper-0.6.0.dist-info").mkdir(parents=True)
    places = programs.Places(state.parent, used=used, files=(), page=box.data / FOLDER_NAME)
    programs.take(places, fill, lambda _: None)
    # The page asks again by itself.
    expect(page.locator("main")).to_contain_text(f"{FILE_NAME} was taken: it plays from the next start of the box on.")
    expect(page.locator("#looking")).to_have_count(0)
    examine(box, state, "not-signed")
    page.reload()
    expect(page.locator("main")).to_contain_text(f"{FILE_NAME} was not taken: it is not signed for this card")
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
    examine(box, state, "an outcome of later cards")
    page.reload()
    expect(page.get_by_role("button", name="Send to the box")).to_be_enabled()


def test_a_phone_is_told_why_its_file_is_not_taken(look: Look, tmp_path: Path, state: Path) -> None:
    uploads = ProgramUploads(tmp_path / "games", state, lambda: ENGLISH, lambda: None)
    box = Box(tmp_path, programs=uploads, record=GAME.record.rpartition("\n")[0].rpartition("\n")[0] + "\n")
    service = PageService(box.door, "127.0.0.1", 0)
    try:
        page = phone(box, service, look)
        file = FilePayload(name="tablekeeper-9.update", mimeType="application/octet-stream", buffer=CONTENT)
        page.get_by_label("A newer program").set_input_files(file)
        page.get_by_role("button", name="Send to the box").tap()
        expect(page.locator("#answer")).to_have_text(IN_PLAY)
        expect(page.get_by_role("button", name="Send to the box")).to_be_enabled()
        assert lies(box) == []
    finally:
        service.close()
        box.close()


def test_a_way_that_breaks_is_said(look: Look, box: Box, service: PageService) -> None:
    page = phone(box, service, look)
    page.route("**/program?to=*", lambda route: route.abort())
    file = FilePayload(name="tablekeeper-9.update", mimeType="application/octet-stream", buffer=CONTENT)
    page.get_by_label("A newer program").set_input_files(file)
    page.get_by_role("button", name="Send to the box").tap()
    expect(page.locator("#answer")).to_have_text("The way to the box is broken. Send the file once more.")
    expect(page.get_by_role("button", name="Send to the box")).to_be_enabled()


def test_who_looks_on_has_no_form_and_sends_nothing(look: Look, box: Box, service: PageService) -> None:
    page = look(f"{service.url}past/settings", **PHONE)
    expect(page.locator("#watching")).to_be_visible()
    expect(page.get_by_role("button", name="Send to the box")).to_be_disabled()
    with opened(address(service)) as watching:
        told(watching, "may")
        for visit in non_empty(("", "x", "%")):
            assert post(service.url, "size=7", visit)[0] == 403
    assert lies(box) == []


def test_another_sites_page_sends_nothing(box: Box, service: PageService) -> None:
    """Its browser has joined: what is missing is the page's own origin, or its name."""
    with joined(address(service), invited(box, service)) as visit:
        assert post(service.url, "size=7", visit, Origin="http://example.org")[0] == 403
        assert post(service.url, "size=7", visit, Origin="null")[0] == 403
        assert post(service.url, "size=7", visit, Host="example.org")[0] == 421
        assert lies(box) == []
        assert post(service.url, "size=7", visit)[0] == 200
    assert lies(box) == [PARTIAL_FILE_NAME]
    assert post(service.url, "size=7", visit)[0] == 403, "the visit is over"


def test_a_phone_without_the_pin_sends_nothing(box: Box, service: PageService) -> None:
    choose_pin(box.data, PIN)
    code = invited(box, service)
    with opened(address(service)) as page:
        ask(page, {"do": "token", "token": code})
        while told(page, "may").get("pin") != "asked":
            pass
        assert post(service.url, "size=7", "")[0] == 403
        assert lies(box) == []
        ask(page, {"do": "pin", "digits": PIN})
        visit = told(page, "visit")
        assert post(service.url, "size=7", visit)[0] == 200


def test_a_program_at_the_door_without_the_pin_sends_nothing(box: Box) -> None:
    """Whoever has taken the page's program over, before anybody has said the PIN there."""
    choose_pin(box.data, PIN)
    with socket.socket(socket.AF_UNIX) as hostile:
        hostile.settimeout(TIMEOUT_S)
        hostile.connect(str(box.door))
        hostile.sendall(with_length(encode(TableRequest(7, RequestKind.PROGRAM, ("7",)))))
        seen = b""
        while b'"TableAnswer",7' not in seen:
            seen += hostile.recv(65536)
    assert b'["TableAnswer",7,[]]' in seen
    assert lies(box) == []


def test_a_box_that_is_no_card_has_no_form_and_takes_nothing(look: Look, tmp_path: Path) -> None:
    box = Box(tmp_path)
    service = PageService(box.door, "127.0.0.1", 0)
    try:
        page = look(f"{service.url}past/settings")
        expect(page.locator("main")).to_contain_text("To install a newer one, go to the computer itself")
        expect(page.locator("input[type=file]")).to_have_count(0)
        with joined(address(service), invited(box, service)) as visit:
            assert post(service.url, "size=7", visit) == (422, "This box takes no programs from its page.")
        assert lies(box) == []
    finally:
        service.close()
        box.close()


def test_a_simulator_takes_none(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        assert post(served.url, "size=7", "") == (404, "No programs are taken here.\n")


def test_a_size_and_pieces_that_make_no_sense_are_refused(box: Box, service: PageService) -> None:
    with joined(address(service), invited(box, service)) as visit:
        for query in non_empty(("", "size=", "size=-1", "size=1e9", f"size={'9' * 13}", "to=x", "at=0", "to=x&at=x")):
            assert post(service.url, query, visit)[0] == 400, query
        assert post(service.url, "size=999999999999", visit)[1].startswith("This file is larger than 500 MB")
        handle = post(service.url, "size=999999", visit)[1]
        # However long it is, one byte more than a piece is read.
        assert post(service.url, f"to={handle}&at=0", visit, bytes(900_000)) == (422, NOT_WHOLE)
    assert lies(box) == []


def test_a_piece_that_is_cut_is_none_and_the_next_one_goes_on(box: Box, service: PageService) -> None:
    with joined(address(service), invited(box, service)) as visit:
        handle = post(service.url, f"size={len(CONTENT)}", visit)[1]
        host, _, port = address(service).partition(":")
        with socket.create_connection((host, int(port)), TIMEOUT_S) as phone_:
            head = f"POST /program?to={handle}&at=0 HTTP/1.1\r\nHost: {host}:{port}\r\nX-Visit: {visit}\r\n"
            phone_.sendall(
                f"{head}Origin: http://{host}:{port}\r\nContent-Length: {MAX_PIECE_BYTES}\r\n\r\n".encode() + b"x" * 99
            )
        for at in range(0, len(CONTENT), MAX_PIECE_BYTES):
            assert post(service.url, f"to={handle}&at={at}", visit, CONTENT[at : at + MAX_PIECE_BYTES])[0] == 200
    assert (box.data / FOLDER_NAME / FILE_NAME).read_bytes() == CONTENT


def test_a_second_phone_waits_and_can_not_meddle(box: Box, service: PageService) -> None:
    code = invited(box, service)
    with joined(address(service), code) as first, joined(address(service), code) as second:
        handle = post(service.url, f"size={len(CONTENT)}", first)[1]
        assert post(service.url, "size=7", second)[1].startswith("Another file is being sent, or was just now.")
        assert post(service.url, f"to={'0' * 16}&at=0", second, b"x")[0] == 422
        for at in range(0, len(CONTENT), MAX_PIECE_BYTES):
            assert post(service.url, f"to={handle}&at={at}", first, CONTENT[at : at + MAX_PIECE_BYTES])[0] == 200
    assert (box.data / FOLDER_NAME / FILE_NAME).read_bytes() == CONTENT


def test_a_disk_that_hangs_keeps_no_press_waiting(tmp_path: Path, state: Path) -> None:
    hanging, go_on = threading.Event(), threading.Event()

    def write(file: int, data: bytes) -> int:
        hanging.set()
        assert go_on.wait(TIMEOUT_S)
        return os.write(file, data)

    disk = DISK._replace(write=write)
    uploads = ProgramUploads(tmp_path / "games", state, lambda: ENGLISH, lambda: None, disk=disk)
    box = Box(tmp_path, programs=uploads)
    service = PageService(box.door, "127.0.0.1", 0)
    try:
        with opened(address(service)) as page:
            ask(page, {"do": "token", "token": invited(box, service)})
            visit = told(page, "visit")
            handle = post(service.url, "size=7", visit)[1]
            sending = threading.Thread(target=post, args=(service.url, f"to={handle}&at=0", visit, b"1234567"))
            sending.start()
            assert hanging.wait(TIMEOUT_S)
            # By a key of the box, and by a phone.
            box.press("hold D")
            until_true(lambda: "Menu" in box.said())
            ask(page, {"do": "key", "key": "D", "gesture": "hold", "pod": 0})
            until_true(lambda: "Menu" not in box.said())
            go_on.set()
            sending.join(TIMEOUT_S)
            assert not sending.is_alive()
        assert lies(box) == [FILE_NAME]
    finally:
        go_on.set()
        service.close()
        box.close()


# Programs that are killed in the middle


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True) as found:
        try:
            yield found
        finally:
            found.kill()


def said(found: subprocess.Popen[str]) -> str:
    assert found.stdout is not None
    return found.stdout.readline()


def test_a_page_program_that_is_killed_leaves_nothing_and_the_table_plays_on(box: Box) -> None:
    serving = ("-m", "device", "page", "--door", str(box.door), "--address", "127.0.0.1", "--port", "0")
    with process(*serving) as found:
        url = said(found).split(" ")[4].removesuffix(",")
        where = url.removeprefix("http://").rstrip("/")
        assert box.mirror.phones is not None
        code = box.mirror.phones.create_code(lambda: True)
        wait_for_code_question(where)
        with joined(where, code) as visit:
            handle = post(url, f"size={len(CONTENT)}", visit)[1]
            assert post(url, f"to={handle}&at=0", visit, CONTENT[:MAX_PIECE_BYTES])[0] == 200
            assert lies(box) == [PARTIAL_FILE_NAME]
            found.kill()
    until_true(lambda: lies(box) == [])
    box.press("hold D")
    until_true(lambda: "Menu" in box.said())


TABLE = """
import sys
from pathlib import Path
from device.run.program_uploads import ProgramUploads
from display.words import ENGLISH
from tests.browser.boxes import Box
place, state = map(Path, sys.argv[1:])
uploads = ProgramUploads(place / "games", state, lambda: ENGLISH, lambda: None)
box = Box(place, programs=uploads)
print(box.mirror.phones.create_code(lambda: True), flush=True)
sys.stdin.read()
"""


def test_a_table_that_is_killed_leaves_nothing_once_it_has_begun_again(tmp_path: Path, state: Path) -> None:
    table = ("-c", TABLE, str(tmp_path), str(state))
    left = tmp_path / "games" / FOLDER_NAME
    with process(*table) as first:
        code = said(first).strip()
        with closing(PageService(tmp_path / "door", "127.0.0.1", 0)) as service:
            wait_for_code_question(address(service))
            with joined(address(service), code) as visit:
                handle = post(service.url, f"size={len(CONTENT)}", visit)[1]
                assert post(service.url, f"to={handle}&at=0", visit, CONTENT[:MAX_PIECE_BYTES])[0] == 200
                first.kill()
                first.wait(TIMEOUT_S)
                assert os.listdir(left) == [PARTIAL_FILE_NAME]
                with process(*table) as second:
                    assert said(second)
                    assert os.listdir(left) == []
                    with opened(address(service)) as page:
                        while not told(page, "open"):
                            pass
                    answer = post(
                        service.url,
                        f"to={handle}&at={MAX_PIECE_BYTES}",
                        visit,
                        CONTENT[MAX_PIECE_BYTES : 2 * MAX_PIECE_BYTES],
                    )
                    assert answer[0] in (403, 422)
                    assert os.listdir(left) == []


def until_true(true: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    turned = threading.Event()
    for _ in range(int(TIMEOUT_S / 0.05)):
        if true():
            return
        turned.wait(0.05)
    raise AssertionError("this never came true")


# How fast pieces come


class TakenAtOnce:
    """A table that takes everything."""

    def announce_size(self, size: int) -> PieceAnswer | None:
        return PieceAnswer("", "handle")

    def add_piece(self, handle: str, at: int, piece: bytes) -> PieceAnswer | None:
        return PieceAnswer("", handle)


def piece_request(at: int, receive: Receive) -> Request:
    query = str(QueryParams({"to": "handle", "at": str(at)})).encode()
    return Request(
        {"type": "http", "method": "POST", "path": "/program", "query_string": query, "headers": []}, receive
    )


def test_a_phone_that_floods_leaves_half_of_the_tables_time_to_presses() -> None:
    now, slept = [100.0], []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    async def receive() -> Message:
        return {"type": "http.request", "body": b"x"}

    async def flood() -> None:
        forwarder = ProgramForwarder(lambda: now[0], sleep)
        for at in range(50):
            answer = await forwarder.pass_on_request(TakenAtOnce(), piece_request(at, receive))
            assert answer.status_code == 200

    run(flood())
    assert sum(slept) == pytest.approx(49 * MIN_PIECE_INTERVAL_S)
    assert 49 * MIN_PIECE_INTERVAL_S >= 1.9


def test_a_phone_whose_piece_comes_slowly_keeps_no_other_waiting() -> None:
    async def two_phones() -> None:
        forwarder, is_begun, goes_on = ProgramForwarder(lambda: 0.0, asyncio.sleep), asyncio.Event(), asyncio.Event()

        async def receive_slowly() -> Message:
            is_begun.set()
            await goes_on.wait()
            return {"type": "http.request", "body": b"x"}

        async def receive() -> Message:
            return {"type": "http.request", "body": b"x"}

        slow = asyncio.create_task(forwarder.pass_on_request(TakenAtOnce(), piece_request(0, receive_slowly)))
        async with asyncio.timeout(TIMEOUT_S):
            await is_begun.wait()
            assert (await forwarder.pass_on_request(TakenAtOnce(), piece_request(1, receive))).status_code == 200
            goes_on.set()
            assert (await slow).status_code == 200

    run(two_phones())
