"""Who may look, and who may press: what a browser's request says about where it comes from."""

from __future__ import annotations

import hmac
import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit


class CannotServe(Exception):
    """The page can't be served where it should be; the message is a sentence."""


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address.casefold() == "localhost"


class Gate(NamedTuple):
    """The rules of one server.

    `address` is what it listens on. `token` opens the keys; None where everybody who gets through may press.
    Where `keys` is false nobody presses at all.
    """

    address: str
    token: str | None = None
    keys: bool = True

    def knows(self, host: str | None) -> bool:
        """Whether a request's `Host` is a name of this server.

        A page of a stranger can have its own name resolved to this machine; the browser then takes it for the
        server's own page. It cannot have an address or this machine's name.
        """
        name = _name(host)
        if name is None:
            return False
        if is_loopback(self.address):
            return is_loopback(name)
        if _is_address(name) or name == "localhost" or name == self.address.casefold():
            return True
        return name.split(".")[0] == socket.gethostname().split(".")[0].casefold()

    def same_site(self, origin: str | None, host: str | None) -> bool:
        """Whether a request was made by this server's own page. Browsers name the origin of each web socket."""
        return origin is not None and host is not None and origin.casefold() == f"http://{host.casefold()}"

    def opens(self, token: str) -> bool:
        """Whether somebody with this token (empty for none) may press keys."""
        return self.keys and (self.token is None or hmac.compare_digest(token.encode(), self.token.encode()))


def _name(host: str | None) -> str | None:
    """The name or address in a `Host`, without its port; None if there is none."""
    try:
        return urlsplit(f"//{host}").hostname if host else None
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
