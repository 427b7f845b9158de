"""Deletes and restores games, for a web page or a command, after checking the journal."""

from __future__ import annotations

import time
from pathlib import Path

from device.history.past_game import PastGame
from device.journal.deleted import RESTORABLE_DAYS, DeletedGames, can_be_restored
from device.reports.games import GameDeleted, past_game, past_games
from device.reports.past_data import past_journal, read_game, stored_people
from device.system.not_done import NotDone
from display.words import Text, text
from hal.clock import wallclock
from values.named_tuple import NamedTuple

DELETE = "delete game"
RESTORE = "take game back"
"""Values of the field `change` of the web page's forms."""


class DeletedGame(NamedTuple):
    """A deleted game. `deleted_at` is the time of deletion in seconds since 1970; None if the date was not known."""

    game: PastGame
    deleted_at: float | None


def current_time() -> float | None:
    """The current time in seconds since 1970; None while the machine does not know the date."""
    return time.time() if wallclock.is_time_known() else None


def find_deletable(data: Path, number: int) -> PastGame:
    """The game with that number, if it can be deleted.
    Raises NotDone if not, and PastError if the journal is unreadable."""
    try:
        with past_journal(data) as journal:
            if journal.current_game() == number:
                raise NotDone(
                    text("Game {number} is on the table: it can be deleted once another one is begun.", number=number)
                )
            game = past_game(journal, stored_people(data), number)
    except GameDeleted:
        raise NotDone(text("Game {number} is deleted already.", number=number)) from None
    except (ValueError, OverflowError):  # SQLite counts to 2⁶³ only
        game = None
    if game is None:
        raise NotDone(text("There is no game of this number."))
    return game


def delete_game(data: Path, number: int, now: float | None) -> PastGame:
    """Delete a game: it is no longer shown anywhere. `now` is the time in seconds since 1970. Returns the game.

    Raises NotDone. Raises PastError if the journal can't be read.
    """
    with DeletedGames(data).change() as deleted_times:
        game = find_deletable(data, number)
        deleted_times[game.identity] = now
    return game


def restore_game(data: Path, number: int, now: float | None) -> PastGame:
    """Restore a deleted game. Returns it. Raises NotDone, and PastError if the journal can't be read."""
    with DeletedGames(data).change() as deleted_times:
        game = _deleted_game(data, number)
        if not can_be_restored(deleted_times[game.identity], now):
            raise NotDone(too_late_text(number))
        del deleted_times[game.identity]
    return game


def too_late_text(number: int) -> Text:
    """The sentence that a game was deleted too long ago to be restored."""
    return text(
        "Game {number} was deleted more than {days} days ago, and is not taken back any more.",
        number=number,
        days=RESTORABLE_DAYS,
    )


def deleted_games(data: Path, now: float | None) -> list[DeletedGame]:
    """The games that can be restored, the latest first. Raises PastError if the journal can't be read."""
    with past_journal(data) as journal:
        deleted_times = journal.deleted.games()
        if not deleted_times:
            return []
        return [
            DeletedGame(game, deleted_times[game.identity])
            for game in past_games(journal, stored_people(data), include_deleted=True)
            if game.identity in deleted_times and can_be_restored(deleted_times[game.identity], now)
        ]


def _deleted_game(data: Path, number: int) -> PastGame:
    try:
        read_game(data, number)
    except GameDeleted as error:
        return error.game
    except (ValueError, OverflowError):
        raise NotDone(text("There is no game of this number.")) from None
    raise NotDone(text("Game {number} is not deleted.", number=number))
