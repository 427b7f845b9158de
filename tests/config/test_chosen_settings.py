"""What is chosen on the table's page goes before the configuration, and is kept whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Mapping
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
    configured_settings,
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
KEEP = {"change": "keep-panel"}
USUAL = configured_settings(Config())


def change(data: Path, fields: Mapping[str, str], configured: ChosenSettings = USUAL) -> str:
    return documents.handle_form(data, tuple(fields.items()), "en", configured)


def page(data: Path, configured: ChosenSettings | None = USUAL) -> str:
    found = documents.find_document(data, "settings", (), "en", configured)
    assert found is not None
    return found.content.decode()


def selected(data: Path, configured: ChosenSettings) -> list[str]:
    """The values that the lists of the page show."""
    return re.findall(r'<option value="([^"]*)" selected', page(data, configured))


def test_a_chosen_panel_counts_for_one_start_unless_somebody_keeps_it(tmp_path: Path) -> None:
    assert take_panel_for_start(tmp_path) is None
    assert change(tmp_path, WHAT) == ""
    assert take_panel_for_start(tmp_path) == "what-black"
    assert take_panel_for_start(tmp_path) is None, "a wrong one is gone with the start after"
    assert change(tmp_path, KEEP) == ""
    assert take_panel_for_start(tmp_path) == take_panel_for_start(tmp_path) == "what-black"


def test_other_settings_leave_a_panel_as_it_is_and_another_panel_is_tried_anew(tmp_path: Path) -> None:
    change(tmp_path, WHAT)
    change(tmp_path, KEEP)
    change(tmp_path, WHAT | {"sound": "off"})
    assert read_settings(tmp_path) == ChosenSettings(True, panel="what-black", trial=TRIAL_CONFIRMED)
    change(tmp_path, WHAT | {"panel": "phat-red"})
    assert read_settings(tmp_path) == ChosenSettings(panel="phat-red")
    change(tmp_path, WHAT | {"panel": ""})
    assert read_settings(tmp_path) == NOTHING_CHOSEN
    assert change(tmp_path, KEEP) == "No panel is chosen."


def test_settings_that_cannot_be_read_just_now_are_not_written_over(tmp_path: Path) -> None:
    """A panel that somebody had kept was on trial again, and gone with the start after the next one."""
    store_settings(tmp_path, ChosenSettings(panel="what-black", trial=TRIAL_CONFIRMED))
    with unreadable(FILE_NAME):
        said = change(tmp_path, WHAT | {"sound": "off"})
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
    assert "Keep this panel" not in page(tmp_path)
    store_settings(tmp_path, ChosenSettings(panel="what-black", trial=TRIAL_STARTED))
    assert "Keep it if it shows the game" in page(tmp_path)
    store_settings(tmp_path, ChosenSettings(panel="what-black", trial=TRIAL_FAILED))
    assert "what-black could not be started: the panel from before is used." in page(tmp_path)


def test_the_page_shows_the_settings_that_apply_and_only_what_differs_from_the_configuration_is_kept(
    tmp_path: Path,
) -> None:
    """It said what is usual, and a changed configuration must still count for what nobody chose."""
    configured = configured_settings(CONFIGURED._replace(panel=PanelSettings("what-4-ssd2683", 90)))
    assert configured == ChosenSettings(False, "01:00-02:00", 90, "what-4")
    assert selected(tmp_path, configured) == ["on", "hours", "90", "what-4"]
    form = {
        "sound": "on",
        "quiet": "hours",
        "begins": "01:00",
        "ends": "02:00",
        "rotation": "90",
        "panel": "what-4",
    }
    assert change(tmp_path, {"change": "settings"} | form, configured) == ""
    assert read_settings(tmp_path) == NOTHING_CHOSEN
    assert change(tmp_path, {"change": "settings"} | form | {"quiet": NEVER, "rotation": "0"}, configured) == ""
    assert read_settings(tmp_path) == ChosenSettings(quiet=NEVER, rotation=0)
    assert selected(tmp_path, configured) == ["on", NEVER, "0", "what-4"]
    assert selected(tmp_path, USUAL) == ["on", NEVER, "0", ""]


def test_a_simulator_has_no_settings_of_a_box(tmp_path: Path) -> None:
    """Its page offered a sound, hours and a panel that changed nothing."""
    assert "<form" not in page(tmp_path, None)
    assert "There is nothing to set here, since no box is connected" in page(tmp_path, None)
    assert documents.handle_form(tmp_path, tuple(FORM.items()), "en") == "Nothing is known of such a change."
    assert read_settings(tmp_path) == NOTHING_CHOSEN


def test_the_form_of_the_page_is_kept(tmp_path: Path) -> None:
    assert change(tmp_path, FORM) == ""
    assert read_settings(tmp_path) == ChosenSettings(True, "21:30-06:00", 270)
    left = dict.fromkeys(FORM, "") | {"change": "settings"}
    assert change(tmp_path, left) == ""
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
    assert change(tmp_path, FORM | otherwise)
    assert read_settings(tmp_path) == ChosenSettings(rotation=90)


def test_the_page_says_which_version_this_is_and_by_which_way_a_newer_one_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, way in non_empty(((tmp_path / "nowhere", "go to the computer itself"), (tmp_path, "on a USB stick"))):
        monkeypatch.setattr(web_settings, "SD_CARD_KEY_FILE", key)
        assert f"This is Tablekeeper {__version__}." in page(tmp_path)
        assert way in page(tmp_path)
