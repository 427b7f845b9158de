"""Check which browsers may press keys on the page, and build the URLs that contain the token."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from guard.captive import no_redirect
from guard.names import ServerNames
from hal.browser.invitations import Invitations, same_token
from hal.browser.table_pin import NO_PIN, TablePin
from values.named_tuple import NamedTuple


class KeyGate(NamedTuple):
    """`token` opens the keys to a browser that calls the server by one of its `names`; None where everybody who gets
    through may press. Where `keys` is false, only those press whom the table has invited. While there is an
    `elsewhere`, browsers that ask by another name are sent there. Whom the table has invited also has to say its
    `pin`, where it has one."""

    names: ServerNames
    invitations: Invitations
    token: str | None = None
    keys: bool = True
    elsewhere: Callable[[], str] = no_redirect
    pin: TablePin = NO_PIN

    def opens(self, token: str) -> bool:
        """Whether this token (empty for none) is right."""
        return self.owns(token) or self.invitations.opens(token)

    def owns(self, token: str) -> bool:
        """Whether it is that of the table's owner, who needs no invitation."""
        return self.keys and (self.token is None or same_token(token, self.token))

    def admits(self, guest: str) -> bool:
        """Whether a phone that has joined may press: its PIN is that of now, or none is wanted."""
        return self.invitations.admits(guest, self.pin.mark)

    @property
    def asks(self) -> bool:
        """Whether browsers are asked for a token now."""
        return (self.keys and self.token is not None) or self.invitations.open

    @property
    def looks(self) -> bool:
        """Whether a token that was not asked for is checked: a phone that has joined sends its own again."""
        return self.asks or self.invitations.accepted


def opening(url: str, token: str) -> str:
    """Return the URL with the token. Browsers do not send the part after the # to servers."""
    return f"{url}#token={quote(token)}"


def on_phone(address: str) -> str:
    """Return the URL for a phone, where answers are large buttons at once."""
    return address + ("&phone" if "#" in address else "#phone")
