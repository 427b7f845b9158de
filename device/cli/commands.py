"""The command line."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from device import __version__, config
from device.config import Config, ConfigError, preferences
from device.session import record
from device.session.record import RecordRefused
from device.system import files
from device.system.exitcodes import FINE, ILLEGAL, INTERRUPTED, MISUSED, UNREAD
from device.system.printing import Parser, complain, put, put_all, put_cells, warn
from display.words import ENGLISH, Language, Text, text
from hal.clock import wallclock

if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[argparse.ArgumentParser]
    from device.gallery.render import Shelf
    from device.run.settings import RunSettings

LONGEST_LINE = 1_000_000
"""Characters of a key script's line."""


class Misused(Exception):
    """The command was used wrongly or meets a file that can't be used; the message is a sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    closed = _open_standard_streams()
    _speak_utf8()
    given = _parser().parse_args(arguments)
    try:
        status = _run(given)
        if given.command is not None:
            sys.stdout.flush()
    except (Misused, ConfigError) as error:
        complain(str(error))
        return MISUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of standard output has gone; nothing is left to tell it.
        _abandon_stdout()
        return UNREAD
    except OSError as error:
        if not _of_what_is_printed(given, error):
            raise
        _abandon_stdout()
        complain(f"standard output can't be written: {error.strerror}.")
        return MISUSED
    unread = closed and given.command is not None and status == FINE
    return UNREAD if unread else status


def _of_what_is_printed(given: argparse.Namespace, error: OSError) -> bool:
    """Whether an error is of what a command prints: files have names, and sentences; Pillow's errors have no number."""
    return given.command is not None and error.filename is None and error.errno is not None


def _open_standard_streams() -> bool:
    """Give the program streams in place of those that were closed before it began; whether standard output was.

    Without, the next file that is opened would get their number, and lines meant for people.
    """
    closed = sys.stdout is None
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115  (the program's own)
    return closed


def _abandon_stdout() -> None:
    """Nothing more is written to standard output, not even what was printed already."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    """Names and records are UTF-8 whatever the system's own encoding is."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


class _Help(argparse.HelpFormatter):
    """Help of one width: asking the terminal for its own would load half a dozen modules at every start."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="tablekeeper",
        description="Keeps the score beside a card game. Without a command, runs at the table.",
        formatter_class=_Help,
    )
    _common(parser)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument(
        "--hal", choices=("auto", "pi", "desktop", "terminal", "mock"), default="auto", help="the hardware to use"
    )
    parser.add_argument("--panel", metavar="NAME", help="the panel, by name")
    parser.add_argument(
        "--unattended",
        action="store_true",
        help="say on the panel that a configuration can't be used, and play without; wait for hardware that is missing",
    )
    parser.add_argument(
        "--ask-language", action="store_true", help="ask for the language before all else, if nobody has said which"
    )
    parser.add_argument("--keys", metavar="FILE", help="mock: presses to play, one a line; - is standard input")
    parser.add_argument("--frames", metavar="DIR", type=Path, help="mock: write each refresh as a PNG")
    parser.add_argument("--report", metavar="FILE", type=Path, help="mock: write a report as JSON")
    parser.add_argument("--port", metavar="N", type=_port, help="desktop: serve the page on this port and no other")
    parser.add_argument("--no-browser", action="store_true", help="desktop: open no browser")
    _add_commands(parser)
    return parser


def _port(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 6 and int(word) < 65536):
        raise argparse.ArgumentTypeError(f"“{word}” is no port; ports are numbers from 0 (any that is free) to 65535.")
    return int(word)


def _add_commands(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog=parser.prog)
    scoring = commands.add_parser("score", help="check and score a record", formatter_class=_Help)
    scoring.add_argument("file", metavar="FILE", help="the record; - is standard input")
    scoring.add_argument("--json", action="store_true", help="print one JSON object")
    keys = commands.add_parser(
        "keys", help="print the presses that declare a record from power-on", formatter_class=_Help
    )
    keys.add_argument("file", metavar="FILE", help="the record; - is standard input")
    export = commands.add_parser("export", help="print the record of a game in the journal", formatter_class=_Help)
    export.add_argument("game", metavar="GAME", nargs="?", type=int, help="its number; without, the current game")
    instead = export.add_mutually_exclusive_group()
    instead.add_argument("--list", action="store_true", help="list the games")
    instead.add_argument(
        "--corrections", action="store_true", help="what was corrected in the game, and when, instead of its record"
    )
    instead.add_argument("--bgstats", action="store_true", help="a file of plays for BG Stats: of one game, or of all")
    instead.add_argument(
        "--qr",
        metavar="FILE",
        type=Path,
        help="a picture: the code by which a phone makes a play of it in BG Stats",
    )
    export.add_argument(
        "--secrets", action="store_true", help="also what stays secret until its round is scored, as a backup needs it"
    )
    render = commands.add_parser("gallery", help="draw every page of every game on every panel", formatter_class=_Help)
    render.add_argument("directory", metavar="DIR", type=Path, help="where the pictures and their index go")
    render.add_argument("--game", metavar="GAME", action="append", dest="games", help="only this game; may be repeated")
    render.add_argument(
        "--panel", metavar="NAME", action="append", dest="panels", help="only this panel; may be repeated"
    )
    doctor = commands.add_parser(
        "doctor", help="what hardware is there, what is missing, and what to type", formatter_class=_Help
    )
    doctor.add_argument("--json", action="store_true", help="print one JSON object")
    doctor.add_argument("--keys", dest="try_keys", action="store_true", help="test the keys, one by one")
    doctor.add_argument("--picture", action="store_true", help="show a test picture on the panel")
    settings = commands.add_parser("config", help="print a configuration that explains itself", formatter_class=_Help)
    settings.add_argument("--write", action="store_true", help="write it where it is looked for, if there is none")
    pods = commands.add_parser(
        "pods", help="button pods: list them, find one, seat it, update it", formatter_class=_Help
    )
    past = (*_add_people(commands), *_add_past(commands), *_add_club(commands))
    for command in (scoring, keys, export, render, doctor, settings, *_add_pods(pods), *past):
        _common(command, default=argparse.SUPPRESS)


def _add_pods(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The commands of `pods`; without one, they are listed."""
    yield parser
    actions = parser.add_subparsers(dest="action", metavar="ACTION", prog=parser.prog)
    yield actions.add_parser("list", help="list the pods that are plugged in", formatter_class=_Help)
    identify = actions.add_parser("identify", help="have a pod blink", formatter_class=_Help)
    assign = actions.add_parser("assign", help="give a pod a seat", formatter_class=_Help)
    update = actions.add_parser("update", help="put the firmware onto a board, by mpremote", formatter_class=_Help)
    for action in (identify, assign):
        action.add_argument("pod", metavar="POD", help="its name or port, as the list has them")
    assign.add_argument("seat", metavar="SEAT", help="1 for the first player, …; none for everybody")
    update.add_argument("pod", metavar="POD", nargs="?", help="a pod's name, or the port of a board with MicroPython")
    yield from (identify, assign, update)


def _add_people(commands: _Commands) -> Iterator[argparse.ArgumentParser]:
    """The commands of `people`; without one, they are listed."""
    people = commands.add_parser("people", help="list people; rename, merge and hide them", formatter_class=_Help)
    yield people
    actions = people.add_subparsers(dest="action", metavar="ACTION", prog=people.prog)
    yield actions.add_parser("list", help="list people, the latest who played first", formatter_class=_Help)
    for name, arguments, what in (
        ("add", ("NAME",), "make somebody known who has not played yet"),
        ("rename", ("NAME", "NEW"), "give somebody another name, with what they played"),
        ("merge", ("NAME", "INTO"), "say that two names are one person's, who goes by the second"),
        ("hide", ("NAME",), "offer somebody at no table, and leave them out of lists"),
        ("show", ("NAME",), "the contrary"),
    ):
        action = actions.add_parser(name, help=what, formatter_class=_Help)
        action.add_argument("names", metavar=arguments[0], nargs=1)
        if len(arguments) > 1:
            action.add_argument("other", metavar=arguments[1], nargs=1)
        yield action


def _add_past(commands: _Commands) -> Iterator[argparse.ArgumentParser]:
    """The commands `history` and `statistics`."""
    history = commands.add_parser(
        "history", help="the games of the past, or one of them in full", formatter_class=_Help
    )
    history.add_argument(
        "number", metavar="GAME", nargs="?", type=int, help="a game's number: all of it, with its record"
    )
    history.add_argument("--rebuild", action="store_true", help="work out all results anew from what was declared")
    figures = commands.add_parser(
        "statistics", help="what the games of the past come to together", formatter_class=_Help
    )
    for parser in (history, figures):
        parser.add_argument("--game", metavar="GAME", help="only this game")
        parser.add_argument("--player", metavar="NAME", help="only games with this person")
        parser.add_argument("--since", metavar="DAY", type=_day, help="from this day on, as 2026-11-22")
        parser.add_argument("--until", metavar="DAY", type=_day, help="up to this day")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", dest="form", action="store_const", const="json", help="print one JSON object")
        form.add_argument("--csv", dest="form", action="store_const", const="csv", help="print a table: a row a player")
        if parser is history:
            rounds = "print a table: a row a player and round"
            form.add_argument("--rounds", dest="form", action="store_const", const="rounds", help=rounds)
        yield parser


def _add_club(commands: _Commands) -> Iterator[argparse.ArgumentParser]:
    """The commands `courier` and `hub`."""
    courier = commands.add_parser("courier", help="carry a box's games to a club's hub", formatter_class=_Help)
    courier.add_argument("--box", metavar="NAME", required=True, help="the box's name at the broker")
    courier.add_argument("--door", metavar="SOCKET", type=Path, required=True, help="the table's socket ([club] door)")
    hub = commands.add_parser("hub", help="a club's hub: judge what boxes say, and keep it", formatter_class=_Help)
    actions = hub.add_subparsers(dest="action", metavar="ACTION", prog=hub.prog, required=True)
    run = actions.add_parser("run", help="hear the boxes until it is ended", formatter_class=_Help)
    run.add_argument("--user", metavar="NAME", default="hub", help="the hub's name at the broker")
    run.add_argument(
        "--page", metavar="[HOST:]PORT", help="serve pages to browsers here; without a host, of this machine"
    )
    for parser in (courier, run):
        parser.add_argument("--broker", metavar="HOST[:PORT]", required=True, help="the MQTT broker")
        parser.add_argument("--password", metavar="FILE", type=Path, help="a file that has the password")
        parser.add_argument(
            "--certificate", metavar="FILE", type=Path, help="the broker's certificate, the only one that is believed"
        )
    looking = [
        actions.add_parser(name, help=what, formatter_class=_Help)
        for name, what in (
            ("add", "a box joins the club"),
            ("revoke", "take nothing of a box any more"),
            ("again", "have a box send a game anew"),
            ("games", "list games, with what they came to"),
            ("boxes", "list the boxes"),
            ("aside", "list what was set aside, and why"),
        )
    ]
    for parser in looking[:3]:
        parser.add_argument("box", metavar="BOX", help="the box's name")
    looking[2].add_argument("game", metavar="GAME", help="the game, as the lists have it")
    looking[3].add_argument("--box", metavar="BOX", help="only this box's")
    for parser in (run, *looking):
        parser.add_argument("--store", metavar="URL", required=True, help="the database, like sqlite:///club.db")
    yield from (courier, hub, run, *looking)


def _day(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{word}” is no day; days are written as 2026-11-22.") from None


def _common(parser: argparse.ArgumentParser, default: object = None) -> None:
    parser.add_argument("--data", metavar="DIR", type=Path, default=default, help="where the journal is kept")
    parser.add_argument("--lang", choices=config.LANGUAGES, default=default, help="the language of the table")
    parser.add_argument("--config", metavar="FILE", type=Path, default=default, help="the configuration")


def _run(given: argparse.Namespace) -> int:
    return _play(given) if given.command is None else _COMMANDS[given.command](given)


def _config_if_readable(given: argparse.Namespace) -> Config:
    """The configuration for a command that does its work without one, too. Raises ConfigError."""
    try:
        return config.load(given.config)
    except config.ConfigForbidden as error:
        complain(f"{error} Its settings are left out.")
        return Config()


def _said_language(given: argparse.Namespace, configured: Config) -> str | None:
    """The code of the language that somebody has said: for this run, at the table, or in the configuration."""
    return given.lang or preferences.language(given.data or config.default_data()) or configured.language


def _language(given: argparse.Namespace, configured: Config) -> Language:
    from display.languages import language  # only what is printed needs a catalogue

    code = _said_language(given, configured) or ENGLISH.code
    found = language(code)
    if found.code != code:
        complain(f"the catalogue of the language “{code}” is missing: English is used. Install it anew.")
    return found


def _read(name: str) -> bytes:
    try:
        # One byte more than a record may have tells that it is too large, however much there is.
        if name == "-":
            return sys.stdin.buffer.read(record.LARGEST + 1)
        return files.read(name, record.LARGEST + 1, streams=True)
    except OSError as error:
        hint = " What comes through a pipe is read as “-”, standard input." if isinstance(error, files.NoFile) else ""
        raise Misused(f"{name} can't be read: {error.strerror}.{hint}") from None


def _score(given: argparse.Namespace) -> int:
    from device.session import score

    language = _language(given, _config_if_readable(given))
    data = _read(given.file)
    try:
        _remark(given.file, data, language)
        found = record.read(data)
    except RecordRefused as refused:
        if given.json:
            put(score.error_as_json(refused, language))
        return _refused(given.file, refused, language)
    put_all(score.as_json(found) if given.json else score.as_text(found, language))
    return FINE


def _remark(name: str, data: bytes, language: Language) -> None:
    """Say if a record has a suit that is written otherwise than a record does. Raises RecordRefused."""
    found = record.respelled(data)
    if found is not None:
        number, wrote, means = found
        remark = text("“{wrote}” is read as “{means}”.", wrote=wrote, means=means)
        warn(f"{name}:{number}: {language.say(remark)}")


def _refused(name: str, refused: RecordRefused, language: Language) -> int:
    refusal = refused.refusal
    warn(f"{name}:{refused.line}: {language.say(refusal.sentence)} [{refusal.code}]")
    return ILLEGAL


def _keys(given: argparse.Namespace) -> int:
    from device.session.keyscript import commented  # a table at play needs no scripts written

    configured = config.load(given.config)
    data = _read(given.file)
    try:
        if record.respelled(data) is not None:
            _remark(given.file, data, _language(given, configured))
        for line in commented(data, configured.roster):
            put(line)
    except RecordRefused as refused:
        return _refused(given.file, refused, _language(given, configured))
    return FINE


def _export(given: argparse.Namespace) -> int:
    if given.bgstats or given.qr is not None:
        return _export_plays(given)
    from device.journal import export as exporting
    from device.journal.spill import usual_spill

    _config_if_readable(given)
    data = given.data or config.default_data()
    try:
        for line in exporting.export(
            data,
            given.game,
            listing=given.list,
            corrections=given.corrections,
            spill=usual_spill(data),
            warn=complain,
            secrets=given.secrets,
        ):
            if given.list:
                put_cells(line.split("\t", exporting.LISTED_TABS))
            else:
                put(line)
    except exporting.NothingToExport as error:
        raise _nothing_there(error, data) from None
    return FINE


def _export_plays(given: argparse.Namespace) -> int:
    from device.cli import past
    from device.reports.reading import PastError

    _config_if_readable(given)
    data = given.data or config.default_data()
    if given.qr is not None and given.game is None:
        raise Misused("--qr needs the number of a game; `tablekeeper history` lists them.")
    try:
        if given.qr is not None:
            past.write_qr(data, given.game, given.qr)
        else:
            past.print_bgstats(data, given.game)
    except PastError as error:
        raise _nothing_there(error, data) from None
    return FINE


def _nothing_there(error: Exception, data: Path) -> Misused:
    """What is wrong with a journal; if there is none, where there are others."""
    from device.cli import journals

    return Misused(f"{error}{journals.others(data)}")


def _gallery(given: argparse.Namespace) -> int:
    from device.gallery import render  # a table at play needs none

    language = _language(given, _config_if_readable(given))
    shelf = _shelf(given.games or (), given.panels or (), given.lang)
    try:
        render.make(given.directory, shelf, language, lambda line: put(line, flush=True))
    except BrokenPipeError:
        raise  # of standard output: files break no pipes
    except OSError as error:
        if error.errno is None:
            raise  # not the system's: Pillow's, of a font
        raise Misused(f"{error.filename or given.directory} can't be written: {error.strerror}.") from None
    put(str(given.directory / render.INDEX))
    return FINE


def _shelf(chosen: Sequence[str], panels: Sequence[str], language: str | None) -> Shelf:
    """What a gallery shows: the games, panels and language that are named, or all. Raises Misused."""
    from device import games
    from device.gallery.render import Shelf
    from hal.panel import panel

    unknown = [game for game in chosen if game not in games.ids()]
    if unknown:
        raise Misused(f"there is no game {unknown[0]}; there are {', '.join(games.ids())}.")
    try:
        kinds = tuple(panel.kind(name) for name in panels) or panel.KINDS
    except panel.UnknownPanel as error:
        raise Misused(str(error)) from None
    return Shelf(tuple(chosen) or games.ids(), kinds, config.LANGUAGES if language is None else (language,))


def _config(given: argparse.Namespace) -> int:
    example = config.example()
    if not given.write:
        put_all(example.decode("utf-8").rstrip("\n"))
        return FINE
    from device.system import atomicfile

    path = given.config or config.default_path()
    if os.path.lexists(path):
        raise Misused(f"{path} is there already and is left as it is; `tablekeeper config` prints a new one.")
    try:
        atomicfile.write(path, example)
    except OSError as error:
        raise Misused(f"{path} can't be written: {error.strerror}.") from None
    put(str(path))
    return FINE


def _doctor(given: argparse.Namespace) -> int:
    from device.doctor import command  # only who looks for a fault needs its tools

    fault = None
    try:
        configured = config.load(given.config)
    except ConfigError as error:
        configured, fault = Config(), str(error)
    if given.try_keys or given.picture:
        if fault is not None:
            raise Misused(fault)
        from device.run import pi

        return command.live(configured, pi.hardware(), keys=given.try_keys, picture=given.picture)
    return command.run(configured, given.data or config.default_data(), fault, json=given.json)


def _pods(given: argparse.Namespace) -> int:
    from device.cli import pods as podcli

    configured = _config_if_readable(given)
    language, data = _language(given, configured), given.data or config.default_data()
    try:
        match given.action:
            case "identify":
                put(podcli.identify(language, given.pod))
            case "assign":
                put(podcli.assign(language, data, given.pod, given.seat))
            case "update":
                for line in podcli.update(language, given.pod):
                    put(line, flush=True)
            case _:
                for line in podcli.show(language, data):
                    put(line)
    except podcli.PodsError as error:
        raise Misused(str(error)) from None
    return FINE


def _people(given: argparse.Namespace) -> int:
    from device.cli import people
    from device.reports.reading import PastError

    language, data = _language(given, _config_if_readable(given)), given.data or config.default_data()
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
    from device.cli import past
    from device.reports.games import GameFilter
    from device.reports.reading import PastError

    if given.game is not None and given.game not in games.ids():
        raise Misused(f"there is no game {given.game}; there are {', '.join(games.ids())}.")
    language, data = _language(given, _config_if_readable(given)), given.data or config.default_data()
    choice = GameFilter(given.game, given.player, given.since, given.until)
    form = past.Form(given.form or "text")
    try:
        if given.command == "statistics":
            past.print_statistics(language, data, choice, form)
        elif given.rebuild:
            put(past.rebuild_results(data))
        elif given.number is not None:
            past.print_sheet(language, data, given.number, form)
        else:
            past.print_history(language, data, choice, form)
    except PastError as error:
        raise _nothing_there(error, data) from None
    return FINE


def _club(given: argparse.Namespace) -> int:
    from device.cli import club

    try:
        if given.command == "courier":
            return club.run_courier(given)
        return club.run_hub(given, _language(given, _config_if_readable(given)))
    except club.ClubMisused as error:
        raise Misused(str(error)) from None


def _play(given: argparse.Namespace) -> int:
    configured, notices = _settled_configuration(given)
    if configured.timezone is not None:
        wallclock.use_zone(configured.timezone)
    if given.panel is not None:
        configured = configured._replace(panel=configured.panel._replace(name=given.panel))
    hal = given.hal if given.hal != "auto" else _found(configured)
    if hal != "mock":
        for option in ("keys", "frames", "report"):
            if getattr(given, option) is not None:
                raise Misused(f"--{option} is for the mock hardware: add --hal mock.")
    from device.run.settings import RunSettings
    from hal.panel.panel import UnknownPanel

    data, language = given.data or config.default_data(), _language(given, configured)
    ask_language = given.ask_language and _said_language(given, configured) is None
    notices = (*notices, *_program_news())
    settings = RunSettings(configured, data, language, notices, given.unattended, ask_language=ask_language)
    try:
        return _play_on(hal, given, settings)
    except UnknownPanel as error:
        raise Misused(str(error)) from None


def _program_news() -> tuple[Text, ...]:
    """What became of newer programs, on a card that has them."""
    place = os.environ.get("TABLEKEEPER_PROGRAM_NEWS")
    if place is None:
        return ()
    from device.run.program_news import program_news

    return program_news(Path(place))


def _settled_configuration(given: argparse.Namespace) -> tuple[Config, tuple[Text, ...]]:
    """The configuration, and what is to be said of it on the panel. Raises ConfigError where somebody reads it."""
    try:
        return config.load(given.config), ()
    except ConfigError as error:
        if not given.unattended:
            raise
        from device.run.settings import unusable

        return Config(), (unusable(str(error)),)


def _play_on(hal: str, given: argparse.Namespace, settings: RunSettings) -> int:
    """Play on this hardware. Raises Misused and UnknownPanel."""
    match hal:
        case "mock":
            return _play_mock(given, settings)
        case "pi":
            from device.run import pi

            return pi.play(settings)
        case "terminal":
            from device.run import terminal

            return terminal.play(settings)
    return _play_desktop(given, settings)


def _found(configured: Config) -> str:
    """The hardware that was found, having said so."""
    from device.run.detect import choose

    choice = choose(configured)
    complain(choice.why)
    return choice.hal


def _play_desktop(given: argparse.Namespace, settings: RunSettings) -> int:
    from device.run import desktop as deskrun
    from hal.desktop.desk import DeskSettings

    desktop = settings.config.desktop
    port = desktop.port if given.port is None else given.port
    where = DeskSettings(
        desktop.address,
        port,
        desktop.token,
        given.port is not None,
        names=desktop.names,
        instant=desktop.refresh == "instant",
    )
    return deskrun.play(settings, where, browser=not given.no_browser)


def _play_mock(given: argparse.Namespace, settings: RunSettings) -> int:
    if given.keys is None:
        raise Misused("--hal mock needs --keys FILE, the presses to play (- is standard input).")
    from device.run import mock

    with _lines(given.keys) as lines:
        return mock.play(lines, settings, mock.EveningFiles(given.frames, given.report))


@contextmanager
def _lines(name: str) -> Iterator[Iterable[str]]:
    """A key script's lines, read as they are played."""
    if name == "-":
        yield _bounded(sys.stdin)
        return
    try:
        file = open(name, encoding="utf-8", errors="replace")  # noqa: SIM115  (closed below)
    except OSError as error:
        raise Misused(f"{name} can't be read: {error.strerror}.") from None
    with file:
        yield _bounded(file)


def _bounded(file: TextIO) -> Iterator[str]:
    """A file's lines as they come; what has no line breaks is not read to its end first."""
    return iter(lambda: file.readline(LONGEST_LINE), "")


_COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "score": _score,
    "keys": _keys,
    "export": _export,
    "gallery": _gallery,
    "doctor": _doctor,
    "config": _config,
    "pods": _pods,
    "people": _people,
    "history": _past,
    "statistics": _past,
    "courier": _club,
    "hub": _club,
}
