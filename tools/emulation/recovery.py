"""The games on a disk after a power cut: it is mended by e2fsck, and read as a start reads it."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from device.journal.errors import JournalError
from device.journal.store import FILE_NAME, Journal
from tools.emulation.rootfs import BLOCK, GROUP

MENDED_STATUSES = (0, 1)
"""e2fsck(8): nothing was wrong; errors were corrected."""


def recover_rows(disk: bytes, place: Path) -> list[str] | str:
    """The rows of all games that a start finds on a disk, or a sentence about what is wrong with it.

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
        return rows_in(games)


def _mend(image: Path) -> str | None:
    """Mend a disk's file system. Returns a sentence if that is not possible.

    If the superblock is torn, e2fsck uses the copy in the second group. It finds that by itself on a disk with groups
    of the usual size, but on such a small disk the place must be given.
    """
    checks: tuple[list[str], ...] = ([], ["-b", str(GROUP), "-B", str(BLOCK)])
    for copy in checks:
        checked = subprocess.run(["e2fsck", "-fy", *copy, image], capture_output=True, text=True, check=False)
        if checked.returncode in MENDED_STATUSES:
            return None
    return f"e2fsck ended with status {checked.returncode}: {checked.stdout[-300:]}"


def rows_in(games: Path) -> list[str] | str:
    """The rows that a start finds in a folder of games, or the error message that it would show."""
    if not (games / FILE_NAME).exists():
        return []
    try:
        journal = Journal.open(games)
        try:
            numbers = sorted(one.number for one in journal.games())
            found = [row.text for number in numbers for row in journal.counting_rows(number)]
        finally:
            journal.close()
    except JournalError as error:
        return f"the journal: {error}"
    return found if journal.notice is None else f"the journal: {journal.notice}"


def fault_of(found: Sequence[str], acknowledged: Sequence[str], expected: Sequence[str]) -> str | None:
    """What is wrong with the recovered rows, in a sentence; None if nothing is.

    `acknowledged` are the lines acknowledged before the cut, and `expected` all rows of the uncut game: `found` must be
    a beginning of it that includes at least the acknowledged lines.
    """
    if list(found) != list(expected[: len(found)]):
        place = next(at for at, row in enumerate(found) if at >= len(expected) or row != expected[at])
        return f"row {place + 1} is “{found[place]}”, which nobody had declared there"
    left = iter(found)
    for line in acknowledged:
        if line not in left:
            return f"“{line}” was acknowledged, and is not among the {len(found)} rows"
    return None
