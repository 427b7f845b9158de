"""The values that all commands take from their arguments: the data directory, the configuration, the language."""

from __future__ import annotations

import argparse
from pathlib import Path

from device import config
from device.config import Config, chosen_language
from device.games import use_folder
from device.system.printing import complain
from display.words import ENGLISH, Language, Text


class UsageError(Exception):
    """The command was used wrongly, or a file can't be used; the message is a sentence."""


def config_if_readable(arguments: argparse.Namespace) -> Config:
    """The configuration, for a command that also works without one: an error in the usual one is only reported.

    Raises ConfigError for a configuration that was named on the command line.
    """
    try:
        loaded = config.load(arguments.config)
    except config.ConfigError as error:
        if arguments.config is not None:
            raise
        complain(f"{error} Its settings are left out.")
        return Config()
    use_folder(loaded.games.folder)
    return loaded


def chosen_language_code(arguments: argparse.Namespace, configuration: Config) -> str | None:
    """The language code chosen for this run, at the table, or in the configuration; None if none was chosen."""
    return arguments.lang or chosen_language.chosen_language_code(data_folder(arguments)) or configuration.language


def language_for(arguments: argparse.Namespace, configuration: Config) -> Language:
    """The language of a command's output. If the table's choice can't be read, a complaint is printed."""
    trouble = language_trouble(arguments)
    if trouble is not None:
        complain(ENGLISH.say(trouble))
    return output_language(arguments, configuration)


def language_trouble(arguments: argparse.Namespace) -> Text | None:
    """The reason why the table's choice of a language can't be read; None if it can, or is not needed."""
    return None if arguments.lang else chosen_language.read_chosen_language(data_folder(arguments)).trouble


def output_language(arguments: argparse.Namespace, configuration: Config) -> Language:
    """The chosen language, or English; also English, with a complaint, if the language's catalogue is missing."""
    from display.languages import language  # imported late: only printing needs a catalogue

    code = chosen_language_code(arguments, configuration) or ENGLISH.code
    available = language(code)
    if available.code != code:
        complain(f"the catalogue of the language “{code}” is missing: English is used. Install it anew.")
    return available


def data_folder(arguments: argparse.Namespace) -> Path:
    """The directory of the journal."""
    folder: Path = arguments.data or config.default_data()
    return folder
