"""A process of its own for what takes long, which gives way to everything else: keys shall not wait for it.

It is asked and answers in bytes, over its standard input and output.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import struct
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

POLITE = 19
"""The lowest priority that there is."""

IDLE_S = 120.0
"""How long the process stays when nobody asks it for anything; a small Pi needs its memory for the table."""

ANSWER_S = 300.0
"""How long an answer may take: ten thousand games on the slowest Pi. One that takes longer is given up."""

GONE_S = 5.0
"""How long a process may take to be gone that was killed, or has written its last."""

_LENGTH = struct.Struct("!i")
_NOTHING = -1


class Worker:
    """The process, as the table sees it: begun when it is first asked.

    Any thread may ask; one is answered at a time. `command` is what calls `serve`.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def ask(self, asked: bytes) -> bytes | None:
        """The answer; None if there is none, or none can be had now."""
        with self._lock:
            # One that had nothing to do for long may be gone.
            for _ in range(2):
                with suppress(OSError, EOFError):
                    return self._answer(asked)
            return None

    def close(self) -> None:
        """End the process, whatever it is doing. Waits for nobody, so that a signal handler may call it, too."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
            # Whoever is asking it will find it gone, and clean up.
            if self._lock.acquire(blocking=False):
                try:
                    self._end(process)
                finally:
                    self._lock.release()

    def _answer(self, asked: bytes) -> bytes | None:
        process = self._begun()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(_LENGTH.pack(len(asked)) + asked)
            process.stdin.flush()
            if not select.select([process.stdout], [], [], ANSWER_S)[0]:
                raise EOFError
            (length,) = _LENGTH.unpack(_exactly(process.stdout, _LENGTH.size))
            return None if length == _NOTHING else _exactly(process.stdout, length)
        except (OSError, EOFError):
            self._end(process)
            raise

    def _begun(self) -> subprocess.Popen[bytes]:
        """Raises OSError if the process can't be begun, or nobody is to begin one any more."""
        if self._process is None:
            self._process = _new_process(self._command)
        if self._closed:
            self._end(self._process)
            raise BrokenPipeError
        return self._process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        self._process = None
        kill(process)
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


class ProcessOutput:
    """What a process of its own writes, read while it is written; it gives way to everything else.

    `asked` is what it finds on its standard input.
    """

    def __init__(self, command: Sequence[str], asked: bytes) -> None:
        """Raises OSError if it can't be begun."""
        self._process = _new_process(command)
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as stdin:
            stdin.write(asked)

    @property
    def stream(self) -> IO[bytes]:
        """What it writes."""
        assert self._process.stdout is not None
        return self._process.stdout

    def ended_well(self) -> bool:
        """Whether all of it has been read, and the process says that it is whole."""
        return _gone(self._process) == 0

    def close(self) -> None:
        """End the process, whatever it is doing, and whoever is reading."""
        kill(self._process)
        with suppress(OSError):
            self.stream.close()


MOST_MEMORY = 80_000_000
"""Bytes that a process may take which gives way to a table: the table itself has the most of the service's 200 MB."""


def limit_memory() -> None:
    """Where memory lacks, this process is the one that ends."""
    # A sandbox may forbid it: then an answer is still better than none.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process. One that a disk holds is left to the system."""
    process.kill()
    _gone(process)


def _gone(process: subprocess.Popen[bytes]) -> int | None:
    """Wait for a process that is about to end: what it ends with; None for one that a disk holds."""
    import subprocess  # it has been loaded to begin the process

    with suppress(subprocess.TimeoutExpired):
        return process.wait(GONE_S)
    return None


def _new_process(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """A process that gives way to everything else, to be asked and read. Raises OSError."""
    import subprocess  # a table that nobody asks needs none

    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    give_way(process.pid)
    return process


def give_way(pid: int) -> None:
    """Let a process give way to everything else, from its first moment on."""
    # A sandbox may forbid it: then an answer is still better than none.
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, POLITE)


def _exactly(stream: IO[bytes], size: int) -> bytes:
    """So many bytes. Raises EOFError."""
    found = stream.read(size)
    if len(found) < size:
        raise EOFError
    return found


def serve(answer: Callable[[bytes], bytes | None], idle: float = IDLE_S) -> None:
    """Answer what is asked on standard input, until it ends or nobody asks for so many seconds."""
    # Ctrl-C is for the table, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError):
        while select.select([sys.stdin], [], [], idle)[0]:
            (length,) = _LENGTH.unpack(_exactly(sys.stdin.buffer, _LENGTH.size))
            found = answer(_exactly(sys.stdin.buffer, length))
            sys.stdout.buffer.write(_LENGTH.pack(_NOTHING if found is None else len(found)) + (found or b""))
            sys.stdout.buffer.flush()
