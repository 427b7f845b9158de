"""The journal on real SQLite: durable, undoable, and what a list of lists would hold."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.journal.errors import JournalError
from device.journal.journal_reader import JournalGame
from device.journal.store import FILE_NAME, Journal
from device.session.rows import JournalRow, RowKind
from hal.clock.wallclock import EARLIEST_TIME_S, BootMoment
from tests.journal.calendars import FixedCalendar
from tests.journal.connections import opened
from tests.journal.rows import row, row_list

HOUSE = Path(__file__).parents[2]


def test_new_journal_is_empty(journal: Journal, tmp_path: Path) -> None:
    assert journal.current_game() is None
    assert journal.games() == []
    assert journal.notice is None
    assert (tmp_path / FILE_NAME).is_file()


def test_rows_come_back_in_their_order_and_kinds(tmp_path: Path) -> None:
    rows = [
        row("game no-thanks"),
        row("accept", RowKind.TABLE),
        row("Théo pass", RowKind.FORCED),
        row("“x” # 日", RowKind.STANDS),
    ]
    with_rows = Journal.open(tmp_path)
    game = with_rows.begin_game()
    for one in rows:
        with_rows.append(game, [one])
    with_rows.close()
    again = Journal.open(tmp_path)
    assert again.current_game() == game
    assert again.counting_rows(game) == rows
    again.close()


def test_several_rows_are_one_step(journal: Journal) -> None:
    game = journal.begin_game(row_list("one", "two"))
    journal.append(game, row_list("three", "four"))
    journal.append(game, [])
    assert journal.counting_rows(game) == row_list("one", "two", "three", "four")


def test_undo_removes_the_last_rows(journal: Journal) -> None:
    game = journal.begin_game(row_list("one", "two", "three"))
    journal.undo(game, 2)
    journal.append(game, row_list("four"))
    journal.undo(game, 0)
    assert journal.counting_rows(game) == row_list("one", "four")


@pytest.mark.parametrize("count", [-1, 3])
def test_what_is_not_there_cannot_be_undone(journal: Journal, count: int) -> None:
    game = journal.begin_game(row_list("one", "two"))
    with pytest.raises(ValueError, match="cannot undo"):
        journal.undo(game, count)
    assert journal.counting_rows(game) == row_list("one", "two")


def test_newest_game_is_in_play_and_dropping_it_goes_back(journal: Journal) -> None:
    first = journal.begin_game(row_list("one"))
    second = journal.begin_game(row_list("two"))
    assert journal.current_game() == second
    assert journal.game_before(second) == first
    assert journal.game_before(first) is None
    journal.drop_game(second)
    assert journal.current_game() == first
    assert journal.counting_rows(first) == row_list("one")
    journal.drop_game(first)
    assert journal.current_game() is None


def test_dropped_game_leaves_nothing_to_the_next_one(journal: Journal) -> None:
    journal.drop_game(journal.begin_game(row_list("one", "two")))
    assert journal.counting_rows(journal.begin_game()) == []


def test_game_that_is_not_there_is_the_callers_mistake(journal: Journal) -> None:
    for call in (journal.counting_rows, journal.drop_game, journal.game_identity):
        with pytest.raises(ValueError, match="no game 7"):
            call(7)
    with pytest.raises(ValueError, match="no game 7"):
        journal.append(7, row_list("one"))


def test_games_have_identities_of_their_own(journal: Journal) -> None:
    first, second = journal.begin_game(), journal.begin_game()
    assert journal.game_identity(first) != journal.game_identity(second)
    assert journal.game_identity(journal.begin_game(identity=b"own")) == b"own"


def test_games_are_listed_with_their_titles_and_dates(tmp_path: Path) -> None:
    calendar = FixedCalendar(uptime=100.0, date=EARLIEST_TIME_S + 100)
    journal = Journal.open(tmp_path, calendar)
    spelled = [JournalRow(RowKind.TABLE, "letter A")] * 100
    long = [row("game loop"), *spelled, row("players A B"), *row_list("A plays 5", "B pass")]
    first = journal.begin_game(long)
    calendar.now = BootMoment("boot", 200.0)
    second = journal.begin_game()
    journal.append(first, row_list("last"))
    assert journal.games() == [
        JournalGame(first, EARLIEST_TIME_S + 100, len(long) + 1, "game loop · players A B"),
        JournalGame(second, EARLIEST_TIME_S + 200, 0, ""),
    ]
    journal.close()


def test_commits_are_synced(tmp_path: Path) -> None:
    journal, connection = opened(tmp_path)
    # sqlite.org, PRAGMA synchronous: with WAL, FULL (2) syncs the log after each transaction, NORMAL does not.
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    journal.close()


def test_power_cut_takes_nothing_that_was_acknowledged(journal: Journal, tmp_path: Path) -> None:
    """The files as they lie on the disk after each call, copied without closing, hold all of it."""
    game = journal.begin_game()
    model: list[JournalRow] = []
    for n in range(6):
        if n == 4:
            journal.undo(game, 2)
            del model[-2:]
        else:
            journal.append(game, row_list(f"row {n}", f"and {n}"))
            model += row_list(f"row {n}", f"and {n}")
        cut = tmp_path / f"cut {n}"
        cut.mkdir()
        for name in (FILE_NAME, f"{FILE_NAME}-wal"):
            shutil.copy(tmp_path / name, cut / name)
        after = Journal.open(cut)
        assert after.counting_rows(game) == model
        after.close()


def test_process_that_dies_leaves_what_it_acknowledged(tmp_path: Path) -> None:
    program = f"""
import os, sys
from pathlib import Path
from device.journal.store import Journal
from device.session.rows import JournalRow, RowKind
from display.words import ENGLISH
from hal.clock.wallclock import BootMoment
from hal.clock.wallclock import EARLIEST_TIME_S
from tests.journal.calendars import FixedCalendar
journal = Journal.open(Path({str(tmp_path)!r}))
game = journal.begin_game()
for n in range(20):
    journal.append(game, [JournalRow(RowKind.RECORD, str(n))])
    os.write(1, b".")
os._exit(9)
"""
    died = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, check=False)
    assert died.returncode == 9, died.stderr
    journal = Journal.open(tmp_path)
    assert len(journal.counting_rows(1)) == len(died.stdout) == 20
    journal.close()


def test_transaction_that_fails_in_the_middle_leaves_nothing(journal: Journal) -> None:
    game = journal.begin_game(row_list("one"))
    with pytest.raises(JournalError, match="half a letter"):
        journal.append(game, row_list("two", "\udcff"))
    assert journal.counting_rows(game) == row_list("one")
    journal.append(game, row_list("two"))
    assert journal.counting_rows(game) == row_list("one", "two")


def test_closed_journal_is_closed(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    journal.close()
    journal.close()
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
    with pytest.raises(JournalError):
        journal.begin_game()


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)


new_rows = st.lists(st.builds(JournalRow, st.sampled_from(RowKind), texts), max_size=4)


calls = st.lists(
    st.one_of(
        st.tuples(st.just("begin"), new_rows),
        st.tuples(st.just("append"), new_rows),
        st.tuples(st.just("undo"), st.integers(0, 5)),
        st.tuples(st.sampled_from(["drop", "reopen"]), st.none()),
    ),
    max_size=15,
)


@given(calls)
@settings(max_examples=40, deadline=None)
def test_any_history_is_what_a_list_of_lists_would_hold(history: list[tuple[str, object]]) -> None:
    model: list[list[JournalRow]] = []
    with tempfile.TemporaryDirectory() as directory:
        journal = Journal.open(Path(directory))
        for call, what in history:
            if call == "reopen":
                journal.close()
                journal = Journal.open(Path(directory))
            elif call == "begin":
                assert isinstance(what, list)
                journal.begin_game(what)
                model.append(list(what))
            elif model:
                game = journal.current_game()
                assert game is not None
                if call == "append":
                    assert isinstance(what, list)
                    journal.append(game, what)
                    model[-1] += what
                elif call == "undo":
                    assert isinstance(what, int)
                    count = min(what, len(model[-1]))
                    journal.undo(game, count)
                    model[-1] = model[-1][: len(model[-1]) - count]
                else:
                    journal.drop_game(game)
                    model.pop()
            assert [journal.counting_rows(listed.number) for listed in journal.games()] == model
            assert journal.current_game() == (len(model) or None)
        journal.close()


def test_names_of_the_last_games_come_back_the_latest_first(journal: Journal) -> None:
    for players in ("Ann Bo", '"Cleo · players X" Ann', "Dan Ann"):
        journal.begin_game([JournalRow(RowKind.RECORD, "game loop"), JournalRow(RowKind.FORCED, f"players {players}")])
    assert journal.recent_names() == ("Dan", "Ann", "Cleo · players X", "Bo")
