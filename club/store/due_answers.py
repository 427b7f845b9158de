"""Collects the answers that are due to boxes for their messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from club.store.database import StoreTransaction
from club.store.game_cache import GameCache
from club.store.known_games import EMPTY_DIGEST, KnownGame, last_mark
from club.store.notices import NoticeKind
from device.outbox.club_messages import CommittedGame, GameMark, Inventory, StoreState
from device.outbox.codec import GAMES_PER_PAGE

Answer = CommittedGame | Inventory

CommitStateFunction = Callable[[str], StoreState]
"""Returns the store's identifier and how many revisions of a box it has committed."""


class DueAnswers:
    """The games of which boxes need an answer, and the boxes that asked for an inventory of all of their games."""

    def __init__(self) -> None:
        self._refusals: dict[tuple[str, str], int] = {}
        """The games that need an answer: for each box and identity, the number of a revision that was refused, or 0."""
        self._games_elsewhere: set[tuple[str, str]] = set()
        self._inventories: list[str] = []

    def add_game(self, box: str, identity: str) -> None:
        """Note that a box needs an answer about a game."""
        self._refusals.setdefault((box, identity), 0)

    def add_refusal(self, box: str, identity: str, refused_number: int, *, belongs_elsewhere: bool = False) -> None:
        """Note that a revision was refused; `belongs_elsewhere` if that is because the game is another box's."""
        self._refusals[box, identity] = max(self._refusals.get((box, identity), 0), refused_number)
        if belongs_elsewhere:
            self._games_elsewhere.add((box, identity))

    def add_inventory(self, box: str) -> None:
        """Note that a box asked for an inventory."""
        if box not in self._inventories:
            self._inventories.append(box)

    def must_read(self, cache: GameCache[KnownGame]) -> bool:
        """Whether the answers need something from the database that is not in the cache."""
        return bool(self._inventories) or any(cache.get(box, identity) is None for box, identity in self._refusals)

    def answers(
        self, cache: GameCache[KnownGame], transaction: StoreTransaction, commit_state: CommitStateFunction
    ) -> Iterator[tuple[str, Answer]]:
        """The answers, each with its box."""
        for (box, identity), refused_number in self._refusals.items():
            mark = _find_last_mark(cache, transaction, box, identity)
            yield box, CommittedGame(commit_state(box), mark, refused_number, (box, identity) in self._games_elsewhere)
        for box in self._inventories:
            yield from ((box, page) for page in _inventory_pages(transaction, box, commit_state(box)))


def _inventory_pages(transaction: StoreTransaction, box: str, state: StoreState) -> list[Inventory]:
    is_copied = transaction.notices.is_open(NoticeKind.SENT_BY_TWO_BOXES, box)
    marks = [
        mark if mark.digest else GameMark(mark.game, mark.number, EMPTY_DIGEST)
        for mark in transaction.games.last_marks(box)
    ]
    pages = [tuple(marks[start : start + GAMES_PER_PAGE]) for start in range(0, len(marks), GAMES_PER_PAGE)] or [()]
    return [Inventory(state, page_index, len(pages), page, is_copied) for page_index, page in enumerate(pages)]


def _find_last_mark(cache: GameCache[KnownGame], transaction: StoreTransaction, box: str, identity: str) -> GameMark:
    cached_game = cache.get(box, identity)
    if cached_game is not None:
        return cached_game.mark
    stored_game = transaction.games.find_game(box, identity)
    return GameMark(identity, 0, EMPTY_DIGEST) if stored_game is None else last_mark(stored_game)
