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
    """The settings with which a table begins: its language, and the names that it offers in addition to earlier ones.

    `store_language` stores the code of another language, or raises OSError, and `seats` are the pods' seats.
    `current_people` returns who is behind which name, and `notices` are sentences to show at the start. `open_archive`
    makes the client for pages of past games on first need; None if there are none. `asks_language`: the language is
    asked before everything else. `club` is the table's part in a club. `explains_keys`: a new box explains its keys
    before its first question. `game_ids` are those of all installed games, in the order of their installation.
    `left_game_number` is that of the game that was left because its package was missing, 0 for none, and
    `store_left_game_number` stores another such number. `phones` is how phones reach the table. `is_by_hand` returns
    whether people press the keys and look at the panel, so that a round's summary is accepted only once it is there,
    and keys that follow a wrong one at once are the rest of a wrong code.
    """

    language: Language = ENGLISH
    roster: Roster = ()
    store_language: Callable[[str], None] = lambda code: None
    seats: PodSeats | None = None
    current_people: Callable[[], People] = People
    notices: tuple[Text, ...] = ()
    open_archive: Callable[[], Archive] | None = None
    asks_language: bool = False
    club: TableClub | None = None
    explains_keys: bool = False
    game_ids: tuple[str, ...] = ()
    left_game_number: int = 0
    store_left_game_number: Callable[[int], None] = lambda number: None
    phones: PhoneAccess | None = None
    is_by_hand: Callable[[], bool] = lambda: False
