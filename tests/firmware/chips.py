"""A whole board for installing firmware: MicroPython's own raw REPL and LittleFS, with hard and soft resets."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from pathlib import Path

from tests.firmware.microcontrollers import MICROPYTHON, SHIM, TIMEOUT_S

_HARD = -signal.SIGKILL
"""The exit status of a hard reset (`machine.reset`); a soft reset ends the process normally."""
_RAW_REPL = b"\x01"


class Chip:
    """A board with power. `line` and `keyboard` are the ends of a terminal; `flash` is a file of `size` bytes."""

    def __init__(self, line: int, keyboard: int, flash: Path, size: int) -> None:
        self._line = line
        self._keyboard = keyboard
        self._flash = flash
        with flash.open("ab") as file:
            file.truncate(size)
        self.starts = 0
        self._off = False
        self._pins, self._keys = os.pipe()
        self._process = self._start(soft=False)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def off(self) -> None:
        """Cut its power."""
        self._off = True
        self._process.kill()
        self._thread.join(TIMEOUT_S)
        for end in (self._pins, self._keys):
            os.close(end)

    def move(self, contacts: str) -> None:
        """Close (`A`) or open (`a`) contacts, one between two polls of the pod."""
        os.write(self._keys, contacts.encode())

    def _start(self, *, soft: bool) -> subprocess.Popen[bytes]:
        self.starts += 1
        environment = {
            **os.environ,
            "POD_SHIM": str(SHIM),
            "POD_FLASH": str(self._flash),
            "POD_SOFT": str(int(soft)),
            "POD_PINS": f"/dev/fd/{self._pins}",
            "POD_TRACE": "/dev/null",
            "POD_CHIP": "e66118604b1234af",
        }
        command = [str(MICROPYTHON), "-i", str(SHIM / "chip.py")]
        return subprocess.Popen(
            command,
            stdin=self._line,
            stdout=self._line,
            stderr=self._line,
            pass_fds=(self._pins,),
            env=environment,
        )

    def _run(self) -> None:
        """Start the process again after each reset."""
        while True:
            status = self._process.wait()
            if self._off:
                return
            soft = status != _HARD
            if soft:
                os.write(self._line, b"MPY: soft reboot\r\n")
            self._process = self._start(soft=soft)
            if soft:
                os.write(self._keyboard, _RAW_REPL)
