"""A cable between a real board and a pseudo-terminal, which can be pulled, disturbed, and measured byte by byte."""

from __future__ import annotations

import os
import select
import socket
import threading
from contextlib import suppress

from hal.pods.ports import FoundPort
from tests.firmware.faults import Noise
from tests.firmware.microcontrollers import Terminal

FULL_S = 1.0
"""Seconds that a cable waits for a host that does not read."""


class Cable:
    """A cable whose board end is `line`. A thread carries the bytes; while the cable is pulled, they are lost."""

    def __init__(self, place: str = "1-1", noise: Noise | None = None) -> None:
        self._place = place
        self._noise = noise
        self._end, self._board = socket.socketpair()
        self._lock = threading.Lock()
        self._terminal: Terminal | None = None
        self._to_go: int | None = None
        self.pulled = threading.Event()
        """Set once the cable has been pulled by `pull_after`."""
        self.carried = 0
        """The number of bytes delivered to the host since the cable was plugged in."""
        self._ending = False
        self.plug()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    @property
    def line(self) -> int:
        return self._board.fileno()

    @property
    def alive(self) -> bool:
        """Whether the thread that carries bytes is running."""
        return self._thread.is_alive()

    def found(self) -> list[FoundPort]:
        """The result of a search for ports."""
        terminal = self._terminal
        return [] if terminal is None else [FoundPort(terminal.port, self._place)]

    def plug(self) -> None:
        """Plug the cable in."""
        with self._lock:
            if self._terminal is None:
                self.pulled.clear()
                self.carried = 0
                self._terminal = Terminal()

    def pull(self) -> None:
        """Pull the cable out."""
        with self._lock:
            self._pull()

    def pull_after(self, count: int) -> None:
        """Pull the cable after this many more bytes were delivered to the host."""
        with self._lock:
            self._to_go = count

    def inject(self, data: bytes) -> int:
        """Send the host bytes that no pod has sent, as many as fit. Returns their number."""
        with self._lock:
            if self._terminal is None:
                return 0
            os.set_blocking(self._terminal.line, False)
            try:
                return os.write(self._terminal.line, data)
            except BlockingIOError:
                return 0
            finally:
                os.set_blocking(self._terminal.line, True)

    def close(self) -> None:
        self._ending = True
        self._end.close()
        self._board.close()
        self._thread.join()
        self.pull()

    def _pull(self) -> None:
        terminal, self._terminal = self._terminal, None
        if terminal is not None:
            terminal.close()
        self.pulled.set()
        self._to_go = None

    def _carry(self) -> None:
        with suppress(OSError, ValueError):
            while not self._ending:
                with self._lock:
                    line = None if self._terminal is None else self._terminal.line
                ends = [self._end.fileno()] + ([] if line is None else [line])
                ready, _, _ = select.select(ends, (), (), 0.01)
                with self._lock:
                    if self._terminal is None or self._terminal.line != line:
                        line = None
                    if self._end.fileno() in ready:
                        self._to_host(self._end.recv(4096), line)
                    if line is not None and line in ready:
                        self._to_pod(line)

    def _to_host(self, data: bytes, line: int | None) -> None:
        if line is None:
            return
        if self._noise is not None:
            data = self._noise.spoil(data)
        if self._to_go is not None:
            data, self._to_go = data[: self._to_go], self._to_go - len(data)
        if data:
            self.carried += len(data)
            self._write(line, data)
        if self._to_go is not None and self._to_go <= 0:
            self._pull()

    def _write(self, line: int, data: bytes) -> None:
        """Deliver to the host what it accepts.

        If it has stopped reading, the rest is lost, so that the cable is not blocked.
        """
        os.set_blocking(line, False)
        try:
            while data and not self._ending and select.select((), (line,), (), FULL_S)[1]:
                data = data[os.write(line, data) :]
        except BlockingIOError:
            return
        finally:
            os.set_blocking(line, True)

    def _to_pod(self, line: int) -> None:
        with suppress(OSError):  # the port is not open
            data = os.read(line, 4096)
            if self._noise is not None:
                data = self._noise.spoil(data)
            self._end.sendall(data)
