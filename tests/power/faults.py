"""Injects faults of a disk while a table starts: each system call fails once, several times, or always."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from device.journal.export import NothingToExport, exported_lines
from device.journal.spill import Spill
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.session import session as sessions
from display.words import ENGLISH
from tools.damage import Games

ERRORS = ("EIO", "ENOSPC", "EINTR")

WELL = ("kept", "kept, told")
"""The expected outcomes."""

BURST = 5
"""The number of consecutive failing calls, if it is neither one nor all."""

LONG_BURST = 40
"""The number of calls for an endless interruption: an interrupted call is repeated until it is not interrupted."""

NOT_DISK = {"close", "ioctl", "mmap", "munmap"}
"""Calls that do not reach the disk, or whose failure no program notices."""

_SUFFIXES = ("", "-wal", "-shm", "-journal", ".mending", ".mending-journal", ".mended", ".damaged-1", ".snapshot-1")
_CALL = re.compile(r"^\d+ +(\w+)\(")


class Found(NamedTuple):
    """The files on a table's disk, and the games in them."""

    files: Mapping[str, bytes]
    games: Games


class Fault(NamedTuple):
    """A system call that fails `times` times, from its `first` call on (counted from 1); 0 for always."""

    call: str
    first: int
    error: str
    times: int

    def __str__(self) -> str:
        last = self.first + self.times - 1
        when = f"{self.first}..{last}" if self.times else f"{self.first}+"
        return f"{self.call}:error={self.error}:when={when}"


def calls(files: Mapping[str, bytes], place: Path) -> Mapping[str, int]:
    """The system calls that a table makes on its journal, with their numbers."""
    _started(files, place)
    lines = (place / "log").read_text().splitlines()
    found = Counter(match[1] for line in lines if (match := _CALL.match(line)))
    return {call: count for call, count in found.items() if call not in NOT_DISK}


def faults(made: Mapping[str, int]) -> Iterator[Fault]:
    """Yield every fault of every call."""
    for call, count in sorted(made.items()):
        for first in range(1, count + 1):
            for error in ERRORS:
                for many in (1, BURST, LONG_BURST if error == "EINTR" else 0):
                    yield Fault(call, first, error, many)


def outcome(found: Found, fault: Fault, place: Path) -> str:
    """The outcome for a table that started with this fault, once the disk works: one of `WELL`, or what is wrong."""
    told = _started(found.files, place, fault)
    if told is None:
        return f"ENDED {(place / 'errors').read_text()[-500:]}"
    aside = sorted(path.name for path in (place / "data").glob(f"{FILE_NAME}.damaged-*"))
    exported = _exported(place, len(found.games))
    with closing(Journal.open(place / "data")) as journal:
        told += [] if journal.notice is None else [ENGLISH.say(journal.notice)]
    writer = JournalWriter(lambda: Journal.open(place / "data"), spill=Spill(place / "data", [place / "memory"]))
    told += [] if writer.fault is None else [str(writer.fault)]
    writer.close()
    with closing(Journal.open(place / "data")) as journal:
        kept = tuple(tuple(journal.counting_rows(one.number)) for one in journal.games())
    return _judged(found, kept, told, aside, exported)


def _judged(found: Found, kept: Games, told: list[str], aside: list[str], exported: list[str]) -> str:
    about_loss = [one for one in told if "was damaged" in one]
    if aside or about_loss:
        return f"CALLED DAMAGED {aside} {about_loss}"
    if kept[: len(found.games)] != found.games:
        return f"SILENT LOSS {[len(rows) for rows in kept]} {told}"
    if not any(line.startswith(sessions.record_lines(found.games[-1])[0]) for line in exported):
        return f"NOT EXPORTED {exported}"
    return "kept, told" if told else "kept"


def _exported(place: Path, game: int) -> list[str]:
    try:
        return list(exported_lines(place / "data", game, spill=Spill(place / "data", [place / "memory"])))
    except NothingToExport as error:
        return [str(error)]


def _started(files: Mapping[str, bytes], place: Path, fault: Fault | None = None) -> list[str] | None:
    """The messages of a table that started with these files, in a process of its own; None if it failed."""
    data = place / "data"
    for directory in (data, place / "memory"):
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
    for name, content in files.items():
        (data / name).write_bytes(content)
    watched = [f"-P{data / FILE_NAME}{suffix}" for suffix in _SUFFIXES]
    injected = [] if fault is None else [f"-etrace={fault.call}", f"-einject={fault}"]
    command = [sys.executable, "-m", "tests.power.starting", str(data), str(place / "memory")]
    strace = ["strace", "-f", "-qq", "-o", str(place / "log"), *injected, *watched, f"-P{data}"]
    done = subprocess.run([*strace, *command], capture_output=True, text=True, timeout=60, check=False)
    (place / "errors").write_text(done.stderr)
    if done.returncode != 0:
        return None
    found: list[str] = json.loads(done.stdout)
    return found
