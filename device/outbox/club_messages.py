"""The messages between a box and its hub, and between table and courier, as values."""

from __future__ import annotations

from device.outbox.director import ClubStanding, DirectorWords, NextSeating, TableReport, TableWishes
from device.session.rows import JournalRow
from values.named_tuple import NamedTuple, equal_within_class


@equal_within_class
class GameMark(NamedTuple):
    """A state of a game: its identity, a revision's number, and the digest of the record at that revision."""

    game: str
    number: int
    digest: str


@equal_within_class
class GameRevision(NamedTuple):
    """A game's record at a box, as the changes since an earlier revision.

    `mark` is the game's state with these changes. The revisions of a game are numbered by the box's stored rows, whose
    number only grows. The record is the first `kept_line_count` lines of the hub's, and then `lines`. `base` is the
    last revision that the box knows to be committed, None before there is one. `began_at` is in seconds since 1970,
    None while the box does not know it. If there is no base, `key` proves that the game was begun here
    (`device.journal.identity`); it is empty for games without such a proof.
    """

    mark: GameMark
    base: GameMark | None
    kept_line_count: int
    lines: tuple[JournalRow, ...]
    began_at: float | None = None
    key: str = ""


@equal_within_class
class ConflictingRecord(NamedTuple):
    """A whole game as its box has it, when it does not continue what the hub has, `hub_mark`: the hub's is later than
    anything the box has, or differs from it. Number 0 without lines means a game that the box does not have at all.
    `began_at` and `key` are as in GameRevision."""

    mark: GameMark
    hub_mark: GameMark
    lines: tuple[JournalRow, ...]
    began_at: float | None = None
    key: str = ""


@equal_within_class
class StoreState(NamedTuple):
    """The identity of a hub's store, and how many revisions of this box it has committed.
    A lower number than before means that it has lost some."""

    store: str
    commit_count: int


@equal_within_class
class CommittedGame(NamedTuple):
    """The state of a game in the hub's store; number 0 if it has nothing of it. `refused_number` is that of a later
    revision that was set aside for the director and must not be sent again; 0 if there is none. `belongs_elsewhere` is
    whether the store has the game as another box's."""

    state: StoreState
    mark: GameMark
    refused_number: int = 0
    belongs_elsewhere: bool = False


@equal_within_class
class Inventory(NamedTuple):
    """A page of the hub's inventory of a box's games: number `page`, from 0, of `page_count` that were made together.
    `is_copied` is whether two boxes use this box's identity."""

    state: StoreState
    page: int
    page_count: int
    games: tuple[GameMark, ...]
    is_copied: bool = False


@equal_within_class
class HubInventoryRequest(NamedTuple):
    """A request of a box for the hub's inventory. `courier_id` is a random identifier that each courier chooses at its
    start, empty if the hub itself makes the request. `known_state` is the last state of the hub's store that the box
    has received."""

    courier_id: str = ""
    known_state: StoreState | None = None


@equal_within_class
class OutboxRequest(NamedTuple):
    """A request of a courier for a page, from 0, of the table's games."""

    page: int


@equal_within_class
class GameRowCount(NamedTuple):
    """The number of rows that a table has of a game."""

    game: str
    row_count: int


@equal_within_class
class OutboxGames(NamedTuple):
    """A page of the table's games, the latest first: number `page`, from 0, of `page_count`."""

    page: int
    page_count: int
    games: tuple[GameRowCount, ...]


@equal_within_class
class OutboxChanged(NamedTuple):
    """A notice that something has been declared, or undone, at the table."""


@equal_within_class
class RevisionRequest(NamedTuple):
    """A request of a courier for the message to a hub that has the game at `base`."""

    game: str
    base: GameMark | None


@equal_within_class
class NothingNew(NamedTuple):
    """An answer: there is nothing to send of a game."""

    game: str


TableMessage = OutboxRequest | OutboxGames | OutboxChanged | RevisionRequest | NothingNew
"""The messages between table and courier, besides revisions."""

DirectorMessage = DirectorWords | NextSeating | TableReport | ClubStanding | TableWishes
"""The messages between director, courier and table, besides games."""

ClubMessage = (
    GameRevision | ConflictingRecord | CommittedGame | Inventory | HubInventoryRequest | TableMessage | DirectorMessage
)
"""Any message between table, courier and hub."""
