"""Counts what changes, a little at a time, in a thread of its own: nobody who declares or looks waits for it."""

from __future__ import annotations

import threading
from contextlib import suppress

from club.league.tally_updates import bring_up_to_date
from club.store.database import ClubStore, StoreFailed

LOOK_S = 1.0
"""How often it is looked whether something has changed, in seconds."""

BETWEEN_S = 0.02
"""Seconds between two portions, in which others have their turn."""


END_S = 30.0
"""How long it is waited for the last portion, in seconds: of a database that hangs, it may never end, and the thread
ends with the program."""


class TallyKeeper:
    """Keeps tallies and ratings of a store up to date until it is closed."""

    def __init__(self, store: ClubStore, look_s: float = LOOK_S, end_s: float = END_S) -> None:
        """`look_s` is how often it is looked whether something has changed, `end_s` how long `close` waits at the most;
        seconds."""
        self._store = store
        self._look_s = look_s
        self._end_s = end_s
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="tallies", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End, after the portion that is under way; one that hangs is left to itself."""
        self._stopped.set()
        self._thread.join(self._end_s)

    def _work(self) -> None:
        left = True
        while not self._stopped.wait(BETWEEN_S if left else self._look_s):
            left = False
            with suppress(StoreFailed):  # that is told of when something arrives; the next look has it all
                left = bring_up_to_date(self._store)
