"""Parses the configuration from TOML, and checks it. Errors name the file, the line and the remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from device.config import (
    LANGUAGES,
    MAX_BYTES,
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
from device.session.names import check_distinct_names, check_name
from display.words import ENGLISH
from hal.clock import wallclock
from hal.clock.quiet_hours import QuietHours, parse_quiet_hours
from hal.gpio.wiring import HEADER_PINS, KeyProfile, Pull, pin_conflicts
from hal.panel.epd_models import PARTIAL_INKY_MODELS, model_by_name
from hal.panel.inky_models import RefreshSpeed
from hal.panel.orientation import ANGLES
from hal.panel.panel import UnknownPanel
from values.named_tuple import NamedTuple

T = TypeVar("T")

ACTIVE_LEVELS = ("high", "low")
PORTS = range(1, 65536)
MIN_SIMILARITY = 0.65
"""Minimum similarity of a word to a setting to be suggested (`difflib`, from 0 to 1).
“colour” must not match “club”."""
MAX_SOCKET_PATH_BYTES = 100
"""Maximum length of a socket's path in bytes; the kernel allows 107."""
_HOST_NAME = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*\.?")
_HUB = re.compile(r"(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,150})(?::(?P<port>[0-9]{1,5}))?")
_TOML_POSITION = re.compile(r" \(at line ([0-9]+), column [0-9]+\)| \(at end of document\)")


class ConfigSection(NamedTuple):
    """A section (table) of the file: its parsed values, and where it is.

    The methods below return the value of a setting, or its default if the file does not name it. They raise ConfigError
    for an invalid value.
    """

    values: dict[str, Any]
    name: str
    text: str
    file: str

    def refuse(self, sentence: str, *path: str) -> NoReturn:
        """Raise ConfigError at the line of a setting in this section; without a setting, at the section's line."""
        path = (self.name, *path) if self.name else path
        raise ConfigError(f"{self.file}:{line_of(self.text, path)}: {sentence}")

    def full_name(self, name: str) -> str:
        """A setting's full name: `panel.rotation`."""
        return f"{self.name}.{name}" if self.name else name

    def check_names(self, names: Iterable[str]) -> None:
        """Raise ConfigError if the section has a setting that is not among these."""
        known_names = list(names)
        for name in self.values:
            if name not in known_names:
                nearest = _nearest_name(name, known_names)
                advice = f"did you mean “{nearest}”?" if nearest else f"there are {', '.join(known_names)}."
                where = f" in [{self.name}]" if self.name else ""
                self.refuse(f"there is no setting “{name}”{where}; {advice}", name)

    def section(self, name: str) -> ConfigSection:
        """A section within this one; empty if it is not there."""
        values = self.values.get(name, {})
        if not isinstance(values, dict):
            self.refuse(f"{name} is a section: write [{name}] on a line of its own, and its settings below.", name)
        return ConfigSection(values, name, self.text, self.file)

    def word(self, name: str, default: str | None = None) -> str | None:
        """A non-empty string."""
        value = self.values.get(name, default)
        if value is not None and (not isinstance(value, str) or not value.strip()):
            self.refuse(f'{self.full_name(name)} must be a word in quotation marks, like {name} = "…".', name)
        return value

    def choice(self, name: str, default: Any, choices: Iterable[Any]) -> Any:
        """One of several strings or numbers."""
        value, choices = self.values.get(name, default), tuple(choices)
        if value not in choices or isinstance(value, bool):
            known = (f'"{one}"' if isinstance(one, str) else str(one) for one in choices)
            self.refuse(f"{self.full_name(name)} must be one of {', '.join(known)}.", name)
        return value

    def flag(self, name: str, default: bool) -> bool:
        """A boolean."""
        value = self.values.get(name, default)
        if not isinstance(value, bool):
            self.refuse(f"{self.full_name(name)} must be true or false, without quotation marks.", name)
        return value

    def whole_number(self, name: str, allowed: range, what: str, example: int) -> int | None:
        """A whole number, None if the file does not name it. `what` describes it in the error, as in “a port”."""
        value = self.values.get(name)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and value in allowed):
            return value
        span = f"{allowed[0]} to {allowed[-1]}"
        self.refuse(f"{self.full_name(name)} must be {what}, {span}, like {name} = {example}.", name)

    def pin(self, name: str, _: None = None) -> int | None:
        """A pin by its BCM number; None if the file does not name it."""
        return self.whole_number(name, HEADER_PINS, "a pin's BCM number (the one after “GPIO”)", 5)


def _nearest_name(name: str, known: list[str]) -> str | None:
    name_by_folded_name = {known_name.casefold(): known_name for known_name in known}
    matches = get_close_matches(name.casefold(), name_by_folded_name, 1, MIN_SIMILARITY)
    return name_by_folded_name[matches[0]] if matches else None


def read_config(data: bytes, file: str) -> Config:
    """Parse a configuration from TOML text; `file` names it in errors. Raises ConfigError."""
    top = _read_top(data, file)
    top.check_names(Config._fields)
    language = top.word("language")
    if language is not None and language not in LANGUAGES:
        top.refuse(f"language = “{language}” is not one of {', '.join(LANGUAGES)}.", "language")
    sections = {name: _settings(top.section(name), kind, readers) for name, (kind, readers) in _OTHER_SECTIONS.items()}
    config = Config(language, _roster(top), _timezone(top), _panel(top), _keys(top), **sections)
    _check_pins(config, top)
    return config


def _read_top(data: bytes, file: str) -> ConfigSection:
    if len(data) > MAX_BYTES:
        raise ConfigError(f"{file}:1: is no configuration of Tablekeeper: it is larger than {MAX_BYTES} bytes.")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ConfigError(f"{file}:{line}: is not UTF-8 text; save the file as UTF-8.") from None
    try:
        return ConfigSection(tomllib.loads(text), "", text, file)
    except tomllib.TOMLDecodeError as error:
        position = _TOML_POSITION.search(str(error))
        line = int(position[1]) if position and position[1] else text.rstrip("\n").count("\n") + 1
        message = _TOML_POSITION.sub("", str(error)).rstrip(".")
        raise ConfigError(f"{file}:{line}: is not TOML text: {message[:1].lower()}{message[1:]}.") from None
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
        check_distinct_names(names)
    except Refused as refused:
        top.refuse(f"roster: {ENGLISH.say(refused.refusal.sentence)}", "roster")
    return names


def _timezone(top: ConfigSection) -> str | None:
    zone = top.word("timezone")
    if zone is not None and not wallclock.is_time_zone(zone):
        top.refuse(
            f"timezone = “{zone}” is none that this machine knows; they are written like “Europe/Paris”.", "timezone"
        )
    return zone


def _panel(top: ConfigSection) -> PanelSettings:
    if isinstance(top.values.get("panel"), str):  # the short form panel = "NAME", for the name alone
        return PanelSettings(_panel_name(top, "panel"))
    section = top.section("panel")
    panel = _settings(section, PanelSettings, _PANEL)
    if panel.quick and panel.name not in PARTIAL_INKY_MODELS:
        models = " or ".join(f"“{name}”" for name in PARTIAL_INKY_MODELS)
        section.refuse(f"quick = true is for Inkys in black and white alone: give name = {models} with it.", "quick")
    if panel.name is not None:
        try:
            model_by_name(panel.name).kind_at_speed(RefreshSpeed(panel.speed))
        except ValueError as error:
            section.refuse(str(error), "speed")
    return panel


def _panel_name(section: ConfigSection, setting: str, _: None = None) -> str | None:
    name = section.word(setting)
    try:
        if name is not None:
            model_by_name(name)  # raises UnknownPanel
    except UnknownPanel as error:
        section.refuse(str(error), setting)
    return name


def _keys(top: ConfigSection) -> KeySettings:
    section = top.section("keys")
    keys = _settings(section, KeySettings, _KEYS)
    try:
        keys.wiring(None)
    except ValueError as error:
        section.refuse(f"[keys] gives no pin for {error}; name all four pins, or take a profile that has keys.")
    return keys


def _quiet(section: ConfigSection, name: str, _: None) -> QuietHours | None:
    hours = section.word(name)
    try:
        return None if hours is None else parse_quiet_hours(hours)
    except ValueError:
        section.refuse(f'signal.quiet = "{hours}" is no span of hours; write it like quiet = "22:00-07:00".', "quiet")


def _door(section: ConfigSection, name: str, _: None, example: str) -> str | None:
    """The path of a Unix socket for another program (a door). Raises ConfigError if it is invalid."""
    door = section.word(name)
    if door is not None and not (
        door.startswith("/") and door.isprintable() and len(door.encode()) <= MAX_SOCKET_PATH_BYTES
    ):
        section.refuse(
            f"{section.full_name(name)} must be the whole path of a socket, of {MAX_SOCKET_PATH_BYTES} bytes at most,"
            f' like door = "{example}".',
            name,
        )
    return door


def _token(section: ConfigSection, name: str, _: None) -> str | None:
    token = section.word(name)
    if token is None:
        return None
    if len(token) < TOKEN_LENGTHS[0]:
        reason = f"this one has {len(token)}, which could be guessed"
        section.refuse(f"desktop.token must have at least {TOKEN_LENGTHS[0]} characters: {reason}.", "token")
    if len(token) > TOKEN_LENGTHS[-1]:
        section.refuse(f"desktop.token must have at most {TOKEN_LENGTHS[-1]} characters.", "token")
    # The page strips the spaces around what is typed.
    if token != token.strip() or not token.isprintable():
        section.refuse("desktop.token must neither begin nor end with a space, nor have invisible characters.", "token")
    return token


def _host_names(section: ConfigSection, name: str, _: tuple[()]) -> tuple[str, ...]:
    value = section.values.get(name, [])
    if not isinstance(value, list) or not all(isinstance(host, str) and _HOST_NAME.fullmatch(host) for host in value):
        section.refuse('desktop.names must be a list of host names, like names = ["table.example.org"].', name)
    return tuple(value)


def _hub(section: ConfigSection, name: str, default: str) -> str:
    hub = section.word(name, default) or default
    address = _HUB.fullmatch(hub)
    if address is None or int(address["port"] or PORTS[0]) not in PORTS:
        section.refuse('club.hub must name a host, like hub = "hub.local" or hub = "192.168.1.5:8884".', name)
    return hub


def _folder(section: ConfigSection, name: str, _: None) -> Path | None:
    folder = section.word(name)
    if folder is not None and not (folder.startswith("/") and folder.isprintable()):
        section.refuse('games.folder must be the whole path of a folder, like folder = "/etc/tablekeeper/games".', name)
    return None if folder is None else Path(folder)


def _port(section: ConfigSection, name: str, default: int) -> int:
    return section.whole_number(name, PORTS, "a port", default) or default


_Reader = Callable[[ConfigSection, str, Any], Any]
"""Reads and checks a setting, from its section, its name and its default."""

_pin, _flag, _word, _choice = ConfigSection.pin, ConfigSection.flag, ConfigSection.word, ConfigSection.choice


def _settings(section: ConfigSection, kind: Callable[..., T], readers: dict[str, _Reader]) -> T:
    """The settings of a section as an object of `kind`, whose fields name them. `readers` has a reader for each."""
    defaults: dict[str, Any] = kind._field_defaults  # type: ignore[attr-defined]
    section.check_names(defaults)
    return kind(**{setting: readers[setting](section, setting, default) for setting, default in defaults.items()})


_PANEL: dict[str, _Reader] = {
    "name": _panel_name,
    "rotation": partial(_choice, choices=ANGLES),
    "speed": partial(_choice, choices=RefreshSpeed),
    **dict.fromkeys(("h_flip", "v_flip", "quick"), _flag),
}
_KEYS: dict[str, _Reader] = {
    "profile": lambda section, name, default: KeyProfile(section.choice(name, default, KeyProfile)),
    **dict.fromkeys("ABCD", _pin),
    "pull": lambda section, name, default: Pull(section.choice(name, default, Pull)),
}
_SIGNAL: dict[str, _Reader] = {
    **dict.fromkeys(("led", "red", "green", "blue", "buzzer", "tone"), _pin),
    **dict.fromkeys(("led_active", "buzzer_active"), partial(_choice, choices=ACTIVE_LEVELS)),
    "mute": _flag,
    "quiet": _quiet,
}
_DESKTOP: dict[str, _Reader] = {
    "address": _word,
    "port": _port,
    "token": _token,
    "mirror": _flag,
    "names": _host_names,
    "refresh": partial(_choice, choices=REFRESHES),
    "door": partial(_door, example="/run/tablekeeper-page/table"),
}
_CLUB: dict[str, _Reader] = {"door": partial(_door, example="/run/tablekeeper-door/courier"), "hub": _hub}
_OTHER_SECTIONS: dict[str, tuple[type, dict[str, _Reader]]] = {
    "signal": (SignalSettings, _SIGNAL),
    "pods": (PodSettings, {"enabled": _flag}),
    "desktop": (DesktopSettings, _DESKTOP),
    "club": (ClubSettings, _CLUB),
    "games": (GamesSettings, {"folder": _folder}),
}


def _check_pins(config: Config, top: ConfigSection) -> None:
    panel_name = config.panel.kind_name
    for conflict in pin_conflicts(panel_name, config.keys.wiring(panel_name), config.signal.wiring):
        settings = [use.setting for use in (conflict.new_use, conflict.existing_use) if use.setting is not None]
        # Pins that come from a profile have no line in the file.
        section_name, setting_name = next((setting for setting in settings if _is_set(top, *setting)), settings[0])
        top.refuse(conflict.sentence, section_name, setting_name)


def _is_set(top: ConfigSection, section_name: str, setting_name: str) -> bool:
    return setting_name in top.values.get(section_name, {})
