"""Who may press keys on the page."""

from __future__ import annotations

import hmac

from guard.names import ServerNames
from values.named_tuple import NamedTuple


class KeyGate(NamedTuple):
    """`token` opens the keys to a browser that calls the server by one of its `names`; None where everybody who gets
    through may press. Where `keys` is false nobody presses at all."""

    names: ServerNames
    token: str | None = None
    keys: bool = True

    def opens(self, token: str) -> bool:
        """Whether somebody with this token (empty for none) may press keys."""
        return self.keys and (self.token is None or hmac.compare_digest(token.encode(), self.token.encode()))
