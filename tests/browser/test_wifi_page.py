"""A Wi-Fi is joined from the page on a phone, by who may press: what will happen is said before, and what came of it.

The password is in the request that brings it, and nowhere else.
"""

from __future__ import annotations

import json
import logging
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from device.run.page_service import PageService
from tests.browser.access import PHONE, RULES
from tests.browser.boxes import Box, invited
from tests.browser.conftest import Look
from tests.browser.desks import Served
from tests.browser.timeouts import TIMEOUT_S
from tests.run.private_bus import DEACTIVATED, MockManager, mock_manager, needs_a_bus

PASSWORD = "correct horse"


class House:
    """A box in a network, the program that serves its page, and NetworkManager."""

    def __init__(self, box: Box, service: PageService, manager: MockManager, upstairs: str) -> None:
        self.service = service
        self.manager = manager
        self.upstairs = upstairs
        self._box = box

    def joined(self, look: Look) -> Page:
        """A phone that may press, at the page of networks."""
        code = invited(self._box, self.service)
        phone = look(f"{self.service.url}#token={code}&phone", **PHONE)
        expect(phone.locator("#answers")).to_be_visible()
        phone.goto(f"{self.service.url}wifi")
        expect(phone.locator("#networks")).to_contain_text("Upstairs · 80 %")
        return phone


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with mock_manager(tmp_path) as (bus, manager):
        manager.radio()
        manager.was_in("Downstairs")
        upstairs = manager.point("Upstairs", 80)
        manager.joins()
        box = Box(tmp_path)
        service = PageService(box.door, "127.0.0.1", 0, bus=bus)
        yield House(box, service, manager, upstairs)
        service.close()
        box.close()


@needs_a_bus
def test_a_phone_joins_a_network_after_it_was_said_what_will_happen(
    house: House, look: Look, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    phone = house.joined(look)
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url + str(request.headers)))
    with caplog.at_level(logging.DEBUG):
        phone.get_by_role("button", name="Upstairs").tap()
        expect(phone.locator("#name")).to_have_value("Upstairs")
        phone.locator("#password").fill(PASSWORD)
        phone.locator("#next").tap()
        expect(phone.locator("#happens")).to_contain_text("The box leaves “Downstairs” and tries “Upstairs”")
        assert house.manager.asked("AddAndActivateConnection2") == []
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360
        found = Axe().run(phone, options=RULES)
        assert found.violations_count == 0, found.generate_report()
        house.manager.moves_to(house.upstairs)
        phone.locator("#do").tap()
        expect(phone.locator("#answer")).to_have_text("The box is in “Upstairs”, and joins it by itself from now on.")
    ((trial, *_),) = house.manager.asked("AddAndActivateConnection2")
    assert trial["802-11-wireless-security"]["psk"] == ("s", PASSWORD)
    written = "".join((caplog.text, *capfd.readouterr(), phone.url, phone.content(), *sent))
    assert PASSWORD not in written
    assert "correct" not in json.dumps(phone.evaluate("Object.entries(localStorage)"))
    expect(phone.locator("#password")).to_have_value("")


@needs_a_bus
def test_a_network_that_the_box_has_left_since_is_not_said_to_be_its_own(house: House, look: Look) -> None:
    phone = house.joined(look)
    house.manager.moves_to(house.upstairs)
    phone.locator("#name").fill("Upstairs")
    phone.locator("#password").fill(PASSWORD)
    phone.locator("#next").tap()
    phone.locator("#do").tap()
    expect(phone.locator("#answer")).to_contain_text("The box is in “Upstairs”")
    house.manager.moves_to("/")
    expect(phone.locator("#answer")).to_have_text("")


@needs_a_bus
def test_a_wrong_password_is_said_in_words(house: House, look: Look) -> None:
    phone = house.joined(look)
    house.manager.joins(DEACTIVATED, 7)
    phone.locator("#name").fill("Upstairs")
    phone.locator("#password").fill("wrong horse")
    phone.locator("#next").tap()
    phone.locator("#do").tap()
    expect(phone.locator("#answer")).to_have_text(
        "“Upstairs” did not open like this. Type its password again, with its capitals; an open network has none."
    )
    phone.locator("#name").fill("Upstairs")
    phone.locator("#password").fill("short")
    phone.locator("#next").tap()
    phone.locator("#do").tap()
    expect(phone.locator("#answer")).to_contain_text("A password has 8 to 63 characters")


@needs_a_bus
def test_a_wish_that_gets_no_answer_is_no_joining(house: House, look: Look) -> None:
    """“The box tries “Upstairs”” stood there for good, though nothing had arrived."""
    phone = house.joined(look)
    phone.locator("#name").fill("Upstairs")
    phone.locator("#password").fill(PASSWORD)
    phone.locator("#next").tap()
    phone.route("**/networks", lambda route: route.abort())
    phone.locator("#do").tap()
    expect(phone.locator("#answer")).to_contain_text("The box does not answer.")
    assert house.manager.asked("AddAndActivateConnection2") == []


@needs_a_bus
def test_who_looks_on_sees_no_network_and_joins_none(house: House, look: Look) -> None:
    page = look(f"{house.service.url}wifi", **PHONE)
    expect(page.locator("#answer")).to_contain_text("You are watching")
    expect(page.locator("#join")).to_be_hidden()
    asked = urllib.request.Request(f"{house.service.url}networks", b"name=Upstairs&password=correct+horse")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked, timeout=TIMEOUT_S)
    with refused.value as answer:
        assert answer.code == 403
    assert house.manager.asked("AddAndActivateConnection2") == []


def test_a_simulator_leaves_it_to_its_computer(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = look(f"{served.url}past/settings")
        expect(page.get_by_role("link", name="The last evenings")).to_be_visible()
        expect(page.get_by_role("link", name="Wi-Fi")).to_have_count(0)
        page.goto(f"{served.url}wifi")
        expect(page.locator("#answer")).to_have_text(
            "The Wi-Fi of this computer is chosen in the computer's own settings."
        )
        expect(page.locator("#join")).to_be_hidden()
