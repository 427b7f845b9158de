"""A background thread that updates tallies and ratings in small portions, so that nothing else waits for it."""

from __future__ import annotations

import threading
from contextlib import suppress

from club.league.tally_updates import update_tallies
from club.store.database import ClubStore, StoreFailed
from device.system.printing import warn

POLL_S = 1.0
"""How often the store is polled for changed games, in seconds."""

PAUSE_S = 0.02
"""Seconds between two portions, in which other writers have their turn."""

CLOSE_TIMEOUT_S = 30.0
"""Timeout for the last portion, in seconds. If the database hangs, the portion may never end; the thread then ends with
the program."""


class TallyKeeper:
    """Keeps tallies and ratings of a store up to date until it is closed."""

    def __init__(self, store: ClubStore, poll_s: float = POLL_S, close_timeout_s: float = CLOSE_TIMEOUT_S) -> None:
        """Start the thread. `poll_s` and `close_timeout_s` are in seconds."""
        self._store = store
        self._poll_s = poll_s
        self._close_timeout_s = close_timeout_s
        self._reported_error = ""
        self._stop_event = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tallies", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread after its current portion. A portion that hangs is abandoned after the timeout."""
        self._stop_event.set()
        self._thread.join(self._close_timeout_s)

    def _run(self) -> None:
        has_more = True
        while not self._stop_event.wait(PAUSE_S if has_more else self._poll_s):
            has_more = False
            try:
                with suppress(StoreFailed):  # the hub logs failures when a message arrives; the next poll tries again
                    has_more = update_tallies(self._store)
            except Exception as error:
                self._report(repr(error))

    def _report(self, error: str) -> None:
        """Report an error that nobody expects: once, as the next poll tries again, and may fail at the same game."""
        if error != self._reported_error:
            self._reported_error = error
            warn(f"Tallies and ratings can't be updated: {error}")
