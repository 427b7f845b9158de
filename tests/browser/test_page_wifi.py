"""A box in no network: its menu has the page's program open a Wi-Fi, and a camera reads off the panel how to come in.

Table, door, program, message bus and codes are the real ones; NetworkManager is played.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.run import page_wifi
from device.run.page_service import PageService
from hal.browser.own_wifi import ADDRESS
from tests.browser.boxes import Box
from tests.browser.timeouts import PATIENCE_S
from tests.run.private_bus import CONNECTION, MockManager, mock_manager, needs_a_bus
from tests.scan_codes import decoded, needs_a_reader

OPEN_ON_A_PHONE = ("hold D", "B", "D")


class Evening:
    """A box without a network, its page's program, and a NetworkManager with a radio."""

    def __init__(self, box: Box, service: PageService, manager: MockManager, place: Path) -> None:
        self.box = box
        self.service = service
        self.manager = manager
        self._picture = place / "panel.png"

    def scanned(self, begins: str) -> str:
        """The code that a camera reads, as soon as one is there that begins so."""
        found: list[str] = []
        while not found or not found[0].startswith(begins):
            assert self.box.panel.done.wait(PATIENCE_S)
            self.box.panel.done.clear()
            self.box.panel.shown[-1].convert("RGB").save(self._picture)
            found = decoded([self._picture])
        return found[0]

    def until(self, question: str) -> None:
        """Wait until the table asks or says this."""
        while not self.box.shows(question):
            assert self.box.panel.done.wait(PATIENCE_S)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(page_wifi, "network_url", lambda listening: "")
    with mock_manager(tmp_path) as (bus, manager):
        box = Box(tmp_path)
        service = PageService(box.door, "127.0.0.1", 0, bus=bus)
        yield Evening(box, service, manager, tmp_path)
        service.close()
        box.close()


@needs_a_bus
@needs_a_reader
def test_a_camera_reads_how_to_join_and_then_how_to_open_the_page(
    evening: Evening, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    evening.manager.radio()
    evening.manager.opens()
    with caplog.at_level(logging.DEBUG):
        evening.box.press(*OPEN_ON_A_PHONE)
        network = evening.scanned("WIFI:")
        ((wanted, *_),) = evening.manager.asked("AddAndActivateConnection2")
        name = bytes(wanted["802-11-wireless"]["ssid"][1]).decode()
        password = wanted["802-11-wireless-security"]["psk"][1]
        assert network == f"WIFI:T:WPA;S:{name};P:{password};;"
        evening.box.press("hold B")
        page = evening.scanned("http:")
        port = evening.service.url.rstrip("/").rpartition(":")[2]
        assert page.startswith(f"http://{ADDRESS}:{port}/#token=")
        evening.box.press("hold B", "A")
        evening.until("The Wi-Fi is closed")
    while evening.manager.asked("DeactivateConnection") != [[CONNECTION]]:
        pass
    # The password was on the panel, and nowhere else.
    written = "".join((caplog.text, *capfd.readouterr(), page))
    assert password not in written


@needs_a_bus
def test_what_is_wrong_comes_to_the_panel_and_the_table_plays_on(evening: Evening) -> None:
    evening.box.press(*OPEN_ON_A_PHONE)
    evening.until("No network")
    while "plug in a network cable" not in evening.box.said():
        assert evening.box.panel.done.wait(PATIENCE_S)
    evening.box.press("hold C", "C")
    evening.until("How many players?")
