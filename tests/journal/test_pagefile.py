"""What can be read of a journal that is broken, page by page, beside what SQLite made of it when it was sound."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.journal import linking, pagefile, validate
from device.journal.errors import JournalError, ReadErrors
from device.journal.pagefile import records, table_of
from device.journal.schema import PAGE_BYTES
from device.journal.store import FILE_NAME, Journal
from device.session.rows import JournalRow, RowKind
from tests.journal.connections import own_connection
from tests.non_empty import non_empty
from tests.thorough import THOROUGH

MAX_ROWS = 40
"""How many rows of this test's length fit on a page."""

MENDED = """
import sys
from pathlib import Path
from device.journal import repair
repair.repair(Path(sys.argv[1]))
print(*(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
"""Says how many kB of memory mending a journal took at the most."""

LONG = 50 if THOROUGH else 20
"""Games of a thousand rows each in a long journal."""

Games = dict[int, list[JournalRow]]


def games(journal: Journal) -> Games:
    return {listed.number: journal.counting_rows(listed.number) for listed in journal.games()}


def long_journal(directory: Path) -> Games:
    """Several games over many pages, with rows short and long, some of them undone."""
    chance = random.Random(3)
    journal = Journal.open(directory)
    for _ in range(3):
        game = journal.begin_game([JournalRow(RowKind.RECORD, "game no-thanks")])
        for n in range(chance.randrange(20, 60)):
            journal.append(game, [JournalRow(RowKind.RECORD, f"Élodie plays {n} " * chance.choice((1, 2, 60)))])
            if n % 9 == 8:
                journal.undo(game, 3)
    found = games(journal)
    journal.close()
    return found


def is_part(found: Games, whole: Games) -> bool:
    return all(rows == whole[number][: len(rows)] for number, rows in found.items())


def recovered(directory: Path) -> Games:
    journal = Journal.recover(directory)
    found = games(journal)
    journal.close()
    return found


rows = st.lists(
    st.builds(
        JournalRow,
        st.sampled_from(RowKind),
        st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=600),
    ),
    max_size=9,
)
calls = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["begin", "append"]), rows),
        st.tuples(st.just("undo"), st.integers(0, 9)),
        st.tuples(st.sampled_from(["drop", "close"]), st.none()),
    ),
    max_size=12,
)


@given(calls)
@settings(max_examples=25)
def test_sound_journal_is_read_whole_with_its_log(history: list[tuple[str, object]]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory)
        journal = Journal.open(path)
        for call, what in history:
            game = journal.current_game()
            if call == "begin":
                assert isinstance(what, list)
                journal.begin_game(what)
            elif call == "close":
                journal.close()
                journal = Journal.open(path)
            elif game is not None:
                if call == "append":
                    assert isinstance(what, list)
                    journal.append(game, what)
                elif call == "undo":
                    assert isinstance(what, int)
                    journal.undo(game, min(what, len(journal.counting_rows(game))))
                else:
                    journal.drop_game(game)
            assert recovered(path) == games(journal)
        journal.close()


def test_every_identity_and_date_is_read(tmp_path: Path) -> None:
    long_journal(tmp_path)
    sound, found = Journal.open(tmp_path), Journal.recover(tmp_path)
    for listed in non_empty(sound.games()):
        assert found.game_identity(listed.number) == sound.game_identity(listed.number)
        assert found.begin_moment(listed.number) == sound.begin_moment(listed.number)
        assert found.began_at(listed.number) == sound.began_at(listed.number)
    sound.close()
    found.close()


def test_what_is_not_committed_is_not_read(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    game = journal.begin_game([JournalRow(RowKind.RECORD, "one")])
    with own_connection(tmp_path) as connection:
        connection.execute("PRAGMA cache_size = 1")
        for place in range(2, 300):
            connection.execute("INSERT INTO line VALUES (?, ?, 'record', ?, 0.0, 1, 0)", (game, place, "x" * 100))
        assert (tmp_path / f"{FILE_NAME}-wal").stat().st_size > 20_000
        assert recovered(tmp_path) == {game: [JournalRow(RowKind.RECORD, "one")]}
        connection.rollback()
    journal.close()


@pytest.mark.parametrize("filling", [b"\0", b"\x0a"])
def test_one_broken_page_costs_its_own_rows_only(tmp_path: Path, filling: bytes) -> None:
    whole = long_journal(tmp_path)
    sound = (tmp_path / FILE_NAME).read_bytes()
    pages = len(sound) // PAGE_BYTES
    assert pages > 20
    every = {line for line in records(tmp_path / FILE_NAME) if len(line) == 6 and line[2] in set(RowKind)}
    for number in range(pages):
        broken = sound[: number * PAGE_BYTES] + filling * PAGE_BYTES + sound[(number + 1) * PAGE_BYTES :]
        (tmp_path / FILE_NAME).write_bytes(broken)
        found = recovered(tmp_path)
        assert is_part(found, whole)
        # The header costs nothing; pages that say where others are cost the rows that they have themselves.
        lost = every - {*records(tmp_path / FILE_NAME)}
        assert len(lost) <= (0 if number == 0 else MAX_ROWS)
        assert found == whole or number


def test_file_that_ends_early_gives_what_is_there(tmp_path: Path) -> None:
    whole = long_journal(tmp_path)
    sound = (tmp_path / FILE_NAME).read_bytes()
    counts = []
    for size in range(0, len(sound), 1500):
        (tmp_path / FILE_NAME).write_bytes(sound[:size])
        found = recovered(tmp_path)
        assert is_part(found, whole)
        counts.append(sum(map(len, found.values())))
    assert counts[0] == 0
    assert counts[-1] > counts[len(counts) // 2] > 0


def test_sectors_that_the_disk_cannot_read_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = long_journal(tmp_path)
    pread = os.pread

    def failing(opened: int, length: int, at: int) -> bytes:
        if at == 8192:
            raise OSError(5, "Input/output error")
        return pread(opened, length, at)

    monkeypatch.setattr(os, "pread", failing)
    found = recovered(tmp_path)
    assert is_part(found, whole)
    assert found


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_no_rubbish_can_stop_it(seed: int) -> None:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as directory:
        journal = Journal.open(Path(directory))
        journal.begin_game([JournalRow(RowKind.RECORD, f"{n} " * chance.choice((1, 200))) for n in range(30)])
        for name in (FILE_NAME, f"{FILE_NAME}-wal"):
            shutil.copy(Path(directory, name), Path(directory, "copy" + name))
        journal.close()
        for name in (FILE_NAME, f"{FILE_NAME}-wal"):
            content = bytearray(Path(directory, "copy" + name).read_bytes())
            for _ in range(chance.randrange(60)):
                content[chance.randrange(len(content))] = chance.randrange(256)
            Path(directory, name).write_bytes(content)
        found = recovered(Path(directory))
        assert all(found)
        assert all(row.text for rows in found.values() for row in rows)


def test_what_was_undone_leaves_no_trace_to_come_back_from(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    game = journal.begin_game([JournalRow(RowKind.RECORD, f"secret {n} " * 20) for n in range(100)])
    journal.undo(game, 99)
    journal.drop_game(journal.begin_game([JournalRow(RowKind.RECORD, "secret x " * 20) for _ in range(100)]))
    journal.close()
    assert recovered(tmp_path) == {game: [JournalRow(RowKind.RECORD, "secret 0 " * 20)]}
    assert (tmp_path / FILE_NAME).read_bytes().count(b"secret") == 20


def test_file_that_has_nothing_to_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="The disk is gone"):
        Journal.recover(tmp_path)


def test_memory_holds_little_of_a_long_journal(tmp_path: Path) -> None:
    """A new journal is made of a long old one in 22 MB, Python and all, as a Pi Zero may have left."""
    Journal.open(tmp_path).close()
    with own_connection(tmp_path) as connection:
        for game in range(1, LONG + 1):
            connection.execute("INSERT INTO game (number, identity, begun, boot) VALUES (?, x'01', 0.0, 1)", (game,))
            rows = ((game, place, "record", f"Teresa bid gray-{place}", 0.0, 1) for place in range(1, 1001))
            connection.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, 0)", rows)
        linking.compute_sums(connection)
    content = bytearray((tmp_path / FILE_NAME).read_bytes())
    content[PAGE_BYTES : 2 * PAGE_BYTES] = b"\xff" * PAGE_BYTES
    (tmp_path / FILE_NAME).write_bytes(content)
    command = [sys.executable, "-c", MENDED, str(tmp_path / FILE_NAME)]
    peak = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert peak < 22_000
    assert sum(map(len, recovered(tmp_path).values())) == 1000 * LONG


def test_row_written_later_counts(tmp_path: Path) -> None:
    """Of two rows in one place, wherever they are found."""
    for name, text, changed in (("older", "one", 1.0), ("newer", "two", 2.0)):
        journal = Journal.open(tmp_path / name)
        game = journal.begin_game([JournalRow(RowKind.RECORD, text)])
        journal.close()
        with own_connection(tmp_path / name) as connection:
            connection.execute("UPDATE line SET changed = ?", (changed,))
            linking.compute_sums(connection)
    older, newer = ((tmp_path / name / FILE_NAME).read_bytes() for name in ("older", "newer"))
    for number, content in enumerate((older + newer, newer + older)):
        place = tmp_path / str(number)
        place.mkdir()
        (place / FILE_NAME).write_bytes(content)
        assert recovered(place) == {game: [JournalRow(RowKind.RECORD, "two")]}


def test_the_first_page_of_a_sound_log_counts(tmp_path: Path) -> None:
    """Of one that SQLite alone has written, without a mark of ours."""
    journal = Journal.open(tmp_path)
    game = journal.begin_game([JournalRow(RowKind.RECORD, "one")])
    journal.close()
    with own_connection(tmp_path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("UPDATE line SET text = 'two'")
        connection.commit()
        texts = [
            record[3] for record in records(tmp_path / FILE_NAME) if table_of(record) == "line" and record[0] == game
        ]
    assert "two" in texts


def test_a_hole_in_the_file_costs_no_page_that_the_log_has(tmp_path: Path) -> None:
    long_journal(tmp_path)
    journal, path = Journal.open(tmp_path), tmp_path / FILE_NAME
    with own_connection(tmp_path) as connection:
        connection.execute("VACUUM")  # writes all pages into the log
    whole, version, size = games(journal), pagefile.user_version(path), path.stat().st_size
    os.truncate(path, 0)
    os.truncate(path, size)
    assert pagefile.user_version(path) == version > 0
    assert recovered(tmp_path) == whole
    journal.close()


def test_games_have_numbers_below_those_that_are_recovered() -> None:
    """So that there is room for the recovered ones."""
    last = validate.RECOVERED_NUMBER_LIMIT - 1
    for number, table in ((1, "game"), (last, "game"), (last + 1, None), (0, None), (-1, None)):
        assert table_of((number, b"identity", 1.0, 1, 0, 0)) == table


def test_journal_that_is_written_to_meanwhile_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.open(tmp_path)
    game = journal.begin_game([JournalRow(RowKind.RECORD, "one")])
    read = pagefile.records
    reads: list[int] = []

    def disturbed(path: Path, unread: ReadErrors | None) -> Iterator[pagefile.Values]:
        yield from read(path, unread)
        reads.append(len(reads))
        if len(reads) < 3:
            journal.append(game, [JournalRow(RowKind.RECORD, f"row {len(reads)}")])

    monkeypatch.setattr(pagefile, "records", disturbed)
    assert recovered(tmp_path) == {game: journal.counting_rows(game)}
    assert len(reads) == 3
    journal.close()


def test_other_databases_have_nothing_for_us(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("CREATE TABLE recipe (number INTEGER PRIMARY KEY, name TEXT, weight REAL)")
        connection.execute("INSERT INTO recipe VALUES (1, 'Bread', 2.5)")
    connection.close()
    assert recovered(tmp_path) == {}
