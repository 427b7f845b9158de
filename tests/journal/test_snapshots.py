"""A start that goes on from a snapshot finds the very game that all rows come to, whatever was corrected and undone."""

from __future__ import annotations

import errno
import gc
import json
import os
import random
import shutil
import sys
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.cli.commands import main
from device.contract.refusal import Refusal, RefusalCode, Refused
from device.journal import packed_games, snapshots, writer
from device.journal.store import FILE_NAME, Journal
from device.session.correction import is_correctable
from device.session.edits import Edit, EditKind
from device.session.past import Past
from device.session.prompts import facts_of
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, step_row
from device.system import atomicfile
from device.table import open_game
from device.table.open_game import CorrectionChanged
from device.table.table_games import TableGames
from display.words import text
from tests.games.registered import SOME_GAMES
from tests.journal.corrected import correct, no_thanks, often, snapshot_of, table
from tests.non_empty import non_empty
from tests.session.mistakes import Game, game

FEW = 12
"""How many rows besides those that count make a snapshot here."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_game, "MAX_EXTRA_ROWS", FEW)


class Player:
    """Declares a dealt game, corrects it, and undoes and redoes by chance."""

    def __init__(self, found: Game, chance: random.Random) -> None:
        self._found = iter(found.given)
        self._chance = chance

    def play(self, games: TableGames) -> None:
        """Do one thing."""
        with suppress(Refused):
            self._chance.choice((self._declare, self._declare, self._correct, self._correct, self._undo, self._redo))(
                games
            )
        games.current.store_snapshot_if_due()

    def _declare(self, games: TableGames) -> None:
        if games.session.stage is Stage.SUMMARY:
            games.perform_step(step_row(Step.ACCEPT))
        elif games.session.stage is Stage.STARTER:
            games.perform_step(step_row(Step.START))
        elif games.session.stage is Stage.PLAY:
            declaration = next(self._found, None)
            if declaration is not None:
                games.current.declare(declaration)

    def _correct(self, games: TableGames) -> None:
        """Remove a declaration, or put another one in its place, if the rest allows it."""
        seen = games.current.public
        places = [at for at, row in enumerate(seen.rows) if is_correctable(seen.sessions[at], row)]
        if not places:
            return
        at = self._chance.choice(places)
        other = self._chance.choice([None, *(seen.rows[place].text for place in places)])
        kind = EditKind.REMOVE if other is None else self._chance.choice([EditKind.CHANGE, EditKind.INSERT])
        found = games.current.judge([Edit(kind, at + 1, None if other is None else JournalRow(RowKind.RECORD, other))])
        if found.misfit is None:
            games.current.correct(found)

    def _undo(self, games: TableGames) -> None:
        for _ in range(self._chance.choice((1, 1, 1, 2, 9))):
            if len(games.current.rows) > 8:
                games.undo()

    def _redo(self, games: TableGames) -> None:
        while (back := games.current.redoable_rows) is not None and not back.is_game and self._chance.random() < 0.7:
            games.current.redo()


State = tuple[object, ...]


def state(games: TableGames) -> State:
    """All of a game that is to be seen."""
    game, line = games.current, games.current.timeline
    return game.rows, game.sessions, line.stored_row_count, line.last_row, list(line.rows), list(line.taken_back)


@contextmanager
def table_by_rows(data: Path, copy: Path) -> Iterator[TableGames]:
    """The same games of a table that has no snapshot."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(data, copy, ignore=shutil.ignore_patterns("*.snapshot-*"))
    with table(copy) as games:
        yield games


def check_start(data: Path, copy: Path) -> None:
    with table(data) as games, table_by_rows(data, copy) as other:
        assert state(games) == state(other)


def check_all_the_way(data: Path, copy: Path) -> None:
    """Everything that was done is taken back, and brought again."""
    with table(data) as games, table_by_rows(data, copy) as other:
        assert state(games) == state(other)
        while other.current.undo():
            games.current.undo()
            assert state(games) == state(other)
        while (back := other.current.redoable_rows) is not None and not back.is_game:
            assert (games.current.redo() == CorrectionChanged.PAST) == (other.current.redo() == CorrectionChanged.PAST)
            assert state(games) == state(other)


def begin(games: TableGames, found: Game) -> None:
    for line in found.header:
        games.perform_step(JournalRow(RowKind.RECORD, line))
    games.perform_step(step_row(Step.PLAY))


@pytest.mark.parametrize("game_id", SOME_GAMES)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_start_with_a_snapshot_is_a_start_by_all_rows(game_id: str, seed: int) -> None:
    chance, found = random.Random(seed), game(game_id, seed)
    player = Player(found, chance)
    with TemporaryDirectory() as name:
        data, copy = Path(name) / "data", Path(name) / "copy"
        with table(data) as games:
            begin(games, found)
        for _ in range(12):
            check_start(data, copy)
            with table(data) as games:
                for _ in range(chance.randrange(14)):
                    player.play(games)
        check_all_the_way(data, copy)


# One game that is corrected and undone again and again


def undo_and_redo(games: TableGames) -> None:
    games.current.undo()
    games.current.redo()
    games.current.store_snapshot_if_due()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A game with a snapshot, and some corrections since."""
    found = tmp_path / "data"
    no_thanks(found)
    often(found, correct, 7)
    assert snapshot_of(found).is_file()
    return found


def is_used(data: Path) -> bool:
    with closing(Journal.open_to_read(data)) as journal:
        return journal.resumed_game(1).snapshot is not None


def names_before_the_first(journal: Journal) -> tuple[str, ...]:
    return journal.recent_names(1)


def calls_of(act: Callable[[], object]) -> int:
    """How many functions are called meanwhile."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def calls_of_a_start(data: Path) -> int:
    """How many functions are called while a table takes up its game, and finds out what it says of it."""
    opened = []

    def start() -> None:
        opened.append(writer.journal_writer_for(data))
        game = TableGames(opened[-1]).current
        facts_of(game.timeline, game.sessions)
        opened[-1].call_or(names_before_the_first, nobody)

    nobody: tuple[str, ...] = ()
    start()  # what is loaded is loaded
    found = calls_of(start)
    for one in opened:
        one.close()
    return found


def calls_of_a_press(data: Path) -> int:
    """The same while the last thing is taken back, and brought again."""
    with table(data) as games:
        return calls_of(games.current.undo) + calls_of(games.current.redo)


@pytest.mark.parametrize("what", [correct, undo_and_redo])
def test_start_and_press_do_not_depend_on_how_often_a_game_was_corrected_or_undone(
    what: Callable[[TableGames], None], tmp_path: Path
) -> None:
    starts, presses = [], []
    for times in (20, 500):
        no_thanks(tmp_path / str(times))
        often(tmp_path / str(times), what, times)
        assert is_used(tmp_path / str(times))
        starts.append(calls_of_a_start(tmp_path / str(times)))
        presses.append(calls_of_a_press(tmp_path / str(times)))
    assert starts[1] < 1.3 * starts[0]
    assert presses[1] < 1.3 * presses[0]


def test_another_game_does_not_depend_on_how_often_the_one_before_was_undone(tmp_path: Path) -> None:
    """It is named in the list then, and its people and options are offered again."""
    counts = []
    for times in (20, 500):
        no_thanks(tmp_path / str(times))
        often(tmp_path / str(times), undo_and_redo, times)
        with table(tmp_path / str(times)) as games:
            counts.append(calls_of(lambda: offered_again(games)))
        with table(tmp_path / str(times)) as games:
            counts[-1] += calls_of(lambda: offered_again(games))
    assert counts[1] < 1.3 * counts[0]


def offered_again(games: TableGames) -> None:
    games.begin_another()
    games.perform_step(JournalRow(RowKind.RECORD, "game no-thanks"))
    assert games.last_table is not None
    assert games.last_table.players == ("Ann", "Ben", "Cleo")


def test_what_is_declared_meanwhile_does_not_stay_in_memory(tmp_path: Path) -> None:
    no_thanks(tmp_path)

    def grown(games: TableGames) -> int:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(100):
            correct(games)
        gc.collect()  # and with it what Python keeps for the next objects
        return tracemalloc.get_traced_memory()[0] - before

    with table(tmp_path) as games:
        for _ in range(20):
            correct(games)
        gc.collect()
        tracemalloc.start()
        try:
            taken = grown(games)
        finally:
            tracemalloc.stop()
    assert taken < 80_000


def test_nothing_that_was_declared_is_forgotten(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(data), "export", "--corrections"]) == 0
    assert capsys.readouterr().out.count("flip 34") >= 7


# A snapshot that does not fit


def spoilt(content: bytes) -> Iterator[bytes]:
    """A file with each byte changed, and each cut."""
    for at in range(0, len(content), 7):
        yield content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        yield content[:at]


def test_damaged_snapshot_counts_as_not_there(data: Path) -> None:
    path = snapshot_of(data)
    for content in non_empty(spoilt(path.read_bytes())):
        path.write_bytes(content)
        assert not is_used(data)


def test_start_with_a_damaged_snapshot_is_a_start_by_all_rows(data: Path, tmp_path: Path) -> None:
    snapshot_of(data).write_bytes(snapshot_of(data).read_bytes()[:-1])
    check_all_the_way(data, tmp_path / "copy")


HEAD = ("kept", "last", "rows", "marks", "judged", "counts", "step", "back", "correction")
RUBBISH: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2**70) | st.floats(0.0, 9.0) | st.sampled_from(["", "table undo", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(HEAD), inner, max_size=2),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(what=st.sampled_from([None, *HEAD]), rubbish=RUBBISH)
def test_snapshot_that_is_whole_and_makes_no_sense_stops_no_start(what: str | None, rubbish: object) -> None:
    """Who works out a checksum can write anything there."""
    with TemporaryDirectory() as name:
        data = Path(name)
        no_thanks(data, cards=2)
        often(data, correct, 7)
        with closing(Journal.open(data)) as journal:
            found, _ = journal.rows_since_snapshot(1)
            assert found is not None
            head = json.loads(zlib.decompress(found.parts[0]))
            spoilt = rubbish if what is None else {**head, what: rubbish}
            parts = (zlib.compress(json.dumps(spoilt).encode()), *found.parts[1:])
            snapshots.store_snapshot(data / FILE_NAME, 1, journal.game_identity(1), found._replace(parts=parts))
        with table(data) as games:
            assert games.number == 1


@pytest.mark.parametrize("part", [b"", b"no zlib", zlib.compress(b"[" * 9_000), zlib.compress(b"\xff")])
def test_part_of_a_snapshot_that_nobody_packs_is_none(part: bytes, data: Path) -> None:
    with closing(Journal.open(data)) as journal:
        found, _ = journal.rows_since_snapshot(1)
        assert found is not None
        snapshots.store_snapshot(
            data / FILE_NAME, 1, journal.game_identity(1), found._replace(parts=(part, *found.parts[1:]))
        )
    assert not is_used(data)


@pytest.mark.parametrize("part", [1, 3])
@pytest.mark.parametrize("content", [b"no zlib", *map(zlib.compress, (b"[]", b"[1, 2, 3]", b"7", b"[" * 9_000))])
def test_start_goes_by_the_rows_where_what_an_undo_needs_was_packed_by_nobody(
    content: bytes, part: int, data: Path
) -> None:
    with table(data) as games:
        for _ in range(4):
            games.undo()
        wanted = state(games)
    with closing(Journal.open(data)) as journal:
        found, _ = journal.rows_since_snapshot(1)
        assert found is not None
        parts = (*found.parts[:part], content, *found.parts[part + 1 :])
        snapshots.store_snapshot(data / FILE_NAME, 1, journal.game_identity(1), found._replace(parts=parts))
    with table(data) as games:
        assert state(games) == wanted


def test_link_in_the_place_of_a_snapshot_costs_no_other_file(data: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"another's")
    snapshot_of(data).unlink()
    snapshot_of(data).symlink_to(tmp_path / "file")
    often(data, correct, 7)
    assert is_used(data)
    assert (tmp_path / "file").read_bytes() == b"another's"


def test_snapshot_that_would_be_larger_than_any_is_not_kept(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot_of(data).read_bytes()
    monkeypatch.setattr(packed_games, "MAX_BYTES", 10)
    often(data, correct, 3)
    assert snapshot_of(data).read_bytes() == before


def test_damage_to_rows_that_a_snapshot_covers_costs_nothing(data: Path) -> None:
    with table(data) as games:
        wanted = state(games)
    content = bytearray((data / FILE_NAME).read_bytes())
    content[content.index(b"flip 4")] ^= 1
    (data / FILE_NAME).write_bytes(content)
    journal = writer.journal_writer_for(data)
    with closing(journal):
        games = TableGames(journal)
        assert state(games) == wanted
        nothing: list[JournalRow] = []
        journal.call_or(all_rows, nothing)  # whoever looks at all of it finds the damage
        games.undo()
        assert journal.fault is None
    with closing(Journal.open(data)) as found:
        assert len(found.stored_rows(1)) == games.current.timeline.stored_row_count
        assert found.losses


def all_rows(journal: Journal) -> list[JournalRow]:
    return journal.stored_rows(1)


def test_snapshot_of_another_version_counts_as_not_there(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_used(data)
    monkeypatch.setattr(snapshots, "__version__", "99.9")
    assert not is_used(data)


def test_snapshot_of_another_game_counts_as_not_there(data: Path, tmp_path: Path) -> None:
    no_thanks(tmp_path / "other")
    often(tmp_path / "other", correct, 7)
    shutil.copy(snapshot_of(tmp_path / "other"), snapshot_of(data))
    assert not is_used(data)


def test_snapshot_of_rows_that_a_journal_has_no_more_counts_as_not_there(data: Path, tmp_path: Path) -> None:
    """As when a card of yesterday is put back, but not all of it."""
    with closing(Journal.open(data)) as journal:
        journal.undo(1, 6)
    assert not is_used(data)
    often(data, undo_and_redo, 3)
    check_all_the_way(data, tmp_path / "copy")


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to(path)])
def test_what_is_no_file_in_the_place_of_a_snapshot_stops_nothing(
    make: Callable[[Path], None], data: Path, tmp_path: Path
) -> None:
    snapshot_of(data).unlink()
    make(snapshot_of(data))
    assert not is_used(data)
    with table(data) as games:
        for _ in range(7):
            correct(games)
        assert games.session.record.table is not None


def test_snapshot_that_the_rules_refuse_counts_as_not_there(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with table(data) as games:
        wanted = state(games)

    def refused(*_: object) -> Past:
        raise Refused(Refusal(RefusalCode.WRONG_PHASE, text("no")))

    monkeypatch.setattr(Past, "resume", refused)
    with table(data) as games:
        assert state(games) == wanted


def test_disk_that_takes_no_snapshot_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes, *, follow: bool) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    no_thanks(tmp_path)
    monkeypatch.setattr(atomicfile, "replace_file", full)
    journal = writer.journal_writer_for(tmp_path)
    with closing(journal):
        games = TableGames(journal)
        for _ in range(20):
            correct(games)
        assert journal.fault is None
    assert not snapshot_of(tmp_path).exists()


def test_file_that_is_lost_is_written_anew_from_memory_with_all_rows(data: Path) -> None:
    with closing(Journal.open_to_read(data)) as found:
        before = found.stored_rows(1)
    journal = writer.journal_writer_for(data)
    with closing(journal):
        games = TableGames(journal)
        for path in data.glob(f"{FILE_NAME}*"):
            path.unlink()
        correct(games)
        journal.retry_writing()
        assert journal.fault is None
    with closing(Journal.open_to_read(data)) as found:
        assert found.stored_rows(1)[: len(before)] == before
        assert len(found.stored_rows(1)) == len(before) + 1


def test_only_the_games_corrected_last_have_a_snapshot(tmp_path: Path) -> None:
    for number in range(1, snapshots.MAX_SNAPSHOTS + 3):
        with table(tmp_path) as games:
            games.begin_another()
        no_thanks(tmp_path)
        often(tmp_path, correct, 7)
        os.utime(snapshot_of(tmp_path, number + 1), ns=(number, number))
    left = {path.name for path in tmp_path.glob("*.snapshot-*")}
    assert left == {snapshot_of(tmp_path, number).name for number in range(4, snapshots.MAX_SNAPSHOTS + 4)}


def test_game_with_a_snapshot_has_its_name_in_the_list_once_another_is_begun(data: Path) -> None:
    often(data, undo_and_redo, 2)
    with table(data) as games:
        games.begin_another()
    with closing(Journal.open_to_read(data)) as journal:
        assert journal.games()[0].title == "game no-thanks · players Ann Ben Cleo"


def test_game_whose_header_was_taken_back_since_its_snapshot_has_the_other_one_in_the_list(data: Path) -> None:
    with table(data) as games:
        while len(games.current.rows) > 1:
            games.undo()
        games.perform_step(JournalRow(RowKind.RECORD, "players Dan Eve Fay"))
        games.begin_another()
    with closing(Journal.open_to_read(data)) as journal:
        assert journal.games()[0].title == "game no-thanks · players Dan Eve Fay"
