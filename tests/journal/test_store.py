"""The journal on real SQLite: durable, undoable, read beside the writer, and clear about what is wrong."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.journal import checking, database, linking, schema
from device.journal.errors import JournalError
from device.journal.logfile import Room
from device.journal.pagefile import PAGE_BYTES
from device.journal.reading import Listed
from device.journal.store import FILE, Journal
from device.session.rows import JournalRow, RowKind
from display.words import ENGLISH
from hal.clock.wallclock import EARLIEST, BootMoment
from tests.journal.calendars import FixedCalendar
from tests.journal.connections import opened, own_connection, watched

GOLDEN = Path(__file__).parents[1] / "golden" / "journals"
YEAR_S = 365.25 * 86_400

HOUSE = Path(__file__).parents[2]


def row(text: str, kind: RowKind = RowKind.RECORD) -> JournalRow:
    return JournalRow(kind, text)


def row_list(*texts: str) -> list[JournalRow]:
    return [row(text) for text in texts]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.open(tmp_path)
    yield journal
    journal.close()


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A directory that other users can reach, for tests that give up the right to write."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


class NoRights:
    """Without the right to write in `directory`, also when the tests run as root."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def __enter__(self) -> None:
        self._directory.chmod(0o555)
        if os.geteuid() == 0:
            os.seteuid(65534)

    def __exit__(self, *error: object) -> None:
        if os.getuid() == 0:
            os.seteuid(0)
        self._directory.chmod(0o755)


def test_new_journal_is_empty(journal: Journal, tmp_path: Path) -> None:
    assert journal.current() is None
    assert journal.games() == []
    assert journal.notice is None
    assert (tmp_path / FILE).is_file()


def test_rows_come_back_in_their_order_and_kinds(tmp_path: Path) -> None:
    rows = [
        row("game no-thanks"),
        row("accept", RowKind.TABLE),
        row("Théo pass", RowKind.FORCED),
        row("“x” # 日", RowKind.STANDS),
    ]
    with_rows = Journal.open(tmp_path)
    game = with_rows.begin()
    for one in rows:
        with_rows.append(game, [one])
    with_rows.close()
    again = Journal.open(tmp_path)
    assert again.current() == game
    assert again.rows(game) == rows
    again.close()


def test_several_rows_are_one_step(journal: Journal) -> None:
    game = journal.begin(row_list("one", "two"))
    journal.append(game, row_list("three", "four"))
    journal.append(game, [])
    assert journal.rows(game) == row_list("one", "two", "three", "four")


def test_undo_removes_the_last_rows(journal: Journal) -> None:
    game = journal.begin(row_list("one", "two", "three"))
    journal.undo(game, 2)
    journal.append(game, row_list("four"))
    journal.undo(game, 0)
    assert journal.rows(game) == row_list("one", "four")


@pytest.mark.parametrize("count", [-1, 3])
def test_what_is_not_there_cannot_be_undone(journal: Journal, count: int) -> None:
    game = journal.begin(row_list("one", "two"))
    with pytest.raises(ValueError, match="cannot undo"):
        journal.undo(game, count)
    assert journal.rows(game) == row_list("one", "two")


def test_newest_game_is_in_play_and_dropping_it_goes_back(journal: Journal) -> None:
    first = journal.begin(row_list("one"))
    second = journal.begin(row_list("two"))
    assert journal.current() == second
    assert journal.before(second) == first
    assert journal.before(first) is None
    journal.drop(second)
    assert journal.current() == first
    assert journal.rows(first) == row_list("one")
    journal.drop(first)
    assert journal.current() is None


def test_dropped_game_leaves_nothing_to_the_next_one(journal: Journal) -> None:
    journal.drop(journal.begin(row_list("one", "two")))
    assert journal.rows(journal.begin()) == []


def test_game_that_is_not_there_is_the_callers_mistake(journal: Journal) -> None:
    for call in (journal.rows, journal.drop, journal.identity):
        with pytest.raises(ValueError, match="no game 7"):
            call(7)
    with pytest.raises(ValueError, match="no game 7"):
        journal.append(7, row_list("one"))


def test_games_have_identities_of_their_own(journal: Journal) -> None:
    first, second = journal.begin(), journal.begin()
    assert journal.identity(first) != journal.identity(second)
    assert journal.identity(journal.begin(identity=b"own")) == b"own"


def test_games_are_listed_with_their_titles_and_dates(tmp_path: Path) -> None:
    calendar = FixedCalendar(uptime=100.0, date=EARLIEST + 100)
    journal = Journal.open(tmp_path, calendar)
    spelled = [JournalRow(RowKind.TABLE, "letter A")] * 100
    long = [row("game loop"), *spelled, row("players A B"), *row_list("A plays 5", "B pass")]
    first = journal.begin(long)
    calendar.now = BootMoment("boot", 200.0)
    second = journal.begin()
    journal.append(first, row_list("last"))
    assert journal.games() == [
        Listed(first, EARLIEST + 100, len(long) + 1, "game loop · players A B"),
        Listed(second, EARLIEST + 200, 0, ""),
    ]
    journal.close()


# Durability


def test_commits_are_synced(tmp_path: Path) -> None:
    journal, connection = opened(tmp_path)
    # sqlite.org, PRAGMA synchronous: with WAL, FULL (2) syncs the log after each transaction, NORMAL does not.
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    journal.close()


def test_power_cut_takes_nothing_that_was_acknowledged(journal: Journal, tmp_path: Path) -> None:
    """The files as they lie on the disk after each call, copied without closing, hold all of it."""
    game = journal.begin()
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
        for name in (FILE, f"{FILE}-wal"):
            shutil.copy(tmp_path / name, cut / name)
        after = Journal.open(cut)
        assert after.rows(game) == model
        after.close()


def test_process_that_dies_leaves_what_it_acknowledged(tmp_path: Path) -> None:
    program = f"""
import os, sys
from pathlib import Path
from device.journal.store import Journal
from device.session.rows import JournalRow, RowKind
from display.words import ENGLISH
from hal.clock.wallclock import BootMoment
from hal.clock.wallclock import EARLIEST
from tests.journal.calendars import FixedCalendar
journal = Journal.open(Path({str(tmp_path)!r}))
game = journal.begin()
for n in range(20):
    journal.append(game, [JournalRow(RowKind.RECORD, str(n))])
    os.write(1, b".")
os._exit(9)
"""
    died = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, check=False)
    assert died.returncode == 9, died.stderr
    journal = Journal.open(tmp_path)
    assert len(journal.rows(1)) == len(died.stdout) == 20
    journal.close()


def test_transaction_that_fails_in_the_middle_leaves_nothing(journal: Journal) -> None:
    game = journal.begin(row_list("one"))
    with pytest.raises(JournalError, match="half a letter"):
        journal.append(game, row_list("two", "\udcff"))
    assert journal.rows(game) == row_list("one")
    journal.append(game, row_list("two"))
    assert journal.rows(game) == row_list("one", "two")


# Cost


def test_no_query_reads_games_that_it_is_not_about(tmp_path: Path) -> None:
    """Of all that SQLite is asked to do, only the list goes through all games, and nothing through all rows."""
    asked: list[str] = []
    with watched(lambda connection: connection.set_trace_callback(asked.append)):
        journal = Journal.open(tmp_path)
    for _ in range(3):
        game = journal.begin(row_list("one", "two", "three"))
    journal.append(game, row_list("four"))
    journal.undo(game, 2)
    assert (journal.current(), journal.before(game), len(journal.rows(game))) == (game, game - 1, 2)
    journal.begun(game)
    journal.begun_at(game)
    journal.drop(game)
    one_game = plans(journal, tmp_path, asked)
    assert one_game
    assert not [step for step in one_game if "SCAN line" in step or "TEMP B-TREE" in step]
    assert not [step for step in one_game if step == "SCAN game"]
    assert len(journal.games()) == 2
    every_game = plans(journal, tmp_path, asked)
    assert any("SCAN game" in step for step in every_game)
    assert not [step for step in every_game if "SCAN line" in step or "TEMP B-TREE" in step]
    journal.close()


def plans(journal: Journal, directory: Path, asked: list[str]) -> list[str]:
    """How SQLite does what it was asked for since the last time."""
    found = []
    with own_connection(directory) as connection:
        for query in asked:
            if query.startswith(("SELECT", "INSERT", "DELETE", "UPDATE")) and "sqlite_" not in query:
                found += [str(step[3]) for step in connection.execute(f"EXPLAIN QUERY PLAN {query}")]
    asked.clear()
    return found


OLD_ROW = "INSERT INTO line (game, place, kind, text, changed, boot) VALUES (?, ?, ?, ?, ?, ?)"


def steps(path: Path) -> int:
    """How much work SQLite has to do to open a journal and read the game in play, in its own virtual steps."""
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        return 0

    with watched(lambda connection: connection.set_progress_handler(step, 1)):
        journal = Journal.open(path)
        current = journal.current()
        assert current is not None
        journal.rows(current)
        journal.close()
    return count


def test_opening_costs_the_same_after_two_thousand_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = row_list("game loop", "players A B C D", "A plays 1")
    for name, games in (("few", 3), ("many", 2_000)):
        journal = Journal.open(tmp_path / name)
        rows = ((n, place, "record", "A pass", 0.0, 1) for n in range(1, games) for place in range(1, 31))
        with own_connection(tmp_path / name) as connection:
            identified = ((n,) for n in range(1, games))
            connection.executemany("INSERT INTO game (number, identity, begun, boot) VALUES (?, x'', 0, 1)", identified)
            connection.executemany(OLD_ROW, rows)
            linking.sum_up(connection)
        assert journal.begin(game) == games
        journal.close()
    # Small files are checked page by page besides.
    monkeypatch.setattr(checking, "QUICK_PAGES", 0)
    few, many = steps(tmp_path / "few"), steps(tmp_path / "many")
    assert few > 0
    assert many <= few + 5


# Readers


def test_reader_sees_what_was_acknowledged_while_the_writer_goes_on(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(row_list("one"))
    reader = Journal.read(tmp_path)
    assert reader.rows(game) == row_list("one")
    journal.append(game, row_list("two"))
    assert reader.rows(game) == row_list("one", "two")
    reader.close()
    journal.undo(game, 1)


def test_reader_in_the_middle_of_a_long_look_does_not_keep_the_writer_waiting(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(row_list("one", "two"))
    with own_connection(tmp_path) as looking:
        looking.execute("BEGIN")
        assert looking.execute("SELECT count(*) FROM line").fetchone() == (2,)
        journal.append(game, row_list("three"))
        assert looking.execute("SELECT count(*) FROM line").fetchone() == (2,)
        assert len(journal.rows(game)) == 3


def test_other_process_exports_while_the_writer_has_the_file(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(row_list("game loop", "players A B"))
    program = f"""
from pathlib import Path
from device.journal.store import Journal
reader = Journal.read(Path({str(tmp_path)!r}))
print(*(row.text for row in reader.rows({game})), sep="\\n")
"""
    printed = subprocess.run(
        [sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True
    ).stdout
    assert printed.splitlines() == ["game loop", "players A B"]


def test_reader_cannot_write(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin()
    reader = Journal.read(tmp_path)
    with pytest.raises(JournalError, match="read-only"):
        reader.append(game, row_list("one"))
    reader.close()


def test_reader_needs_no_right_to_write(reachable: Path) -> None:
    journal = Journal.open(reachable)
    game = journal.begin(row_list("one"))
    journal.close()
    with NoRights(reachable):
        reader = Journal.read(reachable)
        assert reader.rows(game) == row_list("one")
        reader.close()
    assert [path.name for path in reachable.iterdir()] == [FILE]


def test_reader_where_there_is_no_journal_says_so_and_makes_none(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="There is no journal in"):
        Journal.read(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_reader_of_a_damaged_journal_leaves_it_where_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"nothing like a database " * 400)
    with pytest.raises(JournalError, match="is damaged") as caught:
        Journal.read(tmp_path)
    assert caught.value.damaged
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


# What can be wrong


def test_damaged_journal_is_kept_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    for number in (1, 2):
        rubbish = f"nothing like a database, {number} ".encode() * 400
        (tmp_path / FILE).write_bytes(rubbish)
        journal = Journal.open(tmp_path)
        assert journal.notice is not None
        assert f"journal.db.damaged-{number}" in ENGLISH.say(journal.notice)
        assert journal.current() is None
        assert journal.rows(journal.begin(row_list("one"))) == row_list("one")
        journal.close()
        assert (tmp_path / f"{FILE}.damaged-{number}").read_bytes() == rubbish


def test_damage_in_the_game_in_play_shows_on_opening_and_costs_what_comes_after_it(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    rows = [row(f"{n} " * 50) for n in range(200)]
    journal.begin(row_list("old"))
    journal.begin(rows)
    journal.close()
    file = tmp_path / FILE
    broken = bytearray(file.read_bytes())
    middle = broken.index(b"100 100 100") // PAGE_BYTES * PAGE_BYTES
    broken[middle : middle + 64] = b"\xff" * 64
    file.write_bytes(broken)
    journal = Journal.open(tmp_path)
    assert journal.notice is not None
    assert journal.rows(1) == row_list("old")
    assert 80 < len(journal.rows(2)) <= 100
    assert journal.rows(2) == rows[: len(journal.rows(2))]
    journal.close()
    assert (tmp_path / f"{FILE}.damaged-1").read_bytes() == broken


def test_row_of_an_unknown_kind_is_damage(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(row_list("one"))
    with own_connection(tmp_path) as connection:
        connection.execute("UPDATE line SET kind = 'rumour'")
    with pytest.raises(JournalError, match="unknown kind, “rumour”"):
        journal.rows(game)


def test_empty_file_was_cut_for_a_new_one_gets_its_name_when_it_is_complete(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    journal = Journal.open(tmp_path)
    assert journal.current() is None
    assert journal.notice is not None
    assert "a new one is begun" in ENGLISH.say(journal.notice)
    journal.close()


def test_newer_versions_are_left_alone(tmp_path: Path) -> None:
    Journal.open(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("CREATE TABLE later (number)")
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    for way in (Journal.open, Journal.read):
        with pytest.raises(JournalError, match="newer Tablekeeper"):
            way(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_disk_without_room_for_many_rows_is_an_error_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.open(tmp_path)
    game = journal.begin(row_list("one"))

    def make(room: Room, size: int = 0) -> bool:
        raise OSError(errno.EFBIG, "File too large")

    monkeypatch.setattr(Room, "make", make)
    with pytest.raises(JournalError, match="The disk is full"):
        journal.append(game, row_list("two") * 500)
    monkeypatch.undo()
    assert journal.rows(game) == row_list("one")


# Versions


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
def test_journals_of_every_released_version_are_read_and_played_on(tmp_path: Path, version: int) -> None:
    """Each was written by the program of its time; what it held then stands beside it."""
    kept = json.loads((GOLDEN / f"{version}.json").read_text(encoding="utf-8"))
    shutil.copy(GOLDEN / f"{version}.db", tmp_path / FILE)
    reader = Journal.recovered(tmp_path)
    journal = Journal.open(tmp_path, FixedCalendar(date=EARLIEST + 10_000_000.0))
    for one in (journal, reader):
        assert one.notice is None
        assert [listed.number for listed in one.games()] == [1, 2]
        for number, game in enumerate(kept, 1):
            assert [[row.kind.value, row.text] for row in one.rows(number)] == game["rows"]
            assert one.identity(number).hex() == game["identity"]
            assert one.begun(number) == pytest.approx(game["begun"])
    reader.close()
    journal.append(2, row_list("new"))
    journal.begin(row_list("third"))
    assert [listed.length for listed in journal.games()] == [len(kept[0]["rows"]), len(kept[1]["rows"]) + 1, 1]
    assert journal.games()[2].begun == EARLIEST + 10_000_000.0
    journal.close()
    assert Journal.open(tmp_path).notice is None


def test_version_that_was_brought_up_to_date_is_todays(tmp_path: Path) -> None:
    def tables(path: Path) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(path / FILE)) as connection:
            columns = [
                (table, *column)
                for table in ("boot", "game", "line", "head", "result", "seat")
                for column in connection.execute(f"PRAGMA table_info({table})")
            ]
            return [*columns, *connection.execute("PRAGMA user_version")]

    Journal.open(tmp_path / "new").close()
    for version in range(1, schema.VERSION + 1):
        (tmp_path / str(version)).mkdir()
        shutil.copy(GOLDEN / f"{version}.db", tmp_path / str(version) / FILE)
        Journal.open(tmp_path / str(version)).close()
        assert tables(tmp_path / str(version)) == tables(tmp_path / "new")


def test_older_version_is_read_where_it_cannot_be_brought_up_to_date(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "1.db", tmp_path / FILE)
    before = (tmp_path / FILE).read_bytes()
    reader = Journal.read(tmp_path)
    assert [listed.number for listed in reader.games()] == [1, 2]
    assert reader.notice is None
    reader.close()
    assert (tmp_path / FILE).read_bytes() == before


# Dates


def test_games_get_their_dates_once_the_date_is_known(tmp_path: Path) -> None:
    calendar = FixedCalendar("first boot", 30.0)
    journal = Journal.open(tmp_path, calendar)
    game = journal.begin(row_list("one"))
    calendar.now = BootMoment("first boot", 3600.0)
    later = journal.begin(row_list("two"))
    assert journal.begun(game) is None
    assert not journal.date()
    calendar.now = BootMoment("first boot", 7200.0)
    calendar.learn(EARLIEST + 7200)
    assert journal.date()
    assert journal.begun(game) == EARLIEST + 30
    assert journal.begun(later) == EARLIEST + 3600
    assert journal.begun_at(later) == BootMoment("first boot", 3600.0)
    journal.close()


def test_date_of_a_boot_that_never_knew_it_stays_unknown(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path, FixedCalendar("first boot", 30.0))
    game = journal.begin(row_list("one"))
    journal.close()
    journal = Journal.open(tmp_path, FixedCalendar("second boot", 10.0, EARLIEST + 5000))
    journal.append(game, row_list("two"))
    later = journal.begin()
    assert [listed.begun for listed in journal.games()] == [None, EARLIEST + 5000]
    assert journal.begun(later) == EARLIEST + 5000
    journal.close()


@pytest.mark.parametrize("jump", [-40 * YEAR_S, -YEAR_S, YEAR_S, 40 * YEAR_S])
def test_clock_that_jumps_moves_no_game(tmp_path: Path, jump: float) -> None:
    calendar = FixedCalendar("boot", 30.0, EARLIEST + 1000)
    journal = Journal.open(tmp_path, calendar)
    game = journal.begin(row_list("one"))
    journal.close()
    calendar.learn(EARLIEST + 1000 + jump)
    journal = Journal.open(tmp_path, calendar)
    journal.append(game, row_list("two"))
    journal.begin()
    assert [listed.begun for listed in journal.games()] == [EARLIEST + 1000] * 2
    assert journal.rows(game) == row_list("one", "two")
    journal.close()


def test_other_programs_databases_are_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(JournalError, match="not a journal of Tablekeeper"):
        Journal.open(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_directory_is_made(tmp_path: Path) -> None:
    directory = tmp_path / "data" / "deep?#%"
    journal = Journal.open(directory)
    journal.begin()
    journal.close()
    assert (directory / FILE).is_file()


def test_directory_that_may_not_be_written_to_is_named(reachable: Path) -> None:
    with NoRights(reachable), pytest.raises(JournalError, match="no right to write") as caught:
        Journal.open(reachable)
    assert str(reachable) in str(caught.value)
    assert not caught.value.damaged
    assert list(reachable.iterdir()) == []


def test_directory_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(JournalError, match="data is no directory"):
        Journal.open(tmp_path / "data")
    with pytest.raises(JournalError, match="The disk is gone"):
        Journal.open(tmp_path / "data" / "below")


def test_full_disk_is_named_and_leaves_what_was_there(tmp_path: Path) -> None:
    journal, connection = opened(tmp_path)
    game = journal.begin(row_list("one"))
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    big = row("x" * 10_000)
    for rows in ([big], [row("two"), big]):
        with pytest.raises(JournalError, match="The disk is full"):
            journal.append(game, rows)
    assert journal.rows(game) == row_list("one")
    connection.execute("PRAGMA max_page_count = 1000000")
    journal.append(game, [big])
    assert journal.rows(game) == [row("one"), big]
    journal.close()


def test_two_writers_do_not_mix_their_rows(journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(row_list("one"))
    other = Journal.open(tmp_path)
    other.append(game, row_list("theirs"))
    with pytest.raises(JournalError, match="Another Tablekeeper"):
        journal.append(game, row_list("ours"))
    with pytest.raises(JournalError, match="Another Tablekeeper"):
        journal.undo(game, 1)
    assert other.rows(game) == row_list("one", "theirs")
    other.close()


def test_writer_that_another_program_keeps_waiting_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_S", 0.0)
    journal = Journal.open(tmp_path)
    game = journal.begin()
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="Another program is busy"):
        journal.append(game, row_list("one"))
    other.execute("ROLLBACK")
    other.close()
    journal.append(game, row_list("one"))
    journal.close()


def test_closed_journal_is_closed(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    journal.close()
    journal.close()
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    with pytest.raises(JournalError):
        journal.begin()


# Any history

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
                journal.begin(what)
                model.append(list(what))
            elif model:
                game = journal.current()
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
                    journal.drop(game)
                    model.pop()
            assert [journal.rows(listed.number) for listed in journal.games()] == model
            assert journal.current() == (len(model) or None)
        journal.close()


def test_names_of_the_last_games_come_back_the_latest_first(journal: Journal) -> None:
    for players in ("Ann Bo", '"Cleo · players X" Ann', "Dan Ann"):
        journal.begin([JournalRow(RowKind.RECORD, "game loop"), JournalRow(RowKind.FORCED, f"players {players}")])
    assert journal.names() == ("Dan", "Ann", "Cleo · players X", "Bo")
