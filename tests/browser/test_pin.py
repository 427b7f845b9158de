"""A table with a PIN: a phone that joins by the code also says the PIN before it may press, to the table itself.

Those against whom it stands: a guest with a photograph of the code, one who guesses, one who joined before, whoever
looks on while it is typed, and a program at the table's door that nobody has given it to.
"""

from __future__ import annotations

import json
import re
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from websockets.sync.client import ClientConnection

from device.config.table_pin import FILE_NAME, choose_pin, forget_pin
from device.outbox.frames import with_length
from device.run.door_pin import RemotePin
from device.run.page_service import PageService
from device.run.page_wire import BrowserRequest, RequestKind, TableAnswer, TableRequest, encode
from hal.browser.invitations import MAX_WRONG_PINS, Invitations
from hal.browser.page_requests import KeyRequest, SendPin, SendToken, format_request
from hal.browser.table_pin import PinCheck, PinVerdict
from hal.keys.keys import Gesture, Key
from tests.browser.access import PHONE, RULES
from tests.browser.boxes import Box, invited
from tests.browser.conftest import Look
from tests.browser.desks import Served
from tests.browser.posting import answer_to
from tests.browser.sockets import ask, opened, settled, told
from tests.browser.tables import press, ready, until
from tests.browser.timeouts import TIMEOUT_S
from tests.non_empty import non_empty

PIN = "031415"


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    found = Box(tmp_path)
    choose_pin(found.data, PIN)
    yield found
    found.close()


@pytest.fixture
def service(box: Box) -> Iterator[PageService]:
    found = PageService(box.door, "127.0.0.1", 0)
    yield found
    found.close()


@contextmanager
def visit(service: PageService) -> Iterator[ClientConnection]:
    """A browser that looks on at a table which is there."""
    with opened(service.url.removeprefix("http://").rstrip("/")) as page:
        while not told(page, "open"):
            pass
        yield page


def may(page: ClientConnection, request: dict[str, Any]) -> dict[str, Any]:
    """What the page is told that it may, once something was asked for."""
    settled(page)
    ask(page, request)
    found: dict[str, Any] = told(page, "may")
    return found


def news(box: Box, page: ClientConnection) -> None:
    """Something happens at the table, and the page knows by then what was new before."""
    settled(page)
    box.press("hold D")
    told(page, "cue")


def accepted(page: ClientConnection) -> None:
    """A press at the table is answered."""
    ask(page, {"do": "key", "key": "A", "gesture": "press", "pod": 0})
    while told(page, "cue")["cue"] != "accepted":
        pass


def test_the_code_alone_opens_nothing_and_the_pin_does(box: Box, service: PageService) -> None:
    code = invited(box, service)
    with visit(service) as page:
        found = may(page, {"do": "token", "token": code})
        assert (found["press"], found["pin"]) == (False, "asked")
        assert not may(page, {"do": "key", "key": "C", "gesture": "press", "pod": 0})["press"]
        assert may(page, {"do": "pin", "digits": PIN})["press"]
        accepted(page)


def test_who_has_not_joined_says_digits_to_nobody(box: Box, service: PageService) -> None:
    invited(box, service)
    with visit(service) as page:
        for _ in range(20):
            assert "pin" not in may(page, {"do": "pin", "digits": "000000"})


def test_a_phone_that_sleeps_before_it_has_said_the_pin_needs_no_other_code(box: Box, service: PageService) -> None:
    shown = [True]
    code = invited(box, service, lambda: bool(shown))
    with visit(service) as page:
        ask(page, {"do": "token", "token": code})
        guest = told(page, "guest")
    shown.clear()
    with visit(service) as page:
        assert may(page, {"do": "token", "token": guest})["pin"] == "asked"
        assert may(page, {"do": "pin", "digits": PIN})["press"]


def test_phones_that_joined_before_say_another_pin_too(box: Box, service: PageService) -> None:
    shown = [True]
    code = invited(box, service, lambda: bool(shown))
    with visit(service) as page:
        ask(page, {"do": "token", "token": code})
        guest = told(page, "guest")
        assert may(page, {"do": "pin", "digits": PIN})["press"]
        shown.clear()
        choose_pin(box.data, "271828")
        news(box, page)
        found = may(page, {"do": "key", "key": "C", "gesture": "press", "pod": 0})
        assert (found["press"], found["pin"]) == (False, "asked")
        assert may(page, {"do": "pin", "digits": "271828"})["press"]
        forget_pin(box.data)
        news(box, page)
    with visit(service) as page:
        assert may(page, {"do": "token", "token": guest})["press"]


def test_a_token_that_turns_out_to_be_right_after_the_pin_replaces_the_secret_of_the_page(
    box: Box, service: PageService
) -> None:
    """The earlier secret was valid for as long as the table was there, although its page was closed."""
    code = invited(box, service)
    with visit(service) as page:
        ask(page, {"do": "token", "token": code})
        guest = told(page, "guest")
        ask(page, {"do": "token", "token": "wrong"})  # the next one waits
        ask(page, {"do": "token", "token": guest})
        ask(page, {"do": "pin", "digits": PIN})
        statuses = []
        for secret in non_empty((told(page, "visit"), told(page, "visit"))):
            headers = {"X-Visit": secret, "Origin": service.url.rstrip("/")}
            statuses.append(answer_to(urllib.request.Request(f"{service.url}edited", b"x", headers))[0])
    assert statuses == [403, 422]


def test_a_table_that_begins_anew_hears_the_pin_again(tmp_path: Path) -> None:
    (tmp_path / "box").mkdir()
    first = Box(tmp_path / "box")
    choose_pin(first.data, PIN)
    service = PageService(first.door, "127.0.0.1", 0)
    try:
        code = invited(first, service)
        with visit(service) as page:
            ask(page, {"do": "token", "token": code})
            guest = told(page, "guest")
            assert may(page, {"do": "pin", "digits": PIN})["press"]
        first.close()
        second = Box(tmp_path / "box")
        try:
            with visit(service) as page:
                assert may(page, {"do": "token", "token": guest})["pin"] == "asked"
                assert may(page, {"do": "pin", "digits": PIN})["press"]
                accepted(page)
        finally:
            second.close()
    finally:
        service.close()


def test_a_program_that_has_not_said_the_pin_presses_nothing(box: Box) -> None:
    """Whoever takes the page's program over can look on; presses, edits and changes wait for the digits."""
    press = BrowserRequest(format_request(KeyRequest(Key.C, Gesture.PRESS)))
    box.wait_until_shows("Which game?")
    with socket.socket(socket.AF_UNIX) as hostile:
        hostile.settimeout(TIMEOUT_S)
        hostile.connect(str(box.door))
        hostile.sendall(with_length(encode(press)) * 3)
        for number, what in enumerate(non_empty((RequestKind.EDIT, RequestKind.CHANGE))):
            hostile.sendall(with_length(encode(TableRequest(number, what, ("change", "settings"), b""))))
        hostile.sendall(with_length(encode(TableRequest(7, RequestKind.PIN, ("000000",)))))
        seen = b""
        while b'"TableAnswer",7' not in seen:
            seen += hostile.recv(65536)
        assert b'["TableAnswer",0,[]]' in seen
        assert b'["TableAnswer",1,[]]' in seen
        assert b'["TableAnswer",7,["wrong","1"]]' in seen
        assert b'"cue":"accepted"' not in seen
        assert box.shows("Which game?")
        answer = b""
        while b'"right"' not in answer:
            hostile.sendall(with_length(encode(TableRequest(8, RequestKind.PIN, (PIN,)))))
            answer = hostile.recv(65536)
        hostile.sendall(with_length(encode(press)))
        while b'"cue":"accepted"' not in answer:
            answer += hostile.recv(65536)
    assert not (box.data / "settings").exists()


def test_who_looks_on_sees_nothing_of_a_pin_that_is_typed(tmp_path: Path) -> None:
    found = Box(tmp_path)
    service = PageService(found.door, "0.0.0.0", 0)
    try:
        phones = found.mirror.phones
        assert phones is not None
        with opened(f"127.0.0.1:{service.url.rstrip('/').rpartition(':')[2]}") as watcher:
            while not phones.page_url():
                settled(watcher)
            seen = ""
            # A watcher that is slow gets the newest page alone: each is waited for.
            for keys, page in (
                (["hold D"], '"Menu"'),
                ([*"BD", "hold B", *"BACBACAAADAABA", "hold C"], '"Which game?"'),
            ):
                found.press(*keys)
                before = len(seen)
                while page not in seen[before:]:
                    seen += str(watcher.recv(timeout=TIMEOUT_S))
        assert (found.data / FILE_NAME).exists()
        assert "PIN for phones" not in seen
        assert '"typed":"AC' not in seen
    finally:
        service.close()
        found.close()


def test_a_phone_that_is_wrong_ten_times_has_to_scan_again() -> None:
    guests = Invitations()
    code = guests.create_code(lambda: True)
    guest, other = guests.join(code) or "", guests.join(code) or ""
    for _ in range(MAX_WRONG_PINS):
        assert guests.is_valid(guest)
        guests.count_wrong_pin(guest)
    assert not guests.is_valid(guest)
    assert guests.is_valid(other)


def test_the_page_asks_the_table_no_more_often_than_it_looks() -> None:
    """A phone that floods costs the door's fifty messages a second nothing: they are for presses."""
    asked: list[tuple[str, ...]] = []
    at = [0.0]

    def table(what: RequestKind, words: tuple[str, ...]) -> TableAnswer:
        asked.append(words)
        return TableAnswer(1, ("wrong", "8"))

    pin = RemotePin(table, lambda: at[0])
    assert pin.check_digits("000000") == PinCheck(PinVerdict.WRONG, 8)
    for _ in range(1000):
        assert pin.check_digits("000001").verdict is PinVerdict.NOT_CHECKED
    assert len(asked) == 1
    at[0] = 8.0
    assert pin.check_digits("000002").verdict is PinVerdict.WRONG


@pytest.mark.parametrize("words", [(), ("right",), ("open", "1"), ("right", "soon")])
def test_an_answer_that_makes_no_sense_opens_nothing(words: tuple[str, ...]) -> None:
    assert RemotePin(lambda what, digits: TableAnswer(1, words)).check_digits(PIN).verdict is PinVerdict.NO_TABLE
    assert RemotePin(lambda what, digits: None).check_digits(PIN).verdict is PinVerdict.NO_TABLE


def test_requests_show_neither_a_pin_nor_a_token_in_a_log() -> None:
    assert f"{SendPin(PIN)} {SendToken('secret')}" == "SendPin() SendToken()"


def test_a_phone_types_the_pin_in_a_field_for_one_thumb(look: Look, box: Box, service: PageService) -> None:
    phone = look(f"{service.url}#token={invited(box, service)}&phone", **PHONE)
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url + str(request.headers)))
    said = phone.locator("#watching")
    expect(said).to_contain_text("type its 6 digits")
    for other in non_empty(("#answers", "#token")):
        expect(phone.locator(other)).to_be_hidden()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    found = Axe().run(phone, options=RULES)
    assert found.violations_count == 0, found.generate_report()

    phone.locator("#pin-typed").fill("000000")
    phone.locator("#pin button").tap()
    expect(said).to_contain_text("This is not the PIN.")
    phone.reload()
    expect(said).to_contain_text("type its 6 digits")
    # Until the pause after the wrong one is over, nothing is looked at.
    again = (
        "pin => { document.getElementById('pin-typed').value = pin; document.getElementById('pin').requestSubmit(); }"
    )

    def is_in() -> bool:
        phone.evaluate(again, PIN)
        return phone.locator("#answers").is_visible()

    until(phone, is_in)
    assert not [each for each in (phone.url, *sent) if PIN in each]
    assert PIN not in json.dumps(phone.evaluate("Object.entries(localStorage)"))


def test_the_simulator_asks_for_the_pin_too(look: Look, tmp_path: Path) -> None:
    choose_pin(tmp_path, PIN)
    with Served(tmp_path, extra='[desktop]\naddress = "0.0.0.0"\n') as served:
        table = ready(look(f"{served.url}#token={served.token}"))
        press(table, ("hold D", "B", "D", "hold B"))
        words = table.locator("#words")
        expect(words).to_contain_text("PIN for phones")
        code = re.search(r"code ([A-Z0-9]{8})", words.text_content() or "")
        assert code is not None
        phone = look(f"{served.url}#token={code[1]}&phone", **PHONE)
        phone.locator("#pin-typed").fill(PIN)
        phone.locator("#pin button").tap()
        expect(phone.locator("#answers")).to_be_visible()
