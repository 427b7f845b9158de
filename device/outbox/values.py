"""What a box and its hub tell each other, as values."""

from __future__ import annotations

from dataclasses import dataclass

from device.outbox.director import ClubStanding, DirectorWords, NextSeating, TableReport, TableWishes
from device.session.rows import JournalRow


@dataclass(frozen=True, slots=True)
class GameMark:
    """How much of a game is meant: its identity, a revision's number, and the digest of the record at that revision."""

    game: str
    number: int
    digest: str


@dataclass(frozen=True, slots=True)
class GameRevision:
    """A game's record as it stands at a box, told as what has changed since an earlier revision.

    `mark` is what the game comes to with this. Revisions of a game are numbered by the rows that the box keeps of it,
    which only grow. The record is the first `keeps` lines of the one that the hub has, and then `lines`. `base` is the
    last revision that the box knows to be committed, None before there is one. `begun` is the game's date in seconds
    since 1970, None while the box does not know it.
    """

    mark: GameMark
    base: GameMark | None
    keeps: int
    lines: tuple[JournalRow, ...]
    begun: float | None = None


@dataclass(frozen=True, slots=True)
class CommitState:
    """Which store speaks, and how many revisions of this box it has committed: fewer than before, and it lost some."""

    store: str
    commits: int


@dataclass(frozen=True, slots=True)
class Committed:
    """How far the hub's store has a game; number 0 where it has nothing of it. `refused` is the number of a later
    revision that was set aside for the director and is not to be sent again; 0 if there is none."""

    state: CommitState
    mark: GameMark
    refused: int = 0


@dataclass(frozen=True, slots=True)
class Inventory:
    """A page of what a hub has of a box: the one of this number, from 0, of so many that were made at once."""

    state: CommitState
    page: int
    pages: int
    games: tuple[GameMark, ...]


@dataclass(frozen=True, slots=True)
class InventoryAsked:
    """A box wants to know what the hub has of it."""


@dataclass(frozen=True, slots=True)
class OutboxAsked:
    """A courier wants a page, from 0, of the games that the table has."""

    page: int


@dataclass(frozen=True, slots=True)
class GameRows:
    """How many rows a table keeps of a game."""

    game: str
    number: int


@dataclass(frozen=True, slots=True)
class OutboxGames:
    """A page of the games that a table has, the latest first: the one of this number, from 0, of so many."""

    page: int
    pages: int
    games: tuple[GameRows, ...]


@dataclass(frozen=True, slots=True)
class OutboxChanged:
    """Something has been declared, or taken back, at the table."""


@dataclass(frozen=True, slots=True)
class RevisionAsked:
    """A courier wants what a hub must hear that has a game at `base`."""

    game: str
    base: GameMark | None


@dataclass(frozen=True, slots=True)
class NothingNew:
    """The table has nothing to say of a game."""

    game: str


TableMessage = OutboxAsked | OutboxGames | OutboxChanged | RevisionAsked | NothingNew
"""What table and courier tell each other, besides revisions."""

DirectorMessage = DirectorWords | NextSeating | TableReport | ClubStanding | TableWishes
"""What director, courier and table tell each other besides games."""

ClubMessage = GameRevision | Committed | Inventory | InventoryAsked | TableMessage | DirectorMessage
"""Anything that table, courier and hub tell each other."""
