"""Puts a table together from its parts: the same for real hardware, the mock, a browser and a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from device.config import preferences
from device.journal.writer import JournalWriter
from device.session.setup import Roster
from device.table.controller import Controller, TableSettings
from device.table.listeners import Listener, Listeners
from device.table.podseats import FILE, PodSeats
from device.table.transcript import Tell, Transcript
from display.words import Language
from hal.table.table import Table


class TableOptions(NamedTuple):
    """What a table is begun with, whatever its hardware: where its games are kept, what it speaks, whom it knows.

    `seats` are those of its pods, where somebody else needs them, too.
    """

    data: Path
    language: Language
    roster: Roster = ()
    seats: PodSeats | None = None


@contextmanager
def assembled(
    table: Table,
    journal: JournalWriter,
    options: TableOptions,
    tell: Tell,
    listeners: Iterable[Listener] = (),
    *,
    background: bool = True,
) -> Iterator[Controller]:
    """A controller for this table, with its transcript and those who look on; they have heard everything at the end.

    Without `background` they are called in the table's own thread, as an evening in virtual time wants it.
    """
    heard_by = Listeners(Transcript(tell, options.language), *listeners, background=background)
    settings = TableSettings(
        options.language,
        options.roster,
        partial(preferences.keep_language, options.data),
        options.seats or PodSeats(options.data / FILE),
    )
    try:
        yield Controller(table, journal, settings, heard_by)
    finally:
        heard_by.close()
