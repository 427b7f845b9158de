"""Corrections as the journal keeps them: whole or not at all, with what stood before, and taken back by one undo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.cli.commands import main
from device.contract.refusal import Refused
from device.journal.store import Journal
from device.session import past
from device.session import session as sessions
from device.session.edits import Edit, EditKind
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, step_row
from device.table import open_game
from device.table.open_game import CorrectionChanged
from device.table.table_games import TableGames
from display.words import ENGLISH
from hal.clock.wallclock import EARLIEST_TIME_S
from tests.journal.calendars import FixedCalendar
from tests.journal.connections import closed_at_end

HEADER = ["game loop", "players Ann Ben Cleo Dan", "set detail finish"]
OUT = ["Ann out", "Ben out", "Cleo out"]
DATE = EARLIEST_TIME_S + 86_400.0


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    with closed_at_end():
        yield


def record(line: str) -> JournalRow:
    return JournalRow(RowKind.RECORD, line)


def begun(data: Path, *lines: str) -> TableGames:
    """A game of which these lines were declared; “accept” accepts a round."""
    games = TableGames(opened(data))
    for line in HEADER:
        games.perform_step(record(line))
    games.perform_step(step_row(Step.PLAY))
    for line in lines:
        games.perform_step(step_row(Step.ACCEPT) if line == "accept" else record(line))
    return games


def opened(data: Path) -> Journal:
    return Journal.open(data, FixedCalendar("a boot", 100.0, DATE))


def lines(games: TableGames) -> list[str]:
    return sessions.record_lines(games.current.rows)


def change(games: TableGames, old: str, new: str) -> Edit:
    place = 1 + [row.text for row in games.current.rows].index(old)
    return Edit(EditKind.CHANGE, place, record(new))


def corrected(games: TableGames, *edits: Edit) -> None:
    games.current.correct(games.current.judge(edits))


SWAPPED = [*HEADER, "Ann out", "Cleo out", "Ben out"]


def swapped(games: TableGames) -> None:
    """Ben and Cleo went out the other way round."""
    corrected(games, change(games, "Ben out", "Cleo out"), change(games, "Cleo out", "Ben out"))


def test_a_correction_is_there_after_the_next_start(tmp_path: Path) -> None:
    games = begun(tmp_path, *OUT, "accept", "Dan out")
    swapped(games)
    assert lines(games) == [*SWAPPED, "Dan out"]
    again = TableGames(opened(tmp_path))
    assert (again.current.rows, again.session) == (games.current.rows, games.session)
    again.perform_step(step_row(Step.ACCEPT))
    again.perform_step(record("Ben out"))
    assert lines(TableGames(opened(tmp_path))) == [*SWAPPED, "Dan out", "Ben out"]


def test_one_undo_takes_a_correction_back_with_all_that_it_changed(tmp_path: Path) -> None:
    games = begun(tmp_path, *OUT, "accept", "Dan out")
    before = list(games.current.rows), games.session
    swapped(games)
    for each in (games, TableGames(opened(tmp_path))):
        assert lines(each) == [*SWAPPED, "Dan out"]
    again = TableGames(opened(tmp_path))
    assert again.undo() is CorrectionChanged.PAST
    assert (list(again.current.rows), again.session) == before
    assert again.undo() == (record("Dan out"),)
    assert lines(TableGames(opened(tmp_path))) == [*HEADER, *OUT]


def test_a_redo_makes_a_correction_again(tmp_path: Path) -> None:
    games = begun(tmp_path, *OUT, "accept", "Dan out")
    swapped(games)
    after = list(games.current.rows), games.session
    games.undo()
    games.undo()
    again = TableGames(opened(tmp_path))
    assert again.current.redo() != CorrectionChanged.PAST
    assert again.current.redo() is CorrectionChanged.PAST
    assert (list(again.current.rows), again.session) == after
    assert lines(TableGames(opened(tmp_path))) == [*SWAPPED, "Dan out"]


def test_what_was_declared_since_is_undone_before_the_correction(tmp_path: Path) -> None:
    games = begun(tmp_path, "Ann out")
    corrected(games, change(games, "Ann out", "Dan out"))
    games.perform_step(record("Ann out"))
    assert games.undo() == (record("Ann out"),)
    assert games.undo() is CorrectionChanged.PAST
    assert lines(games) == [*HEADER, "Ann out"]


def test_points_that_change_are_accepted_again_and_no_others(tmp_path: Path) -> None:
    rounds = [*OUT, "accept", "Dan out", "Cleo out", "Ann out", "accept", "Dan out"]
    games = begun(tmp_path, *rounds)
    assert games.session.stage is Stage.PLAY
    swapped(games)
    assert (games.session.stage, games.session.reopened_rounds, games.session.summary_round) == (Stage.SUMMARY, (0,), 0)
    games.perform_step(step_row(Step.ACCEPT))
    after = games.session
    assert (after.stage, after.reopened_rounds, after.accepted_round_count) == (Stage.PLAY, (), 2)


def test_a_line_that_does_not_fit_any_more_is_named_with_its_refusal(tmp_path: Path) -> None:
    games = begun(tmp_path, *OUT)
    found = games.current.judge([change(games, "Ben out", "Cleo out")])
    assert found.misfit is not None
    assert found.misfit.row == record("Cleo out")
    assert found.misfit.row_number == len(games.current.rows)
    assert found.misfit.refusal.code == "out-of-turn"
    assert lines(games) == [*HEADER, *OUT]


def test_a_game_can_be_cut_off_where_it_does_not_fit(tmp_path: Path) -> None:
    games = begun(tmp_path, *OUT, "accept", "Dan out")
    edit = change(games, "Ben out", "Cleo out")
    misfit = games.current.judge([edit]).misfit
    assert misfit is not None
    corrected(games, edit, Edit(EditKind.CUT, misfit.row_number))
    assert lines(games) == [*HEADER, "Ann out", "Cleo out"]
    assert lines(TableGames(opened(tmp_path))) == lines(games)


@pytest.mark.parametrize("place", [0, 1, 2, 3, 4, 9])
def test_only_declarations_are_corrected(tmp_path: Path, place: int) -> None:
    """Not the header of the record, nor the table's own steps, nor what is not there."""
    games = begun(tmp_path, "Ann out")
    with pytest.raises(Refused):
        games.current.judge([Edit(EditKind.REMOVE, place)])


def exported(data: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    assert main(["export", "--data", str(data), *options]) == 0
    return capsys.readouterr().out.splitlines()


def test_an_export_has_the_corrected_record_and_what_stood_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = begun(tmp_path, *OUT, "accept", "Dan out")
    assert exported(tmp_path, capsys, "--corrections") == []
    swapped(games)
    corrected(games, Edit(EditKind.REMOVE, len(games.current.rows)))
    assert exported(tmp_path, capsys) == SWAPPED
    first, *rest = exported(tmp_path, capsys, "--corrections")
    assert first.startswith("# 20")
    assert rest == ["- Ben out", "+ Cleo out", "- Cleo out", "+ Ben out", first, "- Dan out"]


def test_an_export_of_corrections_keeps_what_is_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = TableGames(opened(tmp_path))
    for line in ("game no-thanks", "players Ann Ben Cleo", "set detail totals"):
        games.perform_step(record(line))
    games.perform_step(step_row(Step.PLAY))
    games.perform_step(record("Ann holds 3-10 tokens 19"))
    corrected(games, change(games, "Ann holds 3-10 tokens 19", "Ann holds 3-10 tokens 18"))
    veiled = "# Ann holds 3-10: the rest is shown when the round is scored"
    assert exported(tmp_path, capsys, "--corrections")[1:] == [f"- {veiled}", f"+ {veiled}"]
    assert exported(tmp_path, capsys, "--corrections", "--secrets")[1:] == [
        "- Ann holds 3-10 tokens 19",
        "+ Ann holds 3-10 tokens 18",
    ]


def test_corrections_that_rules_can_not_read_leave_the_record_to_an_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = opened(tmp_path)
    journal.begin_game([*map(record, HEADER), record("Ann out"), JournalRow(RowKind.CORRECTION, "change 9 by hand")])
    journal.close()
    assert main(["export", "--data", str(tmp_path)]) == 0
    found = capsys.readouterr()
    assert found.out.splitlines() == [*HEADER, "Ann out"]
    assert "can't be read" in found.err
    assert main(["export", "--data", str(tmp_path), "--corrections"]) == 2
    assert "can't be read" in capsys.readouterr().err
    assert lines(TableGames(opened(tmp_path))) == []


def test_a_finished_game_is_corrected_with_what_it_came_to(tmp_path: Path) -> None:
    rounds = ["Ann out", "Ben out", "Cleo out", "accept", "Dan out", "Cleo out", "Ben out", "accept"]
    games = begun(tmp_path, *rounds, *rounds)
    winners = games.session.scores.winners
    assert games.session.stage is Stage.FINAL

    def kept() -> tuple[int, ...]:
        journal = opened(tmp_path)
        (found,) = journal.results.games()
        journal.close()
        assert found.has_result
        assert found.result is not None
        return tuple(seat.points for seat in found.result.seats)

    before = kept()
    assert before == games.session.scores.totals
    corrected(games, change(games, "Ann out", "Ben out"), change(games, "Ben out", "Ann out"))
    assert games.session.reopened_rounds
    assert kept() == games.session.scores.totals != before
    steps = len(games.session.reopened_rounds)
    for _ in range(steps):
        games.perform_step(step_row(Step.ACCEPT))
    assert (games.session.stage, games.session.reopened_rounds) == (Stage.FINAL, ())
    assert games.session.scores.winners != winners
    for _ in range(steps + 1):
        games.undo()
    assert kept() == before


def too_often(games: TableGames) -> bool:
    """Whether one correction more is refused for there are so many."""
    try:
        swapped(games)
    except Refused as refused:
        return "corrected as often as one can be" in ENGLISH.say(refused.refusal.sentence)
    return False


def test_game_is_corrected_only_as_often_as_a_start_can_judge_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may press could else have each start take as long as they like. Nothing is lost; an undo makes room."""
    monkeypatch.setattr(open_game, "MAX_JUDGED_ROWS", 20)
    games = begun(tmp_path, *OUT)
    made = 0
    while not too_often(games):
        made += 1
    assert 1 < made < 20
    again = TableGames(opened(tmp_path))
    assert too_often(again)
    assert again.undo() is CorrectionChanged.PAST
    assert not too_often(again)
    assert len(list(past.corrections_in(again.current.timeline.rows))) == made
