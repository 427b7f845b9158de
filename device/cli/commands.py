"""Runs the command line's commands, and reports their errors."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from device import config
from device.cli.arguments import parse
from device.cli.common_arguments import Misused, config_if_readable, data_folder, language_for
from device.cli.streams import abandon_stdout, flush_or_abandon_stdout, open_standard_streams, speak_utf8
from device.config import Config, ConfigError
from device.games import use_folder
from device.system.exitcodes import FINE, INTERRUPTED, MISUSED, UNREAD
from device.system.printing import complain, put, put_all, put_rows

if TYPE_CHECKING:
    from device.gallery.render import GalleryContents


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    was_stdout_closed = open_standard_streams()
    speak_utf8()
    given = parse(arguments, _COMMANDS)
    try:
        status = _run(given)
        if given.command is not None:
            sys.stdout.flush()
        else:
            flush_or_abandon_stdout()  # a table plays on even if nobody reads its output
    except (Misused, ConfigError) as error:
        complain(str(error))
        return MISUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of standard output has gone; nothing can be reported to it.
        abandon_stdout()
        return UNREAD
    except OSError as error:
        if not _concerns_output(given, error):
            raise
        abandon_stdout()
        complain(f"standard output can't be written: {error.strerror}.")
        return MISUSED
    is_output_unread = was_stdout_closed and given.command is not None and status == FINE
    return UNREAD if is_output_unread else status


def _concerns_output(given: argparse.Namespace, error: OSError) -> bool:
    """Whether an error concerns standard output. An error of a file has a `filename`, and one of Pillow
    has no `errno`."""
    return given.command is not None and error.filename is None and error.errno is not None


def _run(given: argparse.Namespace) -> int:
    return _play(given) if given.command is None else _COMMANDS[given.command](given)


def _play(given: argparse.Namespace) -> int:
    from device.cli.playing import play

    return play(given)


def _score(given: argparse.Namespace) -> int:
    from device.cli.records import print_score

    return print_score(given)


def _keys(given: argparse.Namespace) -> int:
    from device.cli.records import print_keys

    return print_keys(given)


def _newgame(given: argparse.Namespace) -> int:
    from device.cli.newgame import write_new_game

    return write_new_game(given)


def _export(given: argparse.Namespace) -> int:
    if given.bgstats or given.qr is not None:
        return _export_plays(given)
    from device.journal import export as exporting
    from device.journal import game_list
    from device.journal.spill import usual_spill

    config_if_readable(given)
    data = data_folder(given)
    try:
        lines = exporting.exported_lines(
            data,
            given.game,
            listing=given.list,
            corrections=given.corrections,
            spill=usual_spill(data),
            warn=complain,
            secrets=given.secrets,
        )
        if given.list:
            put_rows(lines, game_list.TABS_PER_LINE)
        else:
            for line in lines:
                put(line)
    except exporting.NothingToExport as error:
        raise _error_with_other_journals(error, data) from None
    return FINE


def _export_plays(given: argparse.Namespace) -> int:
    from device.cli import past
    from device.reports.past_data import PastError

    config_if_readable(given)
    data = data_folder(given)
    if given.qr is not None and given.game is None:
        raise Misused("--qr needs the number of a game; `tablekeeper history` lists them.")
    try:
        if given.qr is not None:
            past.write_qr(data, given.game, given.qr)
        else:
            past.print_bgstats(data, given.game)
    except PastError as error:
        raise _error_with_other_journals(error, data) from None
    return FINE


def _error_with_other_journals(error: Exception, data: Path) -> Misused:
    """The error that there is no game or journal, with the places of other journals if this one does not exist."""
    from device.cli import journals

    return Misused(f"{error}{journals.other_journals(data)}")


def _gallery(given: argparse.Namespace) -> int:
    from device.gallery import render  # imported late: not needed by a table in play

    language = language_for(given, config_if_readable(given))
    contents = _chosen_contents(given.games or (), given.panels or (), given.lang)
    try:
        render.write_gallery(given.directory, contents, language, lambda line: put(line, flush=True))
    except BrokenPipeError:
        raise  # of standard output: files raise no BrokenPipeError
    except OSError as error:
        if error.errno is None:
            raise  # not the system's error, but Pillow's, for a font
        raise Misused(f"{error.filename or given.directory} can't be written: {error.strerror}.") from None
    put(str(given.directory / render.INDEX_FILE))
    return FINE


def _chosen_contents(game_ids: Sequence[str], panels: Sequence[str], language: str | None) -> GalleryContents:
    """The games, panels and languages of a gallery: those that are named, or all. Raises Misused."""
    from device import games
    from device.gallery.render import GalleryContents
    from hal.panel import panel

    playable = games.playable()
    unknown = [game for game in game_ids if game not in playable]
    if unknown:
        raise Misused(f"there is no game {unknown[0]}; there are {', '.join(playable)}.")
    try:
        kinds = tuple(panel.panel_kind(name) for name in panels) or panel.PANEL_KINDS
    except panel.UnknownPanel as error:
        raise Misused(str(error)) from None
    return GalleryContents(tuple(game_ids) or playable, kinds, config.LANGUAGES if language is None else (language,))


def _config(given: argparse.Namespace) -> int:
    example = config.example_toml()
    if not given.write:
        put_all(example.decode("utf-8").rstrip("\n"))
        return FINE
    from device.system import atomicfile

    path = given.config or config.default_path()
    if os.path.lexists(path):
        raise Misused(f"{path} is there already and is left as it is; `tablekeeper config` prints a new one.")
    try:
        atomicfile.replace_file(path, example)
    except OSError as error:
        raise Misused(f"{path} can't be written: {error.strerror}.") from None
    put(str(path))
    return FINE


def _doctor(given: argparse.Namespace) -> int:
    from device.doctor import command  # imported late: needed only to look for faults

    fault = None
    try:
        configured = config.load(given.config)
        use_folder(configured.games.folder)
    except ConfigError as error:
        configured, fault = Config(), str(error)
    if given.try_keys or given.picture:
        if fault is not None:
            raise Misused(fault)
        from device.run import pi

        return command.run_live_tests(configured, pi.hardware_of_this_pi(), keys=given.try_keys, picture=given.picture)
    return command.run(configured, data_folder(given), fault, is_json=given.json)


def _pods(given: argparse.Namespace) -> int:
    from device.cli import pods as podcli

    configured = config_if_readable(given)
    language, data = language_for(given, configured), data_folder(given)
    try:
        match given.action:
            case "identify":
                put(podcli.identify(language, given.pod))
            case "assign":
                put(podcli.assign_seat(language, data, given.pod, given.seat))
            case "update":
                for line in podcli.update_firmware(language, given.pod):
                    put(line, flush=True)
            case _:
                for line in podcli.pod_lines(language, data):
                    put(line)
    except podcli.PodsError as error:
        raise Misused(language.say(error.sentence)) from None
    return FINE


def _people(given: argparse.Namespace) -> int:
    from device.cli import people
    from device.reports.past_data import PastError

    language, data = language_for(given, config_if_readable(given)), data_folder(given)
    try:
        if given.action in (None, "list"):
            people.list_people(data)
        else:
            names = [*given.names, *getattr(given, "other", ())]
            put(people.change_people(language, data, given.action, names))
    except PastError as error:
        raise Misused(str(error)) from None
    return FINE


def _past(given: argparse.Namespace) -> int:
    from device import games
    from device.cli import deleting, past
    from device.games import game_order
    from device.reports.games import GameFilter
    from device.reports.past_data import PastError

    language, data = language_for(given, config_if_readable(given)), data_folder(given)
    games.set_formerly_installed(game_order.load_order(data).games)
    if given.game is not None and given.game not in games.titles():
        raise Misused(f"there is no game {given.game}; there are {', '.join(games.titles())}.")
    game_filter = GameFilter(given.game, given.player, given.since, given.until)
    output_format = past.OutputFormat(given.form or "text")
    try:
        if given.command == "statistics":
            past.print_statistics(language, data, game_filter, output_format)
        elif given.rebuild:
            put(past.rebuild_results(data))
        elif given.restore is not None:
            put(past.restore_rows(data, given.restore))
        elif given.deleting is not None:
            deleting.run(language, data, *given.deleting)
        elif given.number is not None:
            past.print_sheet(language, data, given.number, output_format)
        else:
            past.print_history(language, data, game_filter, output_format)
    except PastError as error:
        raise _error_with_other_journals(error, data) from None
    return FINE


def _page(given: argparse.Namespace) -> int:
    from device.cli.page import serve_page

    return serve_page(given)


def _club(given: argparse.Namespace) -> int:
    from device.system import gctuning
    from hal.system import install_hint

    gctuning.collect_and_settle()  # free the memory used for parsing before the club's modules are loaded
    try:
        # Imported by name, so that a box without a club loads none of these modules.
        status: int = import_module(f"club.cli.{given.command}").run(given)
    except ImportError as error:
        extra = "club" if given.command == "courier" else "hub"
        raise Misused(f"a club needs {error.name}; install it with: {install_hint.install_command(extra)}") from None
    return status


_COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "score": _score,
    "keys": _keys,
    "export": _export,
    "gallery": _gallery,
    "newgame": _newgame,
    "doctor": _doctor,
    "config": _config,
    "pods": _pods,
    "people": _people,
    "history": _past,
    "statistics": _past,
    "page": _page,
    "courier": _club,
    "hub": _club,
}
