"""Trusted reverse proxies: finds a browser's real address and scheme from the headers that they add."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

FORWARDED_FOR, FORWARDED_PROTO = b"x-forwarded-for", b"x-forwarded-proto"

Headers = Iterable[tuple[bytes, bytes]]


class Proxies:
    """The addresses of the configured proxies. Headers are trusted only if they come from one of these."""

    def __init__(self, addresses: Iterable[str] = ()) -> None:
        """Raises ValueError if one of `addresses` is not an IP address."""
        self._addresses = frozenset(_without_port(each) for each in addresses)

    def is_trusted(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        return bool(self._addresses) and _valid_address(address) in self._addresses

    def client_address(self, headers: Headers) -> str | None:
        """The browser's address from X-Forwarded-For: the last one that is not a trusted proxy's. The browser may have
        forged all addresses before it. None if there is no such address, or if one after it is malformed."""
        addresses = b",".join(value for name, value in headers if name == FORWARDED_FOR).decode("latin-1")
        for each in reversed(addresses.split(",")):
            found = _valid_address(each.strip())
            if found is None:
                return None
            if found not in self._addresses:
                return found
        return None

    @staticmethod
    def client_scheme(headers: Headers) -> str | None:
        """The scheme (http or https) with which the browser asked the proxy; None if the headers do not say."""
        scheme = next((value for name, value in headers if name == FORWARDED_PROTO), b"")
        return scheme.decode() if scheme in (b"http", b"https") else None


def has_forwarded_for(headers: Headers) -> bool:
    """Whether the request has an X-Forwarded-For header, from a trusted proxy or not."""
    return any(name == FORWARDED_FOR for name, _ in headers)


def _valid_address(address: str) -> str | None:
    try:
        return _without_port(address)
    except ValueError:
        return None


def _without_port(address: str) -> str:
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(found)
