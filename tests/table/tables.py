"""A table to test on: the mock hardware with a real journal, driven as a user would."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from device.config import preferences
from device.journal import writer
from device.journal.export import export
from device.table.controller import Controller
from device.table.listeners import NOBODY, Listener
from device.table.podseats import FILE, PodSeats
from device.table.transcript import Weight
from display.words import ENGLISH, Language
from hal import panel
from hal.mock import MockTable

KIND = "what-black"


class Mock:
    """A companion on the mock hardware; `told` is its running account."""

    def __init__(
        self,
        data: Path,
        lines: Iterable[str],
        *,
        kind: str = KIND,
        roster: tuple[str, ...] = (),
        frames: Path | None = None,
        language: Language = ENGLISH,
        onlooker: Listener = NOBODY,
    ) -> None:
        self.data = data
        self.weighed: list[tuple[str, Weight]] = []
        self.keeper = writer.of(data)
        self.table = MockTable(panel.kind(kind), lines, frames)
        remember = partial(preferences.keep_language, data)
        seats = PodSeats(data / FILE)
        self.companion = Controller(self.table, self.keeper, language, roster, self.tell, remember, seats, onlooker)

    @property
    def told(self) -> list[str]:
        return [line for line, _ in self.weighed]

    def tell(self, line: str, weight: Weight = Weight.INFO) -> None:
        self.weighed.append((line, weight))

    def run(self) -> Mock:
        self.companion.run()
        self.keeper.close()
        return self

    def record(self) -> list[str]:
        """The record of the current game."""
        return list(export(self.data, None))


def play(data: Path, lines: Iterable[str], *, kind: str = KIND, roster: tuple[str, ...] = ()) -> Mock:
    """Play a key script to its end."""
    return Mock(data, lines, kind=kind, roster=roster).run()
