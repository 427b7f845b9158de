"""SQLite's write-ahead log as a file. It always ends with empty space, so that a truncated log is recognized.

SQLite reads a log up to the first frame that is not valid, so a truncated log looks like a shorter one. With empty
space behind the last frame at all times, only a truncated log ends with a frame. The layout is that of
https://www.sqlite.org/walformat.html.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from device.journal import mark as marks
from device.journal.mark import JournalMark
from device.system import files

STEP = 32 * 1024
"""The log's size is increased to a multiple of this many bytes."""

MARGIN = 20 * 1024
"""Bytes of empty space that the next transaction finds; a larger one must reserve more."""

_HEADER, _FRAME_HEADER = 32, 24
_PAGE_SIZES = {1 << power for power in range(9, 17)}


def log_path(path: Path) -> Path:
    """The path of a journal's log."""
    return Path(f"{path}-wal")


def has_frames(path: Path) -> bool:
    """Whether a journal's log contains anything. Raises OSError."""
    try:
        return bool(files.read_file(log_path(path), _HEADER).strip(b"\0"))
    except FileNotFoundError:
        return False


def newest_mark(path: Path) -> JournalMark | None:
    """The newest mark in a journal's log; None if there is none. Raises OSError."""
    try:
        with files.open_file(log_path(path)) as file:
            found = marks.find_newest_mark(file)
    except FileNotFoundError:
        return None
    return None if found is None else found.mark


def is_cut(path: Path) -> bool:
    """Whether the log of a journal that is open for writing was truncated, or does not exist. Raises OSError."""
    try:
        with files.open_file(log_path(path)) as file:
            size = os.fstat(file.fileno()).st_size
            salts, frame = _current_salts(file.fileno())
            if size < _HEADER + frame:
                return True
            last = _HEADER + ((size - _HEADER) // frame - 1) * frame
            return salts is not None and _salts_at(file.fileno(), last) == salts
    except FileNotFoundError:
        return True


class LogSpace:
    """The empty space at the end of the log of a journal that is open for writing. Every method raises OSError."""

    def __init__(self, path: Path) -> None:
        with suppress(FileNotFoundError):
            files.check_is_file(log_path(path))
        self._file = os.open(log_path(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
        self._salts: bytes | None = None
        self._slot = 0

    def reserve(self, needed: int = MARGIN) -> bool:
        """Ensure that `needed` bytes are free. Returns whether the file was extended, which a power cut may undo."""
        end, size = self._last_frame_end() + needed, os.fstat(self._file).st_size
        if size >= end:
            return False
        os.ftruncate(self._file, -(-end // STEP) * STEP)
        return True

    def sync(self) -> None:
        """Sync the file, so that the space survives a power cut."""
        os.fsync(self._file)

    def recreate_log(self) -> None:
        """Create a log without frames, if there is none, and close it."""
        try:
            if os.fstat(self._file).st_size < STEP:
                os.ftruncate(self._file, STEP)
                os.fsync(self._file)
        finally:
            self.close()

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._file)

    def _last_frame_end(self) -> int:
        """The offset of the end of the last frame."""
        salts, frame = _current_salts(self._file)
        if salts is None:
            return _HEADER
        if salts != self._salts:
            self._salts, self._slot = salts, 0
        while _salts_at(self._file, _HEADER + self._slot * frame) == salts:
            self._slot += 1
        return _HEADER + self._slot * frame


def _current_salts(file: int) -> tuple[bytes | None, int]:
    """The salts of all frames since the log was last restarted (None without a valid header), and a frame's length."""
    header = files.read_piece(file, _HEADER, 0)
    size = int.from_bytes(header[8:12], "big")
    if len(header) < _HEADER or size not in _PAGE_SIZES:
        return None, _FRAME_HEADER + 1024
    return header[16:24], _FRAME_HEADER + size


def _salts_at(file: int, at: int) -> bytes:
    return files.read_piece(file, 8, at + 8)
