"""Commands of `tablekeeper hub` by which a director leaves games out of all results, and takes them in again."""

from __future__ import annotations

import argparse
import time
from contextlib import suppress
from datetime import datetime

from club.cli.deciding import not_found_as_misused
from club.store import leaving_out
from club.store.database import ClubStore
from device.cli.common_arguments import Misused
from device.system.printing import put, put_cells
from display.words import Language, counted, text


def leave_out(arguments: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Leave out a game, or the games of a box of a period."""
    since, until = _parse_time(arguments.since, language), _parse_time(arguments.until, language)
    with store.transaction() as transaction, not_found_as_misused(language):
        if arguments.game is not None:
            group = leaving_out.leave_out_game(transaction, arguments.box, arguments.game, time.time())
        else:
            group = leaving_out.leave_out_box(transaction, arguments.box, time.time(), since, until)
    if group is None:
        put(language.say(text("No game is left out by that: there is none that counts.")))
        return
    summary = counted(
        "{n} game is left out. “tablekeeper hub take-in {number}” takes it in again.",
        "{n} games are left out. “tablekeeper hub take-in {number}” takes them in again.",
        group.game_count,
        number=group.number,
    )
    put(language.say(summary))


def take_in(arguments: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Take a group of left-out games in again."""
    with store.transaction() as transaction, not_found_as_misused(language):
        games = leaving_out.take_in(transaction, arguments.number)
    put(language.say(counted("{n} game counts again.", "{n} games count again.", games)))


def print_left_out(_: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Print the groups of left-out games."""
    with store.read_only_transaction() as transaction:
        for group in transaction.left_out.list_groups():
            games = language.say(counted("{n} game", "{n} games", group.game_count))
            put_cells((str(group.number), group.description, games))


def _parse_time(time_text: str | None, language: Language) -> float | None:
    """Parse an ISO 8601 time to seconds since 1970. Raises Misused if it is none."""
    if time_text is None:
        return None
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromisoformat(time_text).timestamp()
    raise Misused(
        language.say(
            text("“{words}” is no moment; write it like {example}.", words=time_text, example="2026-11-25T20:00")
        )
    )
