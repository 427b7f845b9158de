"""A game is its package: one that only the tests have is played by keys from power-on to its final sheet."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from device import games
from device.cli.commands import main
from device.contract.refusal import Refused
from device.session import record as records
from device.session.keyscript import key_script
from device.session.names import check_name, reserved_words
from display.vocabulary import Breakdown, Sheet, Tone
from display.words import ENGLISH
from tests.games.registering import registered
from tests.table.tables import play

FOLDER = Path(__file__).parent / "fifth"
RECORD = [
    "game high-number", "players Ann Bo Cleo", "set rounds 2", "first Bo",
    "Bo says 1", "Cleo says 4", "Ann says 2",
    "double", "Cleo says 3", "Ann says 2", "Bo says 1",
]  # fmt: skip


@pytest.fixture
def fifth() -> Iterator[None]:
    with registered(FOLDER):
        yield


def written(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def test_it_stands_among_the_others_and_goes_without_a_trace() -> None:
    box = (games.ids(), reserved_words())
    with registered(FOLDER):
        assert games.ids() == tuple(sorted((*box[0], "high-number")))
        assert ENGLISH.say(games.title("high-number")) == "High Number"
        assert games.load("high-number").id == "high-number"
        assert reserved_words() == box[1] | {"double"}
        with pytest.raises(Refused):
            check_name("double")
    assert (games.ids(), reserved_words()) == box
    check_name("double")
    assert not any(name.startswith("device.games.high_number") for name in sys.modules)
    with pytest.raises(KeyError):
        games.load("high-number")


@pytest.mark.usefixtures("fifth")
def test_by_keys_from_power_on_to_the_final_sheet(tmp_path: Path) -> None:
    mock = play(tmp_path, [*key_script(written(RECORD)), "hold C"])
    page = mock.controller.page()
    assert isinstance(page.body, Sheet)
    assert [(row.name, row.total, row.is_winner) for row in page.body.rows] == [
        ("Cleo", 4 + 2 * 3, True),
        ("Ann", 0, False),
        ("Bo", 0, False),
    ]
    assert mock.record() == RECORD


@pytest.mark.usefixtures("fifth")
def test_its_keys_are_those_of_its_prompt(tmp_path: Path) -> None:
    """Four numbers on the pad: AA is 1. A round ends with its summary."""
    keys = list(key_script(written(RECORD[:4])))
    mock = play(tmp_path, [*keys, *"AA", *"AD", *"AB"])
    assert mock.record() == RECORD[:7]
    assert isinstance(mock.controller.page().body, Breakdown)


@pytest.mark.usefixtures("fifth")
def test_its_refusal_may_stand_and_its_export_says_so(tmp_path: Path) -> None:
    """It asks its own question; taken back, nothing has changed."""
    keys = list(key_script(written(RECORD[:5])))
    asked = play(tmp_path / "asked", [*keys, *"AA"])
    page = asked.controller.page()
    assert page.notice is not None
    assert (page.notice.tone, ENGLISH.say(page.notice.title)) == (Tone.DECISION, "Twice")
    assert page.question is not None
    assert ENGLISH.say(page.question) == "May a number be said twice?"
    assert play(tmp_path / "back", [*keys, *"AA", "A"]).record() == RECORD[:5]
    stands = play(tmp_path / "stands", [*keys, *"AA", "B"])
    assert stands.record() == [*RECORD[:5], "Cleo says 1  # a number twice, let stand by the table"]


@pytest.mark.usefixtures("fifth")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Bo sings", "syntax"),
        ("Cleo says 1", "out-of-turn"),
        ("Bo says 9", "no-such-card"),
        ("first Ann", "wrong-phase"),
    ],
)
def test_its_rules_refuse(line: str, code: str) -> None:
    lines = [*RECORD[:4], *(["Bo says 1"] if line.startswith("first") else []), line]
    with pytest.raises(records.RecordRefused) as refused:
        records.read(written(lines))
    assert refused.value.refusal.code.value == code


@pytest.mark.usefixtures("fifth")
def test_score_keys_and_export_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(written(RECORD))
    assert main(["score", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["totals"] == {"Ann": 0, "Bo": 0, "Cleo": 10}
    assert found["rounds"][0] == {"points": {"Ann": 0, "Bo": 0, "Cleo": 4}, "order": ["Bo", "Cleo", "Ann"]}
    assert found["winners"] == ["Cleo"]
    assert main(["keys", str(path)]) == 0
    keys = tmp_path / "keys"
    keys.write_text(capsys.readouterr().out, encoding="utf-8")
    data = ["--data", str(tmp_path / "data")]
    assert main(["--hal", "mock", "--keys", str(keys), "--panel", "what-black", *data]) == 0
    capsys.readouterr()
    assert main(["export", *data]) == 0
    assert capsys.readouterr().out.splitlines() == RECORD


@pytest.mark.usefixtures("fifth")
def test_its_taken_number_is_refused_by_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(written([*RECORD[:5], "Cleo says 1"]))
    assert main(["score", str(path)]) == 1
    assert capsys.readouterr().err.strip().endswith("[number-taken]")
