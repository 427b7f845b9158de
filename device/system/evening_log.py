"""A log file beside the journal for people who help: starts, refusals and faults of the last evenings, as in the
transcript.

It has no declarations, so that deleting a game from the journal deletes it everywhere. It is written without syncing,
so that a power cut may lose the last half-minute. If the disk refuses, only this log ends.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from device import __version__
from device.system import atomicfile, files
from device.system.log_level import LogLevel
from hal.clock import wallclock
from hal.system.printable import escape_unprintable, shorten_middle

FILE_NAME = "evening"
MAX_BYTES = 256 * 1024
"""Maximum size of the file in bytes; the older half is dropped then. A long evening needs a hundredth."""

WriteLogLine = Callable[[str, LogLevel], None]


def read_log(directory: Path) -> bytes:
    """Return the content of the log; empty if there is no file. A power cut may have cut its last line. Raises
    OSError."""
    try:
        return files.read_file(directory / FILE_NAME, 2 * MAX_BYTES)
    except FileNotFoundError:
        return b""


class EveningLog:
    """Passes lines on to `pass_on`, and writes the important ones to the log. For one thread at a time.

    `time_text` returns the time as it stands in a line.
    """

    def __init__(self, directory: Path, pass_on: WriteLogLine, time_text: Callable[[], str] | None = None) -> None:
        self._directory = directory
        self._pass_on = pass_on
        self._time_text = time_text or _time_text_function()
        self._file = -1
        self._size_bytes = 0
        self._open()
        machine = os.uname()
        self._write_line(
            f"Tablekeeper {__version__} begins; Python {sys.version.partition(' ')[0]}, {machine.sysname}"
            f" {machine.release}, {machine.machine}",
            LogLevel.INFO,
        )

    def __call__(self, line: str, level: LogLevel = LogLevel.INFO) -> None:
        """Pass a line on, and write it to the log if its level is at least a notice."""
        self._pass_on(line, level)
        if level <= LogLevel.NOTICE:
            self._write_line(line, level)

    def write_report(self, report: Mapping[str, object]) -> None:
        """Write the report of an evening that has ended in good order, and close the log."""
        self._write_line(f"ends: {', '.join(f'{name} {value}' for name, value in report.items())}", LogLevel.INFO)
        self.close()

    def close(self) -> None:
        """Close the file. May be called again."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _open(self) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with suppress(OSError):
            atomicfile.make_directory(self._directory)
            self._file = os.open(self._directory / FILE_NAME, flags, 0o600)
            self._size_bytes = os.fstat(self._file).st_size

    def _write_line(self, line: str, level: LogLevel) -> None:
        if self._file < 0:
            return
        printable_line = escape_unprintable(shorten_middle(line.replace("\n", " ")))
        data = f"{self._time_text()} {level.name.lower():7} {printable_line}\n".encode(errors="replace")
        try:
            if self._size_bytes + len(data) > MAX_BYTES:
                self._drop_older_half()
            self._size_bytes += os.write(self._file, data)
        except OSError:
            self.close()

    def _drop_older_half(self) -> None:
        """Drop the older half of the file."""
        self.close()
        newer_half = read_log(self._directory)[-MAX_BYTES // 2 :].partition(b"\n")[2]
        atomicfile.replace_file(self._directory / FILE_NAME, newer_half, follow=False)
        self._open()
        if self._file < 0:
            raise OSError(FILE_NAME)


def _time_text_function() -> Callable[[], str]:
    """Return a function for the current time in words; if the clock is not known, for how long the program has run."""
    started_at = time.monotonic()

    def time_text() -> str:
        if wallclock.is_time_known():
            return f"{datetime.now():%Y-%m-%d %H:%M:%S}"  # noqa: DTZ005  (local time is meant)
        return f"{'+':>11}{int(time.monotonic() - started_at):7} s"

    return time_text
