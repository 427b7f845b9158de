"""The command `tablekeeper hub director`: adds and removes directors, who log in on the hub's pages."""

from __future__ import annotations

import argparse
import sys
from getpass import getpass

from club.cli.arguments import read_password
from club.store import passwords
from club.store.database import ClubStore
from club.store.schema import MAX_DIRECTOR_LENGTH
from device.cli.common_arguments import UsageError
from device.system.printing import put
from display.words import Language


def change_director(arguments: argparse.Namespace, store: ClubStore, _: Language) -> None:
    """Add a director, change their password, or remove them. Raises UsageError."""
    name = arguments.director
    if not (0 < len(name) <= MAX_DIRECTOR_LENGTH and name.isprintable()):
        raise UsageError(f"“{name}” is no director's name: up to {MAX_DIRECTOR_LENGTH} letters that can be seen.")
    if arguments.remove:
        with store.transaction() as transaction:
            if not transaction.directors.remove_director(name):
                raise UsageError(
                    f"{name} is no director. There are: {', '.join(transaction.directors.list_names()) or 'none'}."
                )
        put(f"{name} directs no more.")
        return
    password = read_password(arguments.password) or _ask_for_password(name)
    try:
        with store.transaction() as transaction:
            transaction.directors.set_password(name, password)
    except ValueError:
        lengths = f"{passwords.MIN_PASSWORD_LENGTH} to {passwords.MAX_PASSWORD_LENGTH}"
        raise UsageError(f"the password must have {lengths} characters; nothing was changed.") from None
    put(f"{name} can log in by the hub's pages. Browsers that were logged in must do so again.")


def _ask_for_password(name: str) -> str:
    """Ask for a password twice on the terminal; without a terminal, read a line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    try:
        password, repeated_password = getpass(f"Password for {name}: "), getpass("Once more: ")
    except (EOFError, KeyboardInterrupt):
        raise UsageError("no password was given; nothing was changed.") from None
    if password != repeated_password:
        raise UsageError("the two passwords differ; nothing was changed.")
    return password
