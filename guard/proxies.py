"""Web servers between a browser and this one: whose word on where a browser is counts."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

FORWARDED, SCHEME = b"x-forwarded-for", b"x-forwarded-proto"

Headers = Iterable[tuple[bytes, bytes]]


class Proxies:
    """The addresses of proxies that somebody has configured; nobody else's word counts."""

    def __init__(self, addresses: Iterable[str] = ()) -> None:
        """Raises ValueError for what is no address."""
        self._addresses = frozenset(_plain(each) for each in addresses)

    def have(self, address: str) -> bool:
        """Whether it is one of theirs."""
        return bool(self._addresses) and _known(address) in self._addresses

    def address(self, headers: Headers) -> str | None:
        """Where a browser is by a proxy's word: the last address that is no proxy's own, since all before it may be
        the browser's invention. None where there is none."""
        said = b",".join(value for name, value in headers if name == FORWARDED).decode("latin-1")
        for each in reversed(said.split(",")):
            found = _known(each.strip())
            if found is None:
                return None
            if found not in self._addresses:
                return found
        return None

    @staticmethod
    def scheme(headers: Headers) -> str | None:
        """By which scheme a browser has asked a proxy; None where it does not say."""
        said = next((value for name, value in headers if name == SCHEME), b"")
        return said.decode() if said in (b"http", b"https") else None


def says_where(headers: Headers) -> bool:
    """Whether somebody claims to know where a browser is."""
    return any(name == FORWARDED for name, _ in headers)


def _known(address: str) -> str | None:
    try:
        return _plain(address)
    except ValueError:
        return None


def _plain(address: str) -> str:
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(found)
