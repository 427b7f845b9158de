"""The program in a real pty, seen through a terminal emulator."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shlex
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

ROOT = Path(__file__).parents[2]
PATIENCE_S = 20.0


class Terminal:
    """`python -m device --hal terminal …` in a terminal of a size. The screen is what an eye would see."""

    def __init__(
        self, arguments: list[str], *, columns: int = 80, rows: int = 24, after: str = "", **environment: str
    ) -> None:
        """`after` is what a shell does when the program has ended."""
        self.screen = pyte.Screen(columns, rows)
        self.raw = b""
        self._stream = pyte.ByteStream(self.screen)
        process, self._line = pty.fork()
        if not process:
            os.chdir(ROOT)
            kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
            command = shlex.join([sys.executable, "-m", "device", "--hal", "terminal", *arguments])
            shell = f"{command}; status=$?; {after}; exit $status" if after else f"exec {command}"
            os.execve("/bin/sh", ["sh", "-c", shell], {**kept, "TERM": "xterm-256color", **environment})
        self.process = process
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def type(self, characters: str) -> None:
        os.write(self._line, characters.encode())

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, true: Callable[[], bool]) -> None:
        """Read on until something can be seen."""
        end = time.monotonic() + PATIENCE_S
        while not true():
            if time.monotonic() > end or not self._read(0.1):
                raise AssertionError(f"this was never seen:\n{self.text}")

    def shows(self, words: str) -> None:
        self.until(lambda: words in self.text)

    def end(self) -> int:
        """Read to the end; the exit status."""
        while self._read(0.1):
            continue
        _, status = os.waitpid(self.process, 0)
        os.close(self._line)
        return os.waitstatus_to_exitcode(status)

    def hang_up(self) -> int:
        """Close the line; the exit status."""
        os.close(self._line)
        _, status = os.waitpid(self.process, 0)
        return os.waitstatus_to_exitcode(status)

    def _read(self, wait: float) -> bool:
        """False once the program has ended."""
        if not select.select([self._line], [], [], wait)[0]:
            return True
        try:
            data = os.read(self._line, 65536)
        except OSError:
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)
