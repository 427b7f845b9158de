"""A box in no network: its menu has the page's program open a Wi-Fi, and a camera reads off the panel how to come in.

Table, door, program, message bus and codes are the real ones; NetworkManager is played.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from device.run import page_wifi
from device.run.page_service import PageService
from guard.sockets import listening_socket
from hal.browser.own_wifi import BOX_ADDRESS
from tests.browser.boxes import Box
from tests.browser.timeouts import TIMEOUT_S
from tests.non_empty import non_empty
from tests.run.private_bus import MockManager, mock_manager, needs_a_bus
from tests.scan_codes import decoded, needs_a_reader

OPEN_ON_A_PHONE = ("hold D", "B", "D")


class Evening:
    """A box without a network, its page's program, and a NetworkManager with a radio."""

    def __init__(self, box: Box, service: PageService, manager: MockManager, place: Path, first_asked: int) -> None:
        self.box = box
        self.service = service
        self.manager = manager
        self.port = int(service.url.rstrip("/").rpartition(":")[2])
        self.first_asked = first_asked
        """The port that stands for the web's own."""
        self._picture = place / "panel.png"

    def scanned(self, begins: str) -> str:
        """The code that a camera reads, as soon as one is there that begins so."""
        found: list[str] = []
        while not found:
            assert self.box.panel.done.wait(TIMEOUT_S)
            self.box.panel.done.clear()
            self.box.panel.shown[-1].convert("RGB").save(self._picture)
            found = [each for each in decoded([self._picture]) if each.startswith(begins)]
        return found[0]

    def until(self, question: str) -> None:
        """Wait until the table asks or says this."""
        while not self.box.shows(question):
            assert self.box.panel.done.wait(TIMEOUT_S)

    def page_url(self) -> str:
        """The page's address, as the table knows it; "" if phones can't reach it."""
        assert self.box.mirror.phones is not None
        return self.box.mirror.phones.page_url()


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(page_wifi, "network_url", lambda listening: "")
    with mock_manager(tmp_path) as (bus, manager):
        box = Box(tmp_path)
        first_asked = listening_socket("127.0.0.1", 0, "")
        service = PageService(box.door, "127.0.0.1", 0, bus=bus, redirecting_sockets=[first_asked])
        yield Evening(box, service, manager, tmp_path, first_asked.getsockname()[1])
        service.close()
        box.close()


@needs_a_bus
@needs_a_reader
def test_a_camera_reads_how_to_join_and_then_how_to_open_the_page(
    evening: Evening, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    evening.manager.radio()
    evening.manager.opens()
    others = evening.manager.members()
    with caplog.at_level(logging.DEBUG):
        evening.box.press(*OPEN_ON_A_PHONE)
        network = evening.scanned("WIFI:")
        ((wanted, *_),) = evening.manager.asked("AddAndActivateConnection2")
        name = bytes(wanted["802-11-wireless"]["ssid"][1]).decode()
        password = wanted["802-11-wireless-security"]["psk"][1]
        assert network == f"WIFI:T:WPA;S:{name};P:{password};;"
        evening.box.press("hold B")
        page = evening.scanned("http:")
        assert page.startswith(f"http://{BOX_ADDRESS}:{evening.port}/#token=")
        evening.box.press("hold B", "A")
        evening.until("The Wi-Fi is closed")
    while evening.manager.members() != others:
        pass
    # The password was on the panel, and nowhere else.
    written = "".join((caplog.text, *capfd.readouterr(), page))
    assert password not in written


FOREIGN = [
    ("captive.apple.com", "/hotspot-detect.html"),
    ("connectivitycheck.gstatic.com", "/generate_204?a=b"),
    ("www.msftconnecttest.com", "/connecttest.txt"),
    ("nowhere.example:8080", "/"),
    ("evil.example", "//evil.example/%0d%0aset-cookie:a=b"),
]


@needs_a_bus
@needs_a_reader
def test_whatever_a_phone_asks_for_it_is_sent_to_the_page_while_the_wifi_is_open(evening: Evening) -> None:
    ports = (evening.port, evening.first_asked)
    for port in non_empty(ports):
        assert [asked(port, *each)[0] for each in FOREIGN] == [421] * len(FOREIGN)
    evening.manager.radio()
    evening.manager.opens()
    evening.box.press(*OPEN_ON_A_PHONE)
    network = evening.scanned("WIFI:")
    evening.box.press("hold B")
    token = evening.scanned("http:").partition("#token=")[2].partition("&")[0]
    password = network.partition(";P:")[2].removesuffix(";;")
    for port in non_empty(ports):
        for host, path in non_empty(FOREIGN):
            status, said = asked(port, host, path)
            assert status == 302
            assert f"location: http://{BOX_ADDRESS}:{evening.port}/\n" in said
            assert "referrer-policy: no-referrer\n" in said
            assert not [each for each in (token, password, host, "evil", "cookie") if each in said]
    assert [asked(port, "127.0.0.1", "/")[0] for port in ports] == [200, 302]
    evening.box.press("hold B", "A")
    evening.until("The Wi-Fi is closed")
    # The page itself is not asked for it again and again: it refuses more connections than a browser makes.
    while evening.page_url():
        pass
    for port in non_empty(ports):
        assert [asked(port, *each)[0] for each in FOREIGN] == [421] * len(FOREIGN)


def asked(port: int, host: str, path: str) -> tuple[int, str]:
    """What somebody is answered who asks for this by that name: the status, then all that was said."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)) as connection:
        connection.putrequest("GET", path, skip_host=True)
        connection.putheader("Host", host)
        connection.endheaders()
        answer = connection.getresponse()
        headers = "".join(f"{name.lower()}: {value}\n" for name, value in answer.getheaders())
        return answer.status, headers + answer.read().decode()


@needs_a_bus
def test_what_is_wrong_comes_to_the_panel_and_the_table_plays_on(evening: Evening) -> None:
    evening.box.press(*OPEN_ON_A_PHONE)
    evening.until("No network")
    while "plug in a network cable" not in evening.box.said():
        assert evening.box.panel.done.wait(TIMEOUT_S)
    evening.box.press("hold C", "C")
    evening.until("How many players?")
