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

SIZE_STEP_BYTES = 32 * 1024
"""The log's size is increased to a multiple of this many bytes."""

MARGIN_BYTES = 20 * 1024
"""Bytes of empty space that the next transaction finds; a larger one must reserve more."""

_HEADER_BYTES, _FRAME_HEADER_BYTES = 32, 24
_PAGE_SIZES = {1 << power for power in range(9, 17)}


def log_path(path: Path) -> Path:
    """The path of a journal's log."""
    return Path(f"{path}-wal")


def has_frames(path: Path) -> bool:
    """Whether a journal's log contains anything. Raises OSError."""
    try:
        return bool(files.read_file(log_path(path), _HEADER_BYTES).strip(b"\0"))
    except FileNotFoundError:
        return False


def newest_mark(path: Path) -> JournalMark | None:
    """The newest mark in a journal's log; None if there is none. Raises OSError."""
    try:
        with files.open_file(log_path(path)) as file:
            newest = marks.find_newest_mark(file)
    except FileNotFoundError:
        return None
    return None if newest is None else newest.mark


def is_truncated(path: Path) -> bool:
    """Whether the log of a journal that is open for writing was truncated, or does not exist. Raises OSError."""
    try:
        with files.open_file(log_path(path)) as file:
            size = os.fstat(file.fileno()).st_size
            salts, frame_bytes = _salts_and_frame_bytes(file.fileno())
            if size < _HEADER_BYTES + frame_bytes:
                return True
            last_frame_offset = _HEADER_BYTES + ((size - _HEADER_BYTES) // frame_bytes - 1) * frame_bytes
            return salts is not None and _salts_at(file.fileno(), last_frame_offset) == salts
    except FileNotFoundError:
        return True


class WalSpace:
    """The empty space at the end of the log of a journal that is open for writing. Every method raises OSError."""

    def __init__(self, path: Path) -> None:
        with suppress(FileNotFoundError):
            files.check_is_file(log_path(path))
        self._descriptor = os.open(log_path(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
        self._salts: bytes | None = None
        self._frame_count = 0

    def reserve(self, byte_count: int = MARGIN_BYTES) -> bool:
        """Ensure that so many bytes are free. Returns whether the file was extended, which a power cut may undo."""
        end, size = self._last_frame_end() + byte_count, os.fstat(self._descriptor).st_size
        if size >= end:
            return False
        os.ftruncate(self._descriptor, -(-end // SIZE_STEP_BYTES) * SIZE_STEP_BYTES)
        return True

    def sync(self) -> None:
        """Sync the file, so that the space survives a power cut."""
        os.fsync(self._descriptor)

    def recreate_log(self) -> None:
        """Create a log without frames, if there is none, and close it."""
        try:
            if os.fstat(self._descriptor).st_size < SIZE_STEP_BYTES:
                os.ftruncate(self._descriptor, SIZE_STEP_BYTES)
                os.fsync(self._descriptor)
        finally:
            self.close()

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._descriptor)

    def _last_frame_end(self) -> int:
        """The offset of the end of the last frame."""
        salts, frame_bytes = _salts_and_frame_bytes(self._descriptor)
        if salts is None:
            return _HEADER_BYTES
        if salts != self._salts:
            self._salts, self._frame_count = salts, 0
        while _salts_at(self._descriptor, _HEADER_BYTES + self._frame_count * frame_bytes) == salts:
            self._frame_count += 1
        return _HEADER_BYTES + self._frame_count * frame_bytes


def _salts_and_frame_bytes(descriptor: int) -> tuple[bytes | None, int]:
    """The salts of all frames since the log was last restarted (None without a valid header), and a frame's bytes."""
    header = files.read_piece(descriptor, _HEADER_BYTES, 0)
    size = int.from_bytes(header[8:12], "big")
    if len(header) < _HEADER_BYTES or size not in _PAGE_SIZES:
        return None, _FRAME_HEADER_BYTES + 1024
    return header[16:24], _FRAME_HEADER_BYTES + size


def _salts_at(descriptor: int, offset: int) -> bytes:
    """The salts of the frame at an offset."""
    return files.read_piece(descriptor, 8, offset + 8)
