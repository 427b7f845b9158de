"""The pages of past games, people and phones on the panel: the places to go to. None changes the current game."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from device.contract.keycodes import Level
from display.vocabulary import Body, Notice
from display.words import Label, Text
from hal.browser.own_wifi import OwnWifi


class ChangeKind(Enum):
    """The kinds of changes to the list of people."""

    ADD = "add"
    RENAME = "rename"
    MERGE = "merge"
    HIDE = "hide"
    SHOW = "show"
    SPLIT = "split"
    DELETE = "delete"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class PeopleChange:
    """A change to person `name` in the list; `other_name` is the new name, or the person they are merged into.

    For SPLIT, `name` is the spelling that belongs to somebody else. For UNDO, it is empty.
    """

    kind: ChangeKind
    name: str = ""
    other_name: str = ""


@dataclass(frozen=True, slots=True)
class ArchivePlace:
    """A place among the pages of the past. `parent` is the place before it; None for the current game."""

    parent: ArchivePlace | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class EveningsPlace(ArchivePlace):
    """The list of evenings before game number `before_game`, the latest first. If None, the last evenings."""

    before_game: int | None = None


@dataclass(frozen=True, slots=True)
class EveningPlace(ArchivePlace):
    """The games of one evening. `latest_game` is the number of its latest game."""

    latest_game: int


@dataclass(frozen=True, slots=True)
class GamePlace(ArchivePlace):
    """A game: page 0 is its final sheet, then each scored round, the last one first."""

    number: int
    page: int = 0


@dataclass(frozen=True, slots=True)
class GameCodePlace(ArchivePlace):
    """The QR code by which a phone imports a game.

    `page_address` is the address of the box's own page; "" if there is none.
    """

    number: int
    page_address: str = ""


class InvitationPart(Enum):
    """The parts of an invitation, shown one after the other: the box's own Wi-Fi, if phones come by that; the code that
    opens the page; all of it in words."""

    JOIN = 0
    OPEN = 1
    WORDS = 2


@dataclass(frozen=True, slots=True)
class InvitationPlace(ArchivePlace):
    """The QR code by which a phone joins the table. `address` is the page's address, and `code` unlocks the keys there.

    `wifi` is the box's own Wi-Fi, None if it can open none, and `part` is the part of the invitation that is shown.
    """

    address: str
    code: str
    wifi: OwnWifi | None = None
    part: InvitationPart = InvitationPart.JOIN


@dataclass(frozen=True, slots=True)
class WifiEndPlace(ArchivePlace):
    """The page after the box's own Wi-Fi is closed. Going to this page closes it."""


@dataclass(frozen=True, slots=True)
class PinPlace(ArchivePlace):
    """The PIN that phones say besides the code: it can be chosen there, and taken away."""


@dataclass(frozen=True, slots=True)
class PinChangePlace(ArchivePlace):
    """The page after the PIN was changed to `digits`; None if there is none now. Going to this page changes it."""

    digits: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class StatisticsPlace(ArchivePlace):
    """The statistics of everybody over all games."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class GameStatisticsPlace(ArchivePlace):
    """The statistics of everybody in one kind of game, given by its id and English title.

    Two kinds may share one id.
    """

    game_id: str
    title: str
    page: int = 0


@dataclass(frozen=True, slots=True)
class PairsPlace(ArchivePlace):
    """How often people finished ahead of one another."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class PeoplePlace(ArchivePlace):
    """The list of people, in pages. If `person_to_merge` is set, the person chosen is merged with that one."""

    page: int = 0
    person_to_merge: str | None = None


@dataclass(frozen=True, slots=True)
class PersonPlace(ArchivePlace):
    """One person, given by one of their names."""

    name: str


@dataclass(frozen=True, slots=True)
class SpellPlace(ArchivePlace):
    """A page where a name is spelled: a new one for `person`, or that of a new person if `person` is None."""

    person: str | None
    spelled: str = ""


@dataclass(frozen=True, slots=True)
class ChangePlace(ArchivePlace):
    """The page after a change to the list of people. Going to this page makes the change."""

    change: PeopleChange


PhonesPlace = InvitationPlace | PinPlace | PinChangePlace
"""Pages for phones that are let in by a code; people who only look on see none of them."""


@dataclass(frozen=True, slots=True)
class CorrectGame:
    """An order, not a page: the table goes over to a finished game, which can then be corrected."""

    number: int


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """The page of a place. `title` names it; `question` is what is asked, or what the figures are about.

    `level` has the places that codes lead to. While a name is `spelled`, the codes choose letters. `next_page` is the
    next of several pages. `remark` is about the figures.
    """

    place: ArchivePlace
    title: Label
    question: Text
    body: Body | None = None
    level: Level[Any] | None = None
    next_page: ArchivePlace | None = None
    notice: Notice | None = None
    spelled: str | None = None
    remark: Text | None = None
