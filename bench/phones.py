"""Measures the time from a press to its answer if another program serves the page: alone, and with watching phones."""

from __future__ import annotations

import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from PIL.Image import Image

from bench.processes import beside, peak_kib
from device.config import DesktopSettings
from device.run.mirror import make_mirror
from device.run.table_assembly import open_journal
from device.table.controller import Controller
from device.table.listeners import Listeners
from display.words import ENGLISH
from hal.clock.clock import RealClock
from hal.keys.keys import Gesture, Key, Press
from hal.panel import panel
from hal.panel.panel import RefreshMode
from hal.signal.signal import Cue
from hal.table.threaded_table import ThreadedTable
from tools.figures import Measurement, scratch

PHONES = 20
HOSTILE = 50
"""The number of sockets of a hostile client: they never complete a request, and connect again."""

LIMIT, MEMORY_MB = 1.2, 40.0
ROUNDS, PRESSES, PAUSE_S = 5, 150, 0.03
"""Rounds alternate between alone and with phones. `PAUSE_S` is from an answer to the next press: faster than any
finger."""

REFRESH_S = 0.3


class _SlowPanel:
    """A panel as slow as the quickest ink."""

    kind = panel.panel_kind("waveshare-4.2")

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        time.sleep(REFRESH_S)


class _TimedSignal:
    """Notes when a press was answered."""

    def __init__(self) -> None:
        self.answered = threading.Event()
        self.at = 0.0

    def play(self, cue: Cue) -> None:
        if cue is Cue.ACCEPTED:
            self.at = time.perf_counter()
            self.answered.set()


class _Box:
    """A table with a socket for the web service, on which something can be undone and redone for ever."""

    def __init__(self, data: Path) -> None:
        self.door = data / "door"
        self._data = data
        self._signal = _TimedSignal()
        clock = RealClock()
        self._mirror = make_mirror(DesktopSettings(door=str(self.door)), clock)
        self._table = ThreadedTable(
            clock,
            self._mirror.mirror_panel(_SlowPanel()),
            self._mirror.mirror_signal(self._signal),
            self._mirror.readout,
        )
        self._mirror.connect_table(self._table)
        self._thread = threading.Thread(target=self._play)
        self._thread.start()
        self.press(Key.A, Gesture.PRESS)

    def _play(self) -> None:
        with open_journal(self._data) as journal:
            Controller(self._table, journal, listeners=Listeners(self._mirror.make_listener(ENGLISH))).run()

    def press(self, key: Key, gesture: Gesture) -> float:
        """Press a key. Returns the seconds until the answer."""
        self._signal.answered.clear()
        begun = time.perf_counter()
        self._table.post(Press(key, gesture, time.monotonic()))
        if not self._signal.answered.wait(10.0):
            raise TimeoutError(f"no answer to {key}")
        return self._signal.at - begun

    def times(self) -> list[float]:
        """The seconds until each answer, while undo and redo alternate."""
        found = []
        for number in range(PRESSES):
            found.append(self.press(Key.C if number % 2 else Key.A, Gesture.HOLD))
            time.sleep(PAUSE_S)
        return found

    def close(self) -> None:
        """End the table."""
        self._table.stop()
        self._thread.join()
        self._table.close()
        self._mirror.close()


def figures() -> Iterator[Measurement]:
    """The ratio of the 95th percentiles, and the memory of the program that serves the page."""
    alone: list[float] = []
    watched: list[float] = []
    memory = 0.0
    with scratch() as directory, ExitStack() as opened:
        box = _Box(directory)
        opened.callback(box.close)
        box.times()
        for _ in range(ROUNDS):
            alone += box.times()
            with _phones(box.door) as service:
                watched += box.times()
                memory = max(memory, peak_kib(service.pid) / 1024)
    value = statistics.quantiles(watched, n=20)[-1] / statistics.quantiles(alone, n=20)[-1]
    yield Measurement(f"p95 of a press with {PHONES} phones and one that misbehaves ÷ alone", value, LIMIT)
    yield Measurement(f"memory of the program that serves {PHONES} phones, MiB", memory, MEMORY_MB)
    yield Measurement("a press that is accepted, alone, median, microseconds", 1e6 * statistics.median(alone))


@contextmanager
def _phones(door: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the web service, with phones that watch, and one hostile client."""
    # The service has the niceness of its systemd unit. Phones use no processor time of the box.
    service_nice, others_nice = ["nice", "-n", "10"], ["nice", "-n", "19"]
    command = [*service_nice, sys.executable, "-m", "device", "page", "--door", str(door), "--address", "127.0.0.1"]
    with ExitStack() as opened:
        service = opened.enter_context(
            beside([*command, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        )
        assert service.stdout is not None
        url = service.stdout.readline().split(" ")[4].rstrip(",")
        for program, count in (("watchers", PHONES), ("hostile_sockets", HOSTILE)):
            other = opened.enter_context(
                beside(
                    [*others_nice, sys.executable, "-m", f"bench.{program}", url, str(count)], stdout=subprocess.PIPE
                )
            )
            assert other.stdout is not None
            other.stdout.readline()
        yield service
