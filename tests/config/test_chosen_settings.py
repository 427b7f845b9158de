"""What is chosen on the table's page goes before the configuration, and is kept whole or not at all."""

from __future__ import annotations

from datetime import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from device import __version__
from device.config import Config, PanelSettings, SignalSettings, chosen_settings
from device.config.chosen_settings import (
    FILE_NAME,
    NEVER,
    NOTHING_CHOSEN,
    TRIAL_CONFIRMED,
    TRIAL_FAILED,
    TRIAL_STARTED,
    ChosenSettings,
    checked_settings,
    current_settings_reader,
    read_settings,
    store_settings,
    take_panel_for_start,
)
from device.reports import documents, web_settings
from device.system.not_done import NotDone
from display.words import ENGLISH, text
from hal.clock.quiet_hours import QuietHours
from tests.non_empty import non_empty
from tests.system.failing_reads import unreadable

NIGHT = "22:00-07:00"
CONFIGURED = Config(panel=PanelSettings(rotation=90), signal=SignalSettings(quiet=QuietHours(time(1), time(2))))


def test_what_nobody_has_chosen_is_as_configured(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == NOTHING_CHOSEN
    assert NOTHING_CHOSEN.applied_to(CONFIGURED) == CONFIGURED


def test_what_was_chosen_goes_before_the_configuration(tmp_path: Path) -> None:
    store_settings(tmp_path, ChosenSettings(mute=True, quiet=NIGHT, rotation=180))
    found = read_settings(tmp_path).applied_to(CONFIGURED)
    assert found.signal.mute
    assert found.signal.quiet == QuietHours(time(22), time(7))
    assert found.panel.rotation == 180


def test_quiet_hours_of_the_configuration_can_be_ended() -> None:
    assert ChosenSettings(quiet=NEVER).applied_to(CONFIGURED).signal.quiet is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nothing",
        b"[]",
        b'{"mute": 1}',
        b'{"quiet": "noon"}',
        b'{"rotation": 45}',
        b'{"rotation": true}',
        b'{"panel": "x"}',
    ],
)
def test_settings_that_make_no_sense_are_said_and_nothing_of_them_counts(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    with pytest.raises(NotDone) as unreadable:
        read_settings(tmp_path)
    said = ENGLISH.say(unreadable.value.sentence)
    assert said == f"{tmp_path / FILE_NAME} has no settings in it. Choose them again, on the table's page."
    assert current_settings_reader(tmp_path)() == NOTHING_CHOSEN


@given(some.binary(max_size=300))
def test_whatever_bytes_are_there_settings_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    data = tmp_path_factory.mktemp("settings")
    (data / FILE_NAME).write_bytes(content)
    try:
        found = read_settings(data)
    except NotDone:
        return
    assert checked_settings(**found._asdict()) == found


def test_a_running_table_hears_of_what_is_chosen_and_keeps_it_while_the_file_can_not_be_read(tmp_path: Path) -> None:
    now = current_settings_reader(tmp_path)
    assert now() == NOTHING_CHOSEN
    store_settings(tmp_path, ChosenSettings(mute=True))
    assert now().mute
    (tmp_path / FILE_NAME).write_bytes(b"gone")
    assert now().mute
    store_settings(tmp_path, ChosenSettings(mute=False))
    assert now().mute is False


def test_a_running_table_reads_again_what_could_not_be_read(tmp_path: Path) -> None:
    """It was loud for the rest of the evening."""
    store_settings(tmp_path, ChosenSettings(mute=True))
    now = current_settings_reader(tmp_path)
    with unreadable(FILE_NAME):
        assert now() == NOTHING_CHOSEN
    assert now().mute


FORM = {"change": "settings", "sound": "off", "quiet": "hours", "begins": "21:30", "ends": "06:00", "rotation": "270"}
WHAT = {"change": "settings", "panel": "what-black"}
KEEP = (("change", "keep-panel"),)


def test_a_chosen_panel_counts_for_one_start_unless_somebody_keeps_it(tmp_path: Path) -> None:
    assert take_panel_for_start(tmp_path) is None
    assert documents.handle_form(tmp_path, tuple(WHAT.items()), "en") == ""
    assert take_panel_for_start(tmp_path) == "what-black"
    assert take_panel_for_start(tmp_path) is None, "a wrong one is gone with the start after"
    assert documents.handle_form(tmp_path, KEEP, "en") == ""
    assert take_panel_for_start(tmp_path) == take_panel_for_start(tmp_path) == "what-black"


def test_other_settings_leave_a_panel_as_it_is_and_another_panel_is_tried_anew(tmp_path: Path) -> None:
    documents.handle_form(tmp_path, tuple(WHAT.items()), "en")
    documents.handle_form(tmp_path, KEEP, "en")
    documents.handle_form(tmp_path, tuple((WHAT | {"sound": "off"}).items()), "en")
    assert read_settings(tmp_path) == ChosenSettings(True, panel="what-black", trial=TRIAL_CONFIRMED)
    documents.handle_form(tmp_path, tuple((WHAT | {"panel": "phat-red"}).items()), "en")
    assert read_settings(tmp_path) == ChosenSettings(panel="phat-red")
    documents.handle_form(tmp_path, tuple((WHAT | {"panel": ""}).items()), "en")
    assert read_settings(tmp_path) == NOTHING_CHOSEN
    assert documents.handle_form(tmp_path, KEEP, "en") == "No panel is chosen."


def test_settings_that_cannot_be_read_just_now_are_not_written_over(tmp_path: Path) -> None:
    """A panel that somebody had kept was on trial again, and gone with the start after the next one."""
    store_settings(tmp_path, ChosenSettings(panel="what-black", trial=TRIAL_CONFIRMED))
    with unreadable(FILE_NAME):
        said = documents.handle_form(tmp_path, tuple((WHAT | {"sound": "off"}).items()), "en")
    assert said == f"{tmp_path / FILE_NAME} can't be read: the disk fails."
    assert read_settings(tmp_path) == ChosenSettings(panel="what-black", trial=TRIAL_CONFIRMED)


def test_a_panel_that_can_not_be_marked_as_tried_is_not_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a wrong one would stay for ever on a disk that can't be written."""
    store_settings(tmp_path, ChosenSettings(panel="what-black"))

    def full(*_: object) -> None:
        raise NotDone(text("The disk is full."))

    monkeypatch.setattr(chosen_settings, "store_settings", full)
    assert take_panel_for_start(tmp_path) is None


def test_what_is_configured_for_one_panel_is_not_for_another() -> None:
    configured = Config(panel=PanelSettings("what-black", 90, "fast", h_flip=True, quick=True))
    assert ChosenSettings(panel="phat-red").applied_to(configured).panel == PanelSettings("phat-red", 90, h_flip=True)
    assert ChosenSettings(panel="what-black").applied_to(configured) == configured


def test_the_page_says_what_became_of_a_panel(tmp_path: Path) -> None:
    def page() -> str:
        found = documents.find_document(tmp_path, "settings", (), "en")
        assert found is not None
        return found.content.decode()

    assert "Keep this panel" not in page()
    store_settings(tmp_path, ChosenSettings(panel="what-black", trial=TRIAL_STARTED))
    assert "Keep it if it shows the game" in page()
    store_settings(tmp_path, ChosenSettings(panel="what-black", trial=TRIAL_FAILED))
    assert "what-black could not be started: the panel from before is used." in page()


def test_the_form_of_the_page_is_kept(tmp_path: Path) -> None:
    assert documents.handle_form(tmp_path, tuple(FORM.items()), "en") == ""
    assert read_settings(tmp_path) == ChosenSettings(True, "21:30-06:00", 270)
    left = dict.fromkeys(FORM, "") | {"change": "settings"}
    assert documents.handle_form(tmp_path, tuple(left.items()), "en") == ""
    assert read_settings(tmp_path) == NOTHING_CHOSEN


@pytest.mark.parametrize(
    "otherwise",
    [
        {"ends": "21:30"},
        {"begins": ""},
        {"sound": "loud"},
        {"rotation": "45"},
        {"rotation": "x"},
        {"quiet": "x"},
        {"panel": "x"},
    ],
)
def test_a_form_that_makes_no_sense_changes_nothing(tmp_path: Path, otherwise: dict[str, str]) -> None:
    store_settings(tmp_path, ChosenSettings(rotation=90))
    assert documents.handle_form(tmp_path, tuple((FORM | otherwise).items()), "en")
    assert read_settings(tmp_path) == ChosenSettings(rotation=90)


def test_the_page_says_which_version_this_is_and_by_which_way_a_newer_one_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, way in non_empty(((tmp_path / "nowhere", "go to the computer itself"), (tmp_path, "on a USB stick"))):
        monkeypatch.setattr(web_settings, "SD_CARD_KEY_FILE", key)
        found = documents.find_document(tmp_path, "settings", (), "en")
        assert found is not None
        assert f"This is Tablekeeper {__version__}." in found.content.decode()
        assert way in found.content.decode()
