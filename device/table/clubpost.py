"""What a courier and its table leave for each other: of each kind the last thing, so that nobody can fill it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from device.outbox.director import TableReport, TableWishes, ToTable


def _nobody() -> None:
    """Nobody is to be woken."""


class ClubPost:
    """Any thread may use it. `wake` has the table look here, `ring` the courier; both are called by the other side."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = _nobody
        self.ring: Callable[[], None] = _nobody
        self._lock = threading.Lock()
        self._told: dict[type, ToTable] = {}
        self._wishes = TableWishes(TableReport())

    def tell(self, message: ToTable) -> None:
        """The courier tells the table something."""
        with self._lock:
            waiting = bool(self._told)
            self._told[type(message)] = message
        if not waiting:
            self.wake()

    def take(self) -> tuple[ToTable, ...]:
        """What the table was told since it took that last."""
        with self._lock:
            found = tuple(self._told.values())
            self._told.clear()
        return found

    @property
    def wishes(self) -> TableWishes:
        """What the table wants of its courier."""
        return self._wishes

    def wish(self, wishes: TableWishes) -> None:
        """The table wants this from now on."""
        if wishes != self._wishes:
            self._wishes = wishes
            self.ring()
