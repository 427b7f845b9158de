"""Pods to test with: the real firmware on the real MicroPython, its keys and display behind a shim."""

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
PATIENCE_S = 20.0
"""How long anything may take before a test fails; nothing waits for so long by design."""

TRACE = 1 << 20
"""Bytes of what a board does with its display that may wait to be read: the most that a pipe may hold."""


class Microcontroller:
    """A board with power: a process. Its serial line is the file descriptor `line`, `directory` its flash memory.

    Its clock goes `speed` times as fast as the host's, which makes its host slower.
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
        # A board whose trace nobody reads must not stand still before its game is over.
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
        """Close (`A`) or open (`a`) contacts, one between two looks of the pod."""
        os.write(self._keys, contacts.encode())

    def press(self, keys: str, *, down: int = 30, rest: int = 30) -> None:
        """Press keys one after the other, for so many milliseconds of the pod's time."""
        for key in keys:
            self.play(((rest, key), (down, key.lower())))

    def play(self, moves: Iterable[tuple[int, str]]) -> None:
        """Move contacts, each so many milliseconds of the pod's time after it saw the one before."""
        said = bytearray()
        for pause, contact in moves:
            longest, left = divmod(pause // 2, 127)
            said += b"\xff" * longest + bytes((0x80 + left,)) + contact.encode()
        # All at once: a test that is held up between two moves must not make a hold of a press.
        os.write(self._keys, said)

    def told(self, awaited: str) -> str:
        """What the board did with its light, buzzer and display so far, once it has done `awaited`, too."""
        while awaited.encode() not in self._told:
            ready, _, _ = select.select([self.trace], (), (), PATIENCE_S)
            data = os.read(self.trace, 65536) if ready else b""
            assert data, f"{awaited} was not told in {self._told[-2000:]!r}"
            self._told += data
        return self._told.decode()

    def wait(self) -> int:
        """Wait until the program on the board ends; its exit status."""
        return self._process.wait(PATIENCE_S)

    def off(self) -> None:
        """Take away its power. May be done again."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._flash.cleanup()
        for end in (self._keys, self.trace):
            if end >= 0:
                os.close(end)
        self._keys = self.trace = -1


class Terminal:
    """A pseudo-terminal: `port` is what pyserial opens, `line` the other end, `keyboard` for what is typed."""

    def __init__(self) -> None:
        self.line, self.keyboard = os.openpty()
        tty.setraw(self.keyboard)
        self.port = os.ttyname(self.keyboard)

    def close(self) -> None:
        """Pull the plug: whoever has the port open loses it."""
        for end in (self.line, self.keyboard):
            with suppress(OSError):
                os.close(end)
        self.line = self.keyboard = -1
