"""The games of a table: the current one, the declarations in it, and changes to other games and back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from device import games
from device.contract.refusal import Refusal, RefusalCode, Refused, refuse
from device.contract.setup import TableSetup
from device.session import session as sessions
from device.session import snapshot
from device.session.offers import OfferedOptions, offered_options, table_setup_of
from device.session.past import Past, append_rows
from device.session.rows import JournalRow, RowKind
from device.session.session import Advance, Session, Step, step_row
from device.session.undo import Timeline, rows_of_dropped_game
from device.table.open_game import CorrectionChanged, OpenGame, is_continued
from display.words import Text, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.table.open_game import GameStorage


class TableGames:
    """The games of a table. The current one is the game in play, or an earlier one that the table has opened."""

    def __init__(
        self,
        storage: GameStorage,
        left_game_number: int = 0,
        store_left_game_number: Callable[[int], None] = lambda number: None,
    ) -> None:
        """Open the current game, or begin the first.

        A game that these rules cannot read stays in the journal unchanged, and another is begun; see
        `unreadable_message`. The game `left_game_number` was left because its package was missing: the table resumes it
        once the package is installed, unless something else has been begun. `store_left_game_number` stores its number.
        """
        self.unreadable_message: Text | None = None
        """The message about the last game that could not be opened; None if there was none."""
        self.current = OpenGame(storage, 0, Timeline(), Past())
        """The current game."""
        self._storage = storage
        self._left_game_number = 0
        """The number of a game that can't be opened because its package is missing; 0 for none."""
        self._read_last_table = lru_cache(maxsize=1)(partial(_read_last_table, storage))
        self._game_in_play: OpenGame | None = None
        self._is_first = lru_cache(maxsize=1)(lambda number: storage.game_before(number) is None)
        self._open_or_begin(storage.current_game())
        self._resume_left_game(left_game_number)
        if self._left_game_number != left_game_number:
            store_left_game_number(self._left_game_number)

    @property
    def session(self) -> Session:
        """The session of the current game, as everybody may see it."""
        return self.current.session

    @property
    def players(self) -> tuple[str, ...]:
        """The players by seat; empty before the game is set up."""
        table = self.session.record.table
        return () if table is None else table.players

    @property
    def number(self) -> int:
        """The number of the current game in the journal."""
        return self.current.number

    @property
    def game_in_play(self) -> OpenGame:
        """The game in play, also while an earlier one is the current game."""
        return self.current if self._game_in_play is None else self._game_in_play

    @property
    def is_earlier_game(self) -> bool:
        """Whether the current game is not the one in play."""
        return self._game_in_play is not None

    @property
    def began_at(self) -> float | None:
        """When the current game was begun, in seconds since 1970, for display only; None if the date is not known."""
        return self._storage.began_at(self.number)

    def perform_step(self, row: JournalRow) -> tuple[Advance, ...]:
        """Perform a step of the table, or take a line of the record; see `OpenGame.declare`."""
        return self.current.perform_step(row, self.offered_options)

    def undo(self) -> tuple[JournalRow, ...] | CorrectionChanged:
        """See `OpenGame.undo`. At the beginning of a game it returns nothing; then call `reopen_previous`.

        It returns nothing, too, in a rematch or another game of the same people in which nothing was done yet: one
        press began it.
        """
        was_begun_at_once = not self.is_earlier_game and sessions.step_that_began(self.current.rows) is not None
        return () if was_begun_at_once and self._storage.game_before(self.number) is not None else self.current.undo()

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was ever done at this table: the game in play is the first, and has no rows."""
        return self.is_at_beginning and not self.current.timeline.taken_back

    @property
    def is_at_beginning(self) -> bool:
        """Whether there is nothing to take back: no row counts, and there is no game before this one."""
        return not self.current.timeline.rows and self._is_first(self.number)

    @property
    def last_table(self) -> TableSetup | None:
        """The players and options with which this kind of game was last played; None if never, or if no game is chosen.

        Once the current game has a title, only games with that title count.
        """
        game, table = self.session.record.game, self.session.record.table
        if game is None:
            return None
        title = table.title if game.asks_for_title and table is not None else None
        return self._read_last_table(self.number, game.id, title)

    def forget_earlier_games(self) -> None:
        """Clear the caches of `last_table` and `is_at_beginning`: a game was deleted or undone."""
        self._read_last_table.cache_clear()
        self._is_first.cache_clear()

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles that were played so far, the latest first."""
        game = self.session.record.game
        return () if game is None else self._storage.titles(game.id)

    @property
    def offered_options(self) -> OfferedOptions:
        """The options that this table gets unless it chooses others."""
        game = self.session.record.game
        return () if game is None else offered_options(game, self.last_table, self.current.requested_options)

    def open_earlier_game(self, number: int) -> bool:
        """Open an earlier game, until `leave_earlier_game`. Returns False if it can't be read.

        Nothing can be redone in it. If it is unfinished and nothing was done in the next game, it is in play again.
        """
        self.leave_earlier_game()
        game_in_play = self.current
        if not self._storage.load_earlier(number) or not self._open(number):
            self._storage.unload_earlier()
            return False
        self.current.mark_opened_as_earlier()
        self._game_in_play = game_in_play
        is_untouched = not game_in_play.timeline.stored_row_count
        if is_continued(self.current) and is_untouched and self._storage.game_before(game_in_play.number) == number:
            self.leave_earlier_game()
            self.reopen_previous(is_undo=False)
        return True

    def leave_earlier_game(self) -> None:
        """Go back to the game in play, if an earlier game is open."""
        if self._game_in_play is not None:
            self.current, self._game_in_play = self._game_in_play, None
            self._storage.unload_earlier()

    def reopen_previous(self, *, is_undo: bool = True) -> bool:
        """Drop the game in play, of which `undo` takes nothing back any more, and reopen the one before it.

        That one stores its rows; none are needed if it is no undo. Returns False if there is none. Raises Refused if
        these rules can't read that game, or if it can't hold these rows.
        """
        if (number := self._storage.game_before(self.number)) is None:
            return False
        previous_game = _read_game(self._storage, number)
        if isinstance(previous_game, _UnreadableGame):
            refuse(RefusalCode.WRONG_PHASE, previous_game.sentence)
        rows = self._storage.stored_rows(self.number)
        previous_game.drop_next_game(self.number, rows_of_dropped_game(rows) if rows or is_undo else ())
        self.current = previous_game
        return True

    def restore_dropped(self) -> bool:
        """Begin the game again that the last undo dropped. Returns False if it dropped none."""
        dropped = self.current.redoable_rows
        if dropped is None or not dropped.is_game:
            return False
        self._open_or_begin(self._storage.begin_game(dropped.rows))
        return True

    def begin_rematch(self, present_name: Callable[[str], str]) -> None:
        """Begin a new game with the same people, under today's names, and options as the game in play."""
        self.leave_earlier_game()
        players = tuple(map(present_name, self.players))
        self._open_or_begin(self._storage.begin_game(sessions.rematch_rows(self.session, players)))

    def begin_with_same_people(self, present_name: Callable[[str], str]) -> None:
        """Begin a new game of the same people, under today's names, in the same seats: it asks which game."""
        self._open_or_begin(self._storage.begin_game((step_row(Step.PEOPLE, *map(present_name, self.players)),)))

    def begin_another(self) -> None:
        """Begin a new game with the first question."""
        self.leave_earlier_game()
        self._open(self._storage.begin_game())

    def _resume_left_game(self, number: int) -> None:
        """Resume a game that was left, now that its package is installed, if nothing was declared since."""
        if number == 0 or self._left_game_number or self.current.timeline.rows:
            return
        if self._storage.game_before(self.number) == number:
            try:
                self.reopen_previous(is_undo=False)
            except Refused as refused:
                self.unreadable_message, self._left_game_number = refused.refusal.sentence, number

    def _open_or_begin(self, number: int | None) -> None:
        """Open a game. If there is none, or these rules can't read it, begin one."""
        if number is None or not self._open(number):
            self._open(self._storage.begin_game())

    def _open(self, number: int) -> bool:
        """Make a game the current one. Returns False if these rules can't read all of it."""
        game_or_reason = _read_game(self._storage, number)
        if isinstance(game_or_reason, _UnreadableGame):
            self.unreadable_message = game_or_reason.sentence
            self._left_game_number = max(0, number) if game_or_reason.waits_for_package else 0
            return False
        self.current = game_or_reason
        return True


def read_past_game(storage: GameStorage, number: int) -> OpenGame | None:
    """A game that is not at the table, to change it; None if it can't be read."""
    game = _read_game(storage, number) if storage.load_earlier(number) else None
    return None if isinstance(game, _UnreadableGame) else game


def _read_last_table(storage: GameStorage, _: int, game_id: str, title: str | None) -> TableSetup | None:
    """See `TableGames.last_table`. The number of the current game only tells the cache when to read again."""
    rows = storage.rows_of_last_played(game_id, title)
    return None if rows is None else table_setup_of(rows)


class _UnreadableGame(NamedTuple):
    """The message about a game that can't be opened.

    `waits_for_package` says that the game waits for its package, or for another version of it.
    """

    sentence: Text
    waits_for_package: bool


def _read_game(storage: GameStorage, number: int) -> OpenGame | _UnreadableGame:
    """Open a game from its rows, if these rules can read all of it."""
    resumed = storage.resumed_game(number)
    # If the snapshot makes no sense, read all rows instead: the rows are the truth.
    with suppress(Refused, ValueError, LookupError):
        if resumed.snapshot is not None:
            return OpenGame(
                storage,
                number,
                *snapshot.resume_game(resumed.snapshot, resumed.rows),
                resumed.snapshot.skipped_row_count,
            )
    timeline, past = Timeline(resumed.rows), Past()
    try:
        append_rows(past, timeline.rows)
    except Refused as refused:
        return _unreadable_game(number, past, refused.refusal)
    return OpenGame(storage, number, timeline, past)


def _unreadable_game(number: int, past: Past, refusal: Refusal) -> _UnreadableGame:
    """The message about a game that these rules refuse after the rows that are `past`."""
    if refusal.code is RefusalCode.UNKNOWN_GAME:
        sentence = text(
            "{sentence} Game {game} waits for it: all of it is kept, and can be exported.",
            sentence=refusal.sentence,
            game=number,
        )
        return _UnreadableGame(sentence, waits_for_package=True)
    sentence = text(
        "Game {game} can't be gone on with: the rules of this version refuse its line {line}. {sentence}"
        " All of it is kept, and can be exported.",
        game=number,
        line=1 + sum(row.kind is not RowKind.TABLE for row in past.rows),
        sentence=refusal.sentence,
    )
    rules = past.session.record.game
    # A game of another version of its package may be readable again.
    return _UnreadableGame(sentence, waits_for_package=rules is not None and games.package(rules.id) != "")
