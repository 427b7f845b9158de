"""The mailbox between the courier and its table: it holds only the last message of each kind, so it can't overflow."""

from __future__ import annotations

import threading
from collections.abc import Callable

from device.outbox.director import TableReport, TableWishes, ToTable


def _do_nothing() -> None:
    """Do nothing: the default of both callbacks."""


class ClubPost:
    """Any thread may use it. `wake` is called after a message for the table, `ring` after one for the courier."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = _do_nothing
        self.ring: Callable[[], None] = _do_nothing
        self._lock = threading.Lock()
        self._told: dict[type, ToTable] = {}
        self._wishes = TableWishes(TableReport())

    def tell(self, message: ToTable) -> None:
        """Leave a message for the table. Called by the courier."""
        with self._lock:
            waiting = bool(self._told)
            self._told[type(message)] = message
        if not waiting:
            self.wake()

    def take(self) -> tuple[ToTable, ...]:
        """Return and remove the messages for the table."""
        with self._lock:
            found = tuple(self._told.values())
            self._told.clear()
        return found

    @property
    def wishes(self) -> TableWishes:
        """The table's wishes to its courier."""
        return self._wishes

    def wish(self, wishes: TableWishes) -> None:
        """Set the table's wishes. Called by the table."""
        if wishes != self._wishes:
            self._wishes = wishes
            self.ring()
