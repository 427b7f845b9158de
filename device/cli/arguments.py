"""Parses the command line's arguments: the options and commands after `tablekeeper`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device import __version__, config
from device.system.printing import Parser
from display.words import ENGLISH

if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[argparse.ArgumentParser]


class _CommandParser(Parser):
    """A parser whose help has a fixed width: to ask the terminal for its width, argparse would import half a dozen
    modules."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=partial(argparse.HelpFormatter, width=100), **options)


def parse(words: Sequence[str] | None, commands: Collection[str]) -> argparse.Namespace:
    """Parse the arguments (None: those of the program). Without one of the `commands`, the result's `command` is None.

    Building the parsers of the commands takes longer than anything else here, and is not needed to start a box.
    """
    words = sys.argv[1:] if words is None else words
    if not any(word in commands for word in words):
        parser = _parser(add_help=False, exit_on_error=False)
        parser.set_defaults(command=None)
        try:
            arguments, unparsed = parser.parse_known_args(words)
        except argparse.ArgumentError:
            unparsed = list(words)
        if not unparsed:
            return arguments
    _set_argparse_language(words)
    return whole_parser().parse_args(words)


def _set_argparse_language(words: Sequence[str]) -> None:
    """Set argparse to the table's language, as far as the arguments show it. Errors in them are reported later."""
    from device.cli.argparse_words import set_language
    from device.cli.common_arguments import chosen_language_code

    parser = Parser(add_help=False, exit_on_error=False)
    _add_common(parser)
    arguments = parser.parse_args([])
    with suppress(argparse.ArgumentError):
        arguments = parser.parse_known_args(words)[0]
    try:
        configuration = config.load(arguments.config)
    except config.ConfigError:
        configuration = config.Config()
    set_language(chosen_language_code(arguments, configuration) or ENGLISH.code)


def whole_parser() -> argparse.ArgumentParser:
    """The complete parser, with all commands. Help, completion and the manual are made from it."""
    parser = _parser()
    _add_commands(parser)
    return parser


def _parser(*, add_help: bool = True, exit_on_error: bool = True) -> argparse.ArgumentParser:
    """The parser of the options that need no command."""
    parser = _CommandParser(
        prog="tablekeeper",
        description="Keeps the score beside a card game. Without a command, runs at the table.",
        add_help=add_help,
        exit_on_error=exit_on_error,
    )
    _add_common(parser)
    option = parser.add_argument
    option("--version", action="version", version=f"%(prog)s {__version__}")
    option("--hal", choices=("auto", "pi", "desktop", "terminal", "mock"), default="auto", help="the hardware to use")
    option("--panel", metavar="NAME", help="the panel, by name")
    option(
        "--unattended",
        action="store_true",
        help="say on the panel that a configuration can't be used, and play without; wait for hardware that is missing",
    )
    option("--ask-language", action="store_true", help="ask for the language before all else, if nobody has said which")
    option("--explain-keys", action="store_true", help="say before the first question of a new box what its keys do")
    option("--keys", metavar="FILE", help="mock: presses to play, one a line; - is standard input")
    option("--frames", metavar="DIR", type=Path, help="mock: write each refresh as a PNG")
    option("--report", metavar="FILE", type=Path, help="mock: write a report as JSON")
    option("--port", metavar="N", type=_port, help="desktop: serve the page on this port and no other")
    option("--no-browser", action="store_true", help="desktop: open no browser")
    option(
        "--phone",
        action="store_true",
        help="desktop: serve the page to the network, and print a code that opens it on a phone",
    )
    return parser


def parse_port(word: str) -> int | None:
    """The number of a port, from 0 (any that is free) to 65535; None for any other word."""
    is_number = word.isascii() and word.isdecimal() and len(word) < 6
    return int(word) if is_number and int(word) < 65536 else None


def _port(word: str) -> int:
    port = parse_port(word)
    if port is None:
        raise argparse.ArgumentTypeError(f"“{word}” is no port; ports are numbers from 0 (any that is free) to 65535.")
    return port


def _add_commands(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog=parser.prog)
    scoring = commands.add_parser("score", help="check and score a record")
    scoring.add_argument("file", metavar="FILE", help="the record; - is standard input")
    scoring.add_argument("--json", action="store_true", help="print one JSON object")
    keys = commands.add_parser("keys", help="print the presses that declare a record from power-on")
    keys.add_argument("file", metavar="FILE", help="the record; - is standard input")
    export = commands.add_parser("export", help="print the record of a game in the journal")
    export.add_argument("game", metavar="GAME", nargs="?", type=int, help="its number; without, the current game")
    alternative = export.add_mutually_exclusive_group().add_argument
    alternative("--list", action="store_true", help="list the games")
    alternative(
        "--corrections", action="store_true", help="what was corrected in the game, and when, instead of its record"
    )
    alternative("--bgstats", action="store_true", help="a file of plays for BG Stats: of one game, or of all")
    alternative(
        "--qr", metavar="FILE", type=Path, help="a picture: the code by which a phone makes a play of it in BG Stats"
    )
    export.add_argument(
        "--secrets", action="store_true", help="also what stays secret until its round is scored, as a backup needs it"
    )
    render = commands.add_parser("gallery", help="draw every page of every game on every panel")
    render.add_argument("directory", metavar="DIR", type=Path, help="where the pictures and their index go")
    render.add_argument("--game", metavar="GAME", action="append", dest="games", help="only this game; may be repeated")
    render.add_argument(
        "--panel", metavar="NAME", action="append", dest="panels", help="only this panel; may be repeated"
    )
    new = commands.add_parser("newgame", help="write a package for a game of your own")
    new.add_argument("name", metavar="NAME", help="what the game is called: “Skull King”, or skull-king")
    new.add_argument("directory", metavar="DIR", type=Path, nargs="?", help="where it goes; by default, NAME")
    doctor = commands.add_parser("doctor", help="what hardware is there, what is missing, and what to type")
    doctor.add_argument("--json", action="store_true", help="print one JSON object")
    doctor.add_argument("--keys", dest="try_keys", action="store_true", help="test the keys, one by one")
    doctor.add_argument("--picture", action="store_true", help="show a test picture on the panel")
    settings = commands.add_parser("config", help="print a configuration that explains itself")
    settings.add_argument("--write", action="store_true", help="write it where it is looked for, if there is none")
    pods = commands.add_parser("pods", help="button pods: list them, find one, seat it, update it")
    past = (*_add_people(commands), *_add_past(commands), _add_page(commands), *_add_club(commands))
    for command in (scoring, keys, export, render, new, doctor, settings, *_add_pods(pods), *past):
        _add_common(command, default=argparse.SUPPRESS)


def _add_pods(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Add the commands of `pods`. Without one, `pods` lists them."""
    yield parser
    actions = parser.add_subparsers(dest="action", metavar="ACTION", prog=parser.prog)
    yield actions.add_parser("list", help="list the pods that are plugged in")
    identify = actions.add_parser("identify", help="have a pod blink")
    assign = actions.add_parser("assign", help="give a pod a seat")
    update = actions.add_parser("update", help="put the firmware onto a board, by mpremote")
    for action in (identify, assign):
        action.add_argument("pod", metavar="POD", help="its name or port, as the list has them")
    assign.add_argument("seat", metavar="SEAT", help="1 for the first player, …; none for everybody")
    update.add_argument("pod", metavar="POD", nargs="?", help="a pod's name, or the port of a board with MicroPython")
    yield from (identify, assign, update)


def _add_people(commands: _Commands) -> Iterator[argparse.ArgumentParser]:
    """Add the commands of `people`. Without one, `people` lists them."""
    people = commands.add_parser("people", help="list people; rename, merge, split, hide and delete them")
    yield people
    actions = people.add_subparsers(dest="action", metavar="ACTION", prog=people.prog)
    yield actions.add_parser("list", help="list people, the latest who played first")
    for name, metavars, help_text in (
        ("add", ("NAME",), "make somebody known who has not played yet"),
        ("rename", ("NAME", "NEW"), "give somebody another name, with what they played"),
        ("merge", ("NAME", "INTO"), "say that two names are one person's, who goes by the second"),
        ("hide", ("NAME",), "offer somebody at no table, and leave them out of lists"),
        ("show", ("NAME",), "the contrary"),
        ("split", ("NAME",), "say that a name is not the person's whose it was taken for"),
        ("delete", ("NAME",), "forget somebody who never played"),
        ("undo", (), "take back the last of these changes"),
    ):
        action = actions.add_parser(name, help=help_text)
        action.set_defaults(names=[], second_names=[])
        if metavars:
            action.add_argument("names", metavar=metavars[0], nargs=1)
        if len(metavars) > 1:
            action.add_argument("second_names", metavar=metavars[1], nargs=1)
        yield action


def _add_past(commands: _Commands) -> Iterator[argparse.ArgumentParser]:
    """Add the commands `history` and `statistics`."""
    history = commands.add_parser("history", help="the games of the past, or one of them in full")
    history.add_argument(
        "number", metavar="GAME", nargs="?", type=int, help="a game's number: all of it, with its record"
    )
    history.add_argument("--rebuild", action="store_true", help="work out all results anew from what was declared")
    history.add_argument(
        "--restore", metavar="N", type=int, help="take in what journal.db.damaged-N has, if it is whole"
    )
    deletion = history.add_mutually_exclusive_group()
    for word, help_text in (
        ("delete", "leave a game out from now on; its record is kept"),
        ("undelete", "take a deleted game back, within 30 days"),
    ):
        deletion.add_argument(
            f"--{word}", dest="deletion", metavar="GAME", type=partial(_chosen_change, word), help=help_text
        )
    deletion.add_argument(
        "--deleted", dest="deletion", action="store_const", const=("deleted",), help="list those that can be taken back"
    )
    statistics = commands.add_parser("statistics", help="what the games of the past come to together")
    for parser in (history, statistics):
        parser.add_argument("--game", metavar="GAME", help="only this game")
        parser.add_argument("--player", metavar="NAME", help="only games with this person")
        parser.add_argument("--since", metavar="DAY", type=_parse_day, help="from this day on, as 2026-11-22")
        parser.add_argument("--until", metavar="DAY", type=_parse_day, help="up to this day")
        format_option = parser.add_mutually_exclusive_group().add_argument
        format_option("--json", dest="format", action="store_const", const="json", help="print one JSON object")
        format_option("--csv", dest="format", action="store_const", const="csv", help="print a table: a row a player")
        if parser is history:
            rounds = "print a table: a row a player and round"
            format_option("--rounds", dest="format", action="store_const", const="rounds", help=rounds)
        yield parser


def _chosen_change(change: str, number: str) -> tuple[str, int]:
    """Return the option's name and the number of the game to change."""
    if not (number.isascii() and number.isdecimal()) or len(number) > 9:
        raise argparse.ArgumentTypeError(f"“{number[:40]}” is no number of a game; `tablekeeper history` lists them.")
    return change, int(number)


def _add_page(commands: _Commands) -> argparse.ArgumentParser:
    """Add the command `page`."""
    parser = commands.add_parser("page", help="serve a table's page to phones, in place of the table's own program")
    parser.add_argument(
        "--door", metavar="SOCKET", type=Path, required=True, help="the table's socket ([desktop] door)"
    )
    parser.add_argument("--address", default="0.0.0.0", help="where the page is served; by default to the network")
    parser.add_argument("--port", metavar="N", type=_port, default=8080, help="the port, and no other")
    parser.add_argument(
        "--name", metavar="NAME", action="append", default=[], help="what else the network calls this machine"
    )
    return parser


def _add_club(commands: _Commands) -> Iterator[argparse.ArgumentParser]:
    """Add the commands `courier` and `hub`."""
    courier = commands.add_parser("courier", help="carry a box's games to a club's hub")
    courier.add_argument("--box", metavar="NAME", help="the box's name at the broker")
    courier.add_argument(
        "--state", metavar="DIR", type=Path, help="instead of box and broker: where what a hub gives at joining is kept"
    )
    courier.add_argument("--door", metavar="SOCKET", type=Path, required=True, help="the table's socket ([club] door)")
    hub = commands.add_parser("hub", help="a club's hub: judge what boxes say, and keep it")
    actions = hub.add_subparsers(dest="action", metavar="ACTION", prog=hub.prog, required=True)
    run = actions.add_parser("run", help="hear the boxes until it is ended")
    run.add_argument("--user", metavar="NAME", default="hub", help="the hub's name at the broker")
    _add_serving(run)
    for parser in (courier, run):
        parser.add_argument("--broker", metavar="HOST[:PORT]", required=parser is run, help="the MQTT broker")
        parser.add_argument("--password", metavar="FILE", type=Path, help="a file that has the password")
        parser.add_argument(
            "--certificate", metavar="FILE", type=Path, help="the broker's certificate, the only one that is believed"
        )
    store_commands = [
        actions.add_parser(name, help=help_text)
        for name, help_text in (
            ("add", "a box is of the club, with a password that you make"),
            ("join", "show digits by which a box joins the club"),
            ("revoke", "take nothing of a box any more"),
            ("again", "have a box send a game anew"),
            ("games", "list games, with what they came to"),
            ("boxes", "list the boxes"),
            ("aside", "list what was set aside, and why"),
        )
    ]
    add, join, revoke, again, games, *_ = store_commands
    for parser in (add, join, revoke, again):
        parser.add_argument("box", metavar="BOX", help="the box's name")
    again.add_argument("game", metavar="GAME", help="the game, as the lists have it")
    games.add_argument("--box", metavar="BOX", help="only this box's")
    _add_joining(join, revoke)
    store_commands += [_add_director(actions), *_add_decisions(actions)]
    for parser in (run, *store_commands):
        parser.add_argument("--store", metavar="URL", required=True, help="the database, like sqlite:///club.db")
    yield from (courier, hub, run, *store_commands)


def _add_decisions(actions: _Commands) -> Iterator[argparse.ArgumentParser]:
    """Add the commands with which a director sees and answers questions."""
    parsers = {
        name: actions.add_parser(name, help=help_text)
        for name, help_text in (
            ("asked", "list what waits for you: boxes and games that are not as they were, and what to type"),
            ("seen", "you have seen that"),
            ("records", "print all records of a game of which its box has another one than the hub"),
            ("choose", "say which record of a game counts"),
            ("give", "a game is another box's"),
            ("move", "the games of a box that another one has are that one's: its card has moved"),
        )
    }
    parsers["seen"].add_argument("number", metavar="NUMBER", type=int, help="what, as “asked” has it")
    for name in ("records", "choose", "give", "move"):
        parsers[name].add_argument("box", metavar="BOX", help="the box whose it is now")
    for name in ("records", "choose", "give"):
        parsers[name].add_argument("game", metavar="GAME", help="the game, as the lists have it")
    for name in ("give", "move"):
        parsers[name].add_argument("to", metavar="TO", help="the other box")
    parsers["choose"].add_argument(
        "record", metavar="RECORD", type=int, nargs="?", help="one that does not count; without, the one that does"
    )
    yield from _add_left_out(actions)
    parsers["move"].add_argument("--stay", action="store_true", help="they stay where they are")
    yield from parsers.values()


def _add_left_out(actions: _Commands) -> Iterator[argparse.ArgumentParser]:
    """Add the commands with which a director excludes games, or includes them again."""
    leave_out = actions.add_parser("leave-out", help="leave out a game, or those of a box")
    leave_out.add_argument("box", metavar="BOX", help="the box's name")
    leave_out.add_argument(
        "game", metavar="GAME", nargs="?", help="the game, as the lists have it; without, all of the box"
    )
    leave_out.add_argument("--since", metavar="MOMENT", help="only what first came from then on, like 2026-11-25T20:00")
    leave_out.add_argument("--until", metavar="MOMENT", help="only what first came before then")
    take_in = actions.add_parser("take-in", help="take in again what was left out")
    take_in.add_argument("number", metavar="NUMBER", type=int, help="what, as “left-out” has it")
    yield from (leave_out, take_in, actions.add_parser("left-out", help="list what is left out"))


def _add_serving(run: argparse.ArgumentParser) -> None:
    """Add the options of `hub run` for the pages and for Home Assistant."""
    option = run.add_argument
    option("--page", metavar="[HOST:]PORT", help="serve pages to browsers here; without a host, of this machine")
    option("--name", metavar="HOST", action="append", default=[], help="a name that browsers call it by, too")
    option(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="the address of a web server before the pages, which is believed where a browser is",
    )
    option(
        "--home-assistant", metavar="PREFIX", nargs="?", const="homeassistant", help="tell Home Assistant of the tables"
    )
    option("--directors-only", action="store_true", help="only directors may look at the pages")
    option("--page-certificate", metavar="FILE", type=Path, help="serve the pages over TLS with this one")
    option("--page-key", metavar="FILE", type=Path, help="the key that the pages' certificate is of")


def _add_director(actions: _Commands) -> argparse.ArgumentParser:
    """Add the command that registers or removes a director."""
    director = actions.add_parser("director", help="let somebody direct by the pages")
    director.add_argument(
        "director", metavar="NAME", help="who logs in by this name, with a password that is asked for"
    )
    director.add_argument("--password", metavar="FILE", type=Path, help="a file that has the password")
    director.add_argument("--remove", action="store_true", help="this one directs no more")
    return director


def _add_joining(join: argparse.ArgumentParser, revoke: argparse.ArgumentParser) -> None:
    """Add the options of `hub join` and `hub revoke`."""
    option = join.add_argument
    option("--certificate", metavar="FILE", type=Path, required=True, help="the broker's certificate")
    option("--key", metavar="FILE", type=Path, required=True, help="its private key")
    option(
        "--listen", metavar="[HOST:]PORT", default="0.0.0.0:8884", help="where the box knocks (default: %(default)s)"
    )
    option("--broker-port", metavar="PORT", type=int, default=8883, help="the broker's port (default: %(default)s)")
    option("--replace", action="store_true", help="ask nothing where another box has joined by this name before")
    for parser in (join, revoke):
        parser.add_argument(
            "--passwords", metavar="FILE", type=Path, required=parser is join, help="Mosquitto's password file"
        )
        parser.add_argument("--pid", metavar="FILE", type=Path, help="where Mosquitto's process number is")


def _parse_day(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{word}” is no day; days are written as 2026-11-22.") from None


def _add_common(parser: argparse.ArgumentParser, default: object = None) -> None:
    parser.add_argument("--data", metavar="DIR", type=Path, default=default, help="where the journal is kept")
    parser.add_argument("--lang", choices=config.LANGUAGES, default=default, help="the language of the table")
    parser.add_argument("--config", metavar="FILE", type=Path, default=default, help="the configuration")
