"""`make manual`: the man page and the shells' completion, from the definitions that `tablekeeper --help` comes from."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import shtab

from device import games
from device.cli.arguments import whole_parser
from hal.panel import panel

ROOT = Path(__file__).parents[1]
MAN_PAGE = ROOT / "docs/manual/tablekeeper.1"
COMPLETION = {"bash": ROOT / "docs/manual/bash/tablekeeper", "zsh": ROOT / "docs/manual/zsh/_tablekeeper"}
"""Their names are those under which man and the shells look for them."""

SUMMARY = "keep the score beside a card game"
FILES = """\
.TP
.I ~/.config/tablekeeper/tablekeeper.toml
The configuration, all of it optional; \\fBtablekeeper config\\fP prints one that explains itself. A box has it in
.IR /etc/tablekeeper .
.TP
.I ~/.local/state/tablekeeper
The games. A box keeps them in
.IR /var/lib/tablekeeper ."""
STATUS = """\
.TP
.B 0
All is well.
.TP
.B 1
A record has an illegal line, or the doctor found something that does not work.
.TP
.B 2
The command was used wrongly, or a file can't be used.
.TP
.B 70
The program itself is at fault.
.TP
.B 72
The installation lacks a file, or has a damaged one.
.TP
.B 74
The disk lacks something that was declared.
.TP
.B 130
Ctrl-C ended the program.
.TP
.B 141
Nobody reads the output any more."""


def man_page() -> str:
    """The man page in troff, without a date, so that it changes only when the definitions do."""
    parser = whole_parser()
    sections = (f".SS {_plain(one.prog)}\n{_plain(one.text)}.\n{_arguments(one.parser)}" for one in _commands(parser))
    return (
        f'.TH TABLEKEEPER 1 "" Tablekeeper "User Commands"\n.SH NAME\ntablekeeper \\- {SUMMARY}\n'
        f".SH SYNOPSIS\n.B tablekeeper\n[options]\n.br\n.B tablekeeper\n.I COMMAND\n[arguments]\n"
        f".SH DESCRIPTION\n{_plain(parser.description or '')}.\n"
        f".SH OPTIONS\n{_arguments(parser)}.SH COMMANDS\n{''.join(sections)}"
        f".SH FILES\n{FILES}\n.SH EXIT STATUS\n{STATUS}\n"
    )


class _Command(NamedTuple):
    """A command with all words before its arguments, and its help text."""

    prog: str
    text: str
    parser: argparse.ArgumentParser


def _commands(parser: argparse.ArgumentParser) -> Iterator[_Command]:
    """Yield the commands of a parser, each followed by its subcommands."""
    for action in parser._actions:
        if isinstance(action.choices, dict):
            texts = {one.dest: one.help or "" for one in action._get_subactions()}  # type: ignore[attr-defined]
            for name, command in action.choices.items():
                yield _Command(command.prog, texts[name], command)
                yield from _commands(command)


def _arguments(parser: argparse.ArgumentParser) -> str:
    """A command's arguments, a paragraph each, without subcommands and the common help option."""
    shown = [one for one in parser._actions if not isinstance(one.choices, dict) and one.dest != "help"]
    return "".join(f".TP\n{_named(one)}\n{_plain((one.help or '') % vars(one))}.\n" for one in shown)


def _named(action: argparse.Action) -> str:
    """An argument as it is typed: names in bold, placeholders in italics."""
    choices = "" if action.choices is None else "|".join(map(str, action.choices))
    value = action.metavar or choices if action.nargs != 0 else ""
    names = ", ".join(f"\\fB{_plain(name)}\\fP" for name in action.option_strings)
    return f"{names} \\fI{_plain(str(value))}\\fP".replace("\\fI\\fP", "").strip()


def _plain(words: str) -> str:
    """Escape text for troff: hyphens that can be copied, and no line that begins with a request (groff(7))."""
    said = words.replace("\\", "\\e").replace("-", "\\-").rstrip(".")
    return f"\\&{said}" if said.startswith((".", "'")) else said


def completion(shell: str) -> str:
    """The completion script of a shell, `bash` or `zsh`, for `tablekeeper`."""
    parser = whole_parser()
    for action in actions(parser):
        _offer(action)
    return str(shtab.complete(parser, shell=shell))


def _offer(action: argparse.Action) -> None:
    """Let a shell complete files, directories, games and panels in such an argument."""
    if action.metavar in ("FILE", "DIR"):
        action.complete = shtab.FILE if action.metavar == "FILE" else shtab.DIRECTORY  # type: ignore[attr-defined]
    elif "--game" in action.option_strings:
        action.choices = games.built_in_ids()
    elif "--panel" in action.option_strings:
        action.choices = tuple(kind.name for kind in panel.PANEL_KINDS)


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield all arguments, including those of subcommands; argparse has no public interface for them."""
    for action in parser._actions:
        yield action
        if isinstance(action.choices, dict):  # commands, by their names
            for command in action.choices.values():
                yield from actions(command)


if __name__ == "__main__":
    made = {MAN_PAGE: man_page(), **{path: completion(shell) for shell, path in COMPLETION.items()}}
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
