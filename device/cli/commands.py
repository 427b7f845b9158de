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
from device.cli.common_arguments import UsageError, config_if_readable, data_folder, language_for
from device.cli.streams import abandon_stdout, flush_or_abandon_stdout, open_standard_streams, use_utf8
from device.config import Config, ConfigError
from device.games import use_folder
from device.system.exitcodes import INTERRUPTED, MISUSED, OUTPUT_UNREAD, SUCCESS
from device.system.printing import complain, put, put_rows, put_text

if TYPE_CHECKING:
    from device.gallery.render import GalleryContents


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status. `argv` are the words after the program's name; None means its own."""
    was_stdout_closed = open_standard_streams()
    use_utf8()
    arguments = parse(argv, _COMMANDS)
    try:
        status = _run(arguments)
        if arguments.command is not None:
            sys.stdout.flush()
        else:
            flush_or_abandon_stdout()  # a table plays on even if nobody reads its output
    except (UsageError, ConfigError) as error:
        complain(str(error))
        return MISUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of standard output has gone; nothing can be reported to it.
        abandon_stdout()
        return OUTPUT_UNREAD
    except OSError as error:
        if not _concerns_output(arguments, error):
            raise
        abandon_stdout()
        complain(f"standard output can't be written: {error.strerror}.")
        return MISUSED
    is_output_unread = was_stdout_closed and arguments.command is not None and status == SUCCESS
    return OUTPUT_UNREAD if is_output_unread else status


def _concerns_output(arguments: argparse.Namespace, error: OSError) -> bool:
    """Whether an error concerns standard output. An error of a file has a `filename`, and one
    of Pillow has no `errno`."""
    return arguments.command is not None and error.filename is None and error.errno is not None


def _run(arguments: argparse.Namespace) -> int:
    return _play(arguments) if arguments.command is None else _COMMANDS[arguments.command](arguments)


def _play(arguments: argparse.Namespace) -> int:
    from device.cli.play_command import play

    return play(arguments)


def _score(arguments: argparse.Namespace) -> int:
    from device.cli.records import print_score

    return print_score(arguments)


def _keys(arguments: argparse.Namespace) -> int:
    from device.cli.records import print_keys

    return print_keys(arguments)


def _newgame(arguments: argparse.Namespace) -> int:
    from device.cli.newgame import write_new_game

    return write_new_game(arguments)


def _export(arguments: argparse.Namespace) -> int:
    if arguments.bgstats or arguments.qr is not None:
        return _export_plays(arguments)
    from device.journal import export as exporting
    from device.journal import game_list
    from device.journal.spill import default_spill

    config_if_readable(arguments)
    data = data_folder(arguments)
    try:
        lines = exporting.exported_lines(
            data,
            arguments.game,
            listing=arguments.list,
            only_corrections=arguments.corrections,
            spill=default_spill(data),  # what a table in play could not write to the disk counts, too
            warn=complain,
            with_secrets=arguments.secrets,
        )
        if arguments.list:
            put_rows(lines, game_list.TABS_PER_LINE)
        else:
            for line in lines:
                put(line)
    except exporting.NothingToExport as error:
        raise _error_with_other_journals(error, data) from None
    return SUCCESS


def _export_plays(arguments: argparse.Namespace) -> int:
    from device.cli import history_commands
    from device.reports.past_data import PastError

    config_if_readable(arguments)
    data = data_folder(arguments)
    if arguments.qr is not None and arguments.game is None:
        raise UsageError("--qr needs the number of a game; `tablekeeper history` lists them.")
    try:
        if arguments.qr is not None:
            history_commands.write_qr(data, arguments.game, arguments.qr)
        else:
            history_commands.print_bgstats(data, arguments.game)
    except PastError as error:
        raise _error_with_other_journals(error, data) from None
    return SUCCESS


def _error_with_other_journals(error: Exception, data: Path) -> UsageError:
    """The error as it is reported: if `data` has no journal, with the directories that have one."""
    from device.cli import journals

    return UsageError(f"{error}{journals.other_journals_sentence(data)}")


def _gallery(arguments: argparse.Namespace) -> int:
    from device.gallery import render  # imported late: not needed by a table in play

    language = language_for(arguments, config_if_readable(arguments))
    contents = _chosen_contents(arguments.games or (), arguments.panels or (), arguments.lang)
    try:
        render.write_gallery(arguments.directory, contents, language, lambda line: put(line, flush=True))
    except BrokenPipeError:
        raise  # of standard output: files raise no BrokenPipeError
    except OSError as error:
        if error.errno is None:
            raise  # not the system's error, but Pillow's, for a font
        raise UsageError(f"{error.filename or arguments.directory} can't be written: {error.strerror}.") from None
    put(str(arguments.directory / render.INDEX_FILE))
    return SUCCESS


def _chosen_contents(game_ids: Sequence[str], panels: Sequence[str], language: str | None) -> GalleryContents:
    """The games, panels and languages of a gallery: those that are named, or all. Raises UsageError."""
    from device import games
    from device.gallery.render import GalleryContents
    from hal.panel import panel

    playable = games.playable_ids()
    unknown = [game for game in game_ids if game not in playable]
    if unknown:
        raise UsageError(f"there is no game {unknown[0]}; there are {', '.join(playable)}.")
    try:
        kinds = tuple(panel.panel_kind(name) for name in panels) or panel.PANEL_KINDS
    except panel.UnknownPanel as error:
        raise UsageError(str(error)) from None
    return GalleryContents(tuple(game_ids) or playable, kinds, config.LANGUAGES if language is None else (language,))


def _config(arguments: argparse.Namespace) -> int:
    example = config.example_toml()
    if not arguments.write:
        put_text(example.decode("utf-8").rstrip("\n"))
        return SUCCESS
    from device.system import atomicfile

    path = arguments.config or config.default_path()
    if os.path.lexists(path):
        raise UsageError(f"{path} is there already and is left as it is; `tablekeeper config` prints a new one.")
    try:
        atomicfile.replace_file(path, example)
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror}.") from None
    put(str(path))
    return SUCCESS


def _doctor(arguments: argparse.Namespace) -> int:
    from device.doctor import command  # imported late: needed only to look for faults

    fault = None
    try:
        configuration = config.load(arguments.config)
        use_folder(configuration.games.folder)
    except ConfigError as error:
        configuration, fault = Config(), str(error)
    if arguments.try_keys or arguments.picture:
        if fault is not None:
            raise UsageError(fault)
        from device.run import pi

        hardware = pi.hardware_of_this_pi()
        return command.run_live_tests(
            configuration, hardware, tests_keys=arguments.try_keys, shows_picture=arguments.picture
        )
    return command.run(configuration, data_folder(arguments), fault, is_json=arguments.json)


def _pods(arguments: argparse.Namespace) -> int:
    from device.cli import pods

    configuration = config_if_readable(arguments)
    language, data = language_for(arguments, configuration), data_folder(arguments)
    try:
        match arguments.action:
            case "identify":
                put(pods.identify(language, arguments.pod))
            case "assign":
                put(pods.assign_seat(language, data, arguments.pod, arguments.seat))
            case "update":
                for line in pods.update_firmware(language, arguments.pod):
                    put(line, flush=True)
            case _:
                for line in pods.pod_lines(language, data):
                    put(line)
    except pods.PodsError as error:
        raise UsageError(language.say(error.sentence)) from None
    return SUCCESS


def _people(arguments: argparse.Namespace) -> int:
    from device.cli import people
    from device.reports.past_data import PastError

    language, data = language_for(arguments, config_if_readable(arguments)), data_folder(arguments)
    try:
        if arguments.action in (None, "list"):
            people.list_people(data)
        else:
            names = [*arguments.names, *arguments.second_names]
            put(people.change_people(language, data, arguments.action, names))
    except PastError as error:
        raise UsageError(str(error)) from None
    return SUCCESS


def _past_games(arguments: argparse.Namespace) -> int:
    from device import games
    from device.cli import deletion_commands, history_commands
    from device.games import game_order
    from device.reports.games import GameFilter
    from device.reports.past_data import PastError

    language, data = language_for(arguments, config_if_readable(arguments)), data_folder(arguments)
    games.set_formerly_installed(game_order.load_order(data).games)
    if arguments.game is not None and arguments.game not in games.titles():
        raise UsageError(f"there is no game {arguments.game}; there are {', '.join(games.titles())}.")
    game_filter = GameFilter(arguments.game, arguments.player, arguments.since, arguments.until)
    output_format = history_commands.OutputFormat(arguments.format or "text")
    try:
        if arguments.command == "statistics":
            history_commands.print_statistics(language, data, game_filter, output_format)
        elif arguments.rebuild:
            put(history_commands.rebuild_results(language, data))
        elif arguments.restore is not None:
            put(history_commands.restore_rows(data, arguments.restore))
        elif arguments.deletion is not None:
            deletion_commands.run(language, data, *arguments.deletion)
        elif arguments.number is not None:
            history_commands.print_sheet(language, data, arguments.number, output_format)
        else:
            history_commands.print_history(language, data, game_filter, output_format)
    except PastError as error:
        raise _error_with_other_journals(error, data) from None
    return SUCCESS


def _page(arguments: argparse.Namespace) -> int:
    from device.cli.page import serve_page

    return serve_page(arguments)


def _club(arguments: argparse.Namespace) -> int:
    from device.system import garbage_collection
    from hal.system import install_hint

    garbage_collection.collect_and_settle()  # free the memory used for parsing before the club's modules are loaded
    try:
        # Imported by name, so that a box without a club loads none of these modules.
        status: int = import_module(f"club.cli.{arguments.command}").run(arguments)
    except ImportError as error:
        extra = "club" if arguments.command == "courier" else "hub"
        raise UsageError(f"a club needs {error.name}; install it with: {install_hint.install_command(extra)}") from None
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
    "history": _past_games,
    "statistics": _past_games,
    "page": _page,
    "courier": _club,
    "hub": _club,
}
