"""The margin of a panel, where there is room for one: the page in words, and the record as it grows."""

from __future__ import annotations

import zlib
from typing import Protocol

from values.named_tuple import NamedTuple

Sections = tuple[tuple[str, tuple[str, ...]], ...]
"""A page in reading order: titles, each with its lines. A title may be empty."""


class SidebarEntry(NamedTuple):
    """A line of the record, or the sentence of a declaration that was `refused` there."""

    words: str
    refused: bool = False


class SidebarMark(NamedTuple):
    """What a correction does to a line of the record, from 1: a `kind` that the page knows, and the same in words."""

    line: int
    kind: str
    words: str


class SidebarSpot(NamedTuple):
    """A place of the panel's picture, in its pixels, that means `keys`, or one that is `held`, and in words `label`."""

    box: tuple[int, int, int, int]
    keys: str
    label: str
    held: bool = False


class SidebarCard(NamedTuple):
    """A card that answers by itself where the panel asks for its number and then its suit, both in words."""

    keys: str
    number: str
    suit: str


class SidebarSpots(NamedTuple):
    """What may be pointed at on the picture that is on the panel; `turn` says which question it asks, and
    `asked` whose answer that is, by their seats from 0; none where anybody may give it. `cards` are all that may be
    answered, where cards are asked for."""

    turn: int = 0
    spots: tuple[SidebarSpot, ...] = ()
    asked: tuple[int, ...] = ()
    cards: tuple[SidebarCard, ...] = ()


class SidebarContents(NamedTuple):
    """What stands beside the panel at one moment, in the language of the table.

    The first `standing` sections say how the table stands, those after them what keys mean. `holds` are the keys that
    do something when they are held, each with what it does. `record` is the text that an export would give. `players`
    are in the order of their seats, none before they are known. `marks` are of lines that are about to be corrected.
    `pointing` has no spots while the panel does not show the newest page.
    """

    sections: Sections = ()
    standing: int = 0
    holds: tuple[tuple[str, str], ...] = ()
    transcript: tuple[SidebarEntry, ...] = ()
    record: str = ""
    players: tuple[str, ...] = ()
    marks: tuple[SidebarMark, ...] = ()
    pointing: SidebarSpots = SidebarSpots()


class Sidebar(Protocol):
    """A place beside the panel. Returns at once and never fails: nobody waits for it."""

    def put(self, contents: SidebarContents) -> None: ...


def version(record: str) -> str:
    """A name for a record: how many lines it has, and a checksum of them. Others have another."""
    return f"{record.count(chr(10))}-{zlib.crc32(record.encode()):08x}"
