"""Pods for tests: the real firmware on the real MicroPython, with keys and display behind a shim."""

from __future__ import annotations

import fcntl
import os
import select
import subprocess
import sys
import tty
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
SHIM = Path(__file__).parent / "shim"
MICROPYTHON = Path(sys.executable).parent / "micropython"
TIMEOUT_S = 60.0
"""Timeout for everything in the tests; nothing takes that long by design."""

TRACE = 1 << 20
"""Size in bytes of the pipe for the trace of a board's display: the maximum of a pipe."""


class Microcontroller:
    """A board with power, which is a process. `line` is the file descriptor of its serial line.

    Its flash memory is `directory`. Its clock is `speed` times as fast as the host's, which makes its host relatively
    slower.
    """

    def __init__(
        self,
        line: int,
        *,
        chip: str = "e66118604b1234af",
        display: bool = False,
        speed: int = 1,
        directory: Path | None = None,
        program: Path = ROOT / "firmware" / "main.py",
    ) -> None:
        self._flash = TemporaryDirectory()
        pins, self._keys = os.pipe()
        self.trace, trace = os.pipe()
        # A board must not block because nobody reads its trace.
        fcntl.fcntl(trace, fcntl.F_SETPIPE_SZ, TRACE)
        environment = {
            **os.environ,
            "MICROPYPATH": f"{directory or self._flash.name}:{SHIM}:{ROOT / 'firmware'}:.frozen",
            "POD_PINS": f"/dev/fd/{pins}",
            "POD_TRACE": f"/dev/fd/{trace}",
            "POD_CHIP": chip,
            "POD_DISPLAY": "60" if display else "0",
            "POD_SPEED": str(speed),
        }
        self._process = subprocess.Popen(
            [MICROPYTHON, program],
            stdin=line,
            stdout=line,
            pass_fds=(pins, trace),
            env=environment,
            cwd=directory or self._flash.name,
        )
        os.close(pins)
        os.close(trace)
        self._told = b""

    def move(self, contacts: str) -> None:
        """Close (`A`) or open (`a`) contacts, one between two polls of the pod."""
        os.write(self._keys, contacts.encode())

    def press(self, keys: str, *, down: int = 30, rest: int = 30) -> None:
        """Press keys one after another. The times are milliseconds of the pod's clock."""
        for key in keys:
            self.play(((rest, key), (down, key.lower())))

    def play(self, moves: Iterable[tuple[int, str]]) -> None:
        """Move contacts, each after a pause in milliseconds of the pod's clock since it saw the last move."""
        said = bytearray()
        for pause, contact in moves:
            longest, left = divmod(pause // 2, 127)
            said += b"\xff" * longest + bytes((0x80 + left,)) + contact.encode()
        # Written at once, so that a delay of the test between two moves can't turn a press into a hold.
        os.write(self._keys, said)

    def told(self, awaited: str) -> str:
        """Wait until the board has done `awaited`, and return the trace of its light, buzzer and display so far."""
        while awaited.encode() not in self._told:
            ready, _, _ = select.select([self.trace], (), (), TIMEOUT_S)
            data = os.read(self.trace, 65536) if ready else b""
            assert data, f"{awaited} was not told in {self._told[-2000:]!r}"
            self._told += data
        return self._told.decode()

    def wait(self) -> int:
        """Wait until the board's program ends. Returns its exit status."""
        return self._process.wait(TIMEOUT_S)

    def off(self) -> None:
        """Cut its power. May be called again."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._flash.cleanup()
        for end in (self._keys, self.trace):
            if end >= 0:
                os.close(end)
        self._keys = self.trace = -1


class Terminal:
    """A pseudo-terminal: `port` is opened by pyserial, `line` is the other end, and `keyboard` is for typing."""

    def __init__(self) -> None:
        self.line, self.keyboard = os.openpty()
        tty.setraw(self.keyboard)
        self.port = os.ttyname(self.keyboard)

    def close(self) -> None:
        """Pull the plug: the program that has the port open loses it."""
        for end in (self.line, self.keyboard):
            with suppress(OSError):
                os.close(end)
        self.line = self.keyboard = -1
