"""`tablekeeper pods update` with all real but the chip: mpremote, MicroPython's raw REPL, LittleFS, the firmware."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import pytest

from device.cli import pods as podcli
from display.words import ENGLISH
from hal.keys.keys import Press
from hal.pods import connection
from hal.pods.plugged_pods import PodOutput, PodTiming
from hal.pods.ports import FoundPort
from hal.pods.serial_pods import SerialPods
from tests.firmware.chips import Chip
from tests.firmware.microcontrollers import TIMEOUT_S, Terminal

SMALL = 48 << 10
"""Bytes of a flash memory that is too small for the firmware."""


class Desk:
    """A board on a cable, with nothing but MicroPython on it."""

    def __init__(self, directory: Path, size: int) -> None:
        self.terminal = Terminal()
        self.port = self.terminal.port
        self.chip = Chip(self.terminal.line, self.terminal.keyboard, directory / "flash", size)

    def find(self) -> tuple[FoundPort, ...]:
        return (FoundPort(self.port, "1-1"),)

    def write(self, file: str, content: str) -> None:
        """Have the board's owner write a file on it."""
        self._mpremote("exec", f"file = open({file!r}, 'w')\nfile.write({content!r})\nfile.close()")

    def files(self) -> set[str]:
        """What is on the board."""
        return set(self._mpremote("ls").split())

    def _mpremote(self, *words: str) -> str:
        command = [sys.executable, "-m", "mpremote", "connect", self.port, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=TIMEOUT_S).stdout

    def off(self) -> None:
        self.chip.off()
        self.terminal.close()


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[ExitStack]:
    """Boards that answer at once need less patience."""
    monkeypatch.setattr(connection, "MAX_HELLOS", 3)
    monkeypatch.setattr(podcli, "LEAVE_S", 0.0)
    with ExitStack() as stack:
        yield stack


def desk(bench: ExitStack, directory: Path, size: int = 1 << 20) -> Desk:
    made = Desk(directory, size)
    bench.callback(made.off)
    return made


def test_a_bare_board_becomes_a_pod_and_a_pod_is_updated(bench: ExitStack, tmp_path: Path) -> None:
    """By its port, then by its name; its owner's wiring is left alone. What was put on it is a pod."""
    board = desk(bench, tmp_path)
    board.write("wiring.py", 'NAME = "mine"\n')
    for name in (None, "mine"):
        said = list(podcli.update_firmware(ENGLISH, name, board.find))
        assert said == [f"Copying the firmware to {board.port} …", "Done: the board starts as a pod."]
    assert list(podcli.pod_lines(ENGLISH, tmp_path, board.find)) == [
        f"mine at {board.port}, for everybody; firmware 1.0, no display"
    ]
    events: SimpleQueue[PodOutput] = SimpleQueue()
    pods = SerialPods(events.put, find_ports=board.find, timing=PodTiming(settle_s=0.0)).start()
    bench.callback(pods.close)
    events.get(timeout=TIMEOUT_S)
    board.chip.move("Bb")
    event = events.get(timeout=TIMEOUT_S)
    assert isinstance(event, Press)
    assert event.key == "B"


@pytest.mark.parametrize("by_socket", [False, True])
def test_an_update_that_breaks_off_leaves_no_half_a_pod(bench: ExitStack, tmp_path: Path, by_socket: bool) -> None:
    """Here because the memory is too small. The old start is gone, too: nothing runs that could keep new files out."""
    board = desk(bench, tmp_path, SMALL)
    board.write("main.py", "while True: pass")
    with pytest.raises(podcli.PodsError, match=r"be copied to /dev/pts/\d+: .*(ENOSPC|space).* Plug the board in anew"):
        list(podcli.update_firmware(ENGLISH, "1-1" if by_socket else board.port, board.find))
    assert "pod/" in board.files()
    assert "main.py" not in board.files()


def test_a_port_that_is_gone_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(podcli.PodsError, match=r"could not be copied to /dev/nowhere: .*failed to access /dev/nowhere"):
        podcli._install_firmware(ENGLISH, tmp_path, "/dev/nowhere")
