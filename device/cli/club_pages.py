"""A hub's pages for browsers, and who directs by them, from the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from getpass import getpass
from typing import TYPE_CHECKING

from device.cli.club_arguments import ClubMisused, needed_packages, password_of, place_of
from device.system.printing import put
from display.words import Language
from guard.names import server_names
from guard.sockets import CannotServe

if TYPE_CHECKING:
    from club.hub.watchers import Watchers
    from club.store.database import ClubStore


@contextmanager
def served_pages(given: argparse.Namespace, store: ClubStore, language: Language) -> Iterator[Watchers | None]:
    """The pages for browsers, where they are wanted; those who watch them. Raises ClubMisused and StoreFailed."""
    if given.page is None:
        yield None
        return
    with needed_packages("hub"):
        from club.hub.hub_pages import HubPages, PageOptions
    host, port = place_of(given.page, "127.0.0.1")
    if (given.page_certificate is None) != (given.page_key is None):
        raise ClubMisused("--page-certificate and --page-key go together: a certificate, and the key that it is of.")
    options = PageOptions(
        server_names(host, tuple(given.name)),
        port,
        not given.directors_only,
        given.page_certificate,
        given.page_key,
        tuple(given.proxy),
    )
    try:
        served = HubPages(store, language, options)
    except CannotServe as error:
        raise ClubMisused(str(error)) from None
    except ValueError as error:
        raise ClubMisused(f"a proxy of --proxy is named by its address, like 127.0.0.1: {error}.") from None
    except OSError as error:  # ssl's errors are some, too
        raise ClubMisused(f"the pages' certificate can't be used: {error.strerror or error}.") from None
    with closing(served):
        put(f"The club is at {served.url}", flush=True)
        yield served.watchers


def enter_director(given: argparse.Namespace, store: ClubStore, _: Language) -> None:
    """Give a director a password, or take their right away. Raises ClubMisused."""
    from club.store import passwords
    from club.store.schema import LONGEST_DIRECTOR

    name = given.director
    if not (0 < len(name) <= LONGEST_DIRECTOR and name.isprintable()):
        raise ClubMisused(f"“{name}” is no director's name: up to {LONGEST_DIRECTOR} letters that can be seen.")
    if given.remove:
        with store.transaction() as kept:
            if not kept.directors.remove(name):
                raise ClubMisused(f"{name} is no director. There are: {', '.join(kept.directors.names()) or 'none'}.")
        put(f"{name} directs no more.")
        return
    password = password_of(given.password) or _asked(name)
    try:
        with store.transaction() as kept:
            kept.directors.enter(name, password)
    except ValueError:
        raise ClubMisused(
            f"the password must have {passwords.SHORTEST} to {passwords.LONGEST} characters; nothing was changed."
        ) from None
    put(f"{name} can log in by the hub's pages. Browsers that were logged in must do so again.")


def _asked(name: str) -> str:
    """A password that somebody types twice, or a line of standard input where nobody is there to type."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    try:
        first, again = getpass(f"Password for {name}: "), getpass("Once more: ")
    except (EOFError, KeyboardInterrupt):
        raise ClubMisused("no password was given; nothing was changed.") from None
    if first != again:
        raise ClubMisused("the two passwords differ; nothing was changed.")
    return first
