"""The names by which a server may be addressed, and checks of the Host and Origin headers."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from values.named_tuple import NamedTuple


def is_loopback(address: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address.casefold() == "localhost"


def machine_names(hostname: str) -> frozenset[str]:
    """Return the names of a machine with this host name in the network (RFC 6762 for `.local`).

    A host name with a domain is one of the names. Without the domain, it is announced in `.local`.
    """
    full_name = _normalize(hostname)
    label = full_name.partition(".")[0]
    return frozenset((full_name, label, f"{label}.local")) - {"", ".local"}


class ServerNames(NamedTuple):
    """The names of a server: `address` is what it listens on, `other_names` are further names."""

    address: str
    other_names: frozenset[str] = frozenset()

    def matches(self, host: str | None) -> bool:
        """Whether a request's `Host` is a name of this server.

        An attacker's page can have its own name resolved to this machine (DNS rebinding); the browser then treats it as
        the server's own page. The attacker's name can be neither an address nor one of this machine's own names.
        """
        name = _host_name(host)
        if name is None:
            return False
        if name in self.other_names:
            return True
        if is_loopback(self.address):
            return is_loopback(name)
        return _is_address(name) or name in ("localhost", _normalize(self.address))


def server_names(address: str, names: tuple[str, ...] = ()) -> ServerNames:
    """Return the names of a server on this machine that listens on an address. `names` are further ones."""
    all_names = {_normalize(name) for name in names}
    if not is_loopback(address):
        all_names |= machine_names(socket.gethostname())
    return ServerNames(address, frozenset(all_names))


def is_same_host(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from a page of the server that it goes to.

    Browsers send the origin with each form and each web socket. A proxy in between may use TLS, so either scheme is
    right.
    """
    if origin is None or host is None:
        return False
    scheme, _, origin_host = origin.casefold().partition("://")
    return scheme in ("http", "https") and origin_host == host.casefold()


def _normalize(name: str) -> str:
    return name.casefold().removesuffix(".")


@lru_cache(64)
def _host_name(host: str | None) -> str | None:
    """Return the name or address in a `Host` without its port; None if the header is missing or malformed."""
    try:
        parts = urlsplit(f"//{host or ''}")
        # An invalid port raises ValueError here.
        name, _port = parts.hostname, parts.port
    except ValueError:
        return None
    return None if name is None or parts.netloc != host or "@" in host else _normalize(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
