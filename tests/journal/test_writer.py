"""Where the disk refuses, the table plays on from memory, and the disk catches up as soon as it can."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.history.results import GameResult
from device.journal.errors import JournalError
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.session.rows import JournalRow
from display.words import ENGLISH, text
from tests.journal.failing_disk import Disk
from tests.journal.rows import row_list


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


def test_writer_on_a_good_disk_is_a_journal(disk: Disk) -> None:
    journal_writer = JournalWriter(disk.open)
    assert journal_writer.current_game() is None
    game = journal_writer.begin_game(row_list("one"))
    journal_writer.append(game, row_list("two", "three"))
    assert journal_writer.current_game() == game
    assert journal_writer.counting_rows(game) == row_list("one", "two", "three")
    assert journal_writer.fault is None
    assert journal_writer.notice is None
    assert disk.games() == [row_list("one", "two", "three")]
    assert disk.opened == 1
    journal_writer.close()


def test_game_in_play_is_taken_up(disk: Disk) -> None:
    first = JournalWriter(disk.open)
    first.begin_game(row_list("old"))
    number = first.begin_game(row_list("one"))
    first.close()
    journal_writer = JournalWriter(disk.open)
    assert journal_writer.current_game() == number
    assert journal_writer.counting_rows(number) == row_list("one")
    journal_writer.append(number, row_list("two"))
    assert disk.games() == [row_list("old"), row_list("one", "two")]
    journal_writer.close()


def test_dropping_goes_back_through_all_games(disk: Disk) -> None:
    journal_writer = JournalWriter(disk.open)
    for n in range(5):
        journal_writer.begin_game(row_list(str(n)))
    for n in reversed(range(5)):
        game = journal_writer.current_game()
        assert game is not None
        assert journal_writer.counting_rows(game) == row_list(str(n))
        journal_writer.drop_game(game)
        assert disk.games() == [row_list(str(m)) for m in range(n)]
    assert journal_writer.current_game() is None
    journal_writer.close()


def test_disk_that_fails_in_the_middle_catches_up_with_everything(disk: Disk) -> None:
    journal_writer = JournalWriter(disk.open)
    game = journal_writer.begin_game(row_list("one"))
    disk.fail()
    journal_writer.append(game, row_list("two"))
    assert journal_writer.fault is not None
    journal_writer.append(game, row_list("three"))
    assert journal_writer.counting_rows(game) == row_list("one", "two", "three")
    assert disk.games() == [row_list("one")]
    journal_writer.retry_writing()
    assert journal_writer.fault is not None
    disk.mend()
    journal_writer.retry_writing()
    assert journal_writer.fault is None
    assert disk.games() == [row_list("one", "two", "three")]
    journal_writer.close()


def test_next_declaration_writes_what_waits_without_being_asked(disk: Disk) -> None:
    journal_writer = JournalWriter(disk.open)
    game = journal_writer.begin_game()
    disk.fail()
    journal_writer.append(game, row_list("one"))
    disk.mend()
    journal_writer.append(game, row_list("two"))
    assert journal_writer.fault is None
    assert disk.games() == [row_list("one", "two")]
    journal_writer.close()


def test_rows_that_only_the_file_has_give_way_to_those_of_the_table(disk: Disk) -> None:
    journal_writer = JournalWriter(disk.open)
    game = journal_writer.begin_game(row_list("one"))
    disk.fail()
    journal_writer.append(game, row_list("four"))
    with closing(Journal.open(disk.directory)) as other:
        other.append(game, row_list("two", "three"))
    assert disk.games() == [row_list("one", "two", "three")]
    disk.mend()
    journal_writer.close()
    assert disk.games() == [row_list("one", "four")]


def test_table_without_a_disk_plays_and_keeps_its_games_once_there_is_one(disk: Disk) -> None:
    old = JournalWriter(disk.open)
    old.begin_game(row_list("old"))
    old.close()
    disk.gone = True
    journal_writer = JournalWriter(disk.open)
    assert str(journal_writer.fault) == "The disk is gone."
    assert journal_writer.fault is not None
    assert ENGLISH.say(journal_writer.fault.sentence) == str(journal_writer.fault)
    assert journal_writer.current_game() is None
    first = journal_writer.begin_game(row_list("one"))
    second = journal_writer.begin_game()
    journal_writer.append(second, row_list("two"))
    assert journal_writer.current_game() == second
    disk.mend()
    journal_writer.retry_writing()
    assert disk.games() == [row_list("old"), row_list("one"), row_list("two")]
    assert journal_writer.counting_rows(second) == row_list("two")
    journal_writer.drop_game(second)
    journal_writer.drop_game(first)
    game = journal_writer.current_game()
    assert game is not None
    assert journal_writer.counting_rows(game) == row_list("old")
    journal_writer.close()


def test_game_that_the_disk_never_saw_can_be_dropped(disk: Disk) -> None:
    journal_writer = JournalWriter(disk.open)
    first = journal_writer.begin_game(row_list("one"))
    disk.fail()
    journal_writer.drop_game(journal_writer.begin_game(row_list("two")))
    assert journal_writer.current_game() == first
    disk.mend()
    journal_writer.retry_writing()
    assert disk.games() == [row_list("one")]
    journal_writer.close()


def test_dropped_game_does_not_come_back_while_the_disk_refuses(disk: Disk) -> None:
    journal_writer = JournalWriter(disk.open, lambda: Journal.open_to_read(disk.directory))
    for name in ("one", "two", "three"):
        journal_writer.begin_game(row_list(name))
    disk.fail()
    for name in ("three", "two", "one"):
        game = journal_writer.current_game()
        assert game is not None
        assert journal_writer.counting_rows(game) == row_list(name)
        journal_writer.drop_game(game)
    assert journal_writer.current_game() is None
    assert journal_writer.fault is not None
    disk.mend()
    journal_writer.retry_writing()
    assert journal_writer.fault is None
    assert disk.games() == []
    journal_writer.close()


@pytest.mark.parametrize("call", ["begin_game", "append"])
def test_call_that_got_through_though_it_failed_is_not_done_twice(
    disk: Disk, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal_writer = JournalWriter(disk.open)
    game = journal_writer.begin_game(row_list("one", "two"))
    real: Callable[..., object] = getattr(Journal, call)

    def and_fail(*arguments: object) -> object:
        real(*arguments)
        raise JournalError(text("The disk is gone."))

    with monkeypatch.context() as patch:
        patch.setattr(Journal, call, and_fail)
        if call == "begin_game":
            game = journal_writer.begin_game(row_list("three"))
        else:
            journal_writer.append(game, row_list("three"))
    assert journal_writer.fault is not None
    journal_writer.append(game, row_list("four"))
    assert journal_writer.fault is None
    assert (
        disk.games()
        == {
            "begin_game": [row_list("one", "two"), row_list("three", "four")],
            "append": [row_list("one", "two", "three", "four")],
        }[call]
    )
    journal_writer.close()


def test_damage_in_the_middle_of_a_game_loses_none_of_it(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = JournalWriter(disk.open)
    before.begin_game(row_list("old"))
    before.begin_game(row_list("one", "two"))
    before.close()
    journal_writer = JournalWriter(disk.open)
    game = journal_writer.current_game()
    assert game == 2
    assert disk.journal is not None

    def broken(game: int, rows: object, result: object) -> None:
        with (disk.directory / FILE_NAME).open("r+b") as file:
            file.seek(36)  # how many pages are free, by https://www.sqlite.org/fileformat2.html
            file.write(bytes([0, 0, 0, 7]))
        raise JournalError(text("The journal is damaged."), is_damaged=True)

    monkeypatch.setattr(disk.journal, "append", broken)
    journal_writer.append(game, row_list("three"))
    assert journal_writer.fault is None
    assert journal_writer.notice is not None
    assert "journal.db.damaged-1" in ENGLISH.say(journal_writer.notice)
    assert journal_writer.counting_rows(game) == row_list("one", "two", "three")
    # What could be read goes on, and so does what could not, for the table still knows it.
    assert disk.games() == [row_list("old"), row_list("one", "two", "three")]
    later = [journal_writer.begin_game(row_list(str(n))) for n in range(3)]
    assert len({game, *later}) == 4
    journal_writer.close()
    kept = sqlite3.connect(disk.directory / f"{FILE_NAME}.damaged-1")
    assert kept.execute("SELECT count(*) FROM line").fetchone() == (3,)
    kept.close()


def test_what_is_read_well_the_next_time_is_no_damage(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    journal_writer = JournalWriter(disk.open)
    game = journal_writer.begin_game(row_list("one"))
    assert disk.journal is not None

    def misread(game: int, rows: object, result: object) -> None:
        raise JournalError(text("The journal is damaged."), is_damaged=True)

    monkeypatch.setattr(disk.journal, "append", misread)
    journal_writer.append(game, row_list("two"))
    assert (journal_writer.fault, journal_writer.notice) == (None, None)
    journal_writer.close()
    assert disk.games() == [row_list("one", "two")]
    assert [path.name for path in disk.directory.glob(f"{FILE_NAME}.damaged-*")] == []


def test_damaged_journal_at_the_start_is_told(disk: Disk) -> None:
    (disk.directory / FILE_NAME).write_bytes(b"nothing like a database " * 400)
    journal_writer = JournalWriter(disk.open)
    assert journal_writer.fault is None
    assert journal_writer.notice is not None
    assert journal_writer.current_game() is None
    journal_writer.close()


def test_another_disk_is_not_taken_for_the_one_before(disk: Disk, tmp_path: Path) -> None:
    journal_writer = JournalWriter(disk.open)
    game = journal_writer.begin_game(row_list("one"))
    disk.fail()
    journal_writer.append(game, row_list("two"))
    disk.mend()
    disk.directory = tmp_path / "another"
    other = JournalWriter(disk.open)
    other.begin_game(row_list("theirs"))
    other.close()
    journal_writer.retry_writing()
    assert disk.games() == [row_list("theirs"), row_list("one", "two")]
    journal_writer.close()


def test_what_is_not_there_is_the_callers_mistake(disk: Disk) -> None:
    journal_writer = JournalWriter(disk.open)
    game = journal_writer.begin_game(row_list("one"))
    with pytest.raises(ValueError, match="no game 99"):
        journal_writer.append(99, row_list("two"))
    assert journal_writer.counting_rows(game) == row_list("one")
    journal_writer.close()


rows = st.lists(st.sampled_from(row_list("a", "b", "c")), max_size=3)
calls = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["begin", "append"]), rows),
        st.tuples(st.sampled_from(["drop", "fail", "gone", "mend", "retry"]), st.none()),
    ),
    max_size=20,
)


def perform(journal_writer: JournalWriter, model: list[list[JournalRow]], call: str, what: object) -> None:
    """One call, on the writer and on a list of lists."""
    if call == "begin":
        assert isinstance(what, list)
        journal_writer.begin_game(what)
        model.append(list(what))
        return
    game = journal_writer.current_game()
    assert game is not None
    if call == "append":
        assert isinstance(what, list)
        journal_writer.append(game, what)
        model[-1] += what
    else:
        journal_writer.drop_game(game)
        model.pop()


@given(calls)
@settings(max_examples=60, deadline=None)
def test_whatever_the_disk_does_the_table_plays_on_and_the_disk_catches_up(history: list[tuple[str, object]]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        disk = Disk(Path(directory))
        journal_writer = JournalWriter(disk.open)
        # A disk that is away cannot tell what came before this evening's last games; the test does not ask it.
        model: list[list[JournalRow]] = []
        depth = 0
        for call, what in history:
            if call == "fail":
                disk.fail()
            elif call == "gone":
                disk.fail()
                disk.gone = True
            elif call == "mend":
                disk.mend()
            elif call == "retry":
                journal_writer.retry_writing()
            elif call == "begin" or (model and not (call == "drop" and disk.gone and depth < 2)):
                depth = min(depth + 1, 2) if call == "begin" else max(depth - 1, 0) if call == "drop" else depth
                perform(journal_writer, model, call, what)
                assert (
                    journal_writer.counting_rows(journal_writer.current_game() or 0) == model[-1]
                    if model
                    else journal_writer.current_game() is None
                )
        disk.mend()
        journal_writer.retry_writing()
        assert journal_writer.fault is None
        journal_writer.close()
        assert disk.games() == model


# Slow disks


class SlowDisk(Disk):
    """A disk whose every opening and writing takes seconds of `now`."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.now = 0.0
        self.takes = 0.0
        self.tried = 0

    def clock(self) -> float:
        return self.now

    def open(self) -> Journal:
        self.tried += 1
        self.now += self.takes
        return super().open()


def test_disk_that_is_slow_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = SlowDisk(tmp_path)
    journal_writer = JournalWriter(disk.open, clock=disk.clock)
    game = journal_writer.begin_game()
    assert not journal_writer.disk.is_slow
    assert disk.journal is not None
    append = disk.journal.append

    def slowly(number: int, rows: Sequence[JournalRow], result: GameResult | None) -> None:
        append(number, rows, result)
        disk.now += 2.5

    monkeypatch.setattr(disk.journal, "append", slowly)
    journal_writer.append(game, row_list("one"))
    assert journal_writer.disk.is_slow
    first = journal_writer.notice
    assert first is not None
    assert "slow" in ENGLISH.say(first)
    journal_writer.append(game, row_list("two"))
    assert journal_writer.notice is first
    assert journal_writer.fault is None
    journal_writer.close()


def test_disk_that_takes_long_to_refuse_is_left_alone_for_a_while(tmp_path: Path) -> None:
    disk = SlowDisk(tmp_path)
    disk.gone, disk.takes = True, 30.0
    journal_writer = JournalWriter(disk.open, clock=disk.clock)
    tried = disk.tried
    game = journal_writer.begin_game()
    journal_writer.append(game, row_list("one"))
    journal_writer.retry_writing(unless_slow=True)
    assert disk.tried == tried
    assert journal_writer.fault is not None
    # Whoever asks for it has it tried at once.
    journal_writer.retry_writing()
    assert disk.tried == tried + 1
    disk.mend()
    disk.takes = 0.0
    disk.now += 300.0
    journal_writer.append(game, row_list("two"))
    assert journal_writer.fault is None
    assert disk.games() == [row_list("one", "two")]
    journal_writer.close()


def test_what_waits_is_written_at_the_end_even_if_the_disk_was_to_be_left_alone(tmp_path: Path) -> None:
    disk = SlowDisk(tmp_path)
    disk.gone, disk.takes = True, 30.0
    journal_writer = JournalWriter(disk.open, clock=disk.clock)
    journal_writer.begin_game(row_list("one"))
    disk.mend()
    journal_writer.close()
    assert disk.games() == [row_list("one")]


def test_start_that_takes_long_says_nothing_of_the_disk(tmp_path: Path) -> None:
    disk = SlowDisk(tmp_path)
    disk.takes = 30.0
    journal_writer = JournalWriter(disk.open, clock=disk.clock)
    journal_writer.begin_game(row_list("one"))
    assert journal_writer.notice is None
    assert not journal_writer.disk.is_slow
    journal_writer.close()


def test_game_in_play_is_taken_up_from_a_disk_that_can_only_be_read(disk: Disk) -> None:
    first = JournalWriter(disk.open)
    first.begin_game(row_list("old"))
    number = first.begin_game(row_list("one"))
    first.close()
    disk.gone = True
    journal_writer = JournalWriter(disk.open, lambda: Journal.open_to_read(disk.directory))
    assert journal_writer.current_game() == number
    assert journal_writer.counting_rows(number) == row_list("one")
    journal_writer.append(number, row_list("two"))
    disk.mend()
    journal_writer.retry_writing()
    assert disk.games() == [row_list("old"), row_list("one", "two")]
    journal_writer.close()


@pytest.mark.parametrize("failures", [2, 3])
def test_game_in_play_is_gone_on_with_where_a_disk_fails_for_a_moment_only(disk: Disk, failures: int) -> None:
    """Or people are told, before another game is in play on the disk."""
    first = JournalWriter(disk.open)
    number = first.begin_game(row_list("one"))
    first.close()
    opened: list[None] = []

    def fails_first() -> Journal:
        opened.append(None)
        if len(opened) <= failures:
            raise JournalError(text("The disk is gone."))
        return disk.open()

    journal_writer = JournalWriter(fails_first)
    assert journal_writer.current_game() is None
    begun = journal_writer.begin_game()
    gone_on = begun == number
    assert gone_on is (journal_writer.fault is None)
    assert disk.games() == [row_list("one")]
    journal_writer.append(begun, row_list("two"))
    assert disk.games() == ([row_list("one", "two")] if gone_on else [row_list("one"), row_list("two")])
    journal_writer.close()


def test_journal_whose_file_was_removed_is_begun_anew_with_tonights_games(disk: Disk) -> None:
    journal_writer = JournalWriter(disk.open)
    game = journal_writer.begin_game(row_list("one"))
    for name in (FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm"):
        (disk.directory / name).unlink()
    journal_writer.append(game, row_list("two"))
    file = disk.directory / FILE_NAME
    assert str(journal_writer.fault) == f"{file} was removed or replaced while it was open."
    journal_writer.retry_writing()
    assert journal_writer.fault is None
    assert disk.games() == [row_list("one", "two")]
    journal_writer.close()
