"""What is asked of the games that are left after a cut."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from device.journal.store import Journal
from device.session.rows import JournalRow, RowKind
from tools.emulation.recovery import fault_of, recover_rows, rows_in
from tools.emulation.rootfs import BLOCK, GROUP

WHOLE = ["game loop", "players 3", "deal 1", "play 2", "play 3"]


@pytest.mark.parametrize(
    ("found", "told", "sentence"),
    [
        (WHOLE, WHOLE, None),
        (WHOLE[:3], ["players 3", "deal 1"], None),
        (WHOLE[:4], ["deal 1"], None),
        ([], [], None),
        (WHOLE[:2], ["players 3", "deal 1"], "“deal 1” was acknowledged, and is not among the 2 rows"),
        ([], ["game loop"], "“game loop” was acknowledged, and is not among the 0 rows"),
        (["game loop", "deal 1"], [], "row 2 is “deal 1”, which nobody had declared there"),
        ([*WHOLE, "play 4"], [], "row 6 is “play 4”, which nobody had declared there"),
    ],
)
def test_what_was_told_is_there_and_nothing_that_nobody_declared(
    found: list[str], told: list[str], sentence: str | None
) -> None:
    assert fault_of(found, told, WHOLE) == sentence


def test_what_was_told_twice_must_be_there_twice() -> None:
    assert fault_of(["pass", "pass"], ["pass", "pass"], ["pass", "pass", "take"]) is None
    assert fault_of(["pass"], ["pass", "pass"], ["pass", "pass", "take"]) is not None


def _journal(folder: Path) -> None:
    journal = Journal.open(folder)
    game = journal.begin_game()
    journal.append(game, [JournalRow(RowKind.RECORD, text) for text in WHOLE[:2]])
    journal.close()


def test_the_rows_are_those_of_a_start(tmp_path: Path) -> None:
    assert rows_in(tmp_path) == []
    _journal(tmp_path)
    assert rows_in(tmp_path) == WHOLE[:2]


def test_a_damaged_journal_is_said(tmp_path: Path) -> None:
    _journal(tmp_path)
    with (tmp_path / "journal.db").open("r+b") as file:
        file.write(b"no database at all")
    found = rows_in(tmp_path)
    assert isinstance(found, str)
    assert found.startswith("the journal: ")


@pytest.mark.skipif(shutil.which("mke2fs") is None, reason="mke2fs (Debian's e2fsprogs) is missing")
def test_a_disk_is_mended_and_read(tmp_path: Path) -> None:
    games, image = tmp_path / "games", tmp_path / "image"
    _journal(games)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", games, image, "4M"], check=True)
    disk = bytearray(image.read_bytes())
    assert recover_rows(bytes(disk), tmp_path) == WHOLE[:2]
    disk[: 1 << 20] = bytes(1 << 20)
    found = recover_rows(bytes(disk), tmp_path)
    assert isinstance(found, str)
    assert found.startswith("e2fsck ended with status ")


@pytest.mark.skipif(shutil.which("mke2fs") is None, reason="mke2fs (Debian's e2fsprogs) is missing")
def test_a_torn_superblock_is_mended_by_its_copy(tmp_path: Path) -> None:
    games, image = tmp_path / "games", tmp_path / "image"
    _journal(games)
    groups = ["-b", str(BLOCK), "-g", str(GROUP)]
    subprocess.run(["mke2fs", "-q", "-t", "ext4", *groups, "-d", games, image, "16M"], check=True)
    disk = bytearray(image.read_bytes())
    disk[1536:2048] = b"\xaa" * 512  # the second sector of the superblock, which has 1024 bytes
    assert recover_rows(bytes(disk), tmp_path) == WHOLE[:2]
