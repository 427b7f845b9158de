"""The report of an emulation: figures with their limits, a progress bar, and the times at the end."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO

BAR_WIDTH = 24
"""The width of the bar in characters."""


@dataclass
class RunReport:
    """The results of one part, line by line. `failed` counts figures beyond their limits.

    Several threads may add to it.
    """

    show: Callable[[str], object]
    failed: int = 0

    def figure(self, name: str, value: object, limit: str = "", *, good: bool = True) -> None:
        """Add a figure, with its limit in words."""
        self.failed += not good
        verdict = ("ok" if good else "FAILED") if limit else ""
        self.show(f"{name:<58} {value!s:>18}  {limit:<22} {verdict}".rstrip())

    def say(self, sentence: str) -> None:
        """Add a sentence among the figures."""
        self.show(sentence)


@dataclass
class RunProgress:
    """Prints the parts' results. `failed` counts their figures beyond limits. The bar is only shown on a terminal.

    Parts may run in parallel, each in a thread: the results of such a part are shown once it has ended.
    """

    parts: int
    stream: TextIO = field(default_factory=lambda: sys.stdout)
    failed: int = 0
    times: list[tuple[str, float]] = field(default_factory=list)
    _running: list[str] = field(default_factory=list)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _begun: float = field(default_factory=time.monotonic)

    @contextmanager
    def part(self, name: str, *, beside: bool = False) -> Iterator[RunReport]:
        """Run a part, timed. Its results are shown at once, or at its end if it runs `beside` others."""
        lines: list[str] = []
        report = RunReport(lines.append if beside else self._show)
        begun = time.monotonic()
        self._begin(name, beside)
        try:
            yield report
        finally:
            with self._lock:
                self._end(name, time.monotonic() - begun, report.failed)
                for line in [f"[{len(self.times)}/{self.parts}] {name}", *lines] if beside else ():
                    self._print(line)
                self._bar()

    def close(self) -> None:
        """Print the time of each part, and the overall result."""
        self._clear()
        self._print("")
        for name, seconds in self.times:
            self._print(f"{name:<58} {seconds:>16.0f} s")
        self._print(f"{'together':<58} {time.monotonic() - self._begun:>16.0f} s")
        self._print("all is as it must be" if not self.failed else f"{self.failed} figures are not as they must be")

    def _begin(self, name: str, beside: bool) -> None:
        with self._lock:
            self._running.append(name)
            self._clear()
            if not beside:
                self._print(f"[{len(self.times) + 1}/{self.parts}] {name}")
            elif not self.stream.isatty():
                self._print(f"{name} begins")
            self._bar()

    def _end(self, name: str, seconds: float, failed: int) -> None:
        self._running.remove(name)
        self.times.append((name, seconds))
        self.failed += failed
        self._clear()

    def _show(self, line: str) -> None:
        with self._lock:
            self._clear()
            self._print(line)
            self._bar()

    def _bar(self) -> None:
        if self.stream.isatty() and self._running:
            done = len(self.times) * BAR_WIDTH // max(self.parts, 1)
            bar = "█" * done + "░" * (BAR_WIDTH - done)
            self.stream.write(f"{bar} {len(self.times)}/{self.parts}: {', '.join(self._running)}")
            self.stream.flush()

    def _clear(self) -> None:
        if self.stream.isatty():
            self.stream.write("\r\x1b[K")

    def _print(self, line: str) -> None:
        self.stream.write(line + "\n")
        self.stream.flush()
