"""Asks for confirmation if a box is to join by a name that is taken: the password of that name would be replaced."""

from __future__ import annotations

import sys
from pathlib import Path

from club.joining import broker_passwords
from club.league.past_games import past_game
from club.store.database import ClubStore
from device.cli.common_arguments import Misused
from device.reports import text_lines
from device.session.evenings import evening_of
from device.system.printing import put
from display.dates import date_text
from display.words import Language


def confirm_rejoining(name: str, passwords: Path, store: ClubStore, language: Language) -> None:
    """Ask for confirmation that a box may join by this name, if that would replace a password.

    Raises Misused if it may not, if there is no terminal to ask on, and if the password file can't be read.
    """
    conflict = _conflict_sentence(name, passwords, store, language)
    if conflict is None:
        return
    if not sys.stdin.isatty():
        raise Misused(f"{conflict} Choose another name; or, if this is meant, add --replace.")
    put(conflict, flush=True)
    put(f"Its password is replaced, and it can connect no more. If this is meant, type its name: {name}", flush=True)
    try:
        typed = sys.stdin.readline().strip()
    except KeyboardInterrupt:
        typed = ""
    if typed != name:
        raise Misused("the name was not typed; nothing was changed.")


def _conflict_sentence(name: str, passwords: Path, store: ClubStore, language: Language) -> str | None:
    """A sentence that says which box or account has this name already; None if none has."""
    with store.read_only_transaction() as transaction:
        box = next((club_box for club_box in transaction.boxes.list_boxes() if club_box.name == name), None)
        last_game = transaction.games.latest_games([name]).get(name)
    if box is not None:
        past = None if last_game is None else past_game(last_game)
        if past is None:
            return f"{name} is table {box.table_number} of this club already, and no game of it is here."
        date, summary = evening_of(past.begun_at), language.say(text_lines.game_line(past))
        when = "" if date is None else f" ({language.say(date_text(date))})"
        last_game_text = f"Its last game{when}: {summary.removesuffix('.')}."
        return f"{name} is table {box.table_number} of this club already. {last_game_text}"
    try:
        has_account = broker_passwords.has_password(passwords, name)
    except OSError as error:
        raise Misused(f"{passwords} can't be read: {error.strerror}.") from None
    return f"{name} has an account at the broker already, and is no box of this club." if has_account else None
