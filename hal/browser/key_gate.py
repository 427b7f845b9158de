"""Check which browsers may press keys on the page, and build the URLs that contain the token."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from guard.captive import no_redirect
from guard.names import ServerNames
from hal.browser.invitations import Invitations, are_tokens_equal
from hal.browser.table_pin import NO_PIN, TablePin
from values.named_tuple import NamedTuple


class KeyGate(NamedTuple):
    """Decides which browsers may press keys.

    A browser that calls the server by one of its `names` needs the `token`; with None, every such browser may press. If
    `is_open_to_owner` is false, only phones that the table has invited may press. They must also send its `pin`, if it
    has one. While `redirect_url` returns an address, browsers that use another name are redirected there."""

    names: ServerNames
    invitations: Invitations
    token: str | None = None
    is_open_to_owner: bool = True
    redirect_url: Callable[[], str] = no_redirect
    pin: TablePin = NO_PIN

    def is_valid_token(self, token: str) -> bool:
        """Whether this token (empty for none) is right."""
        return self.is_owner_token(token) or self.invitations.is_valid(token)

    def is_owner_token(self, token: str) -> bool:
        """Whether this is the token of the table's owner, who needs no invitation."""
        return self.is_open_to_owner and (self.token is None or are_tokens_equal(token, self.token))

    def may_guest_press(self, guest_token: str) -> bool:
        """Whether a phone that has joined may press: it has sent the current PIN, or the table has none."""
        return self.invitations.needs_no_pin(guest_token, self.pin.pin_id)

    @property
    def asks_for_token(self) -> bool:
        """Whether browsers are asked for a token now."""
        return (self.is_open_to_owner and self.token is not None) or self.invitations.is_code_shown

    @property
    def checks_unasked_tokens(self) -> bool:
        """Whether a token that was not asked for is checked: a phone that has joined sends its own again."""
        return self.asks_for_token or self.invitations.has_guests


def url_with_token(url: str, token: str) -> str:
    """Return the URL with the token. Browsers do not send the part after the # to servers."""
    return f"{url}#token={quote(token)}"


def phone_url(url: str) -> str:
    """Return the URL for a phone, where answers are large buttons at once."""
    return url + ("&phone" if "#" in url else "#phone")
