"""The panel at the other end of the guest's SPI: the tests' simulated controllers on simulated lines.

Each complete picture is stored as /var/lib/box/pages/0001.npy and so on; those of the start before are in pages.before.
/run/box/fault contains the panel's fault, a `tests.hal.simulated.panels.Fault`; with `wires`, every transfer fails.
Usage: panel.py MODEL REFRESH_SECONDS
"""

from __future__ import annotations

import errno
import os
import shutil
import struct
import sys
import threading
import time
from pathlib import Path

import numpy

from hal.panel.inky_models import models_by_name
from tests.hal.simulated.panels import Fault, Panel

RESET, BUSY, DC = 27, 17, 22
HEADING = struct.Struct("=II")
ROOM = HEADING.size + 65536
PAGES, FAULT = Path("/var/lib/box/pages"), Path("/run/box/fault")
LOOKS_S = 0.005
"""Seconds between two polls of the lines; a driver's shortest pulse lasts four times as long."""


class Lines:
    """The pins that lead to the panel."""

    def __init__(self, outputs: tuple[int, ...]) -> None:
        (header,) = Path("/sys/devices/platform").glob("pins/gpiochip*")
        self._values = {pin: os.open(header / f"sim_gpio{pin}/value", os.O_RDONLY) for pin in outputs}
        self._busy = os.open(header / f"sim_gpio{BUSY}/pull", os.O_WRONLY)

    def is_high(self, pin: int) -> bool:
        """Whether a line that the box drives is high."""
        return os.pread(self._values[pin], 1, 0) == b"1"

    def set_busy(self, high: bool) -> None:
        """Set the line that the panel drives."""
        os.pwrite(self._busy, b"pull-up" if high else b"pull-down", 0)


class WiredPanel:
    """A simulated panel on the guest's lines. Two threads use it, one at a time."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._lines = Lines((RESET, DC, *panel.selects))
        self._lock = threading.Lock()
        self._shown = self._complained = 0
        self._broken = False
        self._level: bool | None = None

    def watch(self) -> None:
        """Poll the lines for ever."""
        reset = True
        while True:
            with self._lock:
                self._take_fault()
                reset_before, reset = reset, self._lines.is_high(RESET)
                if reset_before and not reset:
                    self._panel.reset()
                self._tell_busy()
                self._store_page()
            time.sleep(LOOKS_S)

    def receive(self, sent: bytes) -> int:
        """Receive a transfer. Returns 0, or the error for its sender."""
        with self._lock:
            if self._broken:
                return -errno.EIO
            for chip in (chip for pin, chip in self._panel.selects.items() if not self._lines.is_high(pin)):
                if self._lines.is_high(DC):
                    chip.data(sent)
                else:
                    for code in sent:
                        chip.command(code)
            self._tell_busy()
        return 0

    def _tell_busy(self) -> None:
        before, self._level = self._level, self._panel.level()
        if self._level is not before:
            self._lines.set_busy(self._level)

    def _take_fault(self) -> None:
        named_fault = FAULT.read_text().strip() if FAULT.exists() else Fault.NONE.value
        self._broken = named_fault == "wires"
        fault = Fault.NONE if self._broken else Fault(named_fault)
        if fault is not self._panel.fault:
            self._panel.fault = fault

    def _store_page(self) -> None:
        for complaint in self._panel.complaints[self._complained :]:
            print(f"complaint: {complaint}", flush=True)
            self._complained += 1
        if self._panel.refreshes == self._shown or self._panel.busy():
            return
        self._shown = self._panel.refreshes
        picture = self._panel.shown()
        if picture is not None:
            part = PAGES / "part"
            with part.open("wb") as file:
                numpy.save(file, picture)
            part.rename(PAGES / f"{self._shown:04}.npy")
        print(f"refresh {self._shown}: {'nothing whole' if picture is None else 'a page'}", flush=True)


def main() -> None:
    """Simulate a panel for ever."""
    before = PAGES.with_suffix(".before")
    shutil.rmtree(before, ignore_errors=True)
    if PAGES.exists():
        PAGES.rename(before)
    PAGES.mkdir(parents=True)
    FAULT.parent.mkdir(parents=True, exist_ok=True)
    wired = WiredPanel(Panel(models_by_name(sys.argv[1])[0], time.monotonic, float(sys.argv[2])))
    wire = os.open("/dev/spi-program", os.O_RDWR)
    threading.Thread(target=wired.watch, daemon=True).start()
    while True:
        data = os.read(wire, ROOM)
        os.write(wire, struct.pack("=i", wired.receive(data[HEADING.size :])))


if __name__ == "__main__":
    main()
