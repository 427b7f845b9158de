"""`keys`, a run on the mock hardware, and `export` give back the record that they started from."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.session.keyscript import commented_script, key_script
from device.session.record import RecordRefused
from tests.games.registered import GAMES, GOLDEN, beginning, choices, written
from tests.table.tables import play


def round_trip(tmp_path: Path, lines: list[str]) -> list[str]:
    return play(tmp_path, key_script("\n".join(lines).encode())).record()


@pytest.mark.parametrize("game_id", GAMES)
def test_golden_record_comes_back(game_id: str, tmp_path: Path) -> None:
    lines = [line for line in (GOLDEN / f"{game_id}.txt").read_text(encoding="utf-8").splitlines() if line]
    assert round_trip(tmp_path, lines) == lines


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_random_games_come_back(game_id: str, seed: int, tmp_path: Path) -> None:
    """The beginnings of long ones: `test_golden_record_comes_back` goes to the end."""
    players, chosen = choices(game_id, seed)
    names = tuple(f"P{n}" for n in range(players))
    lines = written(game_id, names, chosen, beginning(game_id, seed, players, chosen))
    assert round_trip(tmp_path, lines) == lines


def test_every_name_can_be_spelled(tmp_path: Path) -> None:
    names = '"Anna Maria" Zoë "O\'Neil #2" 陳大文'
    lines = ["game no-loose-ends", f"players {names}"]
    assert round_trip(tmp_path, lines) == lines


def test_names_without_a_roster_are_seat_numbers(tmp_path: Path) -> None:
    lines = ["game no-loose-ends", "players 1 2 3", "1 bid red-3"]
    assert round_trip(tmp_path, lines) == lines


def test_the_roster_saves_spelling(tmp_path: Path) -> None:
    lines = ["game no-loose-ends", "players Kaylen Bo Teresa", "Kaylen pass"]
    roster = ("Teresa", "Kaylen")
    script = list(key_script("\n".join(lines).encode(), roster))
    assert len(script) < 30
    assert play(tmp_path, script, roster=roster).record() == lines


def test_options_and_starters_said_outright_are_kept(tmp_path: Path) -> None:
    lines = [
        "game no-loose-ends",
        "players A B",
        "set detail totals",
        "set detail totals",
        "set scoring standard",
        "first A",
        "A planned 0 covered 0 extra 15",
        "B planned 0 covered 0 extra 0",
        "first A",
        "B planned 1 covered 1 extra 10",
        "A planned 0 covered 0 extra 3",
    ]
    assert round_trip(tmp_path, lines) == lines


def test_a_record_that_is_not_legal_gives_no_presses() -> None:
    with pytest.raises(RecordRefused):
        key_script(b"game no-loose-ends\nplayers A B\nA bid red-99")


def test_each_group_of_presses_ends_with_what_it_gives() -> None:
    lines = ["game no-loose-ends", "players 1 2", "set detail totals", "1 planned 2 covered 2 extra 0"]
    data = "\n".join(lines).encode()
    script = list(commented_script(data))
    assert [line.partition("#")[0].strip() for line in script] == list(key_script(data))
    given = [line.partition("# ")[2] for line in script if "#" in line]
    assert given == [
        "game no-loose-ends",
        "step of the table: seats 2",
        "step of the table: seat 1",
        "step of the table: seat 2 / then players 1 2",
        "set detail totals",
        "step of the table: play",
        "step of the table: start",
        "1 planned 2 covered 2 extra 0",
    ]


def test_comments_change_nothing_of_what_a_script_plays(tmp_path: Path) -> None:
    lines = ["game loop", 'players "Ann # Lee" B C D', "set detail finish", "D out"]
    assert play(tmp_path, commented_script("\n".join(lines).encode())).record() == lines
