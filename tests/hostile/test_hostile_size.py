"""Input of up to 2 MB is answered soon, in little memory, and in a few lines."""

from __future__ import annotations

import os
import shlex
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.cli.commands import main
from device.config import chosen_language
from device.pods import seats
from device.session import record as records
from device.session import wordsplit
from device.session.record import RecordRefused
from device.system.exitcodes import ILLEGAL_RECORD, MISUSED, SUCCESS
from display.words import ENGLISH, Several, shorten_arguments, text
from tests.hostile.bounds import bounded
from tests.hostile.shapes import MAX_WORDS, MOST, SHAPES

GAME = b"game no-thanks\nplayers A B C\n"


@pytest.mark.parametrize("shape", SHAPES)
def test_two_megabytes_are_answered_soon(shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(SHAPES[shape]) <= MOST
    path = tmp_path / "record"
    path.write_bytes(SHAPES[shape])
    legal = shape == "options over and over"
    for command in (["score"], ["score", "--json"] if legal else ["keys"]):
        with bounded():
            status = main([*command, str(path)])
        out, err = capsys.readouterr()
        assert status == (SUCCESS if legal else ILLEGAL_RECORD)
        assert len(err) < 1000
        assert len(out) < 1000


LINES = st.text(alphabet=st.sampled_from("ab \t\r\n'\"\\#é"), max_size=12)


@given(LINES)
@settings(max_examples=300)
@example("a'b\"c'd")
@example("'' \"\"")
@example('"\\\\\\"\\a"')
@example("\\#a#b\nc")
def test_words_are_those_of_a_shell(line: str) -> None:
    """The standard library's splitter is the description of ours; on long lines, it only takes too long."""
    expected: list[str] | None = None
    found: list[str] | None = None
    try:
        expected = shlex.split(line, comments=True)
    except ValueError:
        with pytest.raises(ValueError, match=r"['\"\\]"):
            list(wordsplit.split_words(line))
    else:
        found = list(wordsplit.split_words(line))
    assert found == expected


def test_a_line_of_a_record_has_so_many_words_at_the_most() -> None:
    most = wordsplit.MAX_PIECES
    assert len(records.split("x " * most)) == most
    for line in ("x " * (most + 1), "''" * (most + 1), '"' + '\\"' * most + '"'):
        with pytest.raises(RecordRefused) as refused:
            records.read(GAME + line.encode())
        assert refused.value.line_number == 3
        assert refused.value.refusal.code == "syntax"


def test_what_a_sentence_quotes_is_cut() -> None:
    quoted = shorten_arguments(text("“{word}” of {hand}", word="x" * 500, hand=Several(tuple("y" * MAX_WORDS))))
    assert ENGLISH.say(quoted) == f"“{'x' * 200}…” of {', '.join('y' * 20)} and …"


def test_lines_are_counted_through_comments_and_empty_lines() -> None:
    with pytest.raises(RecordRefused) as refused:
        records.read(b"#\r\n" * 3 + b"\t # x\n\n" + b"game x # y\n")
    assert refused.value.line_number == 6
    with pytest.raises(RecordRefused) as refused:
        records.read(b"#\n\ngame x\n\xff\n")
    assert refused.value.line_number == 3
    with pytest.raises(RecordRefused) as refused:
        records.read(b"#\n\n# \xff\ngame x\n")
    assert (refused.value.line_number, refused.value.refusal.code) == (3, "syntax")


def pipe(path: Path) -> str:
    os.mkfifo(path)
    return "a pipe is where a file should be"


def directory(path: Path) -> str:
    path.mkdir()
    return "a directory is where a file should be"


def device(path: Path) -> str:
    path.symlink_to("/dev/zero")
    return "a device is where a file should be"


def listening(path: Path) -> str:
    socket.socket(socket.AF_UNIX).bind(os.path.relpath(path))
    return "a socket is where a file should be"


@pytest.mark.filterwarnings("ignore:unclosed")
@pytest.mark.parametrize("make", [pipe, directory, device, listening])
def test_what_is_no_file_is_refused_and_not_waited_for(
    make: Callable[[Path], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a record, as the configuration, as the seats of pods, as the language."""
    monkeypatch.chdir(tmp_path)
    said = make(tmp_path / "it")
    for arguments in (["score", "it"], ["keys", "it"], ["score", "--config", "it", "-"]):
        assert main(arguments) == MISUSED
        assert said in capsys.readouterr().err
    make(tmp_path / seats.FILE_NAME)
    trouble = seats.PodSeats(tmp_path / seats.FILE_NAME).trouble
    assert trouble is not None
    assert said in ENGLISH.say(trouble)
    make(tmp_path / chosen_language.FILE_NAME)
    assert chosen_language.chosen_language_code(tmp_path) is None


def test_what_a_shell_hands_over_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    """`score <(…)`: a pipe that is meant."""
    reader, writer = os.pipe()
    os.write(writer, GAME)
    os.close(writer)
    assert main(["score", f"/dev/fd/{reader}"]) == SUCCESS
    os.close(reader)
    assert "No Thanks!" in capsys.readouterr().out


def test_seats_of_pods_without_end_are_set_aside(tmp_path: Path) -> None:
    path = tmp_path / seats.FILE_NAME
    with path.open("wb") as file:
        file.truncate(10**9)
    with bounded():
        assert seats.PodSeats(path).seated_pods() == ()
    assert not path.exists()


def test_a_key_script_without_line_breaks_is_not_read_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with bounded():
        assert main(["--hal", "mock", "--keys", "/dev/zero", "--data", str(tmp_path)]) == MISUSED
    assert "line 1" in capsys.readouterr().err
