"""The configuration: one TOML file, all of it optional.

panel = "what-black"
language = "en"
roster = ["Teresa", "Kaylen", "Taylor"]
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from device.record import check_name, refuse_duplicate
from device.rules import Refused
from display.words import ENGLISH

NAME = "tablekeeper.toml"
LANGUAGES = ("en", "fr")


class ConfigError(Exception):
    """A configuration that can't be used; the message names the file, the place and the mend."""


class Config(NamedTuple):
    """What the configuration says; None where it says nothing."""

    panel: str | None = None
    language: str | None = None
    roster: tuple[str, ...] = ()


def default_path() -> Path:
    """Where the configuration is looked for: `$XDG_CONFIG_HOME/tablekeeper/tablekeeper.toml`."""
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "tablekeeper" / NAME


def default_data() -> Path:
    """Where the journal is kept: `$XDG_STATE_HOME/tablekeeper`."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "tablekeeper"


def load(path: Path | None) -> Config:
    """The configuration of a file, or of the usual one if it is there. Raises ConfigError."""
    chosen = default_path() if path is None else path
    if path is None and not chosen.exists():
        return Config()
    try:
        data = chosen.read_bytes()
    except OSError as error:
        raise ConfigError(f"{chosen}: can't be read ({error.strerror}).") from None
    return parse(data, str(chosen))


def parse(data: bytes, where: str) -> Config:
    """The configuration of a TOML text. `where` names it in errors. Raises ConfigError."""
    import tomllib  # most tables have no configuration; they need not wait for a parser

    try:
        found = tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{where}: is not TOML text: {error}") from None
    unknown = sorted(set(found) - {"panel", "language", "roster"})
    if unknown:
        raise ConfigError(f"{where}: there is no setting “{unknown[0]}”; there are panel, language and roster.")
    language = _word(found.get("language"), "language", where)
    if language is not None and language not in LANGUAGES:
        raise ConfigError(f"{where}: language = “{language}” is not one of {', '.join(LANGUAGES)}.")
    return Config(_word(found.get("panel"), "panel", where), language, _names(found.get("roster", []), where))


def _word(value: object, name: str, where: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise ConfigError(f'{where}: {name} must be a word in quotation marks, like {name} = "…".')


def _names(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ConfigError(f'{where}: roster must be a list of names, like roster = ["Ann", "Bo"].')
    names = tuple(value)
    try:
        for name in names:
            check_name(name)
        refuse_duplicate(names)
    except Refused as refused:
        raise ConfigError(f"{where}: roster: {ENGLISH.say(refused.fault.sentence)}") from None
    return names
