"""What the emulation found: figures with their limits as they come, a bar meanwhile, times at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO

BAR = 24
"""Characters of the bar."""


@dataclass
class Report:
    """Prints figures; `failed` counts those that are not as they must be. The bar needs a terminal."""

    parts: int
    stream: TextIO = field(default_factory=lambda: sys.stdout)
    failed: int = 0
    times: list[tuple[str, float]] = field(default_factory=list)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """A part of the run, timed; named before it is begun."""
        self._bar(name)
        begun = time.monotonic()
        try:
            yield
        finally:
            self.times.append((name, time.monotonic() - begun))
            self._clear()

    def figure(self, name: str, value: object, limit: str = "", *, good: bool = True) -> None:
        """A figure, with what it must be in words."""
        self._clear()
        self.failed += not good
        verdict = ("ok" if good else "FAILED") if limit else ""
        self._print(f"{name:<58} {value!s:>18}  {limit:<22} {verdict}".rstrip())

    def say(self, sentence: str) -> None:
        """A sentence among the figures."""
        self._clear()
        self._print(sentence)

    def close(self) -> None:
        """Print how long each part took, and what came of it all."""
        self._print("")
        for name, seconds in self.times:
            self._print(f"{name:<58} {seconds:>16.0f} s")
        self._print(f"{'together':<58} {sum(seconds for _, seconds in self.times):>16.0f} s")
        self._print("all is as it must be" if not self.failed else f"{self.failed} figures are not as they must be")

    def _bar(self, name: str) -> None:
        done = len(self.times) * BAR // max(self.parts, 1)
        bar = "█" * done + "░" * (BAR - done)
        if self.stream.isatty():
            self.stream.write(f"{bar} {len(self.times) + 1}/{self.parts} {name}")
            self.stream.flush()
        else:
            self._print(f"[{len(self.times) + 1}/{self.parts}] {name}")

    def _clear(self) -> None:
        if self.stream.isatty():
            self.stream.write("\r\x1b[K")

    def _print(self, line: str) -> None:
        self.stream.write(line + "\n")
        self.stream.flush()
