"""Checks directors' passwords for the hub's pages, and limits the wrong passwords of each network."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable

from club.store import passwords
from club.store.database import ClubStore
from guard.admission import network_of

FREE_ATTEMPTS = 5
"""Wrong passwords from one network before it has to wait: people mistype that often."""

FIRST_WAIT_S, MAX_WAIT_S = 2.0, 300.0
"""How long passwords from that network are refused, at first and at most: each wrong one doubles the time."""

FORGET_AFTER_S = 3600.0
"""Seconds without a wrong password after which a network has all its attempts again."""

MAX_NETWORKS = 10_000
"""Maximum number of networks that are remembered; the one whose last wrong password is the oldest is evicted."""


class TooManyAttempts(Exception):
    """There were too many wrong passwords from a network: it must wait for `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = math.ceil(seconds)


class LoginLimiter:
    """Checks passwords, one at a time, since hashing takes much memory and time on purpose. It is thread-safe."""

    def __init__(self, store: ClubStore, clock: Callable[[], float]) -> None:
        """`clock` returns seconds of a monotonic clock."""
        self._store = store
        self._clock = clock
        self._wrong_attempts: dict[str, tuple[int, float]] = {}
        """How many there were from each network, and when the last one came, by the clock."""
        self._lock = threading.Lock()

    def log_in(self, name: str, password: str, address: str, now: float) -> str | None:
        """Begin a session at `now` (seconds since 1970). Returns its token; None for a wrong name or password.

        Raises TooManyAttempts and StoreFailed.
        """
        network = network_of(address)
        with self._lock:
            self._check_limit(network)
            with self._store.read_only_transaction() as transaction:
                password_hash = transaction.directors.password_hash(name)
            if not passwords.verify_password(password, password_hash):
                self._count_wrong_attempt(network)
                return None
            self._wrong_attempts.pop(network, None)
            with self._store.transaction() as transaction:
                return transaction.directors.log_in(name, now)

    def _check_limit(self, network: str) -> None:
        count, last_at = self._wrong_attempts.get(network, (0, 0.0))
        elapsed_s = self._clock() - last_at
        if elapsed_s >= FORGET_AFTER_S:
            self._wrong_attempts.pop(network, None)
        elif count >= FREE_ATTEMPTS:
            wait_s = min(MAX_WAIT_S, FIRST_WAIT_S * 2.0 ** min(count - FREE_ATTEMPTS, 20))  # 2.0 ** 1024 overflows
            if elapsed_s < wait_s:
                raise TooManyAttempts(wait_s - elapsed_s)

    def _count_wrong_attempt(self, network: str) -> None:
        count, _ = self._wrong_attempts.pop(network, (0, 0.0))
        if len(self._wrong_attempts) >= MAX_NETWORKS:
            del self._wrong_attempts[next(iter(self._wrong_attempts))]
        self._wrong_attempts[network] = count + 1, self._clock()
