"""When games began: known once the date is, and never moved by a clock that jumps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.journal.store import Journal
from device.journal.writer import JournalWriter
from hal.clock.wallclock import EARLIEST_TIME_S, BootMoment
from tests.journal.calendars import FixedCalendar
from tests.journal.rows import row_list

YEAR_S = 365.25 * 86_400


def test_games_get_their_dates_once_the_date_is_known(tmp_path: Path) -> None:
    calendar = FixedCalendar("first boot", 30.0)
    journal = Journal.open(tmp_path, calendar)
    game = journal.begin_game(row_list("one"))
    calendar.now = BootMoment("first boot", 3600.0)
    later = journal.begin_game(row_list("two"))
    assert journal.began_at(game) is None
    assert not journal.store_date()
    calendar.now = BootMoment("first boot", 7200.0)
    calendar.learn(EARLIEST_TIME_S + 7200)
    assert journal.store_date()
    assert journal.began_at(game) == EARLIEST_TIME_S + 30
    assert journal.began_at(later) == EARLIEST_TIME_S + 3600
    assert journal.begin_moment(later) == BootMoment("first boot", 3600.0)
    journal.close()


def test_date_of_a_boot_that_never_knew_it_stays_unknown(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path, FixedCalendar("first boot", 30.0))
    game = journal.begin_game(row_list("one"))
    journal.close()
    journal = Journal.open(tmp_path, FixedCalendar("second boot", 10.0, EARLIEST_TIME_S + 5000))
    journal.append(game, row_list("two"))
    later = journal.begin_game()
    assert [listed.began_at for listed in journal.games()] == [None, EARLIEST_TIME_S + 5000]
    assert journal.began_at(later) == EARLIEST_TIME_S + 5000
    journal.close()


@pytest.mark.parametrize("jump", [-40 * YEAR_S, -YEAR_S, YEAR_S, 40 * YEAR_S])
def test_clock_that_jumps_moves_no_game(tmp_path: Path, jump: float) -> None:
    calendar = FixedCalendar("boot", 30.0, EARLIEST_TIME_S + 1000)
    journal = Journal.open(tmp_path, calendar)
    game = journal.begin_game(row_list("one"))
    journal.close()
    calendar.learn(EARLIEST_TIME_S + 1000 + jump)
    journal = Journal.open(tmp_path, calendar)
    journal.append(game, row_list("two"))
    journal.begin_game()
    assert [listed.began_at for listed in journal.games()] == [EARLIEST_TIME_S + 1000] * 2
    assert journal.counting_rows(game) == row_list("one", "two")
    journal.close()


def test_a_game_begins_with_its_first_declaration_and_not_when_the_box_was_switched_on(tmp_path: Path) -> None:
    """A box that was on all night dated the next game by the day on which it had asked which one."""
    calendar = FixedCalendar("boot", 30.0, EARLIEST_TIME_S + 1000)
    journal = Journal.open(tmp_path, calendar)
    game = journal.begin_game()
    calendar.now = BootMoment("boot", 3630.0)
    journal.append(game, row_list("one"))
    assert journal.began_at(game) == EARLIEST_TIME_S + 4600
    calendar.now = BootMoment("boot", 7230.0)
    journal.append(game, row_list("two"))
    journal.close()
    journal = Journal.open(tmp_path, calendar)
    assert [listed.began_at for listed in journal.games()] == [EARLIEST_TIME_S + 4600]
    assert journal.counting_rows(game) == row_list("one", "two")
    journal.close()


@pytest.mark.parametrize("storage", ["file", "evening"])
def test_a_game_that_was_chosen_anew_begins_then(tmp_path: Path, storage: str) -> None:
    """Another game was chosen by mistake and undone, and a minute later the right one: it had begun with the wrong."""
    calendar = FixedCalendar("boot", 30.0, EARLIEST_TIME_S + 1000)
    with storage_of_games(storage, tmp_path, calendar) as journal:
        game = journal.begin_game()
        for seconds, line in ((100.0, "game loop"), (110.0, "undo"), (160.0, "game no-thanks"), (170.0, "one")):
            calendar.now = BootMoment("boot", seconds)
            journal.append(game, row_list(line))
        assert journal.began_at(game) == EARLIEST_TIME_S + 1130
    journal_at_next_start = Journal.open(tmp_path, calendar)
    assert journal_at_next_start.began_at(game) == EARLIEST_TIME_S + 1130
    journal_at_next_start.close()


@contextmanager
def storage_of_games(kind: str, data: Path, calendar: FixedCalendar) -> Iterator[Journal | JournalWriter]:
    """A journal's file, or the games of an evening with the file behind them."""
    journal = (
        Journal.open(data, calendar)
        if kind == "file"
        else JournalWriter(lambda: Journal.open(data, calendar), calendar=calendar)
    )
    try:
        yield journal
    finally:
        journal.close()
