"""Codes shown on the table's panel, by which phones may get the right to press keys."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that are not mistaken for each other: I and O, 0 and 1 are left out."""

CODE_LENGTH = 8
"""Letters of a code: 40 bits. `token_limiter` lets an attacker guess one code a minute."""

MAX_GUESTS = 64
"""Maximum phones that have joined. If there are more, the one that joined first has to scan a code again."""

MAX_WRONG_PINS = 10
"""Number of wrong PINs after which a phone must scan a code again."""


class _Guest:
    """A phone that has joined: its token, the identifier of the PIN that it has sent, and its number of wrong PINs."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(16)
        self.pin_id = ""
        self.wrong_pin_count = 0


class Invitations:
    """The code that is shown now, and the tokens of phones that have joined.

    Any thread may set the code; phones are served by one thread."""

    def __init__(self) -> None:
        self._code = ""
        self._is_shown: Callable[[], bool] = lambda: False
        self._guests: deque[_Guest] = deque(maxlen=MAX_GUESTS)

    def create_code(self, is_shown: Callable[[], bool]) -> str:
        """Create a new code, valid while `is_shown` returns true. The one before becomes invalid."""
        self.set_code("".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)), is_shown)
        return self._code

    def set_code(self, code: str, is_shown: Callable[[], bool]) -> None:
        """Set the code, valid while `is_shown` returns true; empty for none."""
        self._code, self._is_shown = code, is_shown

    @property
    def shown_code(self) -> str:
        """The code that is shown now; "" if there is none."""
        return self._code if self.is_code_shown else ""

    @property
    def is_code_shown(self) -> bool:
        """Whether a code is shown now."""
        return self._code != "" and self._is_shown()

    @property
    def has_guests(self) -> bool:
        """Whether a phone has joined."""
        return bool(self._guests)

    def is_valid(self, token: str) -> bool:
        """Whether a token is the code that is shown now, or that of a phone that has joined."""
        return self._is_current_code(token) or self._find_guest(token) is not None

    def join(self, token: str) -> str | None:
        """Exchange the current code for a phone's own, permanent token; None if `token` is not the code."""
        if not self._is_current_code(token):
            return None
        guest = _Guest()
        self._guests.append(guest)
        return guest.token

    def needs_no_pin(self, token: str, pin_id: str) -> bool:
        """Whether a token belongs to a phone that has sent the PIN with this identifier, or the table has none ("")."""
        guest = self._find_guest(token)
        return guest is not None and pin_id in ("", guest.pin_id)

    def note_pin_sent(self, token: str, pin_id: str) -> None:
        """Note that a phone has sent the PIN with this identifier."""
        if (guest := self._find_guest(token)) is not None:
            guest.pin_id = pin_id

    def count_wrong_pin(self, token: str) -> None:
        """Count a wrong PIN of a phone. After too many, its token becomes invalid."""
        if (guest := self._find_guest(token)) is not None:
            guest.wrong_pin_count += 1
            if guest.wrong_pin_count >= MAX_WRONG_PINS:
                self._guests.remove(guest)

    def _find_guest(self, token: str) -> _Guest | None:
        return next((guest for guest in tuple(self._guests) if are_tokens_equal(token, guest.token)), None)

    def _is_current_code(self, token: str) -> bool:
        return self.is_code_shown and are_tokens_equal(token.strip().upper(), self._code)


def are_tokens_equal(first: str, second: str) -> bool:
    """Whether two tokens are equal, compared in constant time."""
    return secrets.compare_digest(first.encode(), second.encode())
