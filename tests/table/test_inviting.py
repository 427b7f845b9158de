"""A box in no network opens a Wi-Fi of its own from the menu, and says what becomes of it; it costs no press."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from device.config.table_pin import FILE_NAME as PIN_FILE
from device.config.table_pin import PinKeeper, read_pin
from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.reports import invitation
from device.reports.archive_client import ArchiveAtOnce
from device.session.places import PinChangePlace
from device.system.log_level import LogLevel
from device.table.phone_access import PhoneAccess
from device.table.phone_invitations import WIFI_ACTIVATION_S
from device.table.table_settings import TableSettings
from device.table.transcript import LineWriter, drop_line
from display.text_alternative import page_sections
from display.words import ENGLISH
from hal.browser.own_wifi import OwnWifi, WifiState
from hal.browser.table_pin import PinVerdict
from hal.mock.table import MockTable
from hal.panel import panel
from tests.journal.calendars import FixedCalendar
from tests.non_empty import non_empty
from tests.table.tables import controlled

PHONE = ["hold D", *"BD"]
OPENED = OwnWifi(WifiState.ACTIVE, "Tablekeeper-7K3M", "ABCDEFGHJKLM")
OPENS_S = 5.0


class PlayedWifi:
    """A Wi-Fi that becomes something some seconds after it was wanted."""

    def __init__(self, becomes: OwnWifi | None, wished: OwnWifi = OwnWifi()) -> None:  # noqa: B008
        self.on_change: Callable[[], None] = lambda: None
        self.clock: Callable[[], float] = float
        self.wishes: list[bool] = []
        self._becomes = becomes
        self._state = wished
        self._at = 0.0

    @property
    def own_wifi(self) -> OwnWifi:
        if (
            self._state.state is WifiState.ACTIVATING
            and self._becomes is not None
            and self.clock() >= self._at + OPENS_S
        ):
            self._state = self._becomes
        return self._state

    def request_wifi(self, is_wanted: bool) -> None:
        self.wishes.append(is_wanted)
        self._state = OwnWifi(WifiState.ACTIVATING if is_wanted else WifiState.INACTIVE)
        self._at = self.clock()

    def url(self) -> str:
        return "http://10.42.0.1:8080/" if self.own_wifi.state is WifiState.ACTIVE else ""


def said(path: Path, wifi: PlayedWifi, *keys: str, kind: str = "what-black", write_line: LineWriter = drop_line) -> str:
    """What is on the page at which keys end."""
    table = MockTable(panel.panel_kind(kind), keys)
    wifi.clock = table.clock.now
    journal = JournalWriter(lambda: Journal.open(path, FixedCalendar()), calendar=FixedCalendar())
    phones = PhoneAccess(wifi.url, lambda shown: "K7PWX4RM", wifi)
    controller = controlled(
        table, journal, write_line, TableSettings(open_archive=lambda: ArchiveAtOnce(path), phones=phones)
    )
    controller.run()
    journal.close()
    return " ".join(line for _, lines in page_sections(controller.page(), ENGLISH) for line in lines)


def test_the_panel_says_at_once_that_a_wifi_is_opened_then_shows_its_code_and_the_pages(tmp_path: Path) -> None:
    wifi = PlayedWifi(None)
    assert "opens a Wi-Fi of its own: one moment" in said(tmp_path, wifi, *PHONE)
    assert wifi.wishes == [True]
    assert "password ABCDEFGHJKLM" in said(tmp_path, PlayedWifi(OPENED), *PHONE, "wait 6", "wait 1")
    assert "10.42.0.1:8080, code K7PWX4RM" in said(tmp_path, PlayedWifi(OPENED), *PHONE, "wait 6", "hold B")
    assert "close it" in said(tmp_path, PlayedWifi(OPENED), *PHONE, "wait 6", "hold B", "hold B")


def test_the_menu_closes_it(tmp_path: Path) -> None:
    wifi = PlayedWifi(OPENED)
    assert "The box's Wi-Fi is closed." in said(tmp_path, wifi, *PHONE, "wait 6", "hold B", "hold B", "A")
    assert wifi.wishes == [True, False]


def test_it_stays_open_for_those_who_have_joined(tmp_path: Path) -> None:
    wifi = PlayedWifi(OPENED)
    assert "Which game?" in said(tmp_path, wifi, *PHONE, "wait 6", "hold C")
    assert wifi.wishes == [True]
    assert wifi.own_wifi == OPENED


def test_a_box_in_a_network_opens_none(tmp_path: Path) -> None:
    wifi = PlayedWifi(None, OPENED)
    assert "password ABCDEFGHJKLM" in said(tmp_path, wifi, *PHONE)
    assert wifi.wishes == []


@pytest.mark.parametrize("state", list(invitation.WIFI_FAILURES))
def test_what_fails_is_said_and_the_next_press_plays(tmp_path: Path, state: WifiState) -> None:
    sentence = ENGLISH.say(invitation.WIFI_FAILURES[state])
    assert sentence in said(tmp_path, PlayedWifi(OwnWifi(state)), *PHONE, "wait 6", "wait 1")
    assert "How many players?" in said(tmp_path, PlayedWifi(OwnWifi(state)), *PHONE, "wait 6", "hold C", "C")


def test_nobody_waits_for_a_program_that_says_nothing_any_more(tmp_path: Path) -> None:
    sentence = ENGLISH.say(invitation.WIFI_FAILURES[WifiState.TIMED_OUT])
    assert sentence in said(tmp_path, PlayedWifi(None), *PHONE, f"wait {WIFI_ACTIVATION_S + 1}")
    for kind in non_empty(("phat-black", "impression-7.3")):
        assert "How many players?" in said(tmp_path, PlayedWifi(None), *PHONE, "hold C", "C", kind=kind)


PIN_PAGE = [*PHONE, "hold B", "hold B", "B"]
DIGITS = {"1": "AA", "2": "AB", "3": "AC", "4": "AD", "5": "BA", "9": "CA", "0": "CB"}


def typed(digits: str) -> list[str]:
    return [key for digit in digits for key in DIGITS[digit]]


def test_the_keys_choose_a_pin_another_one_and_none(tmp_path: Path) -> None:
    assert "There is no PIN." in said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE)
    assert "counts from now on" in said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE, "A", *typed("031415"))
    assert PinKeeper(tmp_path).check_digits("031415").verdict is PinVerdict.RIGHT
    assert "There is a PIN." in said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE)
    said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE, "A", *typed("999990"))
    assert PinKeeper(tmp_path).check_digits("031415").verdict is PinVerdict.WRONG
    assert "need no PIN any more" in said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE, "B")
    assert read_pin(tmp_path) is None
    (tmp_path / PIN_FILE).write_text("{}")
    unreadable = said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE)
    assert "The PIN can't be read." in unreadable
    assert "There is a PIN." not in unreadable, "nobody can say: no digits are taken"


def test_half_a_pin_changes_nothing_and_a_digit_is_taken_back(tmp_path: Path) -> None:
    said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE, "A", *typed("0314"), "hold C")
    assert read_pin(tmp_path) is None
    said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE, "A", *typed("039"), "hold A", *typed("1415"))
    assert PinKeeper(tmp_path).check_digits("031415").verdict is PinVerdict.RIGHT


def test_a_pin_that_the_disk_refuses_is_said_and_the_one_before_counts(tmp_path: Path) -> None:
    (tmp_path / "pin").mkdir()
    assert "can't be written" in said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE, "A", *typed("031415"))
    assert "Choose the PIN again" in said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE)


def test_no_digit_is_on_the_page_that_says_that_the_pin_counts(tmp_path: Path) -> None:
    assert "031415" not in said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE, "A", *typed("031415"))
    assert "031415" not in repr(PinChangePlace("031415"))


def test_no_refusal_repeats_the_digits_of_a_pin(tmp_path: Path) -> None:
    """“D means nothing after “0314”” was in the log of the evening, whose page says that no PIN is in it."""
    told: list[str] = []

    def tell(line: str, level: LogLevel = LogLevel.INFO) -> None:
        told.append(line)

    said(tmp_path, PlayedWifi(None, OPENED), *PIN_PAGE, "A", *typed("0314"), "D", write_line=tell)
    assert any("D means nothing here." in line for line in told)
    assert "0314" not in "".join(told)
