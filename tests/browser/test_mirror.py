"""A page beside a real table: phones see what its panel shows, and press nothing unless a token says so."""

from __future__ import annotations

import json
import threading
import urllib.request
from pathlib import Path

import pytest

from device.config import DesktopSettings
from device.journal import writer
from device.run.mirror import make_mirror
from device.table.controller import Controller
from device.table.listeners import Listeners
from display.words import ENGLISH
from hal.clock.clock import RealClock, VirtualClock
from hal.mock.table import MockSignal
from hal.table.threaded_table import ThreadedTable
from tests.browser.real_panel import RealPanel
from tests.browser.sockets import ask, opened, told
from tests.browser.timeouts import TIMEOUT_S
from tests.non_empty import non_empty


@pytest.mark.parametrize("token", [None, "a long secret"])
def test_a_real_table_is_seen_elsewhere(token: str | None, tmp_path: Path) -> None:
    clock = RealClock()
    mirror = make_mirror(DesktopSettings(port=0, token=token, mirror=True), clock)
    real, lamp = RealPanel(), MockSignal(VirtualClock())
    table = ThreadedTable(clock, mirror.mirror_panel(real), mirror.mirror_signal(lamp), mirror.readout)
    mirror.connect_table(table)
    listener = mirror.make_listener(ENGLISH)

    def serve() -> None:
        # A journal belongs to the thread that opened it.
        journal_writer = writer.journal_writer_for(tmp_path)
        Controller(table, journal_writer, listeners=Listeners(listener)).run()
        journal_writer.close()

    loop = threading.Thread(target=serve)
    loop.start()
    try:
        _visit(mirror.url, token, real, lamp)
    finally:
        table.stop()
        loop.join()
        table.close()
        mirror.close()


def _visit(url: str, token: str | None, real: RealPanel, lamp: MockSignal) -> None:
    address = url.removeprefix("http://").rstrip("/")
    with opened(address) as socket:
        assert told(socket, "status")["question"] == "Which game?"
        assert real.done.wait(60)
        with opened(address) as second:
            shown = told(second, "panel")["picture"]
        with urllib.request.urlopen(f"{url}panel/{shown}.png") as answer:
            assert answer.headers["Content-Type"] == "image/png"
        ask(socket, {"do": "key", "key": "C", "gesture": "press", "pod": 0})
        ask(socket, {"do": "ping", "number": 1})
        assert told(socket, "pong") == 1
        assert lamp.played_cues == []
        if token is not None:
            ask(socket, {"do": "token", "token": token})
            ask(socket, {"do": "key", "key": "C", "gesture": "press", "pod": 0})
            assert told(socket, "cue")["cue"] == "accepted"
            assert [cue.value for _, cue in lamp.played_cues] == ["accepted"]


def test_what_cannot_be_chosen_is_not_offered() -> None:
    mirror = make_mirror(DesktopSettings(port=0, mirror=True), RealClock())
    try:
        mirror.make_listener(ENGLISH)
        address = mirror.url.removeprefix("http://").rstrip("/")
        with opened(address) as socket:
            choices = dict(json.loads(socket.recv(timeout=TIMEOUT_S)))["choices"]
            assert choices["panels"] == choices["languages"] == []
    finally:
        mirror.close()


def test_a_phone_that_the_table_invites_presses_where_a_page_is_only_to_look_at() -> None:
    mirror = make_mirror(DesktopSettings("0.0.0.0", port=0, mirror=True), RealClock())
    shown = [True]
    try:
        assert mirror.phones is not None
        address = mirror.phones.page_url().removeprefix("http://").rstrip("/")
        code = mirror.phones.create_code(lambda: bool(shown))
        with opened(address) as phone:
            assert told(phone, "may") == {"press": False, "token": True, "wrong": False, "waits": False}
            ask(phone, {"do": "token", "token": code})
            answer = dict(json.loads(phone.recv(timeout=TIMEOUT_S)))
            guest = answer["guest"]
            assert answer["may"]["press"]
        shown.clear()
        for token, may_press in non_empty(((guest, True), (code, False), ("", False))):
            with opened(address) as phone:
                assert not told(phone, "may")["press"]
                ask(phone, {"do": "token", "token": token})
                assert told(phone, "may")["press"] == may_press
    finally:
        mirror.close()


def test_nobody_is_invited_to_a_page_that_only_this_machine_sees() -> None:
    mirror = make_mirror(DesktopSettings(port=0, mirror=True), RealClock())
    try:
        assert mirror.phones is None
    finally:
        mirror.close()
