"""What is secret until a round is scored is in nothing that others see: No Thanks!, Set Up, at level totals."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.cli.commands import main
from device.games import ids, load
from device.journal.export import exported_lines
from device.journal.store import Journal
from device.session import record
from device.session import session as sessions
from device.session.keyscript import key_script
from device.session.rows import JournalRow, RowKind

HEADER = ["game no-thanks", "players Ann Ben Cleo", "set detail totals"]
ROUND = ["Ann holds 3-10 tokens 19", "Ben holds 11-18 tokens 11", "Cleo holds 19-26 tokens 3"]
IN_PLAY = ["Ben holds 3-10 tokens 23", "Ann holds tokens 7"]
VEILED = [
    "# Ben holds 3-10: the rest is shown when the round is scored",
    "# Ann holds: the rest is shown when the round is scored",
]


def rows(lines: list[str]) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in lines]


def kept(place: Path, lines: list[str]) -> Path:
    journal = Journal.open(place)
    journal.begin_game(rows(lines))
    journal.close()
    return place


def exported(data: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    assert main(["export", "--data", str(data), *options]) == 0
    return capsys.readouterr().out.splitlines()


def test_an_export_of_a_round_in_play_keeps_what_is_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = kept(tmp_path / "data", [*HEADER, *ROUND, *IN_PLAY])
    assert exported(data, capsys) == [*HEADER, *ROUND, *VEILED]
    assert exported(data, capsys, "--secrets") == [*HEADER, *ROUND, *IN_PLAY]
    assert list(exported_lines(data, None)) == [*HEADER, *ROUND, *IN_PLAY]


def test_what_is_exported_is_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = kept(tmp_path / "data", [*HEADER, *ROUND, *IN_PLAY])
    found = record.read("\n".join(exported(data, capsys)).encode())
    assert found.state == record.read("\n".join([*HEADER, *ROUND]).encode()).state


def test_what_a_stopped_game_leaves_out_is_not_said_to_be_shown_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = kept(tmp_path / "data", [*HEADER, *ROUND, IN_PLAY[0], "end"])
    veiled = "# Ben holds 3-10: the rest is not shown: the round is left out"
    assert exported(data, capsys) == [*HEADER, *ROUND, veiled, "end"]


def test_a_scored_round_is_exported_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = kept(tmp_path / "data", [*HEADER, *ROUND])
    assert exported(data, capsys) == [*HEADER, *ROUND]


def public(lines: list[str]) -> list[str]:
    """The lines as an export gives them."""
    kept = rows(lines)
    return sessions.public_lines(kept, sessions.read(kept))


def test_what_the_rules_can_not_read_counts_as_not_scored() -> None:
    lines = [*HEADER, "Ann holds 3-10 tokens 99", *ROUND]
    found = public(lines)
    assert len(found) == len(lines)
    assert "tokens" not in " ".join(found[len(HEADER) :])


def test_at_level_turns_all_is_declared_in_the_open() -> None:
    lines = ["game no-thanks", "players Ann Ben Cleo", "flip 3", "Ann pass"]
    assert public(lines) == lines


@pytest.mark.parametrize("game_id", ids())
def test_other_games_are_exported_whole(game_id: str) -> None:
    if load(game_id).secrets is not None:
        pytest.skip("keeps secrets")
    lines = [f"game {game_id}", "players A B C D"]
    assert public(lines) == lines


def told(place: Path, capsys: pytest.CaptureFixture[str], lines: list[str]) -> str:
    """The transcript of these lines, declared by keys."""
    keys = place / "keys"
    keys.write_text("\n".join(key_script("\n".join(lines).encode())), encoding="utf-8")
    assert main(["--hal", "mock", "--keys", str(keys), "--data", str(place / "data")]) == 0
    return capsys.readouterr().out


def test_the_transcript_keeps_what_is_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(tmp_path, capsys, [*HEADER, *ROUND, *IN_PLAY])
    assert "tokens 23" not in said
    assert "tokens 7" not in said
    assert all(line in said for line in VEILED)
    assert list(exported_lines(tmp_path / "data", None)) == [*HEADER, *ROUND, *IN_PLAY]
