"""Collects the changes of games that were judged in a transaction, and writes them together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from club.store.boxes import ClubBox
from club.store.database import StoreTransaction
from club.store.game_cache import GameCache
from club.store.games import StoredGame
from club.store.known_games import KnownGame
from club.store.lines import NewLines
from device.history.results import GameResult
from device.outbox.values import GameMark
from device.session.record import Record
from device.session.rows import JournalRow


class ChangedGame(NamedTuple):
    """A game after a change: its number, box and revision, when it changed in seconds since 1970, its result, its state
    by the rules, and its last line."""

    number: int
    box: ClubBox
    mark: GameMark
    changed: float
    result: GameResult | None
    record: Record
    last: JournalRow | None


class PendingChanges:
    """Changes of games, within a transaction of the store; `now` is in seconds since 1970."""

    def __init__(
        self, transaction: StoreTransaction, cache: GameCache[KnownGame], boxes: Mapping[str, ClubBox], now: float
    ) -> None:
        self._transaction = transaction
        self._cache = cache
        self._boxes = boxes
        self._now = now
        self.commits = {name: box.commits for name, box in boxes.items()}
        """How many revisions of each box are committed, including these."""
        self._changes: list[NewLines] = []
        self._unwritten: dict[int, KnownGame] = {}
        """The games with changes that are not written yet, by number."""
        self._changed_games: dict[tuple[str, str], KnownGame] = {}
        """The games with changes in this transaction, by box and identity."""

    def commit(self, box: str, known: KnownGame, change: NewLines) -> None:
        """Add a change of a game."""
        self._cache.update_size(box, change.mark.game)
        self._changes.append(change)
        self._unwritten[known.game] = self._changed_games[box, change.mark.game] = known
        self.commits[box] += 1

    def give_game(self, game: StoredGame, box: str) -> None:
        """Give a game of another box to this one, which sends its record next."""
        self.write_changes()
        self._cache.remove(game.box, game.mark.game)
        self._changed_games.pop((game.box, game.mark.game), None)
        self._transaction.games.set_box(game.number, box)
        self._transaction.others.delete_uncounted(game.number)
        self.commits[box] += 1
        if game.box in self.commits:
            self.commits[game.box] += 1
        else:
            self._transaction.boxes.mark_changed(game.box)

    def write_changes(self) -> None:
        """Write the changes so far within the transaction."""
        if self._changes:
            self._transaction.lines.add(self._changes)
            self._transaction.games.set_revisions({change.game: change for change in self._changes}.values())
            self._transaction.games.update_results(self._new_results())
            self._changes.clear()
            self._unwritten.clear()

    def write_commits(self) -> None:
        """Write how many revisions of each box are committed now."""
        changed = {name: count for name, count in self.commits.items() if count != self._boxes[name].commits}
        self._transaction.boxes.count_commits(changed)

    @property
    def must_read(self) -> bool:
        """Whether `write_changes` must read from the database: it needs the evening of a finished game."""
        return any(one.result is not None and one.result.finished for one in self._unwritten.values())

    def changed_games(self) -> Iterator[ChangedGame]:
        """The games that have changed."""
        for (box, _), known in self._changed_games.items():
            lines = known.record.lines
            if len(lines) == known.length:  # otherwise, the record has lines that are not committed
                last = lines[-1] if lines else None
                yield ChangedGame(
                    known.game, self._boxes[box], known.mark, self._now, known.stored_result, known.record.record, last
                )

    def _new_results(self) -> list[tuple[int, GameResult | None]]:
        """The results, by game number, that differ from the stored ones."""
        results = []
        for known in self._unwritten.values():
            result = known.result
            if result != known.stored_result:
                known.stored_result = result
                results.append((known.game, result))
        return results
