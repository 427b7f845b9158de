"""The settings with which a table begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from device.people.people import People
from device.pods.seats import PodSeats
from device.session.setup_prompts import Roster
from device.table.phone_access import PhoneAccess
from display.words import ENGLISH, Language, Text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.reports.archive_client import Archive
    from device.table.table_club import TableClub


class TableSettings(NamedTuple):
    """The settings with which a table begins."""

    language: Language = ENGLISH
    roster: Roster = ()
    """The names that the table offers in addition to earlier ones."""
    store_language: Callable[[str], None] = lambda code: None
    """Stores the code of another language. Raises OSError."""
    pod_seats: PodSeats | None = None
    """Which pod sits at which seat; None keeps that in memory only."""
    current_people: Callable[[], People] = People
    """Returns who is behind which name."""
    notices: tuple[Text, ...] = ()
    """Sentences to show at the start."""
    open_archive: Callable[[], Archive] | None = None
    """Makes the client for pages of past games on first need; None if there are none."""
    asks_language: bool = False
    """Whether the language is asked before everything else."""
    club: TableClub | None = None
    """The table's part in a club."""
    explains_keys: bool = False
    """Whether the keys are explained before the first question, as on a new box."""
    game_ids: tuple[str, ...] = ()
    """All installed games, in the order of their installation."""
    left_game_number: int = 0
    """The number of the game that the table left because the game's package was missing; 0 for none."""
    store_left_game_number: Callable[[int], None] = lambda number: None
    """Stores another `left_game_number`."""
    phones: PhoneAccess | None = None
    """How phones reach the table."""
    has_people_at_keys: Callable[[], bool] = lambda: False
    """Returns whether people press the keys and look at the panel, and not a script.

    People accept a round's summary only once it is on the panel. After a wrong key of theirs, keys that follow at once
    are taken for the rest of the same code.
    """
