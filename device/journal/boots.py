"""Stores the boots of the machine in a journal, and each boot's date once it is known. Times are relative to a boot."""

from __future__ import annotations

from device.journal import checksums
from device.journal.database import Database
from device.journal.errors import invalid_value_error, journal_errors
from hal.clock.wallclock import BootMoment, Calendar

_SELECT_BOOT = "SELECT number, epoch FROM boot WHERE identity = ?"
_SET_DATE = "UPDATE boot SET epoch = ?, sum = ? WHERE number = ? AND epoch IS NULL"


class Boots:
    """The table of boots in a journal that is open for writing. Every method raises JournalError."""

    def __init__(self, database: Database, calendar: Calendar) -> None:
        self._database = database
        self._calendar = calendar
        self._numbers: dict[str, int] = {}
        self._is_dated = False

    def now(self) -> tuple[float, int]:
        """The current time, as seconds since the machine was started, and the number of that boot."""
        return self.time_of(self._calendar.boot_moment())

    def time_of(self, moment: BootMoment) -> tuple[float, int]:
        """The time of any moment, in the form of `now`."""
        return moment.uptime_s, self.number_of(moment.boot_id)

    def store_date(self) -> bool:
        """Store the date of this boot once the clock has it: it dates all games of this boot. Returns whether it is
        stored."""
        epoch = self._calendar.boot_time_s()
        if not self._is_dated and epoch is not None:
            identity = self._calendar.boot_moment().boot_id
            boot = self.number_of(identity)
            with journal_errors(self._database.path):
                # The first date stays: later changes of the clock must not move games that were begun before.
                self._database.connection.execute(_SET_DATE, (epoch, checksums.boot_sum(boot, identity, epoch), boot))
            self._is_dated = True
        return self._is_dated

    def number_of(self, identity: str) -> int:
        """The number of a boot. A new boot is inserted first."""
        number = self._numbers.get(identity)
        if number is None:
            row = self._database.first_row(_SELECT_BOOT, identity)
            number = self._numbers[identity] = self._insert(identity) if row is None else int(row[0])
        return number

    def _insert(self, identity: str) -> int:
        with self._database.transaction() as connection:
            connection.execute("INSERT INTO boot (identity) VALUES (?)", (identity,))
            row = connection.execute(_SELECT_BOOT, (identity,)).fetchone()
            if row is None:
                raise invalid_value_error(identity)
            number = int(row[0])
            boot_sum = checksums.boot_sum(number, identity, epoch=None)
            connection.execute("UPDATE boot SET sum = ? WHERE number = ?", (boot_sum, number))
        return number
