"""The content beside a panel's picture, for browsers and terminals: the page in words, and the record as it grows."""

from __future__ import annotations

import zlib
from typing import Protocol

from values.named_tuple import NamedTuple

Sections = tuple[tuple[str, tuple[str, ...]], ...]
"""A page in reading order: titles, each with its lines. A title may be empty."""


class SidebarEntry(NamedTuple):
    """A line of the record, or the sentence of a declaration that was refused there."""

    text: str
    is_refused: bool = False


class SidebarMark(NamedTuple):
    """What a correction does to a line of the record (numbered from 1): a `kind` that the page knows, and its words."""

    line_number: int
    kind: str
    text: str


class PictureArea(NamedTuple):
    """An area of the panel's picture, in pixels.

    It stands for `keys`, or, if `is_hold`, for one key that is held; `label` is in words.
    """

    rect_pixels: tuple[int, int, int, int]
    keys: str
    label: str
    is_hold: bool = False


class SidebarCard(NamedTuple):
    """A card that is a whole answer if the panel asks for its number and then its suit; both are words."""

    keys: str
    number: str
    suit: str


class PictureAreas(NamedTuple):
    """The areas of the panel's picture that can be pointed at.

    `question_number` is that of the question that the picture asks. `asked_seats` are the seats, from 0, of the players
    who may answer; empty if anybody may. `cards` are all possible answers if cards are asked for.
    """

    question_number: int = 0
    areas: tuple[PictureArea, ...] = ()
    asked_seats: tuple[int, ...] = ()
    cards: tuple[SidebarCard, ...] = ()


class SidebarContents(NamedTuple):
    """Everything beside the panel at one moment, in the language of the table.

    The first `state_section_count` sections are the state of the table, those after them the meanings of keys.
    `hold_meanings` are the keys that do something when they are held, each with what it does; `enter_meaning` is what
    Enter does on a page without answers to type, "" for nothing. `record` is the text that an export would give.
    `players` are in the order of their seats, empty before they are known. `marks` are on lines that are about to be
    corrected. `picture_areas` has no areas while the panel does not show the newest page. `is_game_in_play` is whether
    a game is under way: it has begun, and its final sheet has not been reached; `finished_game_number` is that of the
    game whose final sheet has been reached, else 0. `game` is the title of the game of the record, "" before
    there is one.
    """

    sections: Sections = ()
    state_section_count: int = 0
    hold_meanings: tuple[tuple[str, str], ...] = ()
    enter_meaning: str = ""
    transcript: tuple[SidebarEntry, ...] = ()
    record: str = ""
    players: tuple[str, ...] = ()
    marks: tuple[SidebarMark, ...] = ()
    picture_areas: PictureAreas = PictureAreas()
    is_game_in_play: bool = False
    finished_game_number: int = 0
    game: str = ""


class Sidebar(Protocol):
    """A display beside the panel. Returns at once and never fails, so that no caller waits for it."""

    def show_sidebar(self, contents: SidebarContents) -> None: ...


def record_version(record: str) -> str:
    """Return an identifier of a record's text: the number of its lines, and a checksum."""
    return f"{record.count(chr(10))}-{zlib.crc32(record.encode()):08x}"
