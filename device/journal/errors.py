"""JournalError, and the sentences that explain failures of the disk or the journal to the players."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from device.journal import validate
from device.system import files, lock
from device.system.error_reasons import (
    DISK_FULL_ERRORS,
    MISSING_FILE_ERRORS,
    NO_DIRECTORY_ERRORS,
    NO_RIGHT_ERRORS,
    TOO_MANY_FILES_ERRORS,
)
from device.system.files import NotAFile
from display.words import ENGLISH, Text, text

Result = TypeVar("Result")

ReadErrors = list[OSError]
"""Collects the errors of pieces that the disk failed to read. A function that gets such a list reads zeros in place of
those pieces. Without a list, it raises OSError."""

_DAMAGE_CODES = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG}
_LOCK_HELD_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_LOCK_FAILURE_CODES = {sqlite3.SQLITE_IOERR_LOCK, sqlite3.SQLITE_IOERR_RDLOCK}
_DAMAGE_MESSAGES = ("Could not decode to UTF-8", "unsupported file format")
"""The beginnings of messages about a broken file that have no code of their own. The second is about its header."""


def read_or_none(function: Callable[[], Result], read_errors: ReadErrors | None) -> Result | None:
    """The result of `function`; None if the disk fails to read it. Raises OSError if `read_errors` is not given."""
    try:
        return function()
    except OSError as error:
        if read_errors is None:
            raise
        read_errors.append(error)
        return None


class JournalError(Exception):
    """An operation on the journal failed; the previous content is unchanged.

    `sentence` is for people. `is_damaged` means that the file itself is broken, `is_foreign` that it is a
    database of another program, or of a newer version.
    """

    def __init__(self, sentence: Text, *, is_damaged: bool = False, is_foreign: bool = False) -> None:
        super().__init__(ENGLISH.say(sentence))
        self.sentence = sentence
        self.is_damaged = is_damaged
        self.is_foreign = is_foreign


@contextmanager
def journal_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the system into a JournalError."""
    try:
        yield
    except JOURNAL_EXCEPTIONS as error:
        raise journal_error_from(error, path) from error


JOURNAL_EXCEPTIONS = (sqlite3.Error, UnicodeDecodeError, OSError)
"""The exceptions that SQLite and the system raise for a journal."""


def journal_error_from(error: sqlite3.Error | UnicodeDecodeError | OSError, path: Path) -> JournalError:
    """The JournalError for one of these exceptions."""
    if isinstance(error, sqlite3.Error):
        return journal_error_from_sqlite(error, path)
    # SQLite's message about a damaged file quotes its content, which Python may fail to decode.
    if isinstance(error, UnicodeDecodeError):
        return damaged_error(path)
    if isinstance(error, NotAFile):
        sentence = text(
            "{file} can't be read: {reason}. Remove it.", file=str(error.filename), reason=error.description
        )
        return JournalError(sentence)
    return JournalError(_system_sentence(error.errno, path))


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error means that the file itself is broken."""
    return primary_code(error) in _DAMAGE_CODES or str(error).startswith(_DAMAGE_MESSAGES)


def journal_error_from_sqlite(error: sqlite3.Error, path: Path) -> JournalError:
    """The JournalError for an error of SQLite."""
    code = primary_code(error)
    if is_damage(error):
        return damaged_error(path)
    # The index of the log is a file that is mapped into memory. It can't be extended on a full disk.
    if code == sqlite3.SQLITE_FULL or getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMSIZE:
        return disk_full_error(path.parent)
    if code in _LOCK_HELD_CODES or getattr(error, "sqlite_errorcode", 0) in _LOCK_FAILURE_CODES:
        return _lock_error(code, path)
    if code == sqlite3.SQLITE_CONSTRAINT:
        return other_writer_error(path)
    if code == sqlite3.SQLITE_READONLY:
        return JournalError(_unwritable_sentence(path))
    if code in (sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return JournalError(_no_rights_sentence(path))
    if code == sqlite3.SQLITE_CANTOPEN:
        return JournalError(_cannot_open_sentence(path))
    return JournalError(_failing_sentence(path))


def _lock_error(code: int, path: Path) -> JournalError:
    """The error for a lock that is not available.

    SQLite reports a disk without locks like a held lock or like a failing disk. So it is tried whether locks work.
    """
    if not lock.locks_are_supported(path):
        return JournalError(_no_locks_sentence(path))
    return busy_error(path) if code in _LOCK_HELD_CODES else JournalError(_failing_sentence(path))


_ERROR_CODE = re.compile(r"error code ?=? ?(\d+)")


def integrity_check_error(line: str, path: Path) -> JournalError:
    """The JournalError for a line of output of SQLite's own integrity check.

    If the disk fails to read a page, the line contains the error's code.
    """
    code_match = _ERROR_CODE.search(line)
    is_broken = code_match is None or int(code_match[1]) & 0xFF in _DAMAGE_CODES
    return damaged_error(path) if is_broken else JournalError(_failing_sentence(path))


def damaged_error(path: Path) -> JournalError:
    """The error for a file that is itself broken."""
    return JournalError(text("The journal {file} is damaged.", file=str(path)), is_damaged=True)


def partial_warning(directory: Path, *, is_unread: bool) -> str:
    """The warning for the readable part of a journal that is damaged, or that the disk fails to read completely."""
    if is_unread:
        return f"the disk fails to read all of the journal in {directory}; this is what can be read of it."
    return f"the journal in {directory} is damaged; this is what can be read of it."


def disk_full_error(folder: Path) -> JournalError:
    """The error for a full disk, the most frequent trouble."""
    return JournalError(_full_sentence(folder))


def busy_error(path: Path) -> JournalError:
    """The error for a file that another process has locked."""
    return JournalError(text("Another program is busy with {file}. Close it.", file=str(path)))


def file_gone_error(path: Path) -> JournalError:
    """The error for a file that was removed or replaced while it was open, maybe with its whole disk."""
    if not os.path.isdir(path.parent):
        return JournalError(_gone_sentence(path))
    sentence = text("{file} was removed or replaced while it was open.", file=str(path))
    return JournalError(sentence)


def invalid_value_error(value: object) -> JournalError:
    """The error for a value that can't be valid in its place."""
    sentence = text("The journal is damaged: it has “{value}” where it can't be.", value=_printable(value))
    return JournalError(sentence, is_damaged=True)


def check_value(is_valid: bool, value: object) -> None:
    """Raise JournalError, which quotes `value`, unless `is_valid`."""
    if not is_valid:
        raise invalid_value_error(value)


def unknown_kind_error(kind: object) -> JournalError:
    """The error for a row of an unknown kind."""
    sentence = text("The journal is damaged: it has a row of an unknown kind, “{kind}”.", kind=_printable(kind))
    return JournalError(sentence, is_damaged=True)


def other_writer_error(path: Path) -> JournalError:
    """The error for rows of another Tablekeeper in place of this one's."""
    return JournalError(text("Another Tablekeeper writes to {file}. Close one of them.", file=str(path)))


def _system_sentence(errno_: int | None, path: Path) -> Text:
    if errno_ in DISK_FULL_ERRORS:
        return _full_sentence(path.parent)
    if errno_ == errno.EROFS:
        return _read_only_sentence(path)
    if errno_ in NO_RIGHT_ERRORS:
        return _no_rights_sentence(path)
    if errno_ in TOO_MANY_FILES_ERRORS:
        return text("{file} can't be opened: too many files are open. Start Tablekeeper again.", file=str(path))
    if errno_ in NO_DIRECTORY_ERRORS and os.path.exists(path.parent):
        return text("{folder} is no directory. Name another one for the journal.", folder=str(path.parent))
    return _gone_sentence(path) if errno_ in MISSING_FILE_ERRORS | NO_DIRECTORY_ERRORS else _failing_sentence(path)


def _cannot_open_sentence(path: Path) -> Text:
    """The reason why SQLite could not open the file. SQLite does not report it; the directory may show it."""
    try:
        with files.open_file(path):
            # The file is readable: SQLite could not open a file of its own beside the journal.
            return _unwritable_sentence(path)
    except FileNotFoundError:
        return _no_rights_sentence(path) if os.path.isdir(path.parent) else _gone_sentence(path)
    except OSError as error:
        return _system_sentence(error.errno, path)


def _unwritable_sentence(path: Path) -> Text:
    """The reason why a journal that can be read can't be written."""
    return _no_rights_sentence(path) if _lacks_right_to_write(path) else _read_only_sentence(path)


def _lacks_right_to_write(path: Path) -> bool:
    """Whether the user's rights forbid to write to a file or its folder, though the disk can be written."""
    try:
        is_disk_read_only = os.statvfs(path.parent).f_flag & os.ST_RDONLY
    except OSError:
        return False
    return not is_disk_read_only and not (_has_access(path.parent, os.W_OK) and _has_access(path, os.W_OK))


def _full_sentence(folder: Path) -> Text:
    return text("The disk is full. Whoever looks after the box makes room in {folder}.", folder=str(folder))


def _read_only_sentence(path: Path) -> Text:
    return text("The disk is read-only: {folder} cannot be written to.", folder=str(path.parent))


def _no_rights_sentence(path: Path) -> Text:
    if not _has_access(path.parent, os.X_OK) or (os.path.exists(path) and not _has_access(path, os.R_OK)):
        return text("Tablekeeper has no right to read {file}. Start it as the user whose file that is.", file=str(path))
    return text("Tablekeeper has no right to write to {folder}.", folder=str(path.parent))


def _has_access(path: Path, access: int) -> bool:
    return os.access(path, access, effective_ids=True)


def _gone_sentence(path: Path) -> Text:
    return text("The disk is gone: {folder} is not there.", folder=str(path.parent))


def _no_locks_sentence(path: Path) -> Text:
    return text(
        "{folder} is on a disk that can't lock files, so that two programs could write over each other. Use another"
        " folder.",
        folder=str(path.parent),
    )


def _failing_sentence(path: Path) -> Text:
    return text("The disk fails to read or write {folder}. Use another one soon.", folder=str(path.parent))


def _printable(value: object) -> str:
    return validate.printable(str(value))


def primary_code(error: sqlite3.Error) -> int:
    """The primary result code of an SQLite error (https://www.sqlite.org/rescode.html)."""
    # The low byte of an extended code is the plain code.
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return code
