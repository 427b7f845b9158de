"""Does in the guest what the host asks for, by one line of JSON each way on the serial line that `box.agent` names.

Keys are the pins' own pulls (gpio-sim), pods the real firmware on the far ends of USB cables (dummy_hcd). Run by the
guest's own Python, with the project's sources in its path and nothing else.
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
    """The box's four keys. Every move is noted: key, whether it closes, moments before and after in nanoseconds."""

    def __init__(self) -> None:
        self._pulls = {key: os.open(pull_of(pin), os.O_WRONLY) for key, pin in PINS.items()}

    def press(self, presses: list[tuple[str, float, float]]) -> list[tuple[str, bool, int, int]]:
        """Press keys together for some seconds each time, then rest for some."""
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
    """Pods, by number; each plugged one is a board with power."""

    def __init__(self) -> None:
        self._boards: dict[int, microcontrollers.Microcontroller] = {}
        self._lines: dict[int, int] = {}

    def plug(self, number: int) -> None:
        """Give a pod power, and its cable a host."""
        (GADGETS / f"pod{number}" / "UDC").write_text(f"dummy_udc.{number}\n")
        self._lines[number] = line = self._line(number)
        flash = Path(f"/run/box/pod{number}")
        flash.mkdir(parents=True, exist_ok=True)
        self._boards[number] = microcontrollers.Microcontroller(line, chip=f"e66118604b1234a{number}", directory=flash)

    def unplug(self, number: int) -> None:
        """Pull a pod's cable: the board has no other power."""
        self._boards.pop(number).off()
        os.close(self._lines.pop(number))
        (GADGETS / f"pod{number}" / "UDC").write_text("\n")

    def press(self, number: int, keys: str, pause_s: float) -> None:
        """Press keys of a pod one after the other, with so much time between them."""
        for key in keys:
            self._boards[number].press(key)
            time.sleep(pause_s)

    def _line(self, number: int) -> int:
        line = os.open(f"/dev/ttyGS{number}", os.O_RDWR | os.O_NOCTTY)
        tty.setraw(line, termios.TCSANOW)
        return line


def shell(command: str, seconds: float) -> dict[str, Any]:
    """Run a command of the shell; its status, and all that it printed."""
    done = subprocess.run(
        command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, check=False
    )
    return {"status": done.returncode, "output": done.stdout.decode(errors="replace")}


def rows(journal: str) -> list[str]:
    """What a journal holds, game by game, without the program's help."""
    with closing(sqlite3.connect(journal, timeout=60)) as database:
        return [text for (text,) in database.execute("select text from line order by game, place")]


def answer(asked: dict[str, Any], keys: GuestKeys, pods: GuestPods) -> dict[str, Any]:
    """Do what is asked for; an object to answer with."""
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
    """Answer for ever."""
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
                tell(line, respond(one, keys, pods))


def respond(one: bytes, keys: GuestKeys, pods: GuestPods) -> dict[str, Any]:
    """The answer to a line; what goes wrong is one, too."""
    try:
        return answer(json.loads(one), keys, pods)
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}"}


def tell(line: int, said: dict[str, Any]) -> None:
    """Write all of a line, which may be longer than the serial line takes at once."""
    data = json.dumps(said).encode() + b"\n"
    while data:
        data = data[os.write(line, data) :]


if __name__ == "__main__":
    main()
