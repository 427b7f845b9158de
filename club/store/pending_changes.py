"""Collects the changes of games that were judged in a transaction, and writes them together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from club.store.boxes import ClubBox
from club.store.database import StoreTransaction
from club.store.game_cache import GameCache
from club.store.games import StoredGame
from club.store.known_games import KnownGame
from club.store.lines import RevisionChange
from device.history.results import GameResult
from device.outbox.club_messages import GameMark
from device.session.record import Record
from device.session.rows import JournalRow


class ChangedGame(NamedTuple):
    """A game after a change: its number, box and revision, when it changed in seconds since 1970, its result, its state
    by the rules, and its last line."""

    number: int
    box: ClubBox
    mark: GameMark
    changed_at: float
    result: GameResult | None
    record: Record
    last_line: JournalRow | None


class PendingChanges:
    """Changes of games, within a transaction of the store; `now` is in seconds since 1970."""

    def __init__(
        self, transaction: StoreTransaction, cache: GameCache[KnownGame], boxes: Mapping[str, ClubBox], now: float
    ) -> None:
        self._transaction = transaction
        self._cache = cache
        self._boxes = boxes
        self._now = now
        self.commit_counts = {name: box.commit_count for name, box in boxes.items()}
        """How many revisions of each box are committed, including these, and games given to or taken from it."""
        self._changes: list[RevisionChange] = []
        self._unwritten_games: dict[int, KnownGame] = {}
        """The games with changes that are not written yet, by number."""
        self._games_by_box_and_identity: dict[tuple[str, str], KnownGame] = {}
        """The games with changes in this transaction, by box and identity."""

    def add_change(self, box_name: str, known_game: KnownGame, change: RevisionChange) -> None:
        """Add a change of a game."""
        self._cache.update_size(box_name, change.mark.game)
        self._changes.append(change)
        self._unwritten_games[known_game.number] = known_game
        self._games_by_box_and_identity[box_name, change.mark.game] = known_game
        self.commit_counts[box_name] += 1

    def set_missing_date(self, known_game: KnownGame, began_at: float | None) -> None:
        """Set the date of a game, in seconds since 1970, if it has none and its box knows it now."""
        if began_at is not None and not known_game.is_dated:
            self._transaction.games.set_date(known_game.number, began_at)
            known_game.is_dated = True

    def give_game(self, stored_game: StoredGame, box_name: str) -> None:
        """Give a game of another box to `box_name`, which sends its record next."""
        self.write_changes()
        self._cache.remove(stored_game.box, stored_game.mark.game)
        self._games_by_box_and_identity.pop((stored_game.box, stored_game.mark.game), None)
        self._transaction.games.set_box(stored_game.number, box_name)
        self._transaction.other_records.delete_uncounted(stored_game.number)
        self.commit_counts[box_name] += 1
        if stored_game.box in self.commit_counts:
            self.commit_counts[stored_game.box] += 1
        else:
            self._transaction.boxes.mark_changed(stored_game.box)

    def write_changes(self) -> None:
        """Write the changes so far within the transaction."""
        if self._changes:
            self._transaction.lines.add_revisions(self._changes)
            self._transaction.games.set_revisions({change.game_number: change for change in self._changes}.values())
            self._transaction.games.update_results(self._new_results())
            self._changes.clear()
            self._unwritten_games.clear()

    def write_commit_counts(self) -> None:
        """Write the `commit_counts` that have changed."""
        changed_counts = {
            name: count for name, count in self.commit_counts.items() if count != self._boxes[name].commit_count
        }
        self._transaction.boxes.set_commit_counts(changed_counts)

    @property
    def must_read(self) -> bool:
        """Whether `write_changes` must read from the database before it writes: the evening of a finished game."""
        results = (known_game.result for known_game in self._unwritten_games.values())
        return any(result is not None and result.finished for result in results)

    def changed_games(self) -> Iterator[ChangedGame]:
        """The games that have changed."""
        for (box_name, _), known_game in self._games_by_box_and_identity.items():
            lines = known_game.record.lines
            if len(lines) == known_game.committed_length:  # more: judging a message ended in a refusal
                last_line = lines[-1] if lines else None
                yield ChangedGame(
                    known_game.number,
                    self._boxes[box_name],
                    known_game.mark,
                    self._now,
                    known_game.stored_result,
                    known_game.record.record,
                    last_line,
                )

    def _new_results(self) -> list[tuple[int, GameResult | None]]:
        """The results, by game number, that differ from the stored ones."""
        results = []
        for known_game in self._unwritten_games.values():
            result = known_game.result
            if result != known_game.stored_result:
                known_game.stored_result = result
                results.append((known_game.number, result))
        return results
