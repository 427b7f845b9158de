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
        self._addresses = frozenset(map(_normalized_address, addresses))

    def is_trusted(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        return bool(self._addresses) and _valid_address(address) in self._addresses

    def client_address(self, headers: Headers) -> str | None:
        """The browser's address from X-Forwarded-For: the last one that is not a trusted proxy's. The browser may have
        forged all addresses before it. None if there is no such address, or if one after it is malformed."""
        addresses = b",".join(value for name, value in headers if name == FORWARDED_FOR).decode("latin-1")
        for forwarded in reversed(addresses.split(",")):
            address = _valid_address(forwarded.strip())
            if address is None:
                return None
            if address not in self._addresses:
                return address
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
        return _normalized_address(address)
    except ValueError:
        return None


def _normalized_address(address: str) -> str:
    ip_address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip_address, ipaddress.IPv6Address) and ip_address.ipv4_mapped is not None:
        return str(ip_address.ipv4_mapped)
    return str(ip_address)
