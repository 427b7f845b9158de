"""SQLite's write-ahead log as a file: there is always empty room behind what is in it, so that a cut shows.

SQLite reads a log up to the first frame that does not fit, and a log that was cut off ends as one that was never
written on. With room behind the last frame at all times, only a log that was cut ends with a frame. The layout is
that of https://www.sqlite.org/walformat.html.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from device.journal import mark as marks
from device.journal.mark import JournalMark
from device.system import files

STEP = 32 * 1024
"""Bytes by which room is made."""

MARGIN = 20 * 1024
"""Bytes of room that the next transaction finds; a larger one has to ask for more."""

_HEADER, _FRAME_HEADER = 32, 24
_PAGE_SIZES = {1 << power for power in range(9, 17)}


def of(path: Path) -> Path:
    """The log of a journal."""
    return Path(f"{path}-wal")


def has_frames(path: Path) -> bool:
    """Whether there is anything in a journal's log. Raises OSError."""
    try:
        return bool(files.read(of(path), _HEADER).strip(b"\0"))
    except FileNotFoundError:
        return False


def newest_mark(path: Path) -> JournalMark | None:
    """The newest mark in a journal's log; None if there is none. Raises OSError."""
    try:
        with files.opened(of(path)) as file:
            found = marks.newest(file)
    except FileNotFoundError:
        return None
    return None if found is None else found.mark


def is_cut(path: Path) -> bool:
    """Whether the log of a journal that is open for writing has lost its end, or is not there. Raises OSError."""
    try:
        with files.opened(of(path)) as file:
            size = os.fstat(file.fileno()).st_size
            salts, frame = _generation(file.fileno())
            if size < _HEADER + frame:
                return True
            last = _HEADER + ((size - _HEADER) // frame - 1) * frame
            return salts is not None and _salts_at(file.fileno(), last) == salts
    except FileNotFoundError:
        return True


class Room:
    """The room in the log of a journal that is open for writing. Every method raises OSError."""

    def __init__(self, path: Path) -> None:
        with suppress(FileNotFoundError):
            files.check(of(path))
        self._file = os.open(of(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
        self._salts: bytes | None = None
        self._slot = 0

    def make(self, needed: int = MARGIN) -> bool:
        """See that there are as many bytes of room. True if there had to be made some, which a power cut may take."""
        end, size = self._end() + needed, os.fstat(self._file).st_size
        if size >= end:
            return False
        os.ftruncate(self._file, -(-end // STEP) * STEP)
        return True

    def sync(self) -> None:
        """See that the room outlives a power cut."""
        os.fsync(self._file)

    def make_again(self) -> None:
        """Make a log without frames, if there is none, and close it."""
        try:
            if os.fstat(self._file).st_size < STEP:
                os.ftruncate(self._file, STEP)
                os.fsync(self._file)
        finally:
            self.close()

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._file)

    def _end(self) -> int:
        """Where the last frame ends."""
        salts, frame = _generation(self._file)
        if salts is None:
            return _HEADER
        if salts != self._salts:
            self._salts, self._slot = salts, 0
        while _salts_at(self._file, _HEADER + self._slot * frame) == salts:
            self._slot += 1
        return _HEADER + self._slot * frame


def _generation(file: int) -> tuple[bytes | None, int]:
    """What frames have in common that were written since the log was last begun anew, and how long each is."""
    header = files.piece(file, _HEADER, 0)
    size = int.from_bytes(header[8:12], "big")
    if len(header) < _HEADER or size not in _PAGE_SIZES:
        return None, _FRAME_HEADER + 1024
    return header[16:24], _FRAME_HEADER + size


def _salts_at(file: int, at: int) -> bytes:
    return files.piece(file, 8, at + 8)
