"""What is left of the games on a disk after its power went: mended by e2fsck, read as a start reads it."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from device.journal.errors import JournalError
from device.journal.store import FILE, Journal
from tools.emulation.rootfs import BLOCK, GROUP

MENDED = (0, 1)
"""e2fsck(8): nothing was wrong; errors were corrected."""


def recovered(disk: bytes, place: Path) -> list[str] | str:
    """The rows of all games that a start finds on a disk, or a sentence that says what is wrong with it.

    `place` is a folder for temporary files.
    """
    with TemporaryDirectory(dir=place) as made:
        image, games = Path(made, "image"), Path(made, "games")
        image.write_bytes(disk)
        games.mkdir()
        fault = _mend(image)
        if fault is not None:
            return fault
        subprocess.run(["debugfs", "-R", f"rdump / {games}", image], capture_output=True, check=True)
        return rows(games)


def _mend(image: Path) -> str | None:
    """Mend a disk's file system; a sentence if that can't be done.

    Where a torn superblock is no superblock, e2fsck takes the copy in the second group, which it finds by itself on a
    disk whose groups are of the usual size; it has to be told where that is on one so small.
    """
    checks: tuple[list[str], ...] = ([], ["-b", str(GROUP), "-B", str(BLOCK)])
    for copy in checks:
        checked = subprocess.run(["e2fsck", "-fy", *copy, image], capture_output=True, text=True, check=False)
        if checked.returncode in MENDED:
            return None
    return f"e2fsck ended with status {checked.returncode}: {checked.stdout[-300:]}"


def rows(games: Path) -> list[str] | str:
    """The rows that a start finds in a folder of games, or the sentence that it would have for them."""
    if not (games / FILE).exists():
        return []
    try:
        journal = Journal.open(games)
        try:
            numbers = sorted(one.number for one in journal.games())
            found = [row.text for number in numbers for row in journal.rows(number)]
        finally:
            journal.close()
    except JournalError as error:
        return f"the journal: {error}"
    return found if journal.notice is None else f"the journal: {journal.notice}"


def missing(found: Sequence[str], told: Sequence[str], whole: Sequence[str]) -> str | None:
    """What is wrong with the rows that were found, in a sentence; None if all is as it must be.

    `told` was acknowledged before the cut, line by line, and `whole` is all that the game had come to when it was not
    cut: what is found begins it, and reaches as far as what was told at least.
    """
    if list(found) != list(whole[: len(found)]):
        place = next(at for at, row in enumerate(found) if at >= len(whole) or row != whole[at])
        return f"row {place + 1} is “{found[place]}”, which nobody had declared there"
    left = iter(found)
    for line in told:
        if line not in left:
            return f"“{line}” was acknowledged, and is not among the {len(found)} rows"
    return None
