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
from device.table.game_log import GameLog
from device.table.open_game import CorrectionChanged
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


def begun(data: Path, *lines: str) -> GameLog:
    """A game of which these lines were declared; “accept” accepts a round."""
    log = GameLog(opened(data))
    for line in HEADER:
        log.perform_step(record(line))
    log.perform_step(step_row(Step.PLAY))
    for line in lines:
        log.perform_step(step_row(Step.ACCEPT) if line == "accept" else record(line))
    return log


def opened(data: Path) -> Journal:
    return Journal.open(data, FixedCalendar("a boot", 100.0, DATE))


def lines(log: GameLog) -> list[str]:
    return sessions.record_lines(log.current.rows)


def change(log: GameLog, old: str, new: str) -> Edit:
    place = 1 + [row.text for row in log.current.rows].index(old)
    return Edit(EditKind.CHANGE, place, record(new))


def corrected(log: GameLog, *edits: Edit) -> None:
    log.current.correct(log.current.judge(edits))


SWAPPED = [*HEADER, "Ann out", "Cleo out", "Ben out"]


def swapped(log: GameLog) -> None:
    """Ben and Cleo went out the other way round."""
    corrected(log, change(log, "Ben out", "Cleo out"), change(log, "Cleo out", "Ben out"))


def test_a_correction_is_there_after_the_next_start(tmp_path: Path) -> None:
    log = begun(tmp_path, *OUT, "accept", "Dan out")
    swapped(log)
    assert lines(log) == [*SWAPPED, "Dan out"]
    again = GameLog(opened(tmp_path))
    assert (again.current.rows, again.session) == (log.current.rows, log.session)
    again.perform_step(step_row(Step.ACCEPT))
    again.perform_step(record("Ben out"))
    assert lines(GameLog(opened(tmp_path))) == [*SWAPPED, "Dan out", "Ben out"]


def test_one_undo_takes_a_correction_back_with_all_that_it_changed(tmp_path: Path) -> None:
    log = begun(tmp_path, *OUT, "accept", "Dan out")
    before = list(log.current.rows), log.session
    swapped(log)
    for each in (log, GameLog(opened(tmp_path))):
        assert lines(each) == [*SWAPPED, "Dan out"]
    again = GameLog(opened(tmp_path))
    assert again.undo() is CorrectionChanged.PAST
    assert (list(again.current.rows), again.session) == before
    assert again.undo() == (record("Dan out"),)
    assert lines(GameLog(opened(tmp_path))) == [*HEADER, *OUT]


def test_a_redo_makes_a_correction_again(tmp_path: Path) -> None:
    log = begun(tmp_path, *OUT, "accept", "Dan out")
    swapped(log)
    after = list(log.current.rows), log.session
    log.undo()
    log.undo()
    again = GameLog(opened(tmp_path))
    assert again.current.redo() != CorrectionChanged.PAST
    assert again.current.redo() is CorrectionChanged.PAST
    assert (list(again.current.rows), again.session) == after
    assert lines(GameLog(opened(tmp_path))) == [*SWAPPED, "Dan out"]


def test_what_was_declared_since_is_undone_before_the_correction(tmp_path: Path) -> None:
    log = begun(tmp_path, "Ann out")
    corrected(log, change(log, "Ann out", "Dan out"))
    log.perform_step(record("Ann out"))
    assert log.undo() == (record("Ann out"),)
    assert log.undo() is CorrectionChanged.PAST
    assert lines(log) == [*HEADER, "Ann out"]


def test_points_that_change_are_accepted_again_and_no_others(tmp_path: Path) -> None:
    rounds = [*OUT, "accept", "Dan out", "Cleo out", "Ann out", "accept", "Dan out"]
    log = begun(tmp_path, *rounds)
    assert log.session.stage is Stage.PLAY
    swapped(log)
    assert (log.session.stage, log.session.reopened_rounds, log.session.summary_round) == (Stage.SUMMARY, (0,), 0)
    log.perform_step(step_row(Step.ACCEPT))
    assert (log.session.stage, log.session.reopened_rounds, log.session.accepted_round_count) == (Stage.PLAY, (), 2)


def test_a_line_that_does_not_fit_any_more_is_named_with_its_refusal(tmp_path: Path) -> None:
    log = begun(tmp_path, *OUT)
    found = log.current.judge([change(log, "Ben out", "Cleo out")])
    assert found.misfit is not None
    assert found.misfit.row == record("Cleo out")
    assert found.misfit.row_number == len(log.current.rows)
    assert found.misfit.refusal.code == "out-of-turn"
    assert lines(log) == [*HEADER, *OUT]


def test_a_game_can_be_cut_off_where_it_does_not_fit(tmp_path: Path) -> None:
    log = begun(tmp_path, *OUT, "accept", "Dan out")
    edit = change(log, "Ben out", "Cleo out")
    misfit = log.current.judge([edit]).misfit
    assert misfit is not None
    corrected(log, edit, Edit(EditKind.CUT, misfit.row_number))
    assert lines(log) == [*HEADER, "Ann out", "Cleo out"]
    assert lines(GameLog(opened(tmp_path))) == lines(log)


@pytest.mark.parametrize("place", [0, 1, 2, 3, 4, 9])
def test_only_declarations_are_corrected(tmp_path: Path, place: int) -> None:
    """Not the header of the record, nor the table's own steps, nor what is not there."""
    log = begun(tmp_path, "Ann out")
    with pytest.raises(Refused):
        log.current.judge([Edit(EditKind.REMOVE, place)])


def exported(data: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    assert main(["export", "--data", str(data), *options]) == 0
    return capsys.readouterr().out.splitlines()


def test_an_export_has_the_corrected_record_and_what_stood_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = begun(tmp_path, *OUT, "accept", "Dan out")
    assert exported(tmp_path, capsys, "--corrections") == []
    swapped(log)
    corrected(log, Edit(EditKind.REMOVE, len(log.current.rows)))
    assert exported(tmp_path, capsys) == SWAPPED
    first, *rest = exported(tmp_path, capsys, "--corrections")
    assert first.startswith("# 20")
    assert rest == ["- Ben out", "+ Cleo out", "- Cleo out", "+ Ben out", first, "- Dan out"]


def test_an_export_of_corrections_keeps_what_is_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = GameLog(opened(tmp_path))
    for line in ("game no-thanks", "players Ann Ben Cleo", "set detail totals"):
        log.perform_step(record(line))
    log.perform_step(step_row(Step.PLAY))
    log.perform_step(record("Ann holds 3-10 tokens 19"))
    corrected(log, change(log, "Ann holds 3-10 tokens 19", "Ann holds 3-10 tokens 18"))
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
    assert lines(GameLog(opened(tmp_path))) == []


def test_a_finished_game_is_corrected_with_what_it_came_to(tmp_path: Path) -> None:
    rounds = ["Ann out", "Ben out", "Cleo out", "accept", "Dan out", "Cleo out", "Ben out", "accept"]
    log = begun(tmp_path, *rounds, *rounds)
    winners = log.session.scores.winners
    assert log.session.stage is Stage.FINAL

    def kept() -> tuple[int, ...]:
        journal = opened(tmp_path)
        (found,) = journal.results.games()
        journal.close()
        assert found.has_result
        assert found.result is not None
        return tuple(seat.points for seat in found.result.seats)

    before = kept()
    assert before == log.session.scores.totals
    corrected(log, change(log, "Ann out", "Ben out"), change(log, "Ben out", "Ann out"))
    assert log.session.reopened_rounds
    assert kept() == log.session.scores.totals != before
    steps = len(log.session.reopened_rounds)
    for _ in range(steps):
        log.perform_step(step_row(Step.ACCEPT))
    assert (log.session.stage, log.session.reopened_rounds) == (Stage.FINAL, ())
    assert log.session.scores.winners != winners
    for _ in range(steps + 1):
        log.undo()
    assert kept() == before


def too_often(log: GameLog) -> bool:
    """Whether one correction more is refused for there are so many."""
    try:
        swapped(log)
    except Refused as refused:
        return "corrected as often as one can be" in ENGLISH.say(refused.refusal.sentence)
    return False


def test_game_is_corrected_only_as_often_as_a_start_can_judge_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may press could else have each start take as long as they like. Nothing is lost; an undo makes room."""
    monkeypatch.setattr(open_game, "MAX_JUDGED_ROWS", 20)
    log = begun(tmp_path, *OUT)
    made = 0
    while not too_often(log):
        made += 1
    assert 1 < made < 20
    again = GameLog(opened(tmp_path))
    assert too_often(again)
    assert again.undo() is CorrectionChanged.PAST
    assert not too_often(again)
    assert len(list(past.corrections_in(again.current.timeline.rows))) == made
