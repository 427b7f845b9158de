"""Other users of the machine can neither lead astray what is written, nor read it, nor stop a table."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.cli.commands import main
from device.journal import spill
from device.journal.errors import JournalError
from device.journal.export import exported_lines
from device.journal.spill import Spill, SpillContent, SpilledGame
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.session.rows import JournalRow, RowKind
from device.system import atomicfile, lock
from device.system.exitcodes import MISUSED
from display.words import text
from hal.clock.wallclock import BootMoment
from tests.system.strangers import (
    NOBODY,
    OTHER,
    as_user,
    at_once,
    holding,
    load_all_modules,
    needs_root,
    shared_directory,
)

KEPT = SpillContent(
    (SpilledGame(b"12345678", None, BootMoment("boot", 1.5), (JournalRow(RowKind.RECORD, "game loop"),)),)
)


@pytest.fixture
def shared() -> Iterator[Path]:
    with shared_directory() as path:
        yield path


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def locked(path: Path) -> None:
    fcntl.flock(os.open(path, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_what_is_spilled_is_for_its_owner_only(tmp_path: Path) -> None:
    place = Spill(tmp_path / "data", [tmp_path]).save(KEPT)
    assert place is not None
    assert (mode(place), mode(place / spill.FILE_NAME)) == (0o700, 0o600)


@needs_root
@pytest.mark.parametrize("plant", [os.symlink, os.link], ids=["link", "hard link"])
def test_links_that_are_planted_lead_nowhere(shared: Path, plant: Callable[[Path, Path], None]) -> None:
    """By the names that were used once, and by those that are used now."""
    victim = shared / "victim"
    victim.write_bytes(b"precious")
    place = Spill(shared / "data", [shared])
    own = place.save(KEPT)
    assert own is not None
    place.clear()
    prefix = own.name.partition(".")[0]
    for name in (f"{prefix}.json", f"{prefix}.json.new", own.name, f"{prefix}.00000000"):
        plant(victim, shared / name)
    assert place.save(KEPT) is not None
    assert place.load() == KEPT
    assert victim.read_bytes() == b"precious"


@needs_root
def test_directories_of_others_are_neither_used_nor_believed(shared: Path) -> None:
    """Whatever they are called and whatever is in them."""
    own = Spill(shared / "data", [shared])
    first = own.save(KEPT)
    assert first is not None
    prefix = first.name.partition(".")[0] + "."
    own.clear()
    forged = SpillContent(
        (SpilledGame(b"87654321", None, BootMoment("boot", 1.5), (JournalRow(RowKind.RECORD, "game forged"),)),)
    )

    def plant() -> None:
        theirs = Spill(shared / "data", [shared]).save(forged)
        assert theirs is not None
        theirs.chmod(0o777)
        (shared / f"{prefix}00000000").mkdir(mode=0o700)
        os.mkfifo(shared / f"{prefix}00000001")
        (shared / f"{prefix}00000002").symlink_to(theirs)

    as_user(plant)
    with at_once():
        assert own.load() is None
        kept = own.save(KEPT)
        assert kept is not None
        assert kept.stat().st_uid == os.geteuid()
        assert own.load() == KEPT
        own.clear()
        assert own.load() is None
    assert len(list(shared.iterdir())) == 4  # theirs are left alone


@needs_root
def test_locks_of_others_are_not_waited_for(shared: Path) -> None:
    place = Spill(shared / "data", [shared])
    (shared / "data").mkdir(mode=0o755)

    def lock_all() -> None:
        locked(shared)
        locked(shared / "data")

    with holding(lock_all), at_once():
        assert place.save(KEPT) is not None
        atomicfile.replace_file(shared / "data" / "settings", b"one")
    assert (shared / "data" / "settings").read_bytes() == b"one"


@needs_root
def test_others_can_not_open_what_is_kept(shared: Path) -> None:
    place = Spill(shared / "data", [shared]).save(KEPT)
    assert place is not None
    atomicfile.replace_file(shared / "open" / "settings", b"one")
    (shared / "open").chmod(0o755)

    def look() -> None:
        for path in (place / spill.FILE_NAME, shared / "open" / "settings"):
            with pytest.raises(PermissionError):
                path.read_bytes()
        with pytest.raises(PermissionError):
            list(place.iterdir())

    as_user(look)


@needs_root
def test_place_that_others_could_exchange_is_avoided_and_named(shared: Path, tmp_path: Path) -> None:
    loose, theirs = shared / "loose", shared / "theirs"
    loose.mkdir()
    loose.chmod(0o777)
    as_user(lambda: theirs.mkdir(mode=0o755))
    place = Spill(shared / "data", [loose, theirs, tmp_path])

    def refuse() -> Journal:
        raise JournalError(text("The disk is gone."))

    journal_writer = JournalWriter(refuse, spill=place)
    journal_writer.append(journal_writer.begin_game(), KEPT.games[0].rows)
    assert journal_writer.spill.directory is not None
    assert journal_writer.spill.directory.parent == tmp_path
    assert journal_writer.spill.take_unsafe_places() == [str(loose), str(theirs)]
    journal_writer.append(journal_writer.begin_game(), KEPT.games[0].rows)
    assert journal_writer.spill.take_unsafe_places() == []  # each is told once


@needs_root
def test_root_reads_what_the_owner_of_the_games_has_spilled(shared: Path) -> None:
    data, memory = shared / "data", shared / "memory"
    memory.mkdir()
    memory.chmod(0o1777)
    as_user(data.mkdir)
    as_user(lambda: Spill(data, [memory]).save(KEPT))
    assert list(exported_lines(data, None, spill=Spill(data, [memory]))) == ["game loop"]
    as_user(lambda: Spill(data, [memory]).save(SpillContent()), OTHER)
    assert Spill(data, [memory]).load() == KEPT


@needs_root
def test_others_can_not_lock_a_data_directory(shared: Path) -> None:
    """Neither one that is made for the lock, nor one that was open to them before."""
    older = shared / "older"
    older.mkdir()
    older.chmod(0o755)
    (older / lock.FILE_NAME).touch(mode=0o644)
    for directory in (older, shared / "newer"):
        with lock.hold_lock(directory):
            pass

        def attempt(path: Path = directory / lock.FILE_NAME) -> None:
            with pytest.raises(PermissionError):
                locked(path)

        as_user(attempt)
    assert mode(shared / "newer") == 0o700


@needs_root
def test_lock_that_root_leaves_is_the_owner_s(shared: Path) -> None:
    data = shared / "data"
    as_user(data.mkdir)
    with lock.hold_lock(data):
        pass
    assert (data / lock.FILE_NAME).stat().st_uid == NOBODY

    def hold() -> None:
        with lock.hold_lock(data):
            pass

    as_user(hold)


def test_a_new_journal_is_for_its_owner_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    journal = Journal.open(tmp_path)
    modes = {path.name: mode(path) for path in tmp_path.iterdir()}
    journal.close()
    assert modes == {FILE_NAME: 0o600, f"{FILE_NAME}-wal": 0o600, f"{FILE_NAME}-shm": 0o600}


@needs_root
def test_a_journal_that_root_makes_or_mends_is_its_directory_s_owner_s(shared: Path) -> None:
    data = shared / "data"
    as_user(data.mkdir)
    Journal.open(data).close()
    as_user(lambda: Journal.open(data).close())
    (data / FILE_NAME).chmod(0o640)
    (data / FILE_NAME).write_bytes(b"damaged")
    Journal.open(data).close()
    found = (data / FILE_NAME).stat()
    assert (found.st_uid, mode(data / FILE_NAME)) == (NOBODY, 0o640)
    as_user(lambda: Journal.open(data).close())


@needs_root
@pytest.mark.parametrize("command", ["export", "export --list", "history", "statistics", "people", "history --rebuild"])
def test_games_of_another_user_are_refused_in_a_sentence(
    shared: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    data = shared / "data"
    data.mkdir(mode=0o700)
    Journal.open(data).close()
    load_all_modules()

    def ask() -> None:
        assert main([*command.split(), "--data", str(data)]) == MISUSED
        said = f"no right to read {data / FILE_NAME}. Start it as the user whose file that is.\n"
        assert capsys.readouterr().err.endswith(said)

    as_user(ask)


@pytest.mark.parametrize(
    "make", [lambda path: path.symlink_to("games"), os.mkfifo, lambda path: os.link(__file__, path)]
)
def test_lock_that_is_no_plain_file_is_named(tmp_path: Path, make: Callable[[Path], None]) -> None:
    try:
        make(tmp_path / lock.FILE_NAME)
    except OSError:
        pytest.skip("no hard links across file systems")
    with pytest.raises(lock.DirectoryNotLocked, match="lock is not a plain file"), lock.hold_lock(tmp_path), at_once():
        pass
