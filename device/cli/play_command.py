"""`tablekeeper` without a command: runs the table, on the hardware that was found or chosen."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from device import config
from device.cli.common_arguments import UsageError, chosen_language_code, data_folder, language_trouble, output_language
from device.config import Config, ConfigError
from device.games import use_folder
from device.system.printing import complain
from display.words import Text
from hal.clock import wallclock

if TYPE_CHECKING:
    from device.run.run_settings import RunSettings

MAX_LINE_LENGTH = 1_000_000
"""Maximum length of a line in a key script, in characters."""


def play(arguments: argparse.Namespace) -> int:
    """Run the table until it ends, and return the exit status. Raises UsageError and ConfigError."""
    configuration, notices = _load_configuration(arguments)
    use_folder(configuration.games.folder)
    if configuration.timezone is not None:
        wallclock.set_time_zone(configuration.timezone)
    if arguments.panel is not None:
        configuration = configuration._replace(panel=configuration.panel._replace(name=arguments.panel))
    hal = arguments.hal if arguments.hal != "auto" else _detect(configuration)
    if hal != "mock":
        for option in ("keys", "frames", "report"):
            if getattr(arguments, option) is not None:
                raise UsageError(f"--{option} is for the mock hardware: add --hal mock.")
    from device.run.run_settings import RunSettings
    from hal.panel.panel import UnknownPanel

    data, language = data_folder(arguments), output_language(arguments, configuration)
    ask_language = arguments.ask_language and chosen_language_code(arguments, configuration) is None
    trouble = language_trouble(arguments)
    notices = (*notices, *_program_news(), *(() if trouble is None else (trouble,)))
    settings = RunSettings(
        configuration,
        data,
        language,
        notices,
        is_unattended=arguments.unattended,
        is_language_asked=ask_language,
        has_key_introduction=_explains_keys(arguments),
    )
    try:
        return _play_with(hal, arguments, settings)
    except UnknownPanel as error:
        raise UsageError(str(error)) from None


def _explains_keys(arguments: argparse.Namespace) -> bool:
    """Whether a new box explains its keys. The service sets the environment variable: see its unit."""
    return arguments.explain_keys or "TABLEKEEPER_EXPLAIN_KEYS" in os.environ


def _program_news() -> tuple[Text, ...]:
    """Sentences about installed updates of the program, on a card that has them."""
    folder = os.environ.get("TABLEKEEPER_PROGRAM_NEWS")
    if folder is None:
        return ()
    from device.system.program_news import program_news

    return program_news(Path(folder))


def _load_configuration(arguments: argparse.Namespace) -> tuple[Config, tuple[Text, ...]]:
    """The configuration, and sentences about it for the panel. Raises ConfigError, unless the table runs unattended."""
    try:
        return config.load(arguments.config), ()
    except ConfigError as error:
        if not arguments.unattended:
            raise
        from device.run.run_settings import unusable_configuration

        return Config(), (unusable_configuration(str(error)),)


def _play_with(hal: str, arguments: argparse.Namespace, settings: RunSettings) -> int:
    """Run the table on this hardware. Raises UsageError and UnknownPanel."""
    match hal:
        case "mock":
            return _play_mock(arguments, settings)
        case "pi":
            from device.run import pi

            return pi.play(settings)
        case "terminal":
            from device.run import terminal

            return terminal.play(settings)
    return _play_desktop(arguments, settings)


def _detect(configuration: Config) -> str:
    """Detect the hardware, and print why it was chosen."""
    from device.run.hardware_choice import choose_hardware

    choice = choose_hardware(configuration)
    complain(choice.reason)
    return choice.hal


def _play_desktop(arguments: argparse.Namespace, settings: RunSettings) -> int:
    from device.run import desktop as deskrun
    from guard.names import is_loopback
    from hal.browser.desk import ALL_NETWORKS, DeskSettings

    desktop = settings.config.desktop
    port = desktop.port if arguments.port is None else arguments.port
    desk_settings = DeskSettings(
        ALL_NETWORKS if arguments.phone and is_loopback(desktop.address) else desktop.address,
        port,
        desktop.token,
        is_port_fixed=arguments.port is not None,
        network_names=desktop.names,
        is_refresh_instant=desktop.refresh == "instant",
    )
    return deskrun.play(settings, desk_settings, open_browser=not arguments.no_browser, print_qr_code=arguments.phone)


def _play_mock(arguments: argparse.Namespace, settings: RunSettings) -> int:
    if arguments.keys is None:
        raise UsageError("--hal mock needs --keys FILE, the presses to play (- is standard input).")
    from device.run import mock

    with _script_lines(arguments.keys) as lines:
        return mock.play(lines, settings, mock.MockOutputFiles(arguments.frames, arguments.report))


@contextmanager
def _script_lines(name: str) -> Iterator[Iterable[str]]:
    """The lines of a key script, read lazily."""
    if name == "-":
        yield _read_lines(sys.stdin)
        return
    try:
        file = open(name, encoding="utf-8", errors="replace")  # noqa: SIM115  (closed below)
    except OSError as error:
        raise UsageError(f"{name} can't be read: {error.strerror}.") from None
    with file:
        yield _read_lines(file)


def _read_lines(file: TextIO) -> Iterator[str]:
    """The lines of a file, read lazily. Lines longer than `MAX_LINE_LENGTH` are split, so that a file without line
    breaks is not read at once."""
    return iter(lambda: file.readline(MAX_LINE_LENGTH), "")
