"""By which names a server may be called, and which pages are its own."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from values.named_tuple import NamedTuple


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


class ServerNames(NamedTuple):
    """`address` is what a server listens on, `others` are the names that it is called by besides."""

    address: str
    others: frozenset[str] = frozenset()

    def know(self, host: str | None) -> bool:
        """Whether a request's `Host` is a name of this server.

        A page of a stranger can have its own name resolved to this machine; the browser then takes it for the
        server's own page. It cannot have an address or one of this machine's exact names.
        """
        name = _name(host)
        if name is None:
            return False
        if name in self.others:
            return True
        if is_loopback(self.address):
            return is_loopback(name)
        return _is_address(name) or name in ("localhost", _plain(self.address))


def server_names(address: str, names: tuple[str, ...] = ()) -> ServerNames:
    """The names of a server on this machine that listens on an address, and is called by these `names`, too."""
    known = {_plain(name) for name in names}
    if not is_loopback(address):
        known |= own_names(socket.gethostname())
    return ServerNames(address, frozenset(known))


def same_site(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from a page of the server that it goes to: browsers name the origin of each form and each
    web socket. A web server between may speak TLS, so that either scheme is right."""
    if origin is None or host is None:
        return False
    scheme, _, place = origin.casefold().partition("://")
    return scheme in ("http", "https") and place == host.casefold()


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
