"""What a key map consists of: blocks of entries, which are codes and what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from display.layout.keymap.levels import Levels
from display.layout.scale import Scale
from display.layout.text_items import TextRun, label_text, text_run
from display.vocabulary import KEYS, KeyCell, KeyGrid
from display.words import Language, text

FIGURES_ENOUGH = 8
"""From so many figures on, codes of two keys are found faster in a table than in a list."""


class KeyEntry(NamedTuple):
    """A cell of the map: its code, how its label is drawn and what it says, and whether it is still meant."""

    code: str
    run: TextRun
    label: str
    chosen: bool

    @property
    def wordy(self) -> bool:
        """Whether the label is words rather than a figure or a suit."""
        return len(self.run) == 1 and len(self.label) > 3


@dataclass(frozen=True, slots=True, eq=False)
class KeyPad:
    """Up to sixteen entries by row and column; `first` is a key pressed before them, `hint` tells in which order.

    The `single` entries, which come first, need their row's key only: each has a row to itself, above the keys of the
    columns. A pad equals only itself, so that what is measured of it is looked up at once.
    """

    title: str
    hint: str
    first: str
    entries: tuple[KeyEntry, ...]
    single: tuple[KeyEntry, ...]
    scale: Scale

    @property
    def all(self) -> tuple[KeyEntry, ...]:
        """The entries, those with a row to themselves first."""
        return (*self.single, *self.entries)


@dataclass(frozen=True, slots=True, eq=False)
class KeyList:
    """Entries with their codes before them. Like a pad, a listing equals only itself."""

    title: str
    entries: tuple[KeyEntry, ...]
    scale: Scale

    @property
    def all(self) -> tuple[KeyEntry, ...]:
        """The entries."""
        return self.entries


Block = KeyPad | KeyList


@dataclass(frozen=True, slots=True, eq=False)
class KeyBlocks:
    """A key map in blocks, to be drawn at a scale. It equals only itself, like its blocks."""

    blocks: tuple[Block, ...]
    scale: Scale


@lru_cache(maxsize=32)
def key_blocks(levels: Levels, typed: str, scale: Scale, language: Language) -> KeyBlocks:
    """The blocks of some levels, with what the keys typed so far can still mean."""
    blocks: list[Block] = []
    rest = typed
    for grid in levels.grids:
        chosen, rest = _chosen(grid.cells, rest)
        blocks += _blocks(grid, chosen, scale, language)
    return KeyBlocks(tuple(blocks), scale)


@lru_cache(maxsize=64)
def _blocks(grid: KeyGrid, chosen: frozenset[str], scale: Scale, language: Language) -> tuple[Block, ...]:
    """A level as blocks: the same for all key maps that have it, and measured once."""
    title = label_text(grid.title, language)
    entries = tuple(_entry(cell, cell.code in chosen, grid.pad, language) for cell in grid.cells)
    if not entries:
        return ()
    lengths = {len(entry.code) for entry in entries}
    if lengths == {3}:
        return _pads(title, entries, scale, language)
    if max(lengths) == 2 and (grid.pad or _tabular(entries)):
        return (_pad(title, entries, scale, language),)
    return (KeyList(title, entries, scale),)


def _pad(title: str, entries: tuple[KeyEntry, ...], scale: Scale, language: Language) -> KeyPad:
    """A pad of codes of two keys, and of one."""
    single = tuple(entry for entry in entries if len(entry.code) == 1)
    pairs = tuple(entry for entry in entries if len(entry.code) == 2)
    return KeyPad(title, label_text(text("row, then column"), language), "", pairs, single, scale)


def _pads(title: str, entries: tuple[KeyEntry, ...], scale: Scale, language: Language) -> tuple[Block, ...]:
    """A pad for each first key of codes of three; the title stands above the first."""
    hint = label_text(text("block, row, column"), language) if title else ""
    pads: list[Block] = []
    for key in sorted({entry.code[0] for entry in entries}):
        block = tuple(entry for entry in entries if entry.code[0] == key)
        pads.append(KeyPad("" if pads else title, "" if pads else hint, key, block, (), scale))
    return tuple(pads)


def _tabular(entries: tuple[KeyEntry, ...]) -> bool:
    """Whether a level without a pad is drawn as one all the same: mostly figures, in the order of their keys."""
    figures = sum(1 for entry in entries if not entry.wordy)
    keys = sorted({entry.code[0] for entry in entries})
    return figures >= FIGURES_ENOUGH and keys == list(KEYS[: len(keys)])


def _entry(cell: KeyCell, chosen: bool, pad: bool, language: Language) -> KeyEntry:
    return KeyEntry(
        cell.code, text_run(cell.label, language, spelled=not pad), label_text(cell.label, language), chosen
    )


def _chosen(cells: tuple[KeyCell, ...], typed: str) -> tuple[frozenset[str], str]:
    """The codes of a level that the typed keys mean or may come to mean, and the keys left for the next level."""
    if not typed:
        return frozenset(), ""
    for cell in cells:
        if typed.startswith(cell.code):
            return frozenset((cell.code,)), typed[len(cell.code) :]
    begun = frozenset(cell.code for cell in cells if cell.code.startswith(typed))
    return begun, "" if begun else typed
