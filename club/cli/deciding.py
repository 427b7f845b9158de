"""Commands of `tablekeeper hub` for a director's notices, and to decide which record counts, and whose a game is."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from club.store import decisions
from club.store.database import ClubStore, StoreTransaction
from club.store.decisions import NotHere, game_of
from club.store.judged_record import RecordRejected
from club.store.notices import DirectorNotice, NoticeKind, notice_sentence
from device.cli.common_arguments import Misused
from device.system.printing import put, put_cells
from display.words import Language, Text, text

_NOT_HERE = text("There is no such game, record or box; “tablekeeper hub games” and “boxes” list them.")


def print_notices(_: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Print the open notices, each with the command that answers it."""
    with store.reading() as transaction:
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


def mark_seen(given: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Mark a notice as seen."""
    with store.transaction() as transaction:
        exists = transaction.notices.mark_seen(given.number)
    if not exists:
        raise Misused(language.say(text("Nothing has that number; “tablekeeper hub asked” lists what waits.")))


def print_records(given: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Print the record of a game that counts, and all others."""
    with store.reading() as transaction, not_found_as_misused(language):
        game = game_of(transaction, given.box, given.game)
        lines, others = transaction.lines.of_game(game.number), transaction.others.of_game(game.number)
    put(language.say(text("This record counts:")))
    for line in lines:
        put(f"    {line.text}")
    for other in others:
        put(language.say(text("Record {number} does not:", number=other.number)))
        for line in other.lines:
            put(f"    {line.text}")


def choose_record(given: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Make another record of a game count, or confirm the one that counts."""

    def act(transaction: StoreTransaction) -> None:
        if given.record is None:
            decisions.confirm_record(transaction, given.box, given.game, time.time())
            return
        try:
            decisions.choose_record(transaction, given.box, given.game, given.record, time.time())
        except RecordRejected as rejected:
            raise Misused(language.say(rejected.sentence)) from None

    _change_store(store, language, act, text("That record counts, until you choose again."))


def give_game(given: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Give a game to another box."""
    done = text("The game is {box}'s, which says what it has of it as soon as it hears that.", box=given.to)
    _change_store(
        store, language, lambda transaction: decisions.give_game(transaction, given.box, given.game, given.to), done
    )


def decide_claim(given: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Decide whether games of one box that another one has sent belong to that other one."""

    def act(transaction: StoreTransaction) -> None:
        decisions.decide_claim(transaction, given.box, given.to, time.time(), moved=not given.stay)

    done = (
        text("The games of {box} that {to} has stay with {box}.", box=given.box, to=given.to)
        if given.stay
        else text("The games of {box} that {to} has are {to}'s, as soon as it hears that.", box=given.box, to=given.to)
    )
    _change_store(store, language, act, done)


def _change_store(store: ClubStore, language: Language, act: Callable[[StoreTransaction], None], done: Text) -> None:
    with store.transaction() as transaction, not_found_as_misused(language):
        act(transaction)
    put(language.say(done))


@contextmanager
def not_found_as_misused(language: Language) -> Iterator[None]:
    """Turn NotHere into Misused, with a sentence."""
    try:
        yield
    except NotHere:
        raise Misused(language.say(_NOT_HERE)) from None
