"""Runs long operations in a separate process of the lowest priority, so that key presses need not wait for them.

Requests and answers are bytes, sent over the process's standard input and output.
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

LOWEST_PRIORITY = 19
"""The lowest CPU priority (niceness)."""

IDLE_S = 120.0
"""Seconds after which the process ends if there are no requests; a small Pi needs its memory for the table."""

ANSWER_TIMEOUT_S = 300.0
"""Timeout for an answer to begin, and to go on: ten thousand games on the slowest Pi. Then the process is killed."""

EXIT_TIMEOUT_S = 5.0
"""Seconds to wait for the end of a process that was killed, or has closed its output."""

_LENGTH = struct.Struct("!i")
_NO_ANSWER = -1


class WorkerClient:
    """A client of the process, which is started at the first request.

    Any thread may make requests; they are answered one at a time. `command` starts a program that calls
    `serve_requests`.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._close_requested = False

    def answer(self, request: bytes) -> bytes | None:
        """The process's answer to a request; None if there is none, or none is possible now."""
        with self._lock:
            # A process that was idle for long may have ended: then a new one is started.
            for _ in range(2):
                try:
                    return self._send_and_receive(request)
                except TimeoutError:
                    break
                except (OSError, EOFError):
                    pass
            return None

    def close(self) -> None:
        """Kill the process, whatever it is doing. A signal handler may call this: it waits at most `EXIT_TIMEOUT_S`."""
        self._close_requested = True
        process = self._process
        if process is not None:
            process.kill()
            # A thread that is waiting for an answer notices the end and cleans up.
            if self._lock.acquire(blocking=False):
                try:
                    self._end_process(process)
                finally:
                    self._lock.release()

    def _send_and_receive(self, request: bytes) -> bytes | None:
        process = self._running_process()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(_LENGTH.pack(len(request)) + request)
            process.stdin.flush()
            (length,) = _LENGTH.unpack(_read_answer(process.stdout, _LENGTH.size))
            return None if length == _NO_ANSWER else _read_answer(process.stdout, length)
        except (OSError, EOFError):
            self._end_process(process)
            raise

    def _running_process(self) -> subprocess.Popen[bytes]:
        """Return the process, started if necessary. Raises OSError if it can't be started, or `close` was called."""
        if self._process is None:
            if self._close_requested:
                raise BrokenPipeError
            self._process = _new_process(self._command)
        # Looked at again, since `close` may have been called while the process was being started.
        if self._close_requested:
            self._end_process(self._process)
            raise BrokenPipeError
        return self._process

    def _end_process(self, process: subprocess.Popen[bytes]) -> None:
        self._process = None
        kill(process)
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


class ProcessOutput:
    """The output of a separate process of the lowest priority, read while it is written.

    `request` is sent to its standard input.
    """

    def __init__(self, command: Sequence[str], request: bytes) -> None:
        """Start the process. Raises OSError if it can't be started."""
        self._process = _new_process(command)
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as stdin:
            stdin.write(request)

    @property
    def stream(self) -> IO[bytes]:
        """The process's standard output."""
        assert self._process.stdout is not None
        return self._process.stdout

    def has_succeeded(self) -> bool:
        """Whether the process has ended with exit code 0. Call it after everything has been read."""
        return _wait_for_end(self._process) == 0

    def close(self) -> None:
        """Kill the process, whatever it is doing, even while its output is being read."""
        kill(self._process)
        with suppress(OSError):
            self.stream.close()


MAX_MEMORY_BYTES = 80_000_000
"""Maximum bytes of data of a worker process: the table itself has most of the service's 200 MB."""


def limit_memory() -> None:
    """Limit this process's memory, and make it the first to be killed if memory is short."""
    # A sandbox may forbid it: an answer is still better than none.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process. One that hangs in a disk access is left to the system."""
    process.kill()
    _wait_for_end(process)


def _wait_for_end(process: subprocess.Popen[bytes]) -> int | None:
    """Wait for the end of a process and return its exit code; None if it hangs in a disk access."""
    import subprocess  # imported late: it is already loaded when a process has been started

    with suppress(subprocess.TimeoutExpired):
        return process.wait(EXIT_TIMEOUT_S)
    return None


def _new_process(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a process of the lowest priority, with pipes for its input and output. Raises OSError."""
    import subprocess  # imported late: needed only for requests

    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    lower_priority(process.pid)
    return process


def lower_priority(pid: int) -> None:
    """Give a process the lowest CPU priority."""
    # A sandbox may forbid it: an answer is still better than none.
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, LOWEST_PRIORITY)


def _read_answer(stream: IO[bytes], size: int) -> bytes:
    """Read exactly `size` bytes of an unbuffered answer. Raises EOFError, OSError and TimeoutError."""
    data = bytearray()
    while len(data) < size:
        if not select.select([stream], [], [], ANSWER_TIMEOUT_S)[0]:
            raise TimeoutError
        piece = os.read(stream.fileno(), size - len(data))
        if not piece:
            raise EOFError
        data += piece
    return bytes(data)


def _read_exactly(stream: IO[bytes], size: int) -> bytes:
    """Read exactly `size` bytes. Raises EOFError."""
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def serve_requests(answer: Callable[[bytes], bytes | None], idle_s: float = IDLE_S) -> None:
    """Answer requests from standard input, until it ends or there is none for `idle_s` seconds."""
    # Ctrl-C is for the table, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError):
        while select.select([sys.stdin], [], [], idle_s)[0]:
            (length,) = _LENGTH.unpack(_read_exactly(sys.stdin.buffer, _LENGTH.size))
            response = answer(_read_exactly(sys.stdin.buffer, length))
            sys.stdout.buffer.write(_LENGTH.pack(_NO_ANSWER if response is None else len(response)) + (response or b""))
            sys.stdout.buffer.flush()
