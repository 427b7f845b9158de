"""Puts a table together from its parts: the same for real hardware, the mock, a browser and a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from device.config import chosen_language
from device.journal import writer
from device.journal.writer import JournalWriter
from device.people.store import PeopleStore
from device.pods.seats import FILE_NAME, PodSeats
from device.run.installed_games import prepare_games
from device.run.run_settings import RunSettings
from device.system import lock
from device.system.exitcodes import MISUSED
from device.system.garbage_collection import settle
from device.system.log_level import LogLevel
from device.system.printing import complain
from device.table.controller import Controller
from device.table.listeners import Listener, Listeners
from device.table.table_settings import TableSettings
from device.table.transcript import LineWriter, Transcript
from hal.table.table import Table

if TYPE_CHECKING:
    from device.reports.archive_client import Archive
    from device.run.club_door import ClubDoor
    from device.table.table_club import TableClub

THREAD_SWITCH_S = 0.001
"""Seconds after which threads take turns, so that keys and lamps work while a page is drawn. Python's default of 5 ms
would delay each edge noticeably."""


@contextmanager
def assemble_table(
    table: Table,
    journal: JournalWriter,
    settings: RunSettings,
    tell: LineWriter,
    listeners: Iterable[Listener] = (),
    *,
    seats: PodSeats | None = None,
    background: bool = True,
) -> Iterator[Controller]:
    """A controller for this table, with its transcript and listeners. At the end, listeners have received everything.

    `seats` are those of its pods, if another object shares them. Without `background`, all listeners are called in the
    table's own thread, which an evening in virtual time needs.
    """
    resources = ExitStack()
    club, door = _club_and_door(table, settings, tell, resources)
    all_listeners = Listeners(Transcript(tell, settings.language), *listeners, *door, background=background)
    installed_games = prepare_games(settings.data)
    table_settings = TableSettings(
        language=settings.language,
        roster=settings.config.roster,
        store_language=partial(chosen_language.store_language, settings.data),
        pod_seats=seats or PodSeats(settings.data / FILE_NAME),
        current_people=PeopleStore(settings.data).people,
        notices=(*settings.notices, *installed_games.notices),
        open_archive=partial(_archive_client, settings, resources),
        asks_language=settings.is_language_asked,
        club=club,
        explains_keys=settings.has_key_introduction,
        game_ids=installed_games.order,
        left_game_number=installed_games.left_game_number,
        store_left_game_number=installed_games.store_left_game_number,
        phones=settings.phones,
        has_people_at_keys=settings.has_people_at_keys,
    )
    try:
        yield Controller(table, journal, table_settings, all_listeners)
    finally:
        all_listeners.close()
        resources.close()


def _archive_client(settings: RunSettings, resources: ExitStack) -> Archive:
    """The client for pages of past games. It ends when `resources` is closed."""
    from device.reports.archive_client import ArchiveAtOnce, ArchiveProcess  # imported late

    client = ArchiveAtOnce(settings.data) if settings.has_virtual_time else ArchiveProcess(settings.data)
    resources.callback(client.close)
    return client


def _club_and_door(
    table: Table, settings: RunSettings, tell: LineWriter, resources: ExitStack
) -> tuple[TableClub | None, tuple[ClubDoor, ...]]:
    """The table's part in a club, and the socket for its courier, if configured. They end when `resources` is closed.

    Without them, the table works as well.
    """
    path = settings.config.club.door
    if path is None or settings.has_virtual_time:
        return None, ()
    from device.run.club_door import ClubDoor  # imported late: needed only in a club
    from device.table.club_mailbox import ClubMailbox
    from device.table.table_club import TableClub

    mailbox = ClubMailbox()
    try:
        club_door = ClubDoor.for_directory(Path(path), settings.data, mailbox)
    except OSError as error:
        tell(f"there is no door for the club at {path}: {error.strerror or error}.", LogLevel.WARNING)
        return None, ()
    resources.callback(club_door.close)
    mailbox.wake_table = table.wake
    return TableClub(mailbox, settings.config.club.hub, int.from_bytes(os.urandom(4), "big")), (club_door,)


def run_alone(data: Path, run: Callable[[], int], usage_errors: tuple[type[Exception], ...] = ()) -> int:
    """Run while no other program uses the data directory. Returns the exit status of `run`.

    The message of an error in `usage_errors` is printed, and the status is then MISUSED.
    """
    errors: tuple[type[Exception], ...] = (lock.DirectoryNotLocked, *usage_errors)
    try:
        with lock.hold_lock(data):
            return run()
    except errors as error:
        return print_usage_error(str(error))


def print_usage_error(sentence: str) -> int:
    """Print a usage error to standard error. Returns the exit status MISUSED."""
    complain(sentence)
    return MISUSED


@contextmanager
def open_journal(data: Path, thread_switch_s: float = THREAD_SWITCH_S) -> Iterator[JournalWriter]:
    """Open the journal of a run until its end. Call this after everything that a table needs has been loaded.

    Meanwhile, threads take turns after `thread_switch_s` seconds.
    """
    journal = writer.journal_writer_for(data)
    old_interval_s = sys.getswitchinterval()
    try:
        settle()
        sys.setswitchinterval(thread_switch_s)
        yield journal
    finally:
        sys.setswitchinterval(old_interval_s)
        journal.close()
