"""What the table is told of its disk: by page, signal and transcript, until it has been read; and no press is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from device.history.results import GameResult
from device.journal.errors import JournalError
from device.journal.export import exported_lines
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.session.keyscript import key_script
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage
from device.system.log_level import LogLevel
from display.vocabulary import Notice
from display.words import ENGLISH, text
from hal.clock.wallclock import EARLIEST_TIME_S
from hal.mock.table import MockTable
from hal.panel import panel
from hal.signal.signal import Cue
from hal.table.table import Event
from tests.journal.calendars import FixedCalendar
from tests.table.tables import KIND, Mock, controlled, play

LINES = ["game no-loose-ends", "players 1 2", "set detail totals"]
KEYS = list(key_script("\n".join(LINES).encode()))
ROUND = ["1 planned 2 covered 2 extra 0", "2 planned 1 covered 1 extra 10"]
WHOLE = list(key_script("\n".join([*LINES, *ROUND]).encode()))


def said(notice: Notice | None) -> str:
    return "" if notice is None else " ".join(ENGLISH.say(line) for line in notice.lines)


def damage(data: Path) -> None:
    play(data, KEYS)
    content = (data / FILE_NAME).read_bytes()
    (data / FILE_NAME).write_bytes(bytes(100) + content[100:])


def test_damage_is_told_at_the_start_until_somebody_closes_it(tmp_path: Path) -> None:
    damage(tmp_path)
    mock = Mock(tmp_path, ["A", "hold A", "wait 100", *WHOLE[len(KEYS) :], "wait 100"]).run()
    assert "journal.db.damaged-1" in said(mock.controller.page().notice)
    assert Cue.TROUBLE in {cue for _, cue in mock.table.signal.played_cues}
    warnings = [line for line, level in mock.logged if level is LogLevel.WARNING]
    assert len(warnings) == 1
    assert warnings[0].startswith("The journal was damaged.")
    assert [line for line in mock.told if line in ROUND] == ROUND
    damage(tmp_path / "closed")
    closed = play(tmp_path / "closed", ["hold C"])
    assert closed.controller.page().notice is None


def test_hold_c_on_a_summary_accepts_it_and_closes_the_message_with_it(tmp_path: Path) -> None:
    damage(tmp_path)
    mock = play(tmp_path, [*WHOLE[len(KEYS) :], "hold C"])
    assert "accept" in mock.told
    assert mock.controller.page().notice is None


def test_people_who_hold_c_on_a_summary_close_the_message_that_may_hide_its_points_first(tmp_path: Path) -> None:
    damage(tmp_path)
    drawn = "wait 60"
    mock = Mock(tmp_path, [*WHOLE[len(KEYS) :], drawn])
    mock.by_hand = True
    holds = [ENGLISH.say(hold.label) for hold in mock.run().page().holds]
    assert "close" in holds
    assert "accept" not in holds
    damage(tmp_path / "held")
    closed = Mock(tmp_path / "held", [*WHOLE[len(KEYS) :], drawn, "hold C"])
    closed.by_hand = True
    assert closed.run().controller.page().notice is None
    assert closed.controller.session.stage is Stage.SUMMARY
    assert "accept" not in closed.told


class FaultyDiskTable:
    """A table whose disk can be made to refuse, or to be slow in the table's own time."""

    def __init__(self, data: Path, lines: Iterable[str]) -> None:
        self.data = data
        self.refuses = False
        self.takes = 0.0
        self.logged: list[tuple[str, LogLevel]] = []
        self.calendar = FixedCalendar()
        self.table = MockTable(panel.panel_kind(KIND), lines)
        self.journal_writer = JournalWriter(self._open, calendar=self.calendar, clock=self.table.clock.now)
        self.controller = controlled(self.table, self.journal_writer, self._tell)

    @property
    def told(self) -> list[str]:
        return [line for line, _ in self.logged]

    @property
    def begun(self) -> float | None:
        game = self.journal_writer.current_game()
        return None if game is None else self.journal_writer.began_at(game)

    def run(self) -> None:
        self.controller.run()
        self.journal_writer.close()

    def record(self) -> list[str]:
        return list(exported_lines(self.data, None))

    def _tell(self, line: str, level: LogLevel = LogLevel.INFO) -> None:
        self.logged.append((line, level))

    def _open(self) -> Journal:
        if self.refuses:
            raise JournalError(text("The disk is gone."))
        journal = Journal.open(self.data, self.calendar)
        append = journal.append

        def appended(game: int, rows: list[JournalRow], result: GameResult | None) -> None:
            if self.refuses:
                raise JournalError(text("The disk is gone."))
            append(game, rows, result)
            self.table.clock.advance_to(self.table.clock.now() + self.takes)

        journal.append = appended  # type: ignore[method-assign,assignment]
        return journal


def test_disk_that_refuses_is_told_while_it_does_and_everything_is_written_afterwards(tmp_path: Path) -> None:
    def lines() -> Iterator[str]:
        yield from KEYS
        mock.refuses = True
        yield from WHOLE[len(KEYS) :]

    mock = FaultyDiskTable(tmp_path, lines())
    mock.controller.run()
    notice = mock.controller.page().notice
    assert said(notice).startswith("Play on, but leave the plug in")
    assert ("The disk is gone.", LogLevel.ERROR) in mock.logged
    assert mock.told.count("The disk is gone.") == 1
    cues = [cue for _, cue in mock.table.signal.played_cues]
    assert cues[-2:] == [Cue.ACCEPTED, Cue.TROUBLE]
    mock.refuses = False
    mock.journal_writer.retry_writing()
    assert mock.controller.page().notice is None
    mock.journal_writer.close()
    assert mock.record() == [*LINES, *ROUND]


def test_the_notice_of_a_disk_that_refuses_offers_no_closing(tmp_path: Path) -> None:
    """“C close” stood below “not saved until this message is gone”, and did not close it."""

    def lines() -> Iterator[str]:
        yield from KEYS
        mock.refuses = True
        yield from WHOLE[len(KEYS) : -1]

    mock = FaultyDiskTable(tmp_path, lines())
    mock.controller.run()
    assert {hold.key: ENGLISH.say(hold.label) for hold in mock.controller.page().holds}["C"] == "try again"


@pytest.mark.parametrize("seconds", [0.7, 3.0, 20.0])
def test_presses_while_the_disk_is_busy_count_as_what_they_were(tmp_path: Path, seconds: float) -> None:
    """A press of 80 ms is a press, however long after it the loop comes to hear of it; a hold is a hold."""
    mock = FaultyDiskTable(tmp_path, [*WHOLE, "hold A", "hold A"])
    mock.takes = seconds
    mock.run()
    assert [line for line in mock.told if line in ROUND] == ROUND
    assert mock.told.count("undo") == 2
    assert not [line for line in mock.told if line.startswith("refused")]
    assert mock.record() == LINES


def test_slow_disk_is_told_and_every_press_is_answered_at_once_from_then_on(tmp_path: Path) -> None:
    mock = FaultyDiskTable(tmp_path, WHOLE)
    mock.takes = 2.0
    mock.run()
    assert "The disk is slow." in said(mock.controller.page().notice)
    cues = mock.table.signal.played_cues
    accepted = [at for at, cue in cues if cue is Cue.ACCEPTED]
    heard = [at for at, cue in cues if cue is Cue.HEARD]
    # The answer to the press comes before the write, and the acknowledgement after it.
    assert any(at == pytest.approx(accepted[-1] - 2.0) for at in heard)


def test_games_get_their_dates_while_nobody_plays(tmp_path: Path) -> None:
    mock = FaultyDiskTable(tmp_path, [*KEYS, "wait 100", "hold B"])
    known: list[float | None] = []
    next_event = mock.table.next_event

    def watched(deadline: float | None) -> Event:
        event = next_event(deadline)
        if mock.table.clock.now() > 40 and mock.calendar.boot_time_s() is None:
            known.append(mock.begun)
            mock.calendar.learn(EARLIEST_TIME_S + 40)
        return event

    mock.table.next_event = watched  # type: ignore[method-assign]
    mock.run()
    assert known == [None]
    assert mock.begun == EARLIEST_TIME_S + 40
    journal = Journal.open_to_read(tmp_path)
    assert journal.began_at(1) == EARLIEST_TIME_S + 40
    journal.close()


@pytest.mark.parametrize("date", [None, 0.0, EARLIEST_TIME_S - 40 * 31_557_600, EARLIEST_TIME_S + 40 * 31_557_600])
def test_nothing_but_dates_depends_on_the_date(tmp_path: Path, date: float | None) -> None:
    plain = play(tmp_path / "plain", WHOLE)
    mock = FaultyDiskTable(tmp_path / "other", WHOLE)
    next_event = mock.table.next_event

    def jumping(deadline: float | None) -> Event:
        event = next_event(deadline)
        if date is not None and mock.table.clock.now() > 3:
            mock.calendar.learn(date)
        return event

    mock.table.next_event = jumping  # type: ignore[method-assign]
    mock.run()
    assert mock.controller.page() == plain.controller.page()
    assert mock.told == plain.told
    assert [cue for _, cue in mock.table.signal.played_cues] == [cue for _, cue in plain.table.signal.played_cues]
    assert mock.record() == plain.record()


def test_rows_that_were_kept_are_those_that_were_told(tmp_path: Path) -> None:
    mock = FaultyDiskTable(tmp_path, WHOLE)
    mock.run()
    journal = Journal.open_to_read(tmp_path)
    kept = [row.text for row in journal.counting_rows(1) if row.kind is not RowKind.TABLE]
    journal.close()
    assert kept == [*LINES, *ROUND]
