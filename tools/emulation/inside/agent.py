"""The agent in the guest: carries out the host's requests, one line of JSON each way on the serial line `box.agent`.

Keys are simulated by the pins' pulls (gpio-sim), pods by the real firmware at the other ends of USB cables (dummy_hcd).
The agent runs on the guest's own Python, with only the project's sources in its path.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import termios
import time
import tty
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.firmware import microcontrollers

PINS = {"A": 5, "B": 6, "C": 16, "D": 24}
GADGETS = Path("/sys/kernel/config/usb_gadget")


def pull_of(pin: int) -> Path:
    """The file that moves a pin of the simulated header."""
    (found,) = Path("/sys/devices/platform").glob(f"pins/gpiochip*/sim_gpio{pin}/pull")
    return found


class GuestKeys:
    """The box's four keys. Every move is recorded: key, whether it closes, moments before and after in nanoseconds."""

    def __init__(self) -> None:
        self._pulls = {key: os.open(pull_of(pin), os.O_WRONLY) for key, pin in PINS.items()}

    def press(self, presses: list[tuple[str, float, float]]) -> list[tuple[str, bool, int, int]]:
        """Press keys together for the given seconds, then release them for the given seconds."""
        moves = []
        for keys, down, rest in presses:
            moves += [self._move(key, True) for key in keys]
            time.sleep(down)
            moves += [self._move(key, False) for key in keys]
            time.sleep(rest)
        return moves

    def _move(self, key: str, closes: bool) -> tuple[str, bool, int, int]:
        before = time.monotonic_ns()
        os.pwrite(self._pulls[key], b"pull-down" if closes else b"pull-up", 0)
        return key, closes, before, time.monotonic_ns()


class GuestPods:
    """The pods by number. Each plugged one is a simulated board with power."""

    def __init__(self) -> None:
        self._boards: dict[int, microcontrollers.Microcontroller] = {}
        self._lines: dict[int, int] = {}

    def plug(self, number: int) -> None:
        """Switch a pod on, and connect its cable to the host."""
        (GADGETS / f"pod{number}" / "UDC").write_text(f"dummy_udc.{number}\n")
        self._lines[number] = line = self._line(number)
        flash = Path(f"/run/box/pod{number}")
        flash.mkdir(parents=True, exist_ok=True)
        self._boards[number] = microcontrollers.Microcontroller(line, chip=f"e66118604b1234a{number}", directory=flash)

    def unplug(self, number: int) -> None:
        """Pull a pod's cable. The board has no other power."""
        self._boards.pop(number).off()
        os.close(self._lines.pop(number))
        (GADGETS / f"pod{number}" / "UDC").write_text("\n")

    def press(self, number: int, keys: str, pause_s: float) -> None:
        """Press keys of a pod one after another, with `pause_s` seconds between them."""
        for key in keys:
            self._boards[number].press(key)
            time.sleep(pause_s)

    def _line(self, number: int) -> int:
        line = os.open(f"/dev/ttyGS{number}", os.O_RDWR | os.O_NOCTTY)
        tty.setraw(line, termios.TCSANOW)
        return line


def shell(command: str, seconds: float) -> dict[str, Any]:
    """Run a shell command. Returns its status, and all its output."""
    done = subprocess.run(
        command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, check=False
    )
    return {"status": done.returncode, "output": done.stdout.decode(errors="replace")}


def rows(journal: str) -> list[str]:
    """The rows of a journal, game by game, read without the program.

    The file is opened for reading only: closing the last connection that may write removes the log, without which the
    service reports a damaged journal.
    """
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True, timeout=60)) as database:
        return [text for (text,) in database.execute("select text from line order by game, place")]


def answer(asked: dict[str, Any], keys: GuestKeys, pods: GuestPods) -> dict[str, Any]:
    """Carry out a request. Returns the object to answer with."""
    match asked:
        case {"shell": command, "seconds": seconds}:
            return shell(command, seconds)
        case {"rows": journal}:
            return {"rows": rows(journal)}
        case {"press": presses}:
            return {"moves": keys.press(presses)}
        case {"plug": number}:
            pods.plug(number)
        case {"unplug": number}:
            pods.unplug(number)
        case {"pod": number, "keys": pressed, "pause": pause}:
            pods.press(number, pressed, pause)
        case _:
            raise ValueError(f"nobody can do {asked}")
    return {}


def main() -> None:
    """Answer requests for ever."""
    found = re.search(r"box\.agent=(\S+)", Path("/proc/cmdline").read_text())
    assert found is not None
    line = os.open(f"/dev/{found[1]}", os.O_RDWR | os.O_NOCTTY)
    tty.setraw(line, termios.TCSANOW)
    keys, pods = GuestKeys(), GuestPods()
    os.write(line, b'{"ready": true}\n')
    with open(line, "rb", buffering=0, closefd=False) as asking:
        waiting = b""
        while data := asking.read(4096):
            *whole, waiting = (waiting + data).split(b"\n")
            for one in filter(None, whole):
                write_answer(line, respond(one, keys, pods))


def respond(one: bytes, keys: GuestKeys, pods: GuestPods) -> dict[str, Any]:
    """The answer to a line; an exception is an answer, too."""
    try:
        return answer(json.loads(one), keys, pods)
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}"}


def write_answer(line: int, answer: dict[str, Any]) -> None:
    """Write a whole line, which may be longer than the serial line accepts at once."""
    data = json.dumps(answer).encode() + b"\n"
    while data:
        data = data[os.write(line, data) :]


if __name__ == "__main__":
    main()
