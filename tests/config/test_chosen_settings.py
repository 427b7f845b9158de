"""What is chosen on the table's page goes before the configuration, and is kept whole or not at all."""

from __future__ import annotations

from datetime import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from device.config import Config, PanelSettings, SignalSettings
from device.config.chosen_settings import (
    FILE,
    NEVER,
    NOTHING_CHOSEN,
    ChosenSettings,
    checked,
    chosen_now,
    keep_settings,
    read_settings,
)
from device.reports import documents
from device.system.not_done import NotDone
from display.words import ENGLISH
from hal.clock.quiet_hours import QuietHours

NIGHT = "22:00-07:00"
CONFIGURED = Config(panel=PanelSettings(rotation=90), signal=SignalSettings(quiet=QuietHours(time(1), time(2))))


def test_what_nobody_has_chosen_is_as_configured(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == NOTHING_CHOSEN
    assert NOTHING_CHOSEN.over(CONFIGURED) == CONFIGURED


def test_what_was_chosen_goes_before_the_configuration(tmp_path: Path) -> None:
    keep_settings(tmp_path, ChosenSettings(mute=True, quiet=NIGHT, rotation=180))
    found = read_settings(tmp_path).over(CONFIGURED)
    assert found.signal.mute
    assert found.signal.quiet == QuietHours(time(22), time(7))
    assert found.panel.rotation == 180


def test_quiet_hours_of_the_configuration_can_be_ended() -> None:
    assert ChosenSettings(quiet=NEVER).over(CONFIGURED).signal.quiet is None


@pytest.mark.parametrize(
    "content",
    [b"", b"nothing", b"[]", b'{"mute": 1}', b'{"quiet": "noon"}', b'{"rotation": 45}', b'{"rotation": true}'],
)
def test_settings_that_make_no_sense_are_said_and_nothing_of_them_counts(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(NotDone) as unreadable:
        read_settings(tmp_path)
    said = ENGLISH.say(unreadable.value.sentence)
    assert said == f"{tmp_path / FILE} has no settings in it. Choose them again, on the table's page."
    assert chosen_now(tmp_path)() == NOTHING_CHOSEN


@given(some.binary(max_size=300))
def test_whatever_bytes_are_there_settings_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    data = tmp_path_factory.mktemp("settings")
    (data / FILE).write_bytes(content)
    try:
        found = read_settings(data)
    except NotDone:
        return
    assert checked(*found) == found


def test_a_running_table_hears_of_what_is_chosen_and_keeps_it_while_the_file_can_not_be_read(tmp_path: Path) -> None:
    now = chosen_now(tmp_path)
    assert now() == NOTHING_CHOSEN
    keep_settings(tmp_path, ChosenSettings(mute=True))
    assert now().mute
    (tmp_path / FILE).write_bytes(b"gone")
    assert now().mute
    keep_settings(tmp_path, ChosenSettings(mute=False))
    assert now().mute is False


FORM = {"change": "settings", "sound": "off", "quiet": "hours", "begins": "21:30", "ends": "06:00", "rotation": "270"}


def test_the_form_of_the_page_is_kept(tmp_path: Path) -> None:
    assert documents.change(tmp_path, tuple(FORM.items()), "en") == ""
    assert read_settings(tmp_path) == ChosenSettings(True, "21:30-06:00", 270)
    left = dict.fromkeys(FORM, "") | {"change": "settings"}
    assert documents.change(tmp_path, tuple(left.items()), "en") == ""
    assert read_settings(tmp_path) == NOTHING_CHOSEN


@pytest.mark.parametrize(
    "otherwise",
    [{"ends": "21:30"}, {"begins": ""}, {"sound": "loud"}, {"rotation": "45"}, {"rotation": "x"}, {"quiet": "x"}],
)
def test_a_form_that_makes_no_sense_changes_nothing(tmp_path: Path, otherwise: dict[str, str]) -> None:
    keep_settings(tmp_path, ChosenSettings(rotation=90))
    assert documents.change(tmp_path, tuple((FORM | otherwise).items()), "en")
    assert read_settings(tmp_path) == ChosenSettings(rotation=90)
