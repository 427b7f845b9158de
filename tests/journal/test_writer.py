"""Where the disk refuses, the table plays on from memory, and the disk catches up as soon as it can."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.journal.errors import JournalError
from device.journal.store import FILE, Journal
from device.journal.writer import JournalWriter
from device.session.rows import JournalRow
from display.words import ENGLISH, text
from tests.journal.failing_disk import Disk, row_list


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


def test_keeper_of_a_good_disk_is_a_journal(disk: Disk) -> None:
    keeper = JournalWriter(disk.open)
    assert keeper.current() is None
    game = keeper.begin(row_list("one"))
    keeper.append(game, row_list("two", "three"))
    keeper.undo(game, 1)
    assert keeper.current() == game
    assert keeper.rows(game) == row_list("one", "two")
    assert keeper.trouble is None
    assert keeper.notice is None
    assert disk.games() == [row_list("one", "two")]
    assert disk.opened == 1
    keeper.close()


def test_game_in_play_is_taken_up(disk: Disk) -> None:
    first = JournalWriter(disk.open)
    first.begin(row_list("old"))
    number = first.begin(row_list("one"))
    first.close()
    keeper = JournalWriter(disk.open)
    assert keeper.current() == number
    assert keeper.rows(number) == row_list("one")
    keeper.append(number, row_list("two"))
    assert disk.games() == [row_list("old"), row_list("one", "two")]
    keeper.close()


def test_dropping_goes_back_through_all_games(disk: Disk) -> None:
    keeper = JournalWriter(disk.open)
    for n in range(5):
        keeper.begin(row_list(str(n)))
    for n in reversed(range(5)):
        game = keeper.current()
        assert game is not None
        assert keeper.rows(game) == row_list(str(n))
        keeper.drop(game)
        assert disk.games() == [row_list(str(m)) for m in range(n)]
    assert keeper.current() is None
    keeper.close()


def test_disk_that_fails_in_the_middle_catches_up_with_everything(disk: Disk) -> None:
    keeper = JournalWriter(disk.open)
    game = keeper.begin(row_list("one"))
    disk.fail()
    keeper.append(game, row_list("two"))
    assert keeper.trouble is not None
    keeper.append(game, row_list("three", "four"))
    keeper.undo(game, 1)
    assert keeper.rows(game) == row_list("one", "two", "three")
    assert disk.games() == [row_list("one")]
    keeper.retry()
    assert keeper.trouble is not None
    disk.mend()
    keeper.retry()
    assert keeper.trouble is None
    assert disk.games() == [row_list("one", "two", "three")]
    keeper.close()


def test_next_declaration_writes_what_waits_without_being_asked(disk: Disk) -> None:
    keeper = JournalWriter(disk.open)
    game = keeper.begin()
    disk.fail()
    keeper.append(game, row_list("one"))
    disk.mend()
    keeper.append(game, row_list("two"))
    assert keeper.trouble is None
    assert disk.games() == [row_list("one", "two")]
    keeper.close()


def test_undo_that_the_disk_refused_is_done_later(disk: Disk) -> None:
    keeper = JournalWriter(disk.open)
    game = keeper.begin(row_list("one", "two", "three"))
    disk.fail()
    keeper.undo(game, 2)
    keeper.append(game, row_list("four"))
    assert disk.games() == [row_list("one", "two", "three")]
    disk.mend()
    keeper.close()
    assert disk.games() == [row_list("one", "four")]


def test_table_without_a_disk_plays_and_keeps_its_games_once_there_is_one(disk: Disk) -> None:
    old = JournalWriter(disk.open)
    old.begin(row_list("old"))
    old.close()
    disk.gone = True
    keeper = JournalWriter(disk.open)
    assert keeper.trouble == "The disk is gone."
    assert keeper.fault is not None
    assert ENGLISH.say(keeper.fault.sentence) == keeper.trouble
    assert keeper.current() is None
    first = keeper.begin(row_list("one"))
    second = keeper.begin()
    keeper.append(second, row_list("two"))
    assert keeper.current() == second
    disk.mend()
    keeper.retry()
    assert disk.games() == [row_list("old"), row_list("one"), row_list("two")]
    assert keeper.rows(second) == row_list("two")
    keeper.drop(second)
    keeper.drop(first)
    game = keeper.current()
    assert game is not None
    assert keeper.rows(game) == row_list("old")
    keeper.close()


def test_game_that_the_disk_never_saw_can_be_dropped(disk: Disk) -> None:
    keeper = JournalWriter(disk.open)
    first = keeper.begin(row_list("one"))
    disk.fail()
    keeper.drop(keeper.begin(row_list("two")))
    assert keeper.current() == first
    disk.mend()
    keeper.retry()
    assert disk.games() == [row_list("one")]
    keeper.close()


def test_dropped_game_does_not_come_back_while_the_disk_refuses(disk: Disk) -> None:
    keeper = JournalWriter(disk.open)
    for name in ("one", "two", "three"):
        keeper.begin(row_list(name))
    disk.fail()
    for name in ("three", "two", "one"):
        game = keeper.current()
        assert game is not None
        assert keeper.rows(game) == row_list(name)
        keeper.drop(game)
    assert keeper.current() is None
    assert keeper.trouble is not None
    disk.mend()
    keeper.retry()
    assert keeper.trouble is None
    assert disk.games() == []
    keeper.close()


@pytest.mark.parametrize("call", ["begin", "append", "undo"])
def test_call_that_got_through_though_it_failed_is_not_done_twice(
    disk: Disk, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = JournalWriter(disk.open)
    game = keeper.begin(row_list("one", "two"))
    real: Callable[..., object] = getattr(Journal, call)

    def and_fail(*arguments: object) -> object:
        real(*arguments)
        raise JournalError(text("The disk is gone."))

    with monkeypatch.context() as patch:
        patch.setattr(Journal, call, and_fail)
        if call == "begin":
            game = keeper.begin(row_list("three"))
        elif call == "append":
            keeper.append(game, row_list("three"))
        else:
            keeper.undo(game, 1)
    assert keeper.trouble is not None
    keeper.append(game, row_list("four"))
    assert keeper.trouble is None
    assert (
        disk.games()
        == {
            "begin": [row_list("one", "two"), row_list("three", "four")],
            "append": [row_list("one", "two", "three", "four")],
            "undo": [row_list("one", "four")],
        }[call]
    )
    keeper.close()


def test_damage_in_the_middle_of_a_game_loses_none_of_it(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = JournalWriter(disk.open)
    before.begin(row_list("old"))
    before.begin(row_list("one", "two"))
    before.close()
    keeper = JournalWriter(disk.open)
    game = keeper.current()
    assert game == 2
    assert disk.journal is not None

    def broken(game: int, rows: object) -> None:
        raise JournalError(text("The journal is damaged."), damaged=True)

    monkeypatch.setattr(disk.journal, "append", broken)
    keeper.append(game, row_list("three"))
    assert keeper.trouble is None
    assert keeper.notice is not None
    assert "journal.db.damaged-1" in ENGLISH.say(keeper.notice)
    assert keeper.rows(game) == row_list("one", "two", "three")
    # What could be read goes on, and so does what could not, for the table still knows it.
    assert disk.games() == [row_list("old"), row_list("one", "two", "three")]
    later = [keeper.begin(row_list(str(n))) for n in range(3)]
    assert len({game, *later}) == 4
    keeper.close()
    kept = sqlite3.connect(disk.directory / f"{FILE}.damaged-1")
    assert kept.execute("SELECT count(*) FROM line").fetchone() == (3,)
    kept.close()


def test_damaged_journal_at_the_start_is_told(disk: Disk) -> None:
    (disk.directory / FILE).write_bytes(b"nothing like a database " * 400)
    keeper = JournalWriter(disk.open)
    assert keeper.trouble is None
    assert keeper.notice is not None
    assert keeper.current() is None
    keeper.close()


def test_another_disk_is_not_taken_for_the_one_before(disk: Disk, tmp_path: Path) -> None:
    keeper = JournalWriter(disk.open)
    game = keeper.begin(row_list("one"))
    disk.fail()
    keeper.append(game, row_list("two"))
    disk.mend()
    disk.directory = tmp_path / "another"
    other = JournalWriter(disk.open)
    other.begin(row_list("theirs"))
    other.close()
    keeper.retry()
    assert disk.games() == [row_list("theirs"), row_list("one", "two")]
    keeper.close()


def test_what_is_not_there_is_the_callers_mistake(disk: Disk) -> None:
    keeper = JournalWriter(disk.open)
    game = keeper.begin(row_list("one"))
    with pytest.raises(ValueError, match="cannot undo 2"):
        keeper.undo(game, 2)
    with pytest.raises(ValueError, match="cannot undo -1"):
        keeper.undo(game, -1)
    with pytest.raises(ValueError, match="no game 99"):
        keeper.append(99, row_list("two"))
    assert keeper.rows(game) == row_list("one")
    keeper.close()


rows = st.lists(st.sampled_from(row_list("a", "b", "c")), max_size=3)
calls = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["begin", "append"]), rows),
        st.tuples(st.just("undo"), st.integers(0, 4)),
        st.tuples(st.sampled_from(["drop", "fail", "gone", "mend", "retry"]), st.none()),
    ),
    max_size=20,
)


def perform(keeper: JournalWriter, model: list[list[JournalRow]], call: str, what: object) -> None:
    """One call, on the keeper and on a list of lists."""
    if call == "begin":
        assert isinstance(what, list)
        keeper.begin(what)
        model.append(list(what))
        return
    game = keeper.current()
    assert game is not None
    if call == "append":
        assert isinstance(what, list)
        keeper.append(game, what)
        model[-1] += what
    elif call == "undo":
        assert isinstance(what, int)
        count = min(what, len(model[-1]))
        keeper.undo(game, count)
        model[-1] = model[-1][: len(model[-1]) - count]
    else:
        keeper.drop(game)
        model.pop()


@given(calls)
@settings(max_examples=60, deadline=None)
def test_whatever_the_disk_does_the_table_plays_on_and_the_disk_catches_up(history: list[tuple[str, object]]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        disk = Disk(Path(directory))
        keeper = JournalWriter(disk.open)
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
                keeper.retry()
            elif call == "begin" or (model and not (call == "drop" and disk.gone and depth < 2)):
                depth = min(depth + 1, 2) if call == "begin" else max(depth - 1, 0) if call == "drop" else depth
                perform(keeper, model, call, what)
                assert keeper.rows(keeper.current() or 0) == model[-1] if model else keeper.current() is None
        disk.mend()
        keeper.retry()
        assert keeper.trouble is None
        keeper.close()
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
    keeper = JournalWriter(disk.open, clock=disk.clock)
    game = keeper.begin()
    assert not keeper.slow
    assert disk.journal is not None
    append = disk.journal.append

    def slowly(number: int, rows: Sequence[JournalRow]) -> None:
        append(number, rows)
        disk.now += 2.5

    monkeypatch.setattr(disk.journal, "append", slowly)
    keeper.append(game, row_list("one"))
    assert keeper.slow
    first = keeper.notice
    assert first is not None
    assert "slow" in ENGLISH.say(first)
    keeper.append(game, row_list("two"))
    assert keeper.notice is first
    assert keeper.trouble is None
    keeper.close()


def test_disk_that_takes_long_to_refuse_is_left_alone_for_a_while(tmp_path: Path) -> None:
    disk = SlowDisk(tmp_path)
    disk.gone, disk.takes = True, 30.0
    keeper = JournalWriter(disk.open, clock=disk.clock)
    tried = disk.tried
    game = keeper.begin()
    keeper.append(game, row_list("one"))
    keeper.retry(patiently=True)
    assert disk.tried == tried
    assert keeper.trouble is not None
    # Whoever asks for it has it tried at once.
    keeper.retry()
    assert disk.tried == tried + 1
    disk.mend()
    disk.takes = 0.0
    disk.now += 300.0
    keeper.append(game, row_list("two"))
    assert keeper.trouble is None
    assert disk.games() == [row_list("one", "two")]
    keeper.close()


def test_what_waits_is_written_at_the_end_even_if_the_disk_was_to_be_left_alone(tmp_path: Path) -> None:
    disk = SlowDisk(tmp_path)
    disk.gone, disk.takes = True, 30.0
    keeper = JournalWriter(disk.open, clock=disk.clock)
    keeper.begin(row_list("one"))
    disk.mend()
    keeper.close()
    assert disk.games() == [row_list("one")]


def test_start_that_takes_long_says_nothing_of_the_disk(tmp_path: Path) -> None:
    disk = SlowDisk(tmp_path)
    disk.takes = 30.0
    keeper = JournalWriter(disk.open, clock=disk.clock)
    keeper.begin(row_list("one"))
    assert keeper.notice is None
    assert not keeper.slow
    keeper.close()


def test_game_in_play_is_taken_up_from_a_disk_that_can_only_be_read(disk: Disk) -> None:
    first = JournalWriter(disk.open)
    first.begin(row_list("old"))
    number = first.begin(row_list("one"))
    first.close()
    disk.gone = True
    keeper = JournalWriter(disk.open, lambda: Journal.read(disk.directory))
    assert keeper.current() == number
    assert keeper.rows(number) == row_list("one")
    keeper.append(number, row_list("two"))
    disk.mend()
    keeper.retry()
    assert disk.games() == [row_list("old"), row_list("one", "two")]
    keeper.close()


def test_journal_whose_file_was_removed_is_begun_anew_with_tonights_games(disk: Disk) -> None:
    keeper = JournalWriter(disk.open)
    game = keeper.begin(row_list("one"))
    for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
        (disk.directory / name).unlink()
    keeper.append(game, row_list("two"))
    assert keeper.trouble is not None
    keeper.retry()
    assert keeper.trouble is None
    assert disk.games() == [row_list("one", "two")]
    keeper.close()
