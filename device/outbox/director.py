"""What a director and a table tell each other, and what a courier tells its table, as values."""

from __future__ import annotations

from enum import Enum

from values.named_tuple import NamedTuple, equal_within_class

LONGEST_WORDS = 120
"""Characters of what a director writes: as much as the smallest panel shows."""

LONGEST_PLACE = 40
"""Characters of a name in a seating."""

MOST_PLACES = 12
"""Names in a seating."""


class DirectorPhrase(Enum):
    """What directors say most, which every box says in the language of its table."""

    FIVE_MINUTES = "five-minutes"
    PLEASE_FINISH = "please-finish"
    COMING = "coming"


@equal_within_class
class DirectorWords(NamedTuple):
    """What the director says to a table: a phrase, or what is `written`; neither takes back what was said before.

    `number` tells one message of a club from another, and grows.
    """

    number: int
    phrase: DirectorPhrase | None = None
    written: str = ""


@equal_within_class
class SeatPlace(NamedTuple):
    """At which table of the club somebody sits next."""

    name: str
    table: int


@equal_within_class
class NextSeating(NamedTuple):
    """Who sits where next, of those who concern this table, which is number `table`: who comes, stays or goes.

    Without places, what was said before is taken back. `number` is as in DirectorWords.
    """

    number: int
    table: int
    places: tuple[SeatPlace, ...]


@equal_within_class
class TableReport(NamedTuple):
    """What a table lets its director know: whether it calls, and the numbers of the words and of the seating that it is
    done with, 0 before the first."""

    called: bool = False
    words: int = 0
    seating: int = 0


class JoinOutcome(Enum):
    """What came of an attempt to join a club."""

    JOINED = "joined"
    WRONG = "wrong"
    """The digits are not those that the hub shows, or no longer."""
    UNREACHED = "unreached"
    """There is no hub that lets anybody join."""
    UNSAVED = "unsaved"
    """The courier can't keep what the hub gave it."""


@equal_within_class
class JoinAnswer(NamedTuple):
    """What came of the attempt of a number."""

    attempt: int
    outcome: JoinOutcome


class ClubDoubt(Enum):
    """What is not as it should be between a box and its club, and waits for the director."""

    BEHIND = "behind"
    """The hub has more of some games than the journal, which went back or has lost them."""
    DIFFERS = "differs"
    """The hub has another record of some games."""
    ELSEWHERE = "elsewhere"
    """Some games are at the hub as those of another box."""
    TWICE = "twice"
    """Two boxes speak as this one."""


@equal_within_class
class ClubStanding(NamedTuple):
    """What a courier tells its table: which box of the club it is, with nothing before it has joined one; whether there
    is a connection; of how many games the hub lacks something; what came of the last attempt to join; what is in doubt,
    each once."""

    box: str
    connected: bool
    lacking: int
    joining: JoinAnswer | None = None
    doubts: tuple[ClubDoubt, ...] = ()


@equal_within_class
class JoinWish(NamedTuple):
    """Somebody has typed the digits that a hub shows; `hub` is HOST or HOST:PORT. Attempts are numbered."""

    attempt: int
    hub: str
    digits: str


@equal_within_class
class TableWishes(NamedTuple):
    """What a table wants of its courier: a report to be carried to the director, and perhaps to join a club."""

    report: TableReport
    join: JoinWish | None = None


ToTable = DirectorWords | NextSeating | ClubStanding
"""What a courier tells its table."""
