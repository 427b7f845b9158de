"""Codes that a table shows on its panel, so that a phone beside it may press keys."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody takes for others: I and O, 0 and 1 are left out."""

LENGTH = 8
"""Letters of a code: 40 bits, of which `token_limiter` lets somebody guess one a minute."""

MOST_GUESTS = 64
"""Phones that have joined and are known. The one that joined first has to scan again once there are more."""


class Invitations:
    """The code that is shown now, and the phones that have joined by one. Any thread."""

    def __init__(self) -> None:
        self._code = ""
        self._shown: Callable[[], bool] = lambda: False
        self._guests: deque[str] = deque(maxlen=MOST_GUESTS)

    def invite(self, shown: Callable[[], bool]) -> str:
        """A new code, good while `shown` says so; the one before is good no longer."""
        self.put("".join(secrets.choice(LETTERS) for _ in range(LENGTH)), shown)
        return self._code

    def put(self, code: str, shown: Callable[[], bool]) -> None:
        """This is the code, good while `shown` says so; empty for none."""
        self._code, self._shown = code, shown

    @property
    def shown(self) -> str:
        """The code that is shown now; "" for none."""
        return self._code if self.open else ""

    @property
    def open(self) -> bool:
        """Whether a code is shown now."""
        return self._code != "" and self._shown()

    @property
    def accepted(self) -> bool:
        """Whether a phone has joined."""
        return bool(self._guests)

    def opens(self, token: str) -> bool:
        """Whether somebody has the code that is shown now, or has joined by one."""
        return self._invited(token) or any(same_token(token, guest) for guest in tuple(self._guests))

    def join(self, token: str) -> str | None:
        """What a phone that has the code of now has from then on in its place; None for any other token."""
        if not self._invited(token):
            return None
        guest = secrets.token_urlsafe(16)
        self._guests.append(guest)
        return guest

    def _invited(self, token: str) -> bool:
        return self.open and same_token(token.strip().upper(), self._code)


def same_token(one: str, other: str) -> bool:
    """Whether two tokens are the same, in a time that says nothing of how far they are."""
    return secrets.compare_digest(one.encode(), other.encode())
