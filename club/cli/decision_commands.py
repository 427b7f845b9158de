"""Commands of `tablekeeper hub` for a director's notices, and to decide which record and which games count."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from club.store import decisions
from club.store.database import ClubStore
from club.store.decisions import NotInStore, find_game
from club.store.judged_record import RecordRejected
from club.store.notices import DirectorNotice, NoticeKind, notice_sentence
from device.cli.common_arguments import UsageError
from device.system.printing import put, put_cells
from display.words import Language, Text, counted, text

_NOTHING_LEFT_OUT = text("Nothing is left out by that number; “tablekeeper hub left-out” lists what is.")
_NOT_FOUND = text("There is no such game, record or box; “tablekeeper hub games” and “boxes” list them.")


def print_notices(_: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Print the open notices, each with the command that answers it."""
    with store.read_only_transaction() as transaction:
        for notice in transaction.notices.open_notices():
            put_cells(
                (
                    str(notice.number),
                    language.say(notice_sentence(notice)),
                    f"tablekeeper hub {_answer_arguments(notice)}",
                )
            )


def _answer_arguments(notice: DirectorNotice) -> str:
    """The arguments of the command that answers a notice."""
    if notice.kind in (NoticeKind.MOVED, NoticeKind.CLAIMED):
        return f"move {notice.subject} {notice.box} [--stay]"
    return f"records {notice.box} {notice.subject}" if notice.kind is NoticeKind.DIFFERS else f"seen {notice.number}"


def mark_seen(arguments: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Mark a notice as seen."""
    with store.transaction() as transaction:
        exists = transaction.notices.mark_seen(arguments.number)
    if not exists:
        raise UsageError(language.say(text("Nothing has that number; “tablekeeper hub asked” lists what waits.")))


def print_records(arguments: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Print the record of a game that counts, and all others."""
    with store.read_only_transaction() as transaction, _refusal_as_usage_error(language):
        game = find_game(transaction, arguments.box, arguments.game)
        lines = transaction.lines.lines_of_game(game.number)
        other_records = transaction.other_records.records_of_game(game.number)
    put(language.say(text("This record counts:")))
    for line in lines:
        put(f"    {line.text}")
    for other_record in other_records:
        put(language.say(text("Record {number} does not:", number=other_record.number)))
        for line in other_record.lines:
            put(f"    {line.text}")


def choose_record(arguments: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Make another record of a game count, or confirm the one that counts."""
    with store.transaction() as transaction, _refusal_as_usage_error(language):
        if arguments.record is None:
            decisions.confirm_record(transaction, arguments.box, arguments.game, time.time())
        else:
            decisions.choose_record(transaction, arguments.box, arguments.game, arguments.record, time.time())
    put(language.say(text("That record counts, until you choose again.")))


def give_game(arguments: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Give a game to another box."""
    with store.transaction() as transaction, _refusal_as_usage_error(language):
        decisions.give_game(transaction, arguments.box, arguments.game, arguments.to)
    sentence = text("The game is {box}'s, which says what it has of it as soon as it hears that.", box=arguments.to)
    put(language.say(sentence))


def decide_claim(arguments: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Decide whether games of one box that another one has sent belong to that other one."""
    with store.transaction() as transaction, _refusal_as_usage_error(language):
        decisions.decide_claim(
            transaction, arguments.box, arguments.to, time.time(), belongs_to_claimant=not arguments.stay
        )
    sentence = (
        text("The games of {box} that {to} has stay with {box}.", box=arguments.box, to=arguments.to)
        if arguments.stay
        else text(
            "The games of {box} that {to} has are {to}'s, as soon as it hears that.", box=arguments.box, to=arguments.to
        )
    )
    put(language.say(sentence))


def leave_out(arguments: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Leave out a game, or the games of a box of a period."""
    since, until = _parse_time(arguments.since, language), _parse_time(arguments.until, language)
    with store.transaction() as transaction, _refusal_as_usage_error(language):
        if arguments.game is not None:
            group = decisions.leave_out_game(transaction, arguments.box, arguments.game, time.time())
        else:
            group = decisions.leave_out_box(transaction, arguments.box, time.time(), since, until)
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
    with store.transaction() as transaction, _refusal_as_usage_error(language, _NOTHING_LEFT_OUT):
        game_count = decisions.take_in_group(transaction, arguments.number)
    put(language.say(counted("{n} game counts again.", "{n} games count again.", game_count)))


def print_left_out(_: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Print the groups of left-out games."""
    with store.read_only_transaction() as transaction:
        for group in transaction.left_out.list_groups():
            games_text = language.say(counted("{n} game", "{n} games", group.game_count))
            put_cells((str(group.number), group.description, games_text))


def _parse_time(time_text: str | None, language: Language) -> float | None:
    """Parse an ISO 8601 time to seconds since 1970. Raises UsageError if it is none."""
    if time_text is None:
        return None
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromisoformat(time_text).timestamp()
    raise UsageError(
        language.say(
            text("“{words}” is no moment; write it like {example}.", words=time_text, example="2026-11-25T20:00")
        )
    )


@contextmanager
def _refusal_as_usage_error(language: Language, not_found: Text = _NOT_FOUND) -> Iterator[None]:
    """Turn NotInStore, with the sentence `not_found`, and RecordRejected into UsageError."""
    try:
        yield
    except NotInStore:
        raise UsageError(language.say(not_found)) from None
    except RecordRejected as rejected:
        raise UsageError(language.say(rejected.sentence)) from None
