"""Asks for confirmation if a box is to join by a name that is taken: the password of that name would be replaced."""

from __future__ import annotations

import sys
from pathlib import Path

from club.joining import broker_passwords
from club.league.past_games import past_game
from club.store.database import ClubStore
from device.cli.common_arguments import UsageError
from device.history.past_game import PastGame
from device.reports import text_lines
from device.session.evenings import evening_of
from device.system.printing import put
from display.dates import date_text
from display.words import Language, Text, join_sentences, text


def confirm_rejoining(name: str, passwords: Path, store: ClubStore, language: Language) -> None:
    """Ask for confirmation that a box may join by this name, if that would replace a password.

    Raises UsageError if it may not, if there is no terminal to ask on, and if the password file can't be read.
    """
    conflict = _conflict_sentence(name, passwords, store, language)
    if conflict is None:
        return
    if not sys.stdin.isatty():
        advice = text("Choose another name; or, if this is meant, add --replace.")
        raise UsageError(language.say(join_sentences(conflict, advice)))
    put(language.say(conflict), flush=True)
    question = text(
        "Its password is replaced, and it can connect no more. If this is meant, type its name: {box}", box=name
    )
    put(language.say(question), flush=True)
    try:
        typed = sys.stdin.readline().strip()
    except KeyboardInterrupt:
        typed = ""
    if typed != name:
        raise UsageError(language.say(text("the name was not typed; nothing was changed.")))


def _conflict_sentence(name: str, passwords: Path, store: ClubStore, language: Language) -> Text | None:
    """A sentence that says which box or account has this name already; None if none has."""
    with store.read_only_transaction() as transaction:
        box = transaction.boxes.find_box(name)
        last_game = transaction.games.latest_games([name]).get(name)
    if box is None:
        return _account_sentence(name, passwords)
    past = None if last_game is None else past_game(last_game)
    if past is None:
        return text("{box} is table {n} of this club already, and no game of it is here.", box=name, n=box.table_number)
    taken = text("{box} is table {n} of this club already.", box=name, n=box.table_number)
    return join_sentences(taken, _last_game_sentence(past, language))


def _last_game_sentence(past: PastGame, language: Language) -> Text:
    date, summary = evening_of(past.began_at), language.say(text_lines.game_line(past)).removesuffix(".")
    if date is None:
        return text("Its last game: {game}.", game=summary)
    return text("Its last game ({date}): {game}.", date=date_text(date), game=summary)


def _account_sentence(name: str, passwords: Path) -> Text | None:
    try:
        has_account = broker_passwords.has_password(passwords, name)
    except OSError as error:
        raise UsageError(f"{passwords} can't be read: {error.strerror}.") from None
    if not has_account:
        return None
    return text("{box} has an account at the broker already, and is no box of this club.", box=name)
