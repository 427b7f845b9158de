"""What a table has told lately, in a file beside the journal, for whoever helps: when it began, what it refused, and
what went wrong, as in its transcript. What was declared is in the journal, from which games can be deleted.

Nobody waits for the disk: the plug may cost the last half-minute. A disk that refuses ends this file alone.
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
from hal.system.printable import printable, shortened

FILE = "evening"
MAX_BYTES = 256 * 1024
"""Of the file; once it has them, the older half is left out. A long evening has a hundredth."""

Told = Callable[[str, LogLevel], None]


def kept_evening(directory: Path) -> bytes:
    """The file, its last line perhaps cut by the plug; nothing where there is none. Raises OSError."""
    try:
        return files.read(directory / FILE, 2 * MAX_BYTES)
    except FileNotFoundError:
        return b""


class EveningLog:
    """Keeps what is told from now on, and tells it. One thread at a time; `moment` is the time as a line has it."""

    def __init__(self, directory: Path, tell: Told, moment: Callable[[], str] | None = None) -> None:
        self._directory = directory
        self._tell = tell
        self._moment = moment or _moments()
        self._file = -1
        self._size = 0
        self._open()
        machine = os.uname()
        self._keep(
            f"Tablekeeper {__version__} begins; Python {sys.version.partition(' ')[0]}, {machine.sysname}"
            f" {machine.release}, {machine.machine}",
            LogLevel.INFO,
        )

    def __call__(self, line: str, level: LogLevel = LogLevel.INFO) -> None:
        """This was told."""
        self._tell(line, level)
        if level <= LogLevel.NOTICE:
            self._keep(line, level)

    def ended(self, report: Mapping[str, object]) -> None:
        """The table was closed in good order; this is what its evening came to."""
        self._keep(f"ends: {', '.join(f'{name} {value}' for name, value in report.items())}", LogLevel.INFO)
        self.close()

    def close(self) -> None:
        """Keep nothing more. May be called again."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _open(self) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with suppress(OSError):
            atomicfile.make_directory(self._directory)
            self._file = os.open(self._directory / FILE, flags, 0o600)
            self._size = os.fstat(self._file).st_size

    def _keep(self, line: str, level: LogLevel) -> None:
        if self._file < 0:
            return
        said = printable(shortened(line.replace("\n", " ")))
        data = f"{self._moment()} {level.name.lower():7} {said}\n".encode(errors="replace")
        try:
            if self._size + len(data) > MAX_BYTES:
                self._shorten()
            self._size += os.write(self._file, data)
        except OSError:
            self.close()

    def _shorten(self) -> None:
        """Leave the older half out."""
        self.close()
        kept = kept_evening(self._directory)[-MAX_BYTES // 2 :].partition(b"\n")[2]
        atomicfile.write(self._directory / FILE, kept, follow=False)
        self._open()
        if self._file < 0:
            raise OSError(FILE)


def _moments() -> Callable[[], str]:
    """What time it is, where the machine knows it, else how long the program has run."""
    begun = time.monotonic()

    def moment() -> str:
        if wallclock.is_known():
            return f"{datetime.now():%Y-%m-%d %H:%M:%S}"  # noqa: DTZ005  (local time is meant)
        return f"{'+':>11}{int(time.monotonic() - begun):7} s"

    return moment
