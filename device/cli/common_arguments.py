"""What every command takes from its arguments: where the journal is, the configuration, the language."""

from __future__ import annotations

import argparse
from pathlib import Path

from device import config
from device.config import Config, preferences
from device.games import look_in
from device.system.printing import complain
from display.words import ENGLISH, Language, Text


class Misused(Exception):
    """The command was used wrongly or meets a file that can't be used; the message is a sentence."""


def config_if_readable(given: argparse.Namespace) -> Config:
    """The configuration for a command that does its work without one, too: of the usual one a fault is told only.

    Raises ConfigError for one that was named.
    """
    try:
        found = config.load(given.config)
    except config.ConfigError as error:
        if given.config is not None:
            raise
        complain(f"{error} Its settings are left out.")
        return Config()
    look_in(found.games.folder)
    return found


def said_language(given: argparse.Namespace, configured: Config) -> str | None:
    """The code of the language that somebody has said: for this run, at the table, or in the configuration."""
    return given.lang or preferences.language(data_folder(given)) or configured.language


def language_of(given: argparse.Namespace, configured: Config) -> Language:
    """The language of what a command prints; what is wrong with the table's choice is complained of."""
    trouble = language_trouble(given)
    if trouble is not None:
        complain(ENGLISH.say(trouble))
    return spoken_language(given, configured)


def language_trouble(given: argparse.Namespace) -> Text | None:
    """What is wrong with the choice of a language that the table keeps, if that is needed."""
    return None if given.lang else preferences.chosen_language(data_folder(given)).trouble


def spoken_language(given: argparse.Namespace, configured: Config) -> Language:
    """The language that somebody has said, or English; also English, with a remark, where its catalogue is missing."""
    from display.languages import language  # only what is printed needs a catalogue

    code = said_language(given, configured) or ENGLISH.code
    found = language(code)
    if found.code != code:
        complain(f"the catalogue of the language “{code}” is missing: English is used. Install it anew.")
    return found


def data_folder(given: argparse.Namespace) -> Path:
    """Where the journal is kept."""
    found: Path = given.data or config.default_data()
    return found
