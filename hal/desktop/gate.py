"""Who may look, and who may press: what a browser's request says about where it comes from."""

from __future__ import annotations

import hmac
import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from values.named_tuple import NamedTuple


class CannotServe(Exception):
    """The page can't be served where it should be; the message is a sentence."""


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address.casefold() == "localhost"


def own_names(hostname: str) -> frozenset[str]:
    """The names by which others of the network call a machine with this host name (RFC 6762 for `.local`).

    A host name with a domain is a name itself, and its first label is the one that is announced.
    """
    whole = _plain(hostname)
    label = whole.partition(".")[0]
    return frozenset((whole, label, f"{label}.local")) - {"", ".local"}


class Gate(NamedTuple):
    """The rules of one server.

    `address` is what it listens on, `names` are those it is called by besides. `token` opens the keys; None where
    everybody who gets through may press. Where `keys` is false nobody presses at all.
    """

    address: str
    token: str | None = None
    keys: bool = True
    names: frozenset[str] = frozenset()

    def knows(self, host: str | None) -> bool:
        """Whether a request's `Host` is a name of this server.

        A page of a stranger can have its own name resolved to this machine; the browser then takes it for the
        server's own page. It cannot have an address or one of this machine's exact names.
        """
        name = _name(host)
        if name is None:
            return False
        if name in self.names:
            return True
        if is_loopback(self.address):
            return is_loopback(name)
        return _is_address(name) or name in ("localhost", _plain(self.address))

    def same_site(self, origin: str | None, host: str | None) -> bool:
        """Whether a request was made by this server's own page. Browsers name the origin of each web socket."""
        return origin is not None and host is not None and origin.casefold() == f"http://{host.casefold()}"

    def opens(self, token: str) -> bool:
        """Whether somebody with this token (empty for none) may press keys."""
        return self.keys and (self.token is None or hmac.compare_digest(token.encode(), self.token.encode()))


def gate(address: str, token: str | None, names: tuple[str, ...] = (), *, keys: bool = True) -> Gate:
    """The rules of a server on this machine that listens on an address, and is called by these `names`, too."""
    known = {_plain(name) for name in names}
    if not is_loopback(address):
        known |= own_names(socket.gethostname())
    return Gate(address, token, keys, frozenset(known))


def _plain(name: str) -> str:
    return name.casefold().removesuffix(".")


@lru_cache(64)
def _name(host: str | None) -> str | None:
    """The name or address in a `Host`, without its port; None if there is none, or no such port."""
    try:
        parts = urlsplit(f"//{host or ''}")
        # What is no port raises ValueError here.
        name, _port = parts.hostname, parts.port
    except ValueError:
        return None
    return None if name is None or parts.netloc != host or "@" in host else _plain(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
