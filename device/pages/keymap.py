"""The key map of a page: every cell of the levels that the next codes go through."""

from __future__ import annotations

from dataclasses import dataclass, field

from device.contract.keycodes import Half, Layout, Level, spell
from display.vocabulary import KeyCell, KeyGrid, KeyMap
from display.words import Label

DEEPEST = 6
"""Levels of one code that a page shows; entries of any length repeat themselves after that."""


@dataclass
class _Grid:
    """A grid being gathered: levels of one name share their cells."""

    level: Level[object]
    labels: dict[int, Label] = field(default_factory=dict)

    def add(self, level: Level[object]) -> bool:
        before = len(self.labels)
        for choice in level.choices:
            self.labels.setdefault(choice.slot, choice.label)
        return len(self.labels) > before

    def drawn(self) -> KeyGrid:
        cells = sorted(
            ((self.level.code(slot), label) for slot, label in self.labels.items()), key=lambda cell: cell[0]
        )
        return KeyGrid(self.level.title, tuple(KeyCell(*cell) for cell in cells), pad=self.level.layout is Layout.PAD)


def key_map(level: Level[object], ahead: tuple[Level[object], ...] = (), typed: str = "") -> KeyMap:
    """The key map of a question and of those that may follow it before the panel shows them."""
    begun = spell(level, typed) if typed else None
    return KeyMap(_grids((level,)), _grids(ahead), _grids((begun.level,)) if isinstance(begun, Half) else ())


def _grids(levels: tuple[Level[object], ...]) -> tuple[KeyGrid, ...]:
    found: dict[str, _Grid] = {}
    for level in levels:
        _gather(level, found, 0)
    return tuple(grid.drawn() for grid in found.values())


def _gather(level: Level[object], found: dict[str, _Grid], depth: int) -> None:
    grid = found.setdefault(level.name, _Grid(level))
    if not grid.add(level) or depth == DEEPEST:
        return
    fullest: dict[str, Level[object]] = {}
    for choice in level.choices:
        deeper = choice.level()
        if deeper is not None and len(deeper.choices) > len(fullest.get(deeper.name, _NOTHING).choices):
            fullest[deeper.name] = deeper
    for deeper in fullest.values():
        _gather(deeper, found, depth + 1)


_NOTHING: Level[object] = Level("", "", Layout.LIST, ())
