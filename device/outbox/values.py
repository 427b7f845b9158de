"""What a box and its hub tell each other, as values."""

from __future__ import annotations

from device.outbox.director import ClubStanding, DirectorWords, NextSeating, TableReport, TableWishes
from device.session.rows import JournalRow
from values.named_tuple import NamedTuple, equal_within_class


@equal_within_class
class GameMark(NamedTuple):
    """How much of a game is meant: its identity, a revision's number, and the digest of the record at that revision."""

    game: str
    number: int
    digest: str


@equal_within_class
class GameRevision(NamedTuple):
    """A game's record as it stands at a box, told as what has changed since an earlier revision.

    `mark` is what the game comes to with this. Revisions of a game are numbered by the rows that the box keeps of it,
    which only grow. The record is the first `keeps` lines of the one that the hub has, and then `lines`. `base` is the
    last revision that the box knows to be committed, None before there is one. `begun` is the game's date in seconds
    since 1970, None while the box does not know it. Where there is no base, `key` shows that the game was begun here
    (`device.journal.identity`); it is empty for games of which nothing can show that.
    """

    mark: GameMark
    base: GameMark | None
    keeps: int
    lines: tuple[JournalRow, ...]
    begun: float | None = None
    key: str = ""


@equal_within_class
class OtherRecord(NamedTuple):
    """A game as its box has it, whole, where it does not go on from what the hub has, `against`: that is later than all
    that the box has, or has another past. Number 0 without lines is of a game that the box does not have at all.
    `begun` and `key` are those of a GameRevision.
    """

    mark: GameMark
    against: GameMark
    lines: tuple[JournalRow, ...]
    begun: float | None = None
    key: str = ""


@equal_within_class
class CommitState(NamedTuple):
    """Which store speaks, and how many revisions of this box it has committed: fewer than before, and it lost some."""

    store: str
    commits: int


@equal_within_class
class Committed(NamedTuple):
    """How far the hub's store has a game; number 0 where it has nothing of it. `refused` is the number of a later
    revision that was set aside for the director and is not to be sent again; 0 if there is none. `elsewhere` is whether
    the game is there as another box's."""

    state: CommitState
    mark: GameMark
    refused: int = 0
    elsewhere: bool = False


@equal_within_class
class Inventory(NamedTuple):
    """A page of what a hub has of a box: the one of this number, from 0, of so many that were made at once. `twice` is
    whether two speak as this box."""

    state: CommitState
    page: int
    pages: int
    games: tuple[GameMark, ...]
    twice: bool = False


@equal_within_class
class InventoryAsked(NamedTuple):
    """A box wants to know what the hub has of it. `courier` is a word that each courier draws when it is started, empty
    where the hub asks itself; `known` is what it heard last of the hub's store."""

    courier: str = ""
    known: CommitState | None = None


@equal_within_class
class OutboxAsked(NamedTuple):
    """A courier wants a page, from 0, of the games that the table has."""

    page: int


@equal_within_class
class GameRows(NamedTuple):
    """How many rows a table keeps of a game."""

    game: str
    number: int


@equal_within_class
class OutboxGames(NamedTuple):
    """A page of the games that a table has, the latest first: the one of this number, from 0, of so many."""

    page: int
    pages: int
    games: tuple[GameRows, ...]


@equal_within_class
class OutboxChanged(NamedTuple):
    """Something has been declared, or taken back, at the table."""


@equal_within_class
class RevisionAsked(NamedTuple):
    """A courier wants what a hub must hear that has a game at `base`."""

    game: str
    base: GameMark | None


@equal_within_class
class NothingNew(NamedTuple):
    """The table has nothing to say of a game."""

    game: str


TableMessage = OutboxAsked | OutboxGames | OutboxChanged | RevisionAsked | NothingNew
"""What table and courier tell each other, besides revisions."""

DirectorMessage = DirectorWords | NextSeating | TableReport | ClubStanding | TableWishes
"""What director, courier and table tell each other besides games."""

ClubMessage = GameRevision | OtherRecord | Committed | Inventory | InventoryAsked | TableMessage | DirectorMessage
"""Anything that table, courier and hub tell each other."""
