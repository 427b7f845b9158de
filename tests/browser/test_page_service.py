"""The page served by a program of its own: what the table shows goes out by its door, and presses come in by it.

Both sides are the real ones; between them is a real Unix socket, and before the service are real web sockets.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect
from websockets.sync.client import ClientConnection

from device.cli.commands import main
from device.outbox.frames import with_length
from device.run.page_service import PageService
from device.run.page_wire import (
    BadMessage,
    BrowserRequest,
    CodeChanged,
    PageHello,
    PageServed,
    PinChanged,
    RecordChanged,
    RequestKind,
    ServiceMessage,
    TableAnswer,
    TableRequest,
    TopicChanged,
    TranscriptGrown,
    WifiChanged,
    WifiWanted,
    decode_from_service,
    decode_from_table,
    encode,
)
from device.system.exitcodes import MISUSED
from hal.browser.own_wifi import OwnWifi, WifiState, new_active_wifi
from hal.browser.page_requests import KeyRequest, RealTableRequest, SwitchOff, format_request, parse_request
from hal.keys.keys import Gesture, Key
from hal.table.table import EditingKey, EditingKeyPressed, PicturePointed, WordsTyped
from tests.browser.access import PHONE
from tests.browser.boxes import Box, address, invited
from tests.browser.conftest import Look
from tests.browser.sockets import ask, opened, told
from tests.browser.timeouts import TIMEOUT_S
from tests.non_empty import non_empty
from tests.scan_codes import decoded, needs_a_reader


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    found = Box(tmp_path)
    yield found
    found.close()


@pytest.fixture
def service(box: Box) -> Iterator[PageService]:
    found = PageService(box.door, "127.0.0.1", 0)
    yield found
    found.close()


def ready(page: ClientConnection) -> None:
    """Wait until the table asks what is played."""
    until(page, "status", lambda status: status["question"] == "Which game?")  # type: ignore[index]


def until(page: ClientConnection, topic: str, wanted: Callable[[object], bool]) -> None:
    """Read what the server tells until a topic is as it should be."""
    while not wanted(told(page, topic)):
        pass


def press(page: ClientConnection, keys: str) -> None:
    for key in keys:
        ask(page, {"do": "key", "key": key, "gesture": "press", "pod": 0})


def test_what_the_table_shows_is_on_the_page_of_another_program(service: PageService) -> None:
    with opened(address(service)) as page:
        ready(page)
    shown = ""
    while not shown:
        with opened(address(service)) as page:
            shown = told(page, "panel")["picture"]
    with urllib.request.urlopen(f"{service.url}panel/{shown}.png", timeout=TIMEOUT_S) as answer:
        assert answer.read().startswith(b"\x89PNG")


def test_nobody_presses_keys_whom_the_table_has_not_invited(box: Box, service: PageService) -> None:
    with opened(address(service)) as page:
        ready(page)
        press(page, "C")
        ask(page, {"do": "ping", "number": 1})
        assert told(page, "pong") == 1
    invited(box, service)
    with opened(address(service)) as page:
        assert told(page, "status")["question"] == "Which game?"


def test_a_phone_with_the_code_plays_and_its_name_stays_good(box: Box, service: PageService) -> None:
    shown = [True]
    with opened(address(service)) as page:
        ready(page)
    code = invited(box, service, lambda: bool(shown))
    with opened(address(service)) as page:
        until(page, "open", bool)
        ask(page, {"do": "token", "token": code})
        guest = told(page, "guest")
        shown.clear()
        press(page, "A")
        until(page, "cue", lambda cue: cue["cue"] == "accepted")  # type: ignore[index]
    with opened(address(service)) as page:
        ask(page, {"do": "token", "token": code})
        ask(page, {"do": "token", "token": guest})
        until(page, "may", lambda may: may["press"])  # type: ignore[index]


def test_a_table_that_comes_back_is_found_again(tmp_path: Path) -> None:
    """The program at the table is stopped and started; browsers are told, and look on again."""
    place = tmp_path / "box"
    place.mkdir()
    first = Box(place)
    found = PageService(first.door, "127.0.0.1", 0)
    try:
        with opened(address(found)) as page:
            until(page, "open", bool)
            first.close()
            until(page, "open", lambda is_open: not is_open)
            second = Box(place)
            try:
                until(page, "open", bool)
            finally:
                second.close()
    finally:
        found.close()


def test_a_page_of_the_past_comes_through_the_door(service: PageService) -> None:
    with opened(address(service)) as page:
        until(page, "open", bool)
    with urllib.request.urlopen(f"{service.url}past/", timeout=TIMEOUT_S) as answer:
        assert b"<title>" in answer.read()
    with urllib.request.urlopen(f"{service.url}past/games.csv", timeout=TIMEOUT_S) as answer:
        assert b'"number"' in answer.read()


@needs_a_reader
def test_phones_join_by_the_code_on_the_panel_and_play(box: Box, look: Look, tmp_path: Path) -> None:
    """The whole way: what a camera reads off the real panel opens the page, and a tap there is a press at the table."""
    service = PageService(box.door, "0.0.0.0", 0)
    try:
        assert box.mirror.phones is not None
        while not box.mirror.phones.page_url():
            with opened(f"127.0.0.1:{service.url.rstrip('/').rpartition(':')[2]}") as page:
                ready(page)
        box.press("hold D", "B", "D")
        found: list[str] = []
        while not found:
            box.panel.done.wait(TIMEOUT_S)
            box.panel.done.clear()
            box.panel.shown[-1].convert("RGB").save(tmp_path / "panel.png")
            found = decoded([tmp_path / "panel.png"])
        assert found[0].startswith(f"{service.url}#token=")
        phones = [look(found[0], **PHONE) for _ in range(2)]
        for phone in non_empty(phones):
            expect(phone.locator("#answers")).to_be_visible()
            assert "#" not in phone.url
        phones[0].locator("#answers").get_by_role("button", name="back to the table").tap()
        phones[1].locator("#answers").get_by_role("button", name="LOOP", exact=True).tap()
        phones[0].locator("#answers").get_by_role("button", name="4", exact=True).tap()
        expect(phones[1].locator("#question")).to_contain_text("Who sits in seat 1?")
        # What a phone typed is on the next one after a sleep as well.
        phones[1].reload()
        expect(phones[1].locator("#answers")).to_be_visible()
        box.press("hold A")
        expect(phones[1].locator("#question")).to_have_text("How many players?")
    finally:
        service.close()


def test_the_service_loads_nothing_of_the_table() -> None:
    """No journal, no rules, no drawing: a Pi Zero has no memory for them twice."""
    imports = ("sys", "device.cli.page", "device.run.page_service", "hal.browser.server", "hal.browser.web")
    loaded = f"import {', '.join(imports)}; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    rooms = {name for name in found if name.startswith("device.") and name.count(".") == 1}
    assert rooms == {"device.cli", "device.config", "device.games", "device.outbox", "device.run", "device.system"}
    assert not {"PIL", "sqlite3", "device.games.guard"} & set(found)


def test_a_port_that_is_taken_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["page", "--door", "/nowhere/door", "--address", "127.0.0.1", "--port", port]) == MISUSED
    assert "is taken by another program. Choose another with --port." in capsys.readouterr().err


HOSTILE = [
    b"",
    b"no JSON",
    b"[]",
    b'["BrowserRequest"]',
    b'["BrowserRequest", 7]',
    b'["PageServed", "javascript:alert(1)"]',
    b'["TableRequest", -1, "find", []]',
    b'["TableRequest", 1, "drop", []]',
    b'["TableRequest", 1, "find", [[]]]',
    b'["TopicChanged", "may", {"press": true}, false]',
    b"[" * 100_000,
    b'["BrowserRequest", "\\ud800"]',
    b'["WifiChanged", ["open", "Tablekeeper-ABCD", "a b"]]',
    b'["WifiChanged", ["open", "Tablekeeper-ABCD", ["ABCDEFGHJKLM"]]]',
    b'["WifiChanged", ["closed", "Tablekeeper-ABCD", "ABCDEFGHJKLM"]]',
    b'["WifiChanged", ["on fire", "", ""]]',
    b'["WifiChanged", "open"]',
    b'["WifiWanted", true]',
]


@pytest.mark.parametrize("said", HOSTILE)
def test_a_service_that_speaks_otherwise_is_shown_out_and_costs_no_press(box: Box, said: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as hostile:
        hostile.settimeout(TIMEOUT_S)
        hostile.connect(str(box.door))
        hostile.sendall(with_length(said))
        while hostile.recv(65536):
            pass
    found = PageService(box.door, "127.0.0.1", 0)
    try:
        with opened(address(found)) as page:
            until(page, "open", bool)
    finally:
        found.close()


def test_a_flood_of_a_hostile_service_is_heard_slowly_and_the_table_plays(box: Box) -> None:
    """Not more than fifty a second, and questions beyond sixteen are answered with nothing."""
    with socket.socket(socket.AF_UNIX) as hostile:
        hostile.settimeout(TIMEOUT_S)
        hostile.connect(str(box.door))
        for number in range(40):
            hostile.sendall(with_length(encode(TableRequest(number, RequestKind.FIND, ("x" * 1000,)))))
        hostile.sendall(with_length(encode(BrowserRequest(format_request(KeyRequest(Key.A, Gesture.PRESS))))))
        seen = b""
        while b"accepted" not in seen:
            seen += hostile.recv(65536)
            assert len(seen) < 10_000_000


def test_a_service_that_reads_nothing_keeps_no_press_waiting(box: Box) -> None:
    with socket.socket(socket.AF_UNIX) as hostile:
        hostile.connect(str(box.door))
        for _ in range(20):
            box.press("C", "hold A")
        box.press("C")
        while not box.shows("How many players?"):
            assert box.panel.done.wait(TIMEOUT_S)


REQUESTS: list[RealTableRequest] = [
    KeyRequest(Key.B, Gesture.HOLD, 3),
    PicturePointed(12, "AB"),
    PicturePointed(12, "C", is_hold=True),
    WordsTyped("Zo\u00e9 \u2013 17"),
    EditingKeyPressed(EditingKey.BACKSPACE),
    SwitchOff(),
]


@pytest.mark.parametrize("request_", REQUESTS)
def test_a_request_comes_through_as_the_browser_made_it(request_: RealTableRequest) -> None:
    message = decode_from_service(encode(BrowserRequest(format_request(request_))))
    assert isinstance(message, BrowserRequest)
    assert parse_request(message.request) == request_


WORDS = st.text(st.characters(codec="utf-8"), max_size=20)
SEVERAL = st.lists(WORDS, max_size=4).map(tuple)
NUMBERS = st.integers(0, 2**31 - 1)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | WORDS, lambda deeper: st.lists(deeper, max_size=3)
)
OF_TABLE = st.one_of(
    st.builds(PageHello, NUMBERS),
    st.builds(TopicChanged, WORDS, VALUES, st.booleans(), st.binary(max_size=20)),
    st.builds(TranscriptGrown, NUMBERS, st.lists(VALUES, max_size=3)),
    st.builds(RecordChanged, st.binary(max_size=20)),
    st.builds(CodeChanged, WORDS.map(lambda word: word[:8])),
    st.builds(PinChanged, WORDS),
    st.builds(WifiWanted, st.booleans()),
    st.builds(TableAnswer, NUMBERS, SEVERAL, st.binary(max_size=20)),
)
OF_SERVICE = st.one_of(
    st.builds(PageServed, WORDS.map(lambda word: f"http://{word}/")),
    st.builds(BrowserRequest, WORDS),
    st.builds(TableRequest, NUMBERS, st.sampled_from(RequestKind), SEVERAL, st.binary(max_size=20)),
    st.sampled_from([state for state in WifiState if state is not WifiState.ACTIVE]).map(OwnWifi).map(WifiChanged),
    st.builds(new_active_wifi).map(WifiChanged),
)


@given(OF_TABLE)
def test_what_a_table_says_is_read_as_it_was_said(
    message: PageHello
    | TopicChanged
    | TranscriptGrown
    | RecordChanged
    | CodeChanged
    | PinChanged
    | WifiWanted
    | TableAnswer,
) -> None:
    assert decode_from_table(encode(message)) == message


@given(OF_SERVICE)
def test_what_a_service_says_is_read_as_it_was_said(message: ServiceMessage) -> None:
    assert decode_from_service(encode(message)) == message


NAMES = st.text("Tablekeper-ABC23", max_size=40) | st.just("Tablekeeper-7K3M")
PASSWORDS = st.text("ABCDEFGH", min_size=12, max_size=12) | st.text("ABCDEFGH0O; \\", min_size=11, max_size=13)


@given(st.sampled_from(WifiState), NAMES, PASSWORDS)
def test_a_table_believes_of_a_wifi_only_what_a_box_opens(state: WifiState, name: str, password: str) -> None:
    said = encode(WifiChanged(OwnWifi(state, name, password)))
    if state is not WifiState.ACTIVE or name != "Tablekeeper-7K3M" or not re.fullmatch("[A-H]{12}", password):
        with pytest.raises(BadMessage) as refused:
            decode_from_service(said)
        assert password not in str(refused.value)
    else:
        assert decode_from_service(said) == WifiChanged(OwnWifi(state, name, password))


@given(st.binary(max_size=200))
def test_anything_else_is_refused_in_one_way(data: bytes) -> None:
    for reader in non_empty((decode_from_table, decode_from_service)):
        try:
            reader(data)
        except BadMessage:
            continue
        assert json.loads(data.partition(b"\n")[0])
