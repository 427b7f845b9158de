"""What can be typed: the arguments of playing are understood without setting out those of any command."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.cli import arguments
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


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["--help"], COMMANDS)
    assert ended.value.code == 0
    assert "check and score a record" in capsys.readouterr().out
