"""A newer program that a phone sends in pieces, on both ends of the socket between table and web service.

The table writes the pieces to a file, and never in its own thread. It neither checks a signature nor unpacks anything:
the SD card's own program does (docs/image.md).
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from device.run.page_wire import RequestKind, TableAnswer
from device.system.error_reasons import DISK_FULL_ERRORS, error_reason
from device.system.not_done import NotDone
from device.system.program_folder import FILE_NAME, FOLDER_NAME, PARTIAL_FILE_NAME, sent_program_outcome
from display.words import Language, text
from hal.browser.program_receiver import MAX_PIECE_BYTES, PieceAnswer
from values.named_tuple import NamedTuple

MAX_BYTES = 500_000_000
"""Maximum size of a program in bytes, as in tools/image/on_card/programs.py."""

MAX_PIECE_WAIT_S = 30.0
"""Seconds without a piece after which a program is given up: the phone is gone, or asleep."""

MAX_UPLOAD_S = 1800.0
"""Timeout, in seconds, for a whole program: the largest one at 280 kB/s."""

MIN_PAUSE_S = 10.0
"""Minimum seconds between a whole program and the next one: each has a program of the card's started, and systemd ends
that if it is started too often."""

SYNC_BYTES = 1024 * 1024
"""The bytes that are written between two syncs. A declaration's own sync then never waits for more than these."""

TAKES_NO_PROGRAMS = text("This box takes no programs from its page.")
_TOO_LARGE = text("This file is larger than {most} MB: it is no program for this card.", most=MAX_BYTES // 1_000_000)
_NO_ROOM = text("This file would take more than half of what is free on the card. It is not taken.")
_CARD_FULL = text("There is no room on the card any more: the file is not taken.")
_OTHER_UPLOAD = text("Another file is being sent, or was just now. Try again in a minute.")
_IN_PLAY = text("A game is in play. Finish it, or leave it by the menu, and then send the file.")
_INCOMPLETE = text("The file did not come as it was announced, and is not taken. Send it once more.")
_EXPIRED = text(
    "The table waits for this file no longer. Send it once more, and leave the page open until it is there."
)


class UploadDisk(NamedTuple):
    """The functions of the disk; tests have a full one."""

    free_bytes: Callable[[int], int]
    """Return the free bytes of the file system of an open directory. Raises OSError."""
    write: Callable[[int, bytes], int]
    """Like `os.write`."""
    sync: Callable[[int], None]
    """Write an open file's data to the disk, and drop it from memory. Raises OSError."""


def _free_bytes(directory_fd: int) -> int:
    status = os.fstatvfs(directory_fd)
    return status.f_bavail * status.f_frsize


def _sync(file_fd: int) -> None:
    os.fdatasync(file_fd)
    # The system's copy counts as memory of the service, which would have to give way to it.
    os.posix_fadvise(file_fd, 0, 0, os.POSIX_FADV_DONTNEED)


DISK = UploadDisk(_free_bytes, os.write, _sync)


class _Upload:
    """A program of which pieces are still missing, in a file of its own."""

    def __init__(self, folder_fd: int, size: int, now: float) -> None:
        """Create the file. Raises OSError."""
        self.handle = os.urandom(8).hex()
        self.size = size
        self.received_bytes = 0
        self.started_at = self.received_at = now
        self._folder_fd = folder_fd
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        self._file_fd = os.open(PARTIAL_FILE_NAME, flags, 0o600, dir_fd=folder_fd)
        self._unsynced_bytes = 0

    def add_piece(self, piece: bytes, disk: UploadDisk) -> None:
        """Write a piece. Raises OSError."""
        unwritten = memoryview(piece)
        while unwritten:
            unwritten = unwritten[disk.write(self._file_fd, bytes(unwritten)) :]
        self.received_bytes += len(piece)
        self._unsynced_bytes += len(piece)
        if self._unsynced_bytes >= SYNC_BYTES:
            self._unsynced_bytes = 0
            disk.sync(self._file_fd)

    def finish(self) -> None:
        """Give the complete file its name, so that it survives a power cut. Raises OSError."""
        # The program that examines it runs as another user; see `device.system.program_folder`.
        os.fchmod(self._file_fd, 0o644)
        os.fsync(self._file_fd)
        os.replace(PARTIAL_FILE_NAME, FILE_NAME, src_dir_fd=self._folder_fd, dst_dir_fd=self._folder_fd)
        os.fsync(self._folder_fd)

    def close(self) -> None:
        """Close the file; an incomplete one is removed."""
        with suppress(OSError):
            os.close(self._file_fd)
        with suppress(OSError):
            os.unlink(PARTIAL_FILE_NAME, dir_fd=self._folder_fd)
        os.close(self._folder_fd)


class ProgramUploads:
    """Takes one program at a time into the folder for it. Any thread but the table's may call it: it writes to the
    disk."""

    def __init__(
        self,
        data: Path,
        state: Path,
        language: Callable[[], Language],
        ask_to_examine: Callable[[], object],
        clock: Callable[[], float] = time.monotonic,
        disk: UploadDisk = DISK,
    ) -> None:
        """`data` is the directory of the games, `state` the card's own file with the results of earlier programs.

        `ask_to_examine` has a complete file examined. Leftovers of an earlier run are removed: a part of a file, and a
        file that was examined.
        """
        self.is_in_play: Callable[[], bool] = lambda: False
        """Whether a game is under way: then no program is taken."""
        self._data = data
        self._state = state
        self._language = language
        self._ask_to_examine = ask_to_examine
        self._clock = clock
        self._disk = disk
        self._lock = threading.Lock()
        self._upload: _Upload | None = None
        self._next_start_at = float("-inf")
        """When the next program may begin, by the clock."""
        with suppress(OSError):
            self._remove_leftovers()

    def announce_size(self, size: int) -> PieceAnswer:
        """Announce a program of `size` bytes."""
        return self._answer_with(lambda: PieceAnswer("", self._begin_upload(size)))

    def add_piece(self, handle: str, offset: int, piece: bytes) -> PieceAnswer:
        """Add the piece at an `offset` in bytes. After any refusal, the whole program is dropped."""
        return self._answer_with(lambda: self._add_to_upload(handle, offset, piece))

    def expire(self) -> None:
        """Give up a program of which nothing comes any more."""
        with self._lock:
            if self._upload is not None and self._is_late(self._upload):
                self._drop_upload()

    def discard(self) -> None:
        """Give up a program of which pieces are missing."""
        with self._lock:
            self._drop_upload()

    def _answer_with(self, work: Callable[[], PieceAnswer]) -> PieceAnswer:
        with self._lock:
            try:
                return work()
            except NotDone as refused:
                sentence = refused.sentence
            except OSError as error:
                self._drop_upload()
                sentence = text("The card refuses the file: {reason}.", reason=error_reason(error))
                if error.errno in DISK_FULL_ERRORS:
                    sentence = _CARD_FULL
            return PieceAnswer(self._language().say(sentence))

    def _begin_upload(self, size: int) -> str:
        """Return the handle. Raises NotDone and OSError."""
        now = self._clock()
        if now < self._next_start_at or (self._upload is not None and not self._is_late(self._upload)):
            raise NotDone(_OTHER_UPLOAD)
        self._drop_upload()
        self._check_announcement(size)
        self._remove_leftovers()
        folder_fd = self._open_folder()
        try:
            # As for the file: it is seen by a mount of its own, and by others not at all.
            os.fchmod(folder_fd, 0o755)
            if size > self._disk.free_bytes(folder_fd) // 2:
                raise NotDone(_NO_ROOM)
            self._upload = _Upload(folder_fd, size, now)
        except BaseException:
            os.close(folder_fd)
            raise
        return self._upload.handle

    def _check_announcement(self, size: int) -> None:
        if self.is_in_play():
            raise NotDone(_IN_PLAY)
        if size > MAX_BYTES:
            raise NotDone(_TOO_LARGE)
        if size < 1:
            raise NotDone(_INCOMPLETE)

    def _add_to_upload(self, handle: str, offset: int, piece: bytes) -> PieceAnswer:
        """Raises NotDone and OSError."""
        upload = self._upload
        if upload is None or upload.handle != handle or self._is_late(upload):
            raise NotDone(_EXPIRED)
        fits = offset == upload.received_bytes and 0 < len(piece) <= min(MAX_PIECE_BYTES, upload.size - offset)
        if self.is_in_play() or not fits:
            self._drop_upload()
            raise NotDone(_INCOMPLETE if not fits else _IN_PLAY)
        upload.received_at = self._clock()
        upload.add_piece(piece, self._disk)
        if upload.received_bytes == upload.size:
            upload.finish()
            self._drop_upload()
            self._next_start_at = self._clock() + MIN_PAUSE_S
            self._ask_to_examine()
        return PieceAnswer("", handle)

    def _is_late(self, upload: _Upload) -> bool:
        now = self._clock()
        return now - upload.received_at > MAX_PIECE_WAIT_S or now - upload.started_at > MAX_UPLOAD_S

    def _drop_upload(self) -> None:
        upload, self._upload = self._upload, None
        if upload is not None:
            upload.close()

    def _open_folder(self) -> int:
        """Open the folder, which is created if necessary. Raises OSError, also for a link."""
        path = self._data / FOLDER_NAME
        with suppress(FileExistsError):
            path.mkdir()
        return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)

    def _remove_leftovers(self) -> None:
        """Remove files of no use: a part of a file, and a file that was examined. Raises OSError."""
        (self._data / FOLDER_NAME / PARTIAL_FILE_NAME).unlink(missing_ok=True)
        if sent_program_outcome(self._data, self._state):
            (self._data / FOLDER_NAME / FILE_NAME).unlink(missing_ok=True)


class RemotePrograms:
    """The web service's `hal.browser.program_receiver.ProgramReceiver`: it passes everything on to the table."""

    def __init__(self, ask: Callable[[RequestKind, tuple[str, ...], bytes], TableAnswer | None]) -> None:
        self._ask = ask

    def announce_size(self, size: int) -> PieceAnswer | None:
        return _decode_answer(self._ask(RequestKind.PROGRAM, (str(size),), b""))

    def add_piece(self, handle: str, offset: int, piece: bytes) -> PieceAnswer | None:
        return _decode_answer(self._ask(RequestKind.PIECE, (handle, str(offset)), piece))


def _decode_answer(answer: TableAnswer | None) -> PieceAnswer | None:
    return None if answer is None or len(answer.words) != 2 else PieceAnswer(*answer.words)
