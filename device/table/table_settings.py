"""What a table is begun with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from device.people.people import People
from device.pods.seats import PodSeats
from device.session.setup import Roster
from device.table.languages import Remember
from device.table.phones import PhoneAccess
from device.table.remarks import Who
from display.words import ENGLISH, Language, Text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.reports.archive_client import Archive
    from device.table.club import TableClub


class TableSettings(NamedTuple):
    """What a table is begun with: its language, the names it offers besides those that were played under.

    What keeps another language, the pods' seats, who is behind which name, what people must know at the start, and what
    makes, with the first visit to the past, who finds its pages; None where there is none to be seen.
    `ask_language`: which language it is to be is asked before all else. `club` is the table's part in one.
    `explain_keys`: a new box says what its keys do before its first question. `games` are all that there are to play,
    in the order in which they came here; `left` is the number of the game that was left because its package was not
    here, 0 for none, and `leave` keeps another such number. `phones` is how phones reach the table.
    """

    language: Language = ENGLISH
    roster: Roster = ()
    remember: Remember = lambda code: None
    seats: PodSeats | None = None
    people: Who = People
    notices: tuple[Text, ...] = ()
    archive: Callable[[], Archive] | None = None
    ask_language: bool = False
    club: TableClub | None = None
    explain_keys: bool = False
    games: tuple[str, ...] = ()
    left: int = 0
    leave: Callable[[int], None] = lambda number: None
    phones: PhoneAccess | None = None
