"""The values exchanged between a director and a table, and between a courier and its table."""

from __future__ import annotations

from enum import Enum

from values.named_tuple import NamedTuple, equal_within_class

MAX_WORDS_LENGTH = 120
"""Maximum length of a director's message in characters: as much as the smallest panel shows."""

MAX_PLACE_LENGTH = 40
"""Maximum length of a name in a seating, in characters."""

MAX_PLACES = 12
"""Maximum number of names in a seating."""


class DirectorPhrase(Enum):
    """The messages that directors send most. Every box shows them in the language of its table."""

    FIVE_MINUTES = "five-minutes"
    PLEASE_FINISH = "please-finish"
    COMING = "coming"


@equal_within_class
class DirectorWords(NamedTuple):
    """A message of the director to a table: a phrase, or `written` text. Neither replaces earlier messages.

    `number` identifies the message within the club, and grows.
    """

    number: int
    phrase: DirectorPhrase | None = None
    written: str = ""


@equal_within_class
class SeatPlace(NamedTuple):
    """The table of the club at which a person sits next."""

    name: str
    table: int


@equal_within_class
class NextSeating(NamedTuple):
    """The next seating of the people who concern this table, which is number `table`: those who come, stay or go.

    Without places, it withdraws the previous seating. `number` is as in DirectorWords.
    """

    number: int
    table: int
    places: tuple[SeatPlace, ...]


@equal_within_class
class TableReport(NamedTuple):
    """A table's report to its director: whether it calls the director, and the numbers of the message and of the
    seating that it has dealt with last, 0 before the first."""

    is_calling: bool = False
    words_number: int = 0
    seating_number: int = 0


class JoinOutcome(Enum):
    """The outcome of an attempt to join a club."""

    JOINED = "joined"
    WRONG = "wrong"
    """The digits are not those that the hub shows, or are no longer valid."""
    UNREACHED = "unreached"
    """No hub that accepts new boxes could be reached."""
    UNSAVED = "unsaved"
    """The courier can't save what the hub gave it."""


@equal_within_class
class JoinAnswer(NamedTuple):
    """The outcome of the attempt with a number."""

    attempt: int
    outcome: JoinOutcome


class ClubDoubt(Enum):
    """An inconsistency between a box and its club that the director must resolve."""

    BEHIND = "behind"
    """The hub has more of some games than the journal, which went back to an earlier state or has lost rows."""
    DIFFERS = "differs"
    """The hub has a different record of some games."""
    ELSEWHERE = "elsewhere"
    """The hub has some games as those of another box."""
    TWICE = "twice"
    """Two boxes use this box's identity."""


@equal_within_class
class ClubStanding(NamedTuple):
    """A courier's status, which it sends its table: the box's name in the club, empty before it has joined one; whether
    it is connected; how many games the hub does not have completely; the outcome of the last attempt to join; and
    doubts, each once."""

    box: str
    connected: bool
    undelivered_game_count: int
    joining: JoinAnswer | None = None
    doubts: tuple[ClubDoubt, ...] = ()


@equal_within_class
class JoinWish(NamedTuple):
    """A request to join a club. `hub` is HOST or HOST:PORT, and `digits` are those that the hub shows, as typed by a
    user. Attempts are numbered."""

    attempt: int
    hub: str
    digits: str


@equal_within_class
class TableWishes(NamedTuple):
    """A table's wishes to its courier: to deliver a report to the director, and perhaps to join a club."""

    report: TableReport
    join: JoinWish | None = None


ToTable = DirectorWords | NextSeating | ClubStanding
"""The messages from a courier to its table."""
