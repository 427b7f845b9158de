"""Who may look and who may press: other addresses, other sites, tokens."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any
from urllib.parse import unquote

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from device.pods.seats import PodSeats
from hal.browser import wrong_guesses
from hal.browser.desk import Desk, DeskSettings
from hal.browser.desk_inputs import DeskEvent
from hal.clock.clock import RealClock
from hal.keys.keys import Gesture, Key, PairHeld, Press
from hal.panel import panel
from hal.table.table import EditingKey, EditingKeyPressed, GameChosen, LineChosen, PicturePointed, WordsTyped
from tests.browser.posting import answer_to
from tests.browser.sockets import ask, settled, told, visit
from tests.non_empty import non_empty

PRESS = {"do": "key", "key": "B", "gesture": "press", "pod": 0}
PLUG = {"do": "plug", "seat": None}
OFF = {"do": "off"}


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desk]]:
    """Open desks on free ports; what they post is in `desk.posted`."""
    monkeypatch.setattr(wrong_guesses, "FIRST_PAUSE_S", 0.01)
    desks: list[Desk] = []

    def serve(**setting: Any) -> Desk:
        desk = Desk(RealClock(), DeskSettings(**{"port": 0, **setting}), seating=PodSeats())
        desks.append(desk)
        return desk

    yield serve
    for desk in desks:
        desk.close()


def posts(desk: Desk) -> list[DeskEvent]:
    found: list[DeskEvent] = []
    desk.connect_table(found.append)
    return found


def test_a_line_of_the_record_is_chosen_only_by_who_may_press(serve: Callable[..., Desk]) -> None:
    desk = serve(token="open sesame")
    posted = posts(desk)
    with visit(desk) as page:
        ask(page, {"do": "correct", "line": 4})
        assert told(page, "may")["press"] is False
        assert not posted
    free = serve()
    posted = posts(free)
    with visit(free) as page:
        ask(page, {"do": "correct", "line": 4})
        ask(page, {"do": "ping", "number": 1})
        assert told(page, "pong") == 1
    assert posted == [LineChosen(4)]


def test_who_only_looks_on_points_at_nothing_and_types_nothing(serve: Callable[..., Desk]) -> None:
    desk = serve(token="open sesame")
    posted = posts(desk)
    asked: tuple[dict[str, Any], ...] = (
        {"do": "point", "turn": 3, "keys": "AB", "held": False},
        {"do": "say", "words": "Barbara"},
        {"do": "edit", "key": "backspace"},
        {"do": "game", "number": 2},
    )
    with visit(desk) as page:
        for request in non_empty(asked):
            ask(page, request)
            assert told(page, "may")["press"] is False
        assert not posted
        ask(page, {"do": "token", "token": "open sesame"})
        for request in asked:
            ask(page, request)
        settled(page)
    assert posted == [
        PicturePointed(3, "AB"),
        WordsTyped("Barbara"),
        EditingKeyPressed(EditingKey.BACKSPACE),
        GameChosen(2),
    ]


def test_the_machine_itself_presses_without_a_token(serve: Callable[..., Desk]) -> None:
    desk = serve()
    posted = posts(desk)
    with visit(desk) as page:
        assert told(page, "may") == {"press": True, "token": False, "wrong": False, "waits": False}
        ask(page, PRESS)
        ask(page, {**PRESS, "key": "A", "gesture": "hold"})
        ask(page, OFF)
        settled(page)
    pressed, held, off = posted
    assert isinstance(pressed, Press)
    assert isinstance(held, Press)
    assert isinstance(off, PairHeld)
    assert (pressed.key, pressed.gesture, pressed.source) == (Key.B, Gesture.PRESS, "")
    assert (held.key, held.gesture) == (Key.A, Gesture.HOLD)
    assert off.keys == {Key.A, Key.D}


@pytest.mark.parametrize("token", [None, "a long secret"])
def test_from_another_address_a_token_opens_the_keys_and_looking_is_free(
    token: str | None, serve: Callable[..., Desk]
) -> None:
    desk = serve(address="0.0.0.0", token=token)
    posted = posts(desk)
    assert "#token=" in desk.url_with_token
    assert "token" not in desk.url
    with visit(desk) as page:
        assert told(page, "may") == {"press": False, "token": True, "wrong": False, "waits": False}
        for request in (PRESS, PLUG, OFF, {"do": "speed", "instant": True}, {"do": "panel", "name": "phat-red"}):
            ask(page, request)
        ask(page, {"do": "token", "token": "guess"})
        while not (may := told(page, "may"))["wrong"]:
            continue
        assert may["press"] is False
        settled(page)
        assert posted == []
        ask(page, {"do": "token", "token": unquote(desk.url_with_token.partition("=")[2])})
        while not told(page, "may")["press"]:
            continue
        ask(page, PRESS)
        settled(page)
    assert len(posted) == 1


def test_a_table_that_is_only_watched_has_no_keys(serve: Callable[..., Desk]) -> None:
    desk = serve(allows_keys=False)
    posted = posts(desk)
    with visit(desk) as page:
        assert told(page, "may") == {"press": False, "token": False, "wrong": False, "waits": False}
        ask(page, PRESS)
        ask(page, {"do": "token", "token": ""})
        settled(page)
    assert posted == []


def test_no_other_site_can_open_the_socket(serve: Callable[..., Desk]) -> None:
    """Browsers name the origin of a web socket (RFC 6455, 10.2), and a page of another port is another origin."""
    desk = serve()
    port = desk.url.rstrip("/").rpartition(":")[2]
    for origin in ("https://example.org", f"http://localhost:{port}", "http://127.0.0.1:1", "null"):
        with pytest.raises(InvalidStatus), visit(desk, origin=origin):
            pass
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{port}/table"):
        pass


def test_a_name_that_is_not_this_machines_gets_nothing(serve: Callable[..., Desk]) -> None:
    """A stranger's page can have its own name resolved to this machine (DNS rebinding)."""
    desk = serve()
    request = urllib.request.Request(desk.url, headers={"Host": "example.org"})
    with pytest.raises(urllib.error.HTTPError, match="421") as refused:
        urllib.request.urlopen(request)
    refused.value.close()


def test_the_policy_names_this_server_and_not_what_was_asked_for(serve: Callable[..., Desk]) -> None:
    desk = serve(address="0.0.0.0", token="a long secret", network_names=("table.lan",))
    port = desk.url.rstrip("/").rpartition(":")[2]
    policies = set()
    for host in ("192.0.2.77:1", "localhost:9", "table.lan", socket.gethostname()):
        request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Host": host})
        with urllib.request.urlopen(request) as answer:
            policies.add(answer.headers["Content-Security-Policy"])
    (policy,) = policies
    assert f"connect-src 'self' ws://127.0.0.1:{port} " in policy
    assert f" ws://table.lan:{port}" in policy


def test_the_page_may_do_nothing_but_what_it_needs(serve: Callable[..., Desk]) -> None:
    desk = serve()
    for path in ("", "desk.js", "record.txt"):
        with urllib.request.urlopen(desk.url + path) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    with urllib.request.urlopen(desk.url) as answer:
        text = answer.read().decode()
    assert "//" not in text.replace("http://www.w3.org", "")
    assert "style=" not in text


@pytest.mark.parametrize(
    "message",
    [
        *("", "{", "[]", "3", "[" * 5000, '{"do":"fly"}', '{"do":"key","key":"E"}'),
        *(
            '{"do":"token","token":"\\ud800"}',
            '{"do":"panel","name":"\\udfff"}',
            f'{{"do":"token","token":"{"x" * 300}"}}',
        ),
        *('{"do":[]}', '{"do":{}}', "null", "NaN", '"\\ud800"', '{"do":"ping","number":1e999}', b"game no-thanks\n"),
        *('{"do":"plug","seat":"A"}', '{"do":"plug","seat":99}', '{"do":"unplug"}', '{"do":"unplug","pod":true}'),
    ],
)
def test_what_no_page_sends_ends_the_visit_and_costs_no_log(
    message: str | bytes, serve: Callable[..., Desk], capfd: pytest.CaptureFixture[str]
) -> None:
    desk = serve()
    posted = posts(desk)
    with visit(desk) as page:
        page.send(message)
        with pytest.raises(ConnectionClosed):
            told(page, "nothing of this name")
    assert posted == []
    with visit(desk) as page:
        settled(page)
    assert capfd.readouterr() == ("", "")


def test_a_picture_that_is_gone_is_not_there(serve: Callable[..., Desk]) -> None:
    desk = serve()
    with (
        closing(desk.open_table(panel.panel_kind("phat-black"))),
        pytest.raises(urllib.error.HTTPError, match="404") as missing,
    ):
        urllib.request.urlopen(desk.url + "panel/old-1.png")
    missing.value.close()


def test_a_page_beside_a_real_panel_changes_no_panel_and_no_language(serve: Callable[..., Desk]) -> None:
    desk = serve()
    posted = posts(desk)
    with visit(desk) as page:
        ask(page, {"do": "panel", "name": "phat-red"})
        ask(page, {"do": "language", "name": "fr"})
        settled(page)
    assert posted == []


def test_what_came_whole_and_is_no_form_is_refused_as_no_form(serve: Callable[..., Desk]) -> None:
    """It was said not to have come to its end."""
    desk = serve()
    with visit(desk) as page:
        headers = {"X-Visit": told(page, "visit"), "Origin": desk.url.rstrip("/")}
        for form in non_empty((b"name=\xff", b"&".join(b"name=Ann" for _ in range(21)))):
            answer = answer_to(urllib.request.Request(f"{desk.url}past/people", form, headers))
            assert answer == (400, "No page here sends such a form.\n")


def test_a_page_beside_a_real_panel_takes_no_record_and_has_no_gallery(serve: Callable[..., Desk]) -> None:
    desk = serve()
    upload = urllib.request.Request(f"{desk.url}record", b"game loop\n", method="POST")
    assert answer_to(upload) == (404, "This table takes no records.\n")
    for path in non_empty(("gallery/", "gallery/?game=loop", "gallery/no.png")):
        status, said = answer_to(urllib.request.Request(desk.url + path))
        assert status == 404
        assert "Back to the table" in said
