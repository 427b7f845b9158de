"""From TOML text to settings. Whatever can't be used is refused in a sentence with the file, the line and the mend."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from device.config import (
    HUB,
    LANGUAGES,
    LARGEST,
    REFRESHES,
    TOKEN_LENGTHS,
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
from device.contract.refusal import Refused
from device.session.names import check_name, refuse_duplicate
from display.words import ENGLISH
from hal.clock import wallclock
from hal.clock.quiet_hours import QuietHours, quiet
from hal.gpio.wiring import PINS, Profile, Pull, conflicts
from hal.panel.epd_models import QUICK_INKY, configured
from hal.panel.inky_models import RefreshSpeed
from hal.panel.orientation import QUARTERS
from hal.panel.panel import UnknownPanel
from values.named_tuple import NamedTuple

LEVELS = ("high", "low")
PORTS = range(1, 65536)
NEAR = 0.65
"""How like a setting a word must be to be taken for it misspelt (`difflib`, from 0 to 1): “colour” is no “club”."""
LONGEST_SOCKET = 100
"""Bytes of a socket's path; the kernel takes 107."""
_HOST_NAME = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*\.?")
_HUB = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,150})(:[0-9]{1,5})?")
_PLACE = re.compile(r" \(at line ([0-9]+), column [0-9]+\)| \(at end of document\)")


class ConfigSection(NamedTuple):
    """A table of the file: its values as they were found, and where it is.

    The functions below give the value of a setting, or its default where the
    file does not name it, and raise ConfigError for a value that is none.
    """

    values: dict[str, Any]
    name: str
    text: str
    file: str

    def refuse(self, sentence: str, *path: str) -> NoReturn:
        """Raise ConfigError at a setting of this section; without one, at the section."""
        place = (self.name, *path) if self.name else path
        raise ConfigError(f"{self.file}:{line_of(self.text, place)}: {sentence}")

    def full(self, name: str) -> str:
        """A setting as it is spoken of: `panel.rotation`."""
        return f"{self.name}.{name}" if self.name else name

    def know(self, names: Iterable[str]) -> None:
        """Refuse settings that are none of these."""
        known = list(names)
        for name in self.values:
            if name not in known:
                near = _nearest(name, known)
                mend = f"did you mean “{near}”?" if near else f"there are {', '.join(known)}."
                where = f" in [{self.name}]" if self.name else ""
                self.refuse(f"there is no setting “{name}”{where}; {mend}", name)

    def section(self, name: str, fields: Iterable[str]) -> ConfigSection:
        """A table in this one, which has these settings; empty if it is not there."""
        values = self.values.get(name, {})
        if not isinstance(values, dict):
            self.refuse(f"{name} is a section: write [{name}] on a line of its own, and its settings below.", name)
        found = ConfigSection(values, name, self.text, self.file)
        found.know(fields)
        return found

    def word(self, name: str) -> str | None:
        """Some text; None if the file does not name it."""
        value = self.values.get(name)
        if value is not None and (not isinstance(value, str) or not value.strip()):
            self.refuse(f'{self.full(name)} must be a word in quotation marks, like {name} = "…".', name)
        return value

    def choice(self, name: str, choices: Iterable[str], default: str) -> str:
        """One of several words."""
        found: str = self._one_of(name, tuple(choices), default, lambda one: f'"{one}"')
        return found

    def step(self, name: str, choices: Iterable[int], default: int) -> int:
        """One of several numbers."""
        found: int = self._one_of(name, tuple(choices), default, str)
        return found

    def flag(self, name: str, default: bool) -> bool:
        """True or false."""
        value = self.values.get(name, default)
        if not isinstance(value, bool):
            self.refuse(f"{self.full(name)} must be true or false, without quotation marks.", name)
        return value

    def whole(self, name: str, allowed: range, what: str, example: int) -> int | None:
        """A whole number, None if the file does not name it; `what` says what it is, as in “a port”."""
        value = self.values.get(name)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and value in allowed):
            return value
        span = f"{allowed[0]} to {allowed[-1]}"
        self.refuse(f"{self.full(name)} must be {what}, {span}, like {name} = {example}.", name)

    def pin(self, name: str) -> int | None:
        """A pin by its BCM number; None if the file does not name it."""
        return self.whole(name, PINS, "a pin's BCM number (the one after “GPIO”)", 5)

    def _one_of(self, name: str, choices: tuple[Any, ...], default: Any, shown: Callable[[Any], str]) -> Any:
        value = self.values.get(name, default)
        if value not in choices or isinstance(value, bool):
            self.refuse(f"{self.full(name)} must be one of {', '.join(map(shown, choices))}.", name)
        return value


def _nearest(name: str, known: list[str]) -> str | None:
    plain = {one.casefold(): one for one in known}
    near = get_close_matches(name.casefold(), plain, 1, NEAR)
    return plain[near[0]] if near else None


def read(data: bytes, file: str) -> Config:
    """The configuration of a TOML text; `file` names it in errors. Raises ConfigError."""
    top = _top(data, file)
    top.know(Config._fields)
    language = top.word("language")
    if language is not None and language not in LANGUAGES:
        top.refuse(f"language = “{language}” is not one of {', '.join(LANGUAGES)}.", "language")
    config = Config(
        language,
        _roster(top),
        _timezone(top),
        _panel(top),
        _keys(top),
        _signal(top),
        _pods(top),
        _desktop(top),
        _club(top),
        _games(top),
    )
    _check_pins(config, top)
    return config


def _top(data: bytes, file: str) -> ConfigSection:
    if len(data) > LARGEST:
        raise ConfigError(f"{file}:1: is no configuration of Tablekeeper: it is larger than {LARGEST} bytes.")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ConfigError(f"{file}:{line}: is not UTF-8 text; save the file as UTF-8.") from None
    try:
        return ConfigSection(tomllib.loads(text), "", text, file)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else text.rstrip("\n").count("\n") + 1
        said = _PLACE.sub("", str(error)).rstrip(".")
        raise ConfigError(f"{file}:{line}: is not TOML text: {said[:1].lower()}{said[1:]}.") from None
    except (ValueError, RecursionError):
        sentence = "has a number of thousands of digits, or brackets inside brackets without end."
        raise ConfigError(f"{file}:1: {sentence}") from None


def _roster(top: ConfigSection) -> tuple[str, ...]:
    value = top.values.get("roster", [])
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        top.refuse('roster must be a list of names, like roster = ["Ann", "Bo"].', "roster")
    names = tuple(value)
    try:
        for name in names:
            check_name(name)
        refuse_duplicate(names)
    except Refused as refused:
        top.refuse(f"roster: {ENGLISH.say(refused.refusal.sentence)}", "roster")
    return names


def _timezone(top: ConfigSection) -> str | None:
    name = top.word("timezone")
    if name is not None and not wallclock.is_zone(name):
        top.refuse(
            f"timezone = “{name}” is none that this machine knows; they are written like “Europe/Paris”.", "timezone"
        )
    return name


def _panel(top: ConfigSection) -> PanelSettings:
    if isinstance(top.values.get("panel"), str):  # panel = "NAME", where only its name is to be said
        return PanelSettings(_panel_name(top, "panel"))
    section, default = top.section("panel", PanelSettings._fields), PanelSettings()
    panel = PanelSettings(
        name=_panel_name(section, "name"),
        rotation=section.step("rotation", QUARTERS, default.rotation),
        speed=section.choice("speed", RefreshSpeed, default.speed),
        h_flip=section.flag("h_flip", default.h_flip),
        v_flip=section.flag("v_flip", default.v_flip),
        quick=section.flag("quick", default.quick),
    )
    if panel.quick and panel.name not in QUICK_INKY:
        names = " or ".join(f"“{name}”" for name in QUICK_INKY)
        section.refuse(f"quick = true is for Inkys in black and white alone: give name = {names} with it.", "quick")
    if panel.name is not None:
        try:
            configured(panel.name).at(RefreshSpeed(panel.speed))
        except ValueError as error:
            section.refuse(str(error), "speed")
    return panel


def _panel_name(section: ConfigSection, setting: str) -> str | None:
    name = section.word(setting)
    try:
        if name is not None:
            configured(name)
    except UnknownPanel as error:
        section.refuse(str(error), setting)
    return name


def _keys(top: ConfigSection) -> KeySettings:
    section, default = top.section("keys", KeySettings._fields), KeySettings()
    keys = KeySettings(
        profile=Profile(section.choice("profile", Profile, default.profile)),
        A=section.pin("A"),
        B=section.pin("B"),
        C=section.pin("C"),
        D=section.pin("D"),
        pull=Pull(section.choice("pull", Pull, default.pull)),
    )
    try:
        keys.wiring(None)
    except ValueError as error:
        section.refuse(f"[keys] gives no pin for {error}; name all four pins, or take a profile that has keys.")
    return keys


def _signal(top: ConfigSection) -> SignalSettings:
    section, default = top.section("signal", SignalSettings._fields), SignalSettings()
    return SignalSettings(
        led=section.pin("led"),
        red=section.pin("red"),
        green=section.pin("green"),
        blue=section.pin("blue"),
        led_active=section.choice("led_active", LEVELS, default.led_active),
        buzzer=section.pin("buzzer"),
        tone=section.pin("tone"),
        buzzer_active=section.choice("buzzer_active", LEVELS, default.buzzer_active),
        mute=section.flag("mute", default.mute),
        quiet=_quiet(section),
    )


def _quiet(section: ConfigSection) -> QuietHours | None:
    hours = section.word("quiet")
    try:
        return None if hours is None else quiet(hours)
    except ValueError:
        section.refuse(f'signal.quiet = "{hours}" is no span of hours; write it like quiet = "22:00-07:00".', "quiet")


def _pods(top: ConfigSection) -> PodSettings:
    section = top.section("pods", PodSettings._fields)
    return PodSettings(section.flag("enabled", PodSettings().enabled))


def _desktop(top: ConfigSection) -> DesktopSettings:
    section, default = top.section("desktop", DesktopSettings._fields), DesktopSettings()
    return DesktopSettings(
        section.word("address") or default.address,
        section.whole("port", PORTS, "a port", default.port) or default.port,
        _token(section),
        section.flag("mirror", default.mirror),
        _host_names(section),
        section.choice("refresh", REFRESHES, default.refresh),
        _door(section, "desktop", "/run/tablekeeper-page/table"),
    )


def _door(section: ConfigSection, name: str, usual: str) -> str | None:
    """The path of a socket at which another program is heard."""
    door = section.word("door")
    if door is not None and not (door.startswith("/") and door.isprintable() and len(door.encode()) <= LONGEST_SOCKET):
        section.refuse(
            f"{name}.door must be the whole path of a socket, of {LONGEST_SOCKET} bytes at most,"
            f' like door = "{usual}".',
            "door",
        )
    return door


def _token(section: ConfigSection) -> str | None:
    token = section.word("token")
    if token is None:
        return None
    if len(token) < TOKEN_LENGTHS[0]:
        found = f"this one has {len(token)}, which could be guessed"
        section.refuse(f"desktop.token must have at least {TOKEN_LENGTHS[0]} characters: {found}.", "token")
    if len(token) > TOKEN_LENGTHS[-1]:
        section.refuse(f"desktop.token must have at most {TOKEN_LENGTHS[-1]} characters.", "token")
    # The page takes what is typed without the space around it.
    if token != token.strip() or not token.isprintable():
        section.refuse("desktop.token must neither begin nor end with a space, nor have invisible characters.", "token")
    return token


def _host_names(section: ConfigSection) -> tuple[str, ...]:
    value = section.values.get("names", [])
    if not isinstance(value, list) or not all(isinstance(name, str) and _HOST_NAME.fullmatch(name) for name in value):
        section.refuse('desktop.names must be a list of host names, like names = ["table.example.org"].', "names")
    return tuple(value)


def _club(top: ConfigSection) -> ClubSettings:
    section = top.section("club", ClubSettings._fields)
    door = _door(section, "club", "/run/tablekeeper-door/courier")
    hub = section.word("hub") or HUB
    if not _HUB.fullmatch(hub):
        section.refuse('club.hub must name a host, like hub = "hub.local" or hub = "192.168.1.5:8884".', "hub")
    return ClubSettings(door, hub)


def _games(top: ConfigSection) -> GamesSettings:
    section = top.section("games", GamesSettings._fields)
    folder = section.word("folder")
    if folder is not None and not (folder.startswith("/") and folder.isprintable()):
        section.refuse(
            'games.folder must be the whole path of a folder, like folder = "/etc/tablekeeper/games".', "folder"
        )
    return GamesSettings(None if folder is None else Path(folder))


def _check_pins(config: Config, top: ConfigSection) -> None:
    panel = config.panel.kind
    for conflict in conflicts(panel, config.keys.wiring(panel), config.signal.wiring):
        settings = [use.setting for use in (conflict.second, conflict.first) if use.setting is not None]
        # What a profile says stands nowhere in the file.
        section, name = next((one for one in settings if _is_there(top, *one)), settings[0])
        top.refuse(conflict.sentence, section, name)


def _is_there(top: ConfigSection, section: str, name: str) -> bool:
    return name in top.values.get(section, {})
