"""Who may look and who may direct: passwords, with few tries, and the browsers that are believed."""

from __future__ import annotations

import threading
from collections.abc import Callable

from club.store import passwords
from club.store.database import ClubStore
from guard.admission import network_of

FREE = 5
"""Wrong passwords from one address before it has to wait: so often does somebody mistype."""

FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 300.0
"""For how long nothing from that address is looked at, at first, and at most: each wrong one doubles it."""

FORGOTTEN_S = 3600.0
"""After so long without a wrong one, an address has all its tries again."""

MOST_ADDRESSES = 10_000
"""Addresses that are remembered; the one that was wrong longest ago makes room."""

COOKIE = "tablekeeper"
"""What a believed browser shows."""


class TooMany(Exception):
    """Too many wrong passwords from an address: nothing is looked at for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = max(1, round(seconds))


class Doorkeeper:
    """Looks at passwords, one at a time: each takes as much memory and time as it is meant to. Any thread may ask."""

    def __init__(self, store: ClubStore, clock: Callable[[], float]) -> None:
        """`clock` tells seconds and is never set back."""
        self._store = store
        self._clock = clock
        self._wrong: dict[str, tuple[int, float]] = {}
        self._one = threading.Lock()

    def log_in(self, name: str, password: str, address: str, now: float) -> str | None:
        """The token of a browser that is believed from now (seconds since 1970) on; None for a wrong name or password.

        Raises TooMany and StoreFailed.
        """
        network = network_of(address)
        with self._one:
            self._check(network)
            with self._store.reading() as kept:
                known = kept.directors.password(name)
            if not passwords.matches(password, known):
                self._remember(network)
                return None
            self._wrong.pop(network, None)
            with self._store.transaction() as kept:
                return kept.directors.log_in(name, now)

    def _check(self, network: str) -> None:
        times, last = self._wrong.get(network, (0, 0.0))
        since = self._clock() - last
        if since >= FORGOTTEN_S:
            self._wrong.pop(network, None)
        elif times >= FREE:
            wait = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0 ** min(times - FREE, 20))
            if since < wait:
                raise TooMany(wait - since)

    def _remember(self, network: str) -> None:
        times, _ = self._wrong.pop(network, (0, 0.0))
        if len(self._wrong) >= MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]
        self._wrong[network] = times + 1, self._clock()
