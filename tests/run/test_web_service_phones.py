"""A table whose page's program is started only when somebody asks for it at the menu."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.run.page_wire import WifiWanted
from device.run.web_service_phones import WebServicePhones
from hal.browser.own_wifi import OwnWifi, WifiState, new_active_wifi

OPENING = OwnWifi(WifiState.ACTIVATING)


class Changes:
    """The phones of a table, and how often it was told of a change."""

    def __init__(self, asking: Path) -> None:
        self.count = 0
        self.phones = WebServicePhones(lambda: None, asking)
        self.phones.on_change = self._count

    def _count(self) -> None:
        self.count += 1


@pytest.fixture
def asked(tmp_path: Path) -> Changes:
    """A table on a card, at whose menu somebody has asked for the page."""
    (tmp_path / "asking").mkdir()
    found = Changes(tmp_path / "asking")
    found.phones.request_wifi(True)
    assert [path.name for path in (tmp_path / "asking").iterdir()] == ["phone"]
    assert found.phones.own_wifi == OPENING
    return found


def test_on_a_machine_that_starts_the_service_itself_nothing_is_asked_for(tmp_path: Path) -> None:
    phones = WebServicePhones(lambda: None, tmp_path / "asking")
    phones.request_wifi(True)
    phones.note_connected()
    assert phones.own_wifi == OwnWifi()
    assert phones.pop_wish() == ()
    assert list(tmp_path.iterdir()) == []


def test_what_was_wished_before_the_service_was_there_is_sent_once_it_is(asked: Changes) -> None:
    """Its greeting, that nothing is open yet, is not shown: a panel takes half a minute for each page."""
    asked.phones.note_connected()
    asked.phones.set_own_wifi(OwnWifi())
    assert asked.phones.own_wifi == OPENING
    assert asked.count == 0
    assert asked.phones.pop_wish() == (WifiWanted(True),)
    assert asked.phones.pop_wish() == ()
    asked.phones.set_own_wifi(opened := new_active_wifi())
    assert asked.phones.own_wifi == opened
    assert asked.count == 1


def test_a_service_that_finds_a_network_opens_none_and_says_so(asked: Changes) -> None:
    asked.phones.note_connected()
    asked.phones.set_page_url("http://192.168.50.7:8080/")
    asked.phones.set_own_wifi(OwnWifi())
    assert asked.phones.own_wifi == OPENING
    asked.phones.set_own_wifi(OwnWifi())
    assert asked.phones.own_wifi == OwnWifi()


def test_whoever_closes_it_before_the_service_is_there_finds_it_closed(asked: Changes) -> None:
    asked.phones.request_wifi(False)
    assert asked.phones.own_wifi == OwnWifi()
    asked.phones.note_connected()
    assert asked.phones.pop_wish() == ()


def test_a_service_that_ends_leaves_no_wish_to_the_next(asked: Changes) -> None:
    asked.phones.note_connected()
    asked.phones.note_disconnected()
    assert asked.phones.own_wifi == OwnWifi()
    asked.phones.note_connected()
    assert asked.phones.pop_wish() == ()


def test_a_service_that_is_there_is_not_asked_for_again(tmp_path: Path) -> None:
    (tmp_path / "asking").mkdir()
    phones = WebServicePhones(lambda: None, tmp_path / "asking")
    phones.note_connected()
    phones.request_wifi(True)
    assert phones.own_wifi == OPENING
    assert phones.pop_wish() == (WifiWanted(True),)
    assert list((tmp_path / "asking").iterdir()) == []
    phones.set_own_wifi(OwnWifi())
    assert phones.own_wifi == OwnWifi(), "it could not be opened, and that is said"


def test_a_folder_that_takes_no_file_is_none(tmp_path: Path) -> None:
    (tmp_path / "asking").write_text("a file in its place")
    phones = WebServicePhones(lambda: None, tmp_path / "asking")
    phones.request_wifi(True)
    assert phones.own_wifi == OwnWifi()
