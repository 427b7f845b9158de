"""Runs the program in a real pty, read through a terminal emulator."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import termios
import time
from collections.abc import Callable
from typing import Any

import pyte

from tests import preloaded_program

TIMEOUT_S = 60.0


class Terminal:
    """`tablekeeper --hal terminal …` in a terminal of a given size. `screen` is the visible content."""

    def __init__(self, arguments: list[str], *, columns: int = 80, rows: int = 24, **environment: str) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.raw = b""
        self._stream = pyte.ByteStream(self.screen)
        self._line, line = pty.openpty()
        self.settings_before = self.settings
        self.resize(columns, rows)
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
        kept |= {"TERM": "xterm-256color", **environment}
        self.process = preloaded_program.begin(["--hal", "terminal", *arguments], line, line, kept)
        os.close(line)

    @property
    def settings(self) -> list[Any]:
        """The terminal's settings for input: echo, lines, signals."""
        return termios.tcgetattr(self._line)

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def type(self, characters: str) -> None:
        os.write(self._line, characters.encode())

    def signal(self, number: int) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, true: Callable[[], bool]) -> None:
        """Read until a condition is true."""
        end = time.monotonic() + TIMEOUT_S
        while not true():
            if time.monotonic() > end or not self._read(0.1):
                raise AssertionError(f"this was never seen:\n{self.text}")

    def shows(self, words: str) -> None:
        self.until(lambda: words in self.text)

    def end(self) -> int | None:
        """Read to the end. Returns the exit status, or None after a timeout."""
        last = time.monotonic() + TIMEOUT_S
        while self._read(0.1) and time.monotonic() < last:
            continue
        return self._ended()

    def hang_up(self) -> int | None:
        """Close the line. Returns the exit status."""
        os.close(self._line)
        return self._ended()

    def _ended(self) -> int | None:
        self.process.join(TIMEOUT_S)
        return self.process.exitcode

    def _read(self, wait: float) -> bool:
        """Read output. Returns False once the program has ended."""
        if not select.select([self._line], [], [], wait)[0]:
            return True
        try:
            data = os.read(self._line, 65536)
        except OSError:
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)
