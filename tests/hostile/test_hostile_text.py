"""Records, key scripts and configurations that somebody or something has spoilt: a sentence, and quickly.

Every input is given twice over: as the function that reads it gets it, and as a user would, to the command line.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device import config
from device.cli.commands import main
from device.config import ConfigError
from device.session import keyscript, score
from device.session import record as records
from device.session.record import RecordRefused
from device.system.exitcodes import ILLEGAL_RECORD, MISUSED, SUCCESS
from display.words import ENGLISH
from hal.mock.script import Script, ScriptError
from tests.games.registered import GAMES, GOLDEN
from tests.hostile.bounds import bounded
from tests.non_empty import non_empty

EXAMPLE = Path(config.__file__).with_name(config.FILE_NAME).read_text(encoding="utf-8")
RECORDS = [(GOLDEN / f"{game_id}.txt").read_text(encoding="utf-8").splitlines() for game_id in GAMES]
WORDS = sorted({word for record in RECORDS for line in record for word in line.split()})
FIGURES = ["0", "-1", "+3", "007", "1e9", "²", "٣", "9" * 5000, "3-35", "9-3", "red-0", "blue-99", "getaway"]
NO_THANKS = b"game no-thanks\nplayers A B C\n"


@st.composite
def spoilt_records(draw: st.DrawFn) -> bytes:
    """A golden record up to some line, with lines that are out of place, spoilt or made up."""
    lines = list(draw(st.sampled_from(RECORDS)))
    lines = lines[: draw(st.integers(0, len(lines)))]
    word = st.one_of(st.sampled_from(WORDS), st.sampled_from(FIGURES), st.text(max_size=5))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines)))
        match draw(st.sampled_from(["insert", "repeat", "swap", "drop", "word"])):
            case "insert":
                lines.insert(at, " ".join(draw(st.lists(word, max_size=5))))
            case "repeat":
                lines[at:at] = lines[max(0, at - 1) : at] * draw(st.integers(1, 3))
            case "swap":
                lines[at : at + 2] = reversed(lines[at : at + 2])
            case "drop":
                del lines[at : at + 1]
            case _:
                words = lines[at].split() if at < len(lines) else []
                if words:
                    words[draw(st.integers(0, len(words) - 1))] = draw(word)
                    lines[at] = " ".join(words)
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    cut = draw(st.integers(0, len(data)))
    return data[:cut] + draw(st.binary(max_size=3)) + data[cut:] if draw(st.booleans()) else data


def read_all(data: bytes) -> None:
    """All that the command line does with a record."""
    refused = None
    try:
        record = records.read(data)
    except RecordRefused as error:
        refused = error
    if refused is not None:
        assert ENGLISH.say(refused.refusal.sentence)
        assert score.error_as_json(refused, ENGLISH)
        return
    assert score.as_json(record)
    assert score.as_text(record, ENGLISH)
    for press in keyscript.key_script(data):
        assert list(Script([press]))


@given(spoilt_records())
@settings(max_examples=60, deadline=None)
@example(b"")
@example(b"\xef\xbb\xbf")
@example(b'"" x\n')
@example(b"game\n")
@example(NO_THANKS + b"'' pass\n")
@example(NO_THANKS + b"'flip' 3\n")
@example(NO_THANKS + b"set rounds 9999999999\n")
@example("game no-thanks\nplayers A\u2028 B C\nset rounds ²\n".encode())
def test_a_spoilt_record_is_scored_or_refused(data: bytes) -> None:
    with bounded():
        read_all(data)


@pytest.mark.parametrize(
    "data",
    [
        NO_THANKS + b"set rounds 4\n" * 2000,
        NO_THANKS + b"flip " + b"9" * 100_000,
        NO_THANKS + b"set detail totals\nA holds 3-" + b"9" * 5000 + b" tokens 3\n",
        NO_THANKS + b"set detail totals\nA holds " + b"3-4 " * 20_000 + b"tokens 3\n",
        b"game loop\nplayers A B C D\nA plays " + b"1 " * 50_000,
        b"game loop-2023\nplayers A B\nA plays " + b"red-1 " * 50_000,
        b"game no-thanks\nplayers A " + "a\u0301\u0316".encode() * 100_000 + b" C\n",
        NO_THANKS + "a\u0301\u0316".encode() * 100_000 + b" pass\n",
        b"game no-thanks\nplayers " + b" ".join(b"P%d" % n for n in range(50_000)),
        b'"' * 100_000,
        b"\\" * 100_001,
        b"#" * 1_000_000,
        b"\n" * (records.MAX_SIZE // 4),
        b"\n" * (records.MAX_SIZE + 1),
    ],
    ids=lambda data: repr(data[:40]),
)
def test_a_huge_record_takes_no_longer(data: bytes) -> None:
    with bounded():
        read_all(data)


@pytest.mark.parametrize("command", ["score", "keys"])
def test_input_without_end_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with open("/dev/zero", "rb") as endless, bounded():
        assert main([command, f"/dev/fd/{endless.fileno()}"]) == ILLEGAL_RECORD
    assert "This is no record: it is larger than any game could be. [syntax]\n" in capsys.readouterr().err


LINES = st.one_of(
    st.sampled_from(["A", "hold A", "pod2 B", "pod2 hold B", "wait 1.5", "# x", ""]),
    st.text(alphabet=string.printable, max_size=20),
    st.text(max_size=10),
)


@given(st.lists(LINES, max_size=6))
@example(["wait ٣"])
@example(["wait 1e400"])
@example(["A" * 1_000_000])
@example([" " * 1_000_000 + "A"])
@example(["\ufeff" * 1_000_000 + "A"])
def test_a_spoilt_key_script_is_played_or_refused_in_a_line(lines: list[str]) -> None:
    times: list[float] = []
    refused = None
    with bounded():
        try:
            times += (edge.time_s for edge in Script(lines))
        except ScriptError as error:
            refused = error
    assert times == sorted(times)
    if refused is not None:
        assert 1 <= refused.line_number <= len(lines)
        assert len(refused.sentence) < 200


def uncommented() -> list[str]:
    """The example's settings, all in force."""
    return [line.removeprefix("#") for line in EXAMPLE.splitlines() if line.partition(" =")[1] or line[:1] == "["]


@st.composite
def spoilt_configurations(draw: st.DrawFn) -> bytes:
    lines = uncommented()
    value = st.one_of(
        st.sampled_from(
            ['""', "[]", "{}", "nan", "-1", "1e99", "1979-05-27", "07:00", '"\\u0000"', "[[]]", "9" * 5000]
        ),
        st.text(max_size=8),
    )
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(lines) - 1))
        name = lines[at].partition(" =")[0]
        lines[at] = f"{name} = {draw(value)}" if draw(st.booleans()) else draw(st.text(max_size=12))
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def configure(data: bytes) -> None:
    refused = None
    try:
        config.parse_config(data, "box.toml")
    except ConfigError as error:
        refused = error
    assert refused is None or re.match(r"box.toml:[0-9]+: ", str(refused))


@given(st.one_of(spoilt_configurations(), st.binary(max_size=40)))
@settings(max_examples=60, deadline=None)
@example(b"[keys]\nA = " + b"9" * 5000)
@example(b"roster = " + b"[" * 4000)
@example(b"roster = " + b"[" * 300 + b"]" * 300)
@example(b'roster = ["\\uD800"]')
@example(b'roster = ["' + b"a" * 101 + b'"]')
@example(b"a." * 4900 + b"a = 1")
@example(b"[a" + b".a" * 2000 + b"]\nx = 1")
@example(b'a = """' + b'"' * 5000)
@example(b"[[panel]]")
@example(b"panel.name.x = 1")
@example(b"[panel]\nrotation = nan")
@example(b'[desktop]\ntoken = "\\u0000"')
def test_a_spoilt_configuration_is_read_or_refused_by_its_line(data: bytes) -> None:
    with bounded():
        configure(data)


def test_a_configuration_without_end_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long"
    with path.open("wb") as file:
        file.truncate(10**9)
    with bounded():
        assert main(["score", "--config", str(path), "-"]) == MISUSED
    assert "larger than" in capsys.readouterr().err


def commands(path: Path) -> Iterator[list[str]]:
    yield ["score", str(path)]
    yield ["score", "--json", str(path)]
    yield ["keys", str(path)]


@given(spoilt_records())
@settings(max_examples=15, deadline=None)
def test_the_command_line_never_breaks_off(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("hostile") / "record.txt"
    path.write_bytes(data)
    for arguments in non_empty(commands(path)):
        assert main(arguments) in (SUCCESS, ILLEGAL_RECORD)
