"""What can be typed: the arguments of playing are understood without setting out those of any command."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from pathlib import Path

import pytest

from device.cli import arguments
from device.cli.argparse_words import TEXTS
from device.cli.arguments import parse

COMMANDS = ("score", "export")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--hal", "mock", "--keys", "-"],
        ["--hal=desktop", "--port", "0", "--no-browser"],
        ["--unatt", "--lang", "fr"],
        ["--data", "export-of-1999"],
    ],
)
def test_playing_is_understood_alike_with_and_without_commands(words: list[str]) -> None:
    assert vars(parse(words, ())) == vars(parse(words, words or ("",)))


def test_playing_sets_out_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a dozen times as much work as its own arguments, at every start of a box."""
    monkeypatch.delattr(arguments, "_add_commands")
    assert parse(["--hal", "pi", "--data", "here"], COMMANDS).data == Path("here")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scroe", "game.txt"], "argument COMMAND: invalid choice: 'scroe'"),
        (["--port", "none"], "argument --port: “none” is no port"),
        (["--bogus"], "unrecognized arguments: --bogus"),
        (["score"], "the following arguments are required: FILE"),
    ],
)
def test_what_cannot_be_understood_is_said_with_the_commands(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(words, COMMANDS)
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert said in error
    assert words == ["score"] or "COMMAND ..." in error


@pytest.mark.parametrize("words", [["--help"], ["score", "--help"]])
def test_help_has_no_colours(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From Python 3.14 on, argparse colours it: “\\u001b[1;34m” was to be read at a terminal."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    asked: list[argparse.ArgumentParser] = []
    format_help = argparse.ArgumentParser.format_help

    def note_and_format(parser: argparse.ArgumentParser) -> str:
        asked.append(parser)
        return format_help(parser)

    monkeypatch.setattr(argparse.ArgumentParser, "format_help", note_and_format)
    with pytest.raises(SystemExit):
        parse(words, COMMANDS)
    assert "u001b" not in capsys.readouterr().out
    assert [vars(parser)["color"] for parser in asked] == [False]


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["--help"], COMMANDS)
    assert ended.value.code == 0
    assert "check and score a record" in capsys.readouterr().out


FRENCH = [
    (["scroe", "game.txt"], "argument COMMAND : choix inconnu : 'scroe' (possible : score, keys, "),
    (["--bogus"], "tablekeeper : erreur : arguments inconnus : --bogus"),
    (["score"], "tablekeeper score : erreur : arguments manquants : FILE"),
    (["history", "--json", "--csv"], "argument --csv : ne va pas avec l’argument --json"),
    (["export", "x"], "argument GAME : 'x' n’est pas une valeur de la forme int"),
    (["--help"], "montrer cette aide et terminer"),
]


@pytest.mark.parametrize(("words", "said"), FRENCH)
def test_argparse_speaks_the_tables_language(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By --lang, by what was chosen at the table, or by the configuration."""
    monkeypatch.setenv("LANGUAGE", "en")
    settings = tmp_path / "french.toml"
    settings.write_text('language = "fr"\n')
    for french in (["--lang", "fr"], ["--config", str(settings)]):
        with pytest.raises(SystemExit):
            parse([*french, *words], COMMANDS)
        told = capsys.readouterr()
        spoken = " ".join((told.out + told.err).split()).replace("\N{NARROW NO-BREAK SPACE}", " ")
        # Before Python 3.12, choices stand in quotation marks, as the wrong one does in all versions.
        assert said in re.sub(r"(?<=[ (])'([a-z-]+)'(?=[,)])", r"\1", spoken)
    with pytest.raises(SystemExit):
        parse(words, COMMANDS)
    assert "erreur" not in capsys.readouterr().err


FOR_PROGRAMMERS = (
    ".__call__() not defined", "conflicting ", "can't open", "cannot merge", "'required' is an invalid",
    "invalid option string", "dest= is required", "invalid conflict_resolution", "mutually exclusive arguments must",
    "subcommands", "cannot have multiple subparser", "is not callable", "with mode", "deprecated", "default: ",
    "warning: ",
)  # fmt: skip
"""Of what argparse may say, what no user of this program meets."""


def test_all_that_this_pythons_argparse_says_to_users_can_be_translated() -> None:
    tree = ast.parse(inspect.getsource(argparse))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    asked = {
        word.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in ("_", "ngettext")
        for word in call.args[:2]
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    }
    known = {form for one in TEXTS for form in (one.message, one.plural)}
    assert len(asked) > 20
    assert {word for word in asked - known if not any(part in word for part in FOR_PROGRAMMERS)} == set()
