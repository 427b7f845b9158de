"""The mailbox between the courier and its table: it holds only the last message of each kind, so it can't overflow."""

from __future__ import annotations

import threading
from collections.abc import Callable

from device.outbox.director import TableReport, TableWishes, ToTable


def _do_nothing() -> None:
    """Do nothing: the default of both callbacks."""


class ClubMailbox:
    """Any thread may use this mailbox. `wake_table` is called after a message for the table, and
    `wake_courier` after one for the courier."""

    def __init__(self) -> None:
        self.wake_table: Callable[[], None] = _do_nothing
        self.wake_courier: Callable[[], None] = _do_nothing
        self._lock = threading.Lock()
        self._messages: dict[type, ToTable] = {}
        self._wishes = TableWishes(TableReport())

    def leave_message(self, message: ToTable) -> None:
        """Leave a message for the table. Called by the courier."""
        with self._lock:
            has_messages = bool(self._messages)
            self._messages[type(message)] = message
        if not has_messages:
            self.wake_table()

    def take_messages(self) -> tuple[ToTable, ...]:
        """Return and remove the messages for the table."""
        with self._lock:
            messages = tuple(self._messages.values())
            self._messages.clear()
        return messages

    @property
    def wishes(self) -> TableWishes:
        """The table's wishes to its courier."""
        return self._wishes

    def set_wishes(self, wishes: TableWishes) -> None:
        """Set the table's wishes. Called by the table."""
        if wishes != self._wishes:
            self._wishes = wishes
            self.wake_courier()
