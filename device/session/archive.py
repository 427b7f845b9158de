"""The past on the panel: where somebody is in it, and what is shown there. Nothing of it changes the game in play."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from device.contract.keycodes import Level
from display.vocabulary import Body, Notice
from display.words import Label, Text
from hal.browser.own_wifi import OwnWifi


class Change(Enum):
    """What can be done about a person."""

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
    """A change of who is who: `name` is whose, `other` the new name, or the person that they are merged into.

    To split, `name` is the spelling that is somebody else's; to undo, it is nobody's.
    """

    change: Change
    name: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class EveningsPlace:
    """The evenings before the game of that number, the latest first; with None, the last ones."""

    before: int | None = None
    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class EveningPlace:
    """The games of one evening, of which the latest has that number."""

    latest: int
    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class GamePlace:
    """A game: page 0 is its final sheet, then each scored round, the last one first."""

    number: int
    page: int = 0
    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class PhonePlace:
    """The code by which a phone takes a game over. `served` is where phones find the box's own page; "" for nowhere."""

    number: int
    up: ArchivePlace | None = None
    served: str = ""


class InvitationPart(Enum):
    """What is shown to phones, one after the other: how they join a Wi-Fi of the box's own, where they come by that;
    the code that opens the page; all of it in words."""

    JOIN = 0
    OPEN = 1
    WORDS = 2


@dataclass(frozen=True, slots=True)
class InvitationPlace:
    """The code by which a phone joins the table: where it finds the page, and what opens the keys there. `wifi` is the
    box's own Wi-Fi, None where it can open none, and `part` what is shown of it."""

    address: str
    code: str
    up: ArchivePlace | None = None
    wifi: OwnWifi | None = None
    part: InvitationPart = InvitationPart.JOIN


@dataclass(frozen=True, slots=True)
class WifiEndPlace:
    """The box's own Wi-Fi is closed, which is made so by going there."""

    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class PinPlace:
    """The PIN that phones say besides the code: it can be chosen there, and taken away."""

    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class PinChangePlace:
    """These digits are the PIN from now on, or there is none, which is made so by going there."""

    digits: str | None = field(repr=False)
    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class StatisticsPlace:
    """What everybody did in all games."""

    page: int = 0
    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class GameStatisticsPlace:
    """What everybody did in one kind of game, by its word and English title: two kinds may be of one game."""

    game: str
    title: str
    page: int = 0
    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class PairsPlace:
    """Who came before whom."""

    page: int = 0
    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class PeoplePlace:
    """Everybody, some on a page; to be merged with `merging`, if that is somebody."""

    page: int = 0
    merging: str | None = None
    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class PersonPlace:
    """One person, by a name of theirs."""

    name: str
    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class SpellPlace:
    """A name is spelled: a new one for `person`, or with None that of somebody new."""

    person: str | None
    spelled: str = ""
    up: ArchivePlace | None = None


@dataclass(frozen=True, slots=True)
class ChangePlace:
    """A change of who is who, which is made by going there."""

    change: PeopleChange
    up: ArchivePlace | None = None


ArchivePlace = (
    EveningsPlace
    | EveningPlace
    | GamePlace
    | InvitationPlace
    | WifiEndPlace
    | PinPlace
    | PinChangePlace
    | PhonePlace
    | StatisticsPlace
    | GameStatisticsPlace
    | PairsPlace
    | PeoplePlace
    | PersonPlace
    | SpellPlace
    | ChangePlace
)
"""Where somebody is in the past; `up` is where they came from, None for the game in play."""

PhonesPlace = InvitationPlace | PinPlace | PinChangePlace
"""What is for phones that are let in by a code, and for nobody who only looks on."""


@dataclass(frozen=True, slots=True)
class CorrectGame:
    """Where no page is: the table goes over to a game that is finished, and may correct it."""

    number: int


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """What is shown at a place: `title` says what it is, `question` what is asked or the figures are about.

    `level` has the places that codes lead to; while a name is `spelled`, its letters are asked for. `more` is the next
    of several pages.
    """

    place: ArchivePlace
    title: Label
    question: Text
    body: Body | None = None
    level: Level[Any] | None = None
    more: ArchivePlace | None = None
    notice: Notice | None = None
    spelled: str | None = None
