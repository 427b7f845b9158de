"""The starts of the machine that moments are counted from, as a journal has them, and the date once it is known."""

from __future__ import annotations

from device.journal import checksums
from device.journal.database import Database
from device.journal.errors import senseless, sentences
from hal.clock.wallclock import BootMoment, Calendar

_BOOT = "SELECT number, epoch FROM boot WHERE identity = ?"
_DATED = "UPDATE boot SET epoch = ?, sum = ? WHERE number = ? AND epoch IS NULL"


class Boots:
    """The boots in a journal that is open for writing. Every method raises JournalError."""

    def __init__(self, database: Database, calendar: Calendar) -> None:
        self._database = database
        self._calendar = calendar
        self._numbers: dict[str, int] = {}
        self._is_dated = False

    def now(self) -> tuple[float, int]:
        """This moment, in seconds since the start of the machine, and the number of that."""
        return self.at(self._calendar.moment())

    def at(self, moment: BootMoment) -> tuple[float, int]:
        """The same of any moment."""
        return moment.uptime, self.number(moment.boot)

    def date(self) -> bool:
        """Write down the date if it has become known: all games of this boot then have theirs. True if it is known."""
        epoch = self._calendar.epoch()
        if not self._is_dated and epoch is not None:
            identity = self._calendar.moment().boot
            boot = self.number(identity)
            with sentences(self._database.path):
                # The first date stands: later changes of the clock are no business of games that were begun before.
                self._database.connection.execute(_DATED, (epoch, checksums.boot(boot, identity, epoch), boot))
            self._is_dated = True
        return self._is_dated

    def number(self, identity: str) -> int:
        """The number of a boot, which is entered if it is new."""
        number = self._numbers.get(identity)
        if number is None:
            number = self._numbers[identity] = self._found(identity) or self._entered(identity)
        return number

    def _found(self, identity: str) -> int | None:
        found = self._database.row(_BOOT, identity)
        return None if found is None else int(found[0])

    def _entered(self, identity: str) -> int:
        with self._database.transaction() as connection:
            connection.execute("INSERT INTO boot (identity) VALUES (?)", (identity,))
            found = connection.execute(_BOOT, (identity,)).fetchone()
            if found is None:
                raise senseless(identity)
            number = int(found[0])
            total = checksums.boot(number, identity, None)
            connection.execute("UPDATE boot SET sum = ? WHERE number = ?", (total, number))
        return number
