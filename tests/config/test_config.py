"""The configuration: what it may say, and the sentence for what it may not."""

from __future__ import annotations

import re
import time as clocks
from datetime import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device import config
from device.cli.commands import main
from device.config import (
    ClubSettings,
    Config,
    ConfigError,
    DesktopSettings,
    GamesSettings,
    KeySettings,
    PanelSettings,
    PodSettings,
    SignalSettings,
)
from device.config.toml_positions import line_of
from hal.clock import wallclock
from hal.clock.quiet_hours import QuietHours
from hal.gpio.wiring import KeyProfile, KeyWiring, Pull, SignalWiring
from hal.panel.inky_models import RefreshSpeed
from hal.panel.orientation import ANGLES

EXAMPLE = config.example_toml().decode("utf-8")
SECTIONS: dict[str, Any] = {
    "panel": PanelSettings,
    "keys": KeySettings,
    "signal": SignalSettings,
    "pods": PodSettings,
    "desktop": DesktopSettings,
    "club": ClubSettings,
    "games": GamesSettings,
}


def parse(text: str) -> Config:
    return config.parse_config(text.encode(), "box.toml")


def error(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        parse(text)
    return str(caught.value)


def uncommented(text: str) -> str:
    """The example with every setting in force: those are commented out without a space."""
    return re.sub(r"^#(?=\w+ = )", "", text, flags=re.MULTILINE)


def test_a_file_that_says_nothing_gives_the_defaults() -> None:
    assert parse("") == parse("[panel]\n[keys]\n[signal]\n[pods]\n[desktop]\n[club]\n[games]\n") == Config()


def test_the_example_changes_nothing_as_it_is() -> None:
    assert parse(EXAMPLE) == Config()


def test_the_example_names_every_setting() -> None:
    named: set[tuple[str, str]] = set()
    section = ""
    for line in uncommented(EXAMPLE).splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = header[1]
        elif setting := re.match(r"(\w+) = ", line):
            named.add((section, setting[1]))
    expected = {(name, field) for name, cls in SECTIONS.items() for field in cls._fields}
    expected |= {("", name) for name in Config._fields if name not in SECTIONS}
    assert named == expected


def test_the_example_shows_defaults_where_there_are_any() -> None:
    """Uncommenting a line whose setting has a default changes nothing; the others get the example's value."""
    found = parse(uncommented(EXAMPLE))
    for name, cls in SECTIONS.items():
        for field, default in cls._field_defaults.items():
            if default is not None:
                assert getattr(getattr(found, name), field) == default, f"{name}.{field}"
    assert found.keys.wiring(None) == KeySettings().wiring(None)
    assert found.signal.quiet == QuietHours(time(22), time(7))


def test_everything_can_be_said() -> None:
    found = parse(
        """
        language = "fr"
        roster = ["Ann", "Bo"]
        [panel]
        name = "1600x1200"
        rotation = 270
        speed = "fast"
        h_flip = true
        [keys]
        C = 12
        pull = "down"
        [signal]
        red = 13
        green = 19
        led_active = "low"
        tone = 18
        mute = true
        quiet = "22:30 – 7:15"
        [pods]
        enabled = false
        [desktop]
        address = "0.0.0.0"
        port = 80
        token = "a long secret"
        mirror = true
        names = ["table.example.org", "spieltisch."]
        """
    )
    assert (found.language, found.roster) == ("fr", ("Ann", "Bo"))
    assert found.panel == PanelSettings("1600x1200", 270, "fast", h_flip=True)
    assert found.keys.wiring(found.panel.kind_name) == KeyWiring((5, 6, 12, 24), Pull.DOWN)
    assert found.signal.wiring == SignalWiring(red=13, green=19, tone=18, is_led_active_high=False)
    assert found.signal.mute
    assert found.signal.quiet == QuietHours(time(22, 30), time(7, 15))
    assert found.pods == PodSettings(enabled=False)
    assert found.desktop == DesktopSettings(
        "0.0.0.0", 80, "a long secret", mirror=True, names=("table.example.org", "spieltisch.")
    )


def test_a_panel_may_be_named_at_the_top() -> None:
    panel = parse('panel = "800x480 Spectra 6"').panel
    assert panel == PanelSettings("800x480 Spectra 6")
    assert panel.kind_name == "impression-7.3-spectra"


def test_a_panel_may_be_named_with_its_controller() -> None:
    assert parse('panel = "what-4-ssd2683"').panel.kind_name == "what-4"


@pytest.mark.parametrize("speed", RefreshSpeed)
def test_speeds_are_those_of_the_panels(speed: RefreshSpeed) -> None:
    assert parse(f'[panel]\nspeed = "{speed}"').panel.speed == speed


@pytest.mark.parametrize("degrees", ANGLES)
def test_a_panel_is_turned_by_quarters(degrees: int) -> None:
    assert parse(f"[panel]\nrotation = {degrees}").panel.rotation == degrees


@pytest.mark.parametrize(
    ("profile", "panel", "pins"),
    [
        # The keys of each board: Pimoroni's pinout; the 13.3" has its second chip select on 16.
        (KeyProfile.AUTO, "impression-7.3-spectra", (5, 6, 16, 24)),
        (KeyProfile.AUTO, "impression-4", (5, 6, 16, 24)),
        (KeyProfile.AUTO, "impression-13.3-spectra", (5, 6, 25, 24)),
        (KeyProfile.AUTO, "what-red", (5, 6, 16, 24)),
        (KeyProfile.AUTO, "phat-black", (5, 6, 16, 24)),
        (KeyProfile.AUTO, None, (5, 6, 16, 24)),
        (KeyProfile.IMPRESSION, None, (5, 6, 16, 24)),
        (KeyProfile.IMPRESSION_13, None, (5, 6, 25, 24)),
        (KeyProfile.BUTTONS, "what-red", (5, 6, 16, 24)),
        (KeyProfile.NONE, "impression-4", ()),
    ],
)
def test_profiles(profile: KeyProfile, panel: str | None, pins: tuple[int, ...]) -> None:
    assert KeySettings(profile).wiring(panel).pins == pins


def test_all_four_pins_need_no_profile() -> None:
    keys = parse('[keys]\nprofile = "none"\nA = 12\nB = 13\nC = 19\nD = 20').keys
    assert keys.wiring(None).pins == (12, 13, 19, 20)


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        # Keys that there are not
        ("\nlangauge = 'en'", 2, "there is no setting “langauge”; did you mean “language”?"),
        ("colour = 1", 1, "there is no setting “colour”; there are language, roster, timezone, panel"),
        ("[panel]\n\nRotation = 90", 3, "no setting “Rotation” in [panel]; did you mean “rotation”?"),
        ("[keys]\na = 5", 2, "did you mean “A”?"),
        ("[signals]\nled = 5", 1, "did you mean “signal”?"),
        ("signal.ledd = 13", 1, "did you mean “led”?"),
        ("x = 1\nlanguage = 'fr'", 1, "“x”"),
        ("[club]\ndoor = 'here'", 2, "club.door must be the whole path of a socket"),
        ("[games]\nfolder = 'here'", 2, "games.folder must be the whole path of a folder"),
        ("[club]\nhub = 'http://hub'", 2, "club.hub must name a host"),
        ("[club]\nhub = 'hub.local:99999'", 2, "club.hub must name a host"),
        # Wrong types
        ("language = 5", 1, "language must be a word in quotation marks"),
        ("language = 'de'", 1, "not one of en, fr"),
        ("panel = ''", 1, "panel must be a word"),
        ("panel = 7", 1, "panel is a section"),
        ("keys = [5, 6]", 1, "keys is a section: write [keys] on a line of its own"),
        ("[[keys]]\nA = 5", 1, "keys is a section"),
        ("roster = 3", 1, "roster must be a list of names"),
        ("roster = [\n'Ann', 3]", 1, "roster must be a list of names"),
        ("# x\nroster = ['Ann', 'ann']", 2, "ann is named twice"),
        ("roster = ['first']", 1, "“first” can't be a player's name"),
        ("[panel]\nname = 'poster'", 2, "There is no panel “poster”"),
        ("[panel]\nname = '400x300'", 2, "several panels of size “400x300”"),
        ("[panel]\nrotation = 45", 2, "panel.rotation must be one of 0, 90, 180, 270."),
        ("[panel]\nrotation = false", 2, "panel.rotation must be one of"),
        ("[panel]\nrotation = '90'", 2, "panel.rotation must be one of"),
        ("[panel]\nspeed = 'slow'", 2, 'panel.speed must be one of "normal", "medium", "fast".'),
        ("[panel]\nspeed = ['normal']", 2, "panel.speed must be one of"),
        (
            "[panel]\nname = 'what-red'\nquick = true",
            3,
            "quick = true is for Inkys in black and white alone: give name = “phat-black” or “what-black-ssd1683”",
        ),
        (
            "[panel]\nname = 'waveshare-2.7'\n[signal]\ntone = 18",
            4,
            "pin 18 can't be the tonal buzzer: it is the panel (the power switch). Choose another pin.",
        ),
        ("[panel]\nquick = true", 2, "quick = true is for Inkys in black and white alone"),
        ("[panel]\nname = 'waveshare-2.7'\nspeed = 'fast'", 3, "waveshare-2.7 refreshes at one speed only"),
        (
            "[panel]\nname = 'what-4'\nspeed = 'fast'",
            3,
            "what-4 refreshes at one speed only: it cannot be set to fast.",
        ),
        ("panel = 'what-4-ssd1683'", 1, "what-4 was never made with ssd1683."),
        ("[panel]\nh_flip = 1", 2, "panel.h_flip must be true or false"),
        ("[keys]\nprofile = 'what'", 2, 'keys.profile must be one of "auto", "impression"'),
        ("[keys]\nA = true", 2, "keys.A must be a pin's BCM number"),
        ("[keys]\nA = 28", 2, "0 to 27, like A = 5."),
        ("[keys]\nA = -1", 2, "keys.A must be"),
        ("[keys]\nA = 'GPIO5'", 2, "keys.A must be"),
        ("[keys]\npull = 'floating'", 2, 'keys.pull must be one of "up", "down".'),
        ("[keys]\nprofile = 'none'\nB = 6", 1, "[keys] gives no pin for A, C, D; name all four pins"),
        ("[signal]\nquiet = '22-7'", 2, 'write it like quiet = "22:00-07:00"'),
        ("[signal]\nquiet = '22:00-24:00'", 2, "is no span of hours"),
        ("[signal]\nquiet = '22:00-22:00'", 2, "is no span of hours"),
        ("[signal]\nquiet = 22:00:00", 2, "signal.quiet must be a word in quotation marks"),
        ("[signal]\nled_active = true", 2, 'signal.led_active must be one of "high", "low".'),
        ("[desktop]\nport = 70000", 2, "desktop.port must be a port, 1 to 65535, like port = 8080."),
        ("[desktop]\ntoken = '1234'", 2, "desktop.token must have at least 12 characters: this one has 4"),
        ("[desktop]\ntoken = '12345678901'", 2, "at least 12 characters: this one has 11, which could be guessed."),
        (f"[desktop]\ntoken = '{'x' * 201}'", 2, "desktop.token must have at most 200 characters."),
        ("[desktop]\ntoken = ' a long secret'", 2, "must neither begin nor end with a space"),
        ("[desktop]\ntoken = 'a long\u200bsecret'", 2, "nor have invisible characters"),
        ("[desktop]\nnames = 'table.local'", 2, "desktop.names must be a list of host names, like names = ["),
        ("[desktop]\nnames = ['a b']", 2, "desktop.names must be a list of host names"),
        ("[desktop]\nnames = ['x:80', 3]", 2, "desktop.names must be a list of host names"),
        ("[pods]\nenabled = 'no'", 2, "pods.enabled must be true or false"),
        # No TOML
        ("panel =", 1, "is not TOML text: invalid value"),
        ("a = 1\nb = 2\n[x", 3, "is not TOML text: expected ']'"),
        ("[keys]\nA = 5\nA = 6", 3, "is not TOML text: cannot overwrite a value"),
        ("panel = 'x'\n[panel]\n", 2, "is not TOML text"),
    ],
)
def test_what_cant_be_used_gets_a_sentence_with_its_line(text: str, line: int, sentence: str) -> None:
    said = error(text)
    assert said.startswith(f"box.toml:{line}: ")
    assert sentence in said


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("[keys]\nA = 12\nB = 13\nC = 12", 4, "pin 12 can't be key C: it is key A."),
        ("[keys]\nA = 6", 2, "pin 6 can't be key B: it is key A."),
        ("[keys]\nB = 17", 2, "pin 17 can't be key B: it is the panel (the busy line)."),
        ("[keys]\nB = 2", 2, "it is the panel (the EEPROM's data line)."),
        ("[keys]\nD = 0", 2, "it is the HAT's identity EEPROM."),
        ("[signal]\nled = 24", 2, "pin 24 can't be the light: it is key D."),
        ("[keys]\nprofile = 'none'\n[signal]\nbuzzer = 8", 4, "it is the panel (chip select)."),
        ("[signal]\nled = 13\nred = 13", 3, "pin 13 can't be the red light: it is the light."),
        ("[signal]\ntone = 18\nbuzzer = 18", 2, "pin 18 can't be the tonal buzzer: it is the buzzer."),
        # The 13.3" has a chip select where the others have key C.
        ("panel = 'impression-13.3-spectra'\n[keys]\nprofile = 'impression'", 2, "pin 16 can't be key C"),
        ("panel = 'impression-13.3-spectra'\n[signal]\nled = 26", 3, "the left half's chip select"),
        ("panel = 'impression-13.3-spectra'\n[signal]\nled = 25", 3, "it is key C"),
        # A finger on a soldered key would short an output to ground.
        (
            "panel = 'impression-4'\n[keys]\nprofile = 'none'\n[signal]\nled = 5",
            5,
            "pin 5 can't be the light: it is key A on the panel's board.",
        ),
    ],
)
def test_two_things_on_one_pin(text: str, line: int, sentence: str) -> None:
    said = error(text)
    assert said.startswith(f"box.toml:{line}: ")
    assert sentence in said


def test_pins_that_are_free_without_keys_of_ones_own() -> None:
    assert parse("panel = 'what-red'\n[keys]\nprofile = 'none'\n[signal]\nled = 5").signal.led == 5


def test_text_that_is_no_utf8_names_the_line() -> None:
    with pytest.raises(ConfigError, match=r"box\.toml:2: is not UTF-8"):
        config.parse_config(b"# a\nroster = ['Zo\xeb']", "box.toml")


def test_windows_line_ends_and_a_byte_order_mark_are_welcome() -> None:
    assert config.parse_config("\N{BYTE ORDER MARK}language = 'fr'\r\n[keys]\r\nA = 12\r\n".encode(), "x").keys.A == 12


def test_a_directory_or_a_lost_file_gets_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.toml"):
        with pytest.raises(ConfigError, match="can't be read"):
            config.load(path)


def test_the_example_is_printed_and_written_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["config"]) == 0
    assert capsys.readouterr().out == EXAMPLE
    assert main(["config", "--write"]) == 0
    path = tmp_path / "tablekeeper" / "tablekeeper.toml"
    assert capsys.readouterr().out == f"{path}\n"
    assert config.load(None) == Config()
    path.write_text("language = 'fr'", encoding="utf-8")
    assert main(["config", "--write"]) == 2
    assert "is left as it is" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "language = 'fr'"
    assert sorted(path.parent.iterdir()) == [path]


def test_an_example_that_cant_be_written_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["config", "--write", "--config", str(tmp_path / "file" / "box.toml")]) == 2
    assert "can't be written" in capsys.readouterr().err


def test_lines_are_found_through_strings_arrays_and_tables() -> None:
    text = '''a = """
[keys]
x = 1
"""  # " [keys]
b = [ # [
  "]", {c = 1},
]
[ "keys" ]
'A' = 5
keys.B = 6
[signal.deeper]
x = { y = 2 }
[[pods]]
z = 1.5'''
    expected = {
        ("a",): 1,
        ("b",): 5,
        ("b", "c"): 5,
        ("keys",): 8,
        ("keys", "A"): 9,
        ("keys", "keys", "B"): 10,
        ("keys", "C"): 8,
        ("signal", "deeper", "x", "y"): 12,
        ("pods", "z"): 14,
        ("nothing",): 1,
    }
    assert {path: line_of(text, path) for path in expected} == expected


@given(st.text(alphabet="[]{}=.,\"'#\n\\ ab15", max_size=60))
def test_any_text_gives_a_configuration_or_a_sentence(text: str) -> None:
    try:
        parse(text)
    except ConfigError as refused:
        line = re.match(r"box\.toml:(\d+): ", str(refused))
        assert line is not None
        assert 1 <= int(line[1]) <= text.count("\n") + 1


@pytest.mark.parametrize(
    ("hours", "moment", "expected"),
    [
        (QuietHours(time(22), time(7)), time(21, 59, 59), False),
        (QuietHours(time(22), time(7)), time(22), True),
        (QuietHours(time(22), time(7)), time(0), True),
        (QuietHours(time(22), time(7)), time(6, 59, 59), True),
        (QuietHours(time(22), time(7)), time(7), False),
        (QuietHours(time(13), time(15)), time(14), True),
        (QuietHours(time(13), time(15)), time(15), False),
        (QuietHours(time(13), time(15)), time(0), False),
    ],
)
def test_quiet_hours_go_over_midnight(hours: QuietHours, moment: time, expected: bool) -> None:
    assert hours.contains(moment) is expected


def test_a_time_zone_is_one_that_the_machine_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert config.parse_config(b'timezone = "Europe/Paris"', "box.toml").timezone == "Europe/Paris"
    for name in ("Europe/Lisbonne", "../etc/passwd", "/etc/localtime"):
        with pytest.raises(ConfigError, match=r"box.toml:1: timezone = “.*” is none that this machine knows"):
            config.parse_config(f'timezone = "{name}"'.encode(), "box.toml")


def test_times_of_day_are_of_the_zone_that_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    noon = 1800014400.0  # 2027-01-15, 12:00 in UTC
    try:
        wallclock.set_time_zone("Asia/Tokyo")
        assert wallclock.time_of_day(Path("/nowhere"), lambda: noon, lambda: True) == time(21)
    finally:
        monkeypatch.undo()
        clocks.tzset()
