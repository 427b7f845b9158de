"""The panel at the other end of the guest's SPI: the tests' simulated controllers on simulated lines.

Each complete picture is stored as /var/lib/box/pages/0001.npy and so on; those of the previous run are in pages.before.
/run/box/fault names the fault to simulate, a `tests.hal.simulated.panels.Fault`; with `wires`, every transfer fails.
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
MESSAGE_HEADER = struct.Struct("=II")  # two numbers before the bytes of a transfer; not needed here
MAX_MESSAGE_BYTES = MESSAGE_HEADER.size + 65536
PAGES, FAULT = Path("/var/lib/box/pages"), Path("/run/box/fault")
POLL_INTERVAL_S = 0.005
"""Seconds between two polls of the lines; a driver's shortest pulse lasts four times as long."""


class Lines:
    """The pins that lead to the panel."""

    def __init__(self, outputs: tuple[int, ...]) -> None:
        (chip_directory,) = Path("/sys/devices/platform").glob("pins/gpiochip*")
        self._values = {pin: os.open(chip_directory / f"sim_gpio{pin}/value", os.O_RDONLY) for pin in outputs}
        self._busy = os.open(chip_directory / f"sim_gpio{BUSY}/pull", os.O_WRONLY)

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
        self._stored_refresh_count = self._printed_complaint_count = 0
        self._broken = False
        self._level: bool | None = None

    def watch(self) -> None:
        """Poll the lines for ever."""
        reset = True
        while True:
            with self._lock:
                self._load_fault()
                reset_before, reset = reset, self._lines.is_high(RESET)
                if reset_before and not reset:
                    self._panel.reset()
                self._update_busy_line()
                self._store_page()
            time.sleep(POLL_INTERVAL_S)

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
            self._update_busy_line()
        return 0

    def _update_busy_line(self) -> None:
        before, self._level = self._level, self._panel.level()
        if self._level is not before:
            self._lines.set_busy(self._level)

    def _load_fault(self) -> None:
        try:
            named_fault = FAULT.read_text().strip()
        except FileNotFoundError:
            named_fault = Fault.NONE.value
        self._broken = named_fault == "wires"
        self._panel.fault = Fault.NONE if self._broken else Fault(named_fault)

    def _store_page(self) -> None:
        for complaint in self._panel.complaints[self._printed_complaint_count :]:
            print(f"complaint: {complaint}", flush=True)
            self._printed_complaint_count += 1
        if self._panel.refreshes == self._stored_refresh_count or self._panel.busy():
            return
        self._stored_refresh_count = self._panel.refreshes
        picture = self._panel.shown()
        if picture is not None:
            part = PAGES / "part"
            with part.open("wb") as file:
                numpy.save(file, picture)
            part.rename(PAGES / f"{self._stored_refresh_count:04}.npy")
        print(f"refresh {self._stored_refresh_count}: {'nothing whole' if picture is None else 'a page'}", flush=True)


def main() -> None:
    """Simulate a panel for ever."""
    before = PAGES.with_suffix(".before")
    shutil.rmtree(before, ignore_errors=True)
    if PAGES.exists():
        PAGES.rename(before)
    PAGES.mkdir(parents=True)
    FAULT.parent.mkdir(parents=True, exist_ok=True)
    panel = WiredPanel(Panel(models_by_name(sys.argv[1])[0], time.monotonic, float(sys.argv[2])))
    spi_device = os.open("/dev/spi-program", os.O_RDWR)
    threading.Thread(target=panel.watch, daemon=True).start()
    while True:
        data = os.read(spi_device, MAX_MESSAGE_BYTES)
        os.write(spi_device, struct.pack("=i", panel.receive(data[MESSAGE_HEADER.size :])))


if __name__ == "__main__":
    main()
