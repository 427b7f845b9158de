"""Who may be connected: so many in all, so many from one address, and nobody who keeps others waiting.

Nothing here knows of sockets or of the time: both are handed in.
"""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

from values.named_tuple import NamedTuple

FORGET_FROM = 1000
"""Addresses of which is remembered how often they came, or what they cost; beyond these, those that have been quiet are
forgotten."""


class Limits(NamedTuple):
    """What strangers may take. Times are in seconds, sizes in bytes.

    A browser has one web socket and up to six connections for files. A request's header is one packet or two.
    """

    connections: int = 200
    by_address: int = 64
    burst: int = 32
    """New connections from one address at once,"""
    arrivals_s: float = 2.0
    """and so many a second from then on."""
    burst_of_all: int = 200
    """New connections at once from all addresses,"""
    arrivals_of_all_s: float = 10.0
    """and so many a second. A web socket that opens takes the server a millisecond or more: strangers shall not take a
    twentieth of its time, for whoever presses a key then would wait."""
    burst_of_quiet: int = 100
    """New connections beyond these at once, from addresses that have half of their own left,"""
    arrivals_of_quiet_s: float = 10.0
    """and so many a second."""
    header_s: float = 5.0
    """From a connection to the end of its first header."""
    rest_s: float = 20.0
    """From an answer to the end of the next header, or until the answer has been taken."""
    input_burst: int = 64 * 1024
    """What one connection may send at once before the right token,"""
    input_s: int = 8 * 1024
    """and so much a second from then on."""


LIMITS = Limits()


class ClientConnection(Protocol):
    """A connection as the system has it."""

    @property
    def gone(self) -> bool:
        """Whether it is closed, and its descriptor free again."""

    def drop(self) -> None:
        """End it at once. May be called again, and when it is gone."""


class Connection:
    """Somebody who is connected."""

    def __init__(self, line: ClientConnection, network: str, now: float, patience: float) -> None:
        self.line = line
        self.network = network
        self.since = now
        """When it began to wait for the end of a header."""
        self.patience = patience
        self.answering = 0
        """Requests, or visits, of it that are under way."""
        self.trusted = False
        """Whether it may press keys. It is never dropped for others, see `Admission.trust`."""


class Bucket:
    """What may be taken: so much at once, and so much a second from then on."""

    def __init__(self, most: float, a_second: float, now: float) -> None:
        self._most = most
        self._a_second = a_second
        self._left = most
        self._at = now

    def take(self, amount: float, now: float) -> bool:
        """Take some, if there is as much."""
        self._fill(now)
        if amount > self._left:
            return False
        self._left -= amount
        return True

    def owe(self, amount: float, now: float) -> None:
        """Some has been taken, however much there is."""
        self._fill(now)
        self._left -= amount

    def left(self, now: float) -> float:
        """How much there is, up to 1 for the most; below 0 where more was taken than there was."""
        self._fill(now)
        return self._left / self._most

    def due_s(self, now: float) -> float:
        """In how many seconds nothing is owed any more."""
        self._fill(now)
        return max(0.0, -self._left / self._a_second)

    def _fill(self, now: float) -> None:
        self._left = min(self._most, self._left + self._a_second * (now - self._at))
        self._at = now


class Admission:
    """Everybody who is connected. `clock` tells seconds."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._connections: list[Connection] = []
        self._trusted: list[Connection] = []
        self._arrivals: dict[str, Bucket] = {}
        self._arrivals_of_all = Bucket(limits.burst_of_all, limits.arrivals_of_all_s, clock())
        self._arrivals_of_quiet = Bucket(limits.burst_of_quiet, limits.arrivals_of_quiet_s, clock())

    def may_come(self, address: str) -> bool:
        """Whether somebody may come from there now. Those who come too often are many: ask before anything is made
        for them."""
        now, network = self._clock(), network_of(address)
        return self._is_seldom(network, now) or self._plays(network)

    def admit(self, line: ClientConnection, address: str) -> Connection | None:
        """Let somebody in who may come, perhaps in the place of another; None if there is no room for them."""
        now, network = self._clock(), network_of(address)
        self._forget_gone()
        if not self._make_room(network):
            return None
        connection = Connection(line, network, now, self._limits.header_s)
        self._connections.append(connection)
        return connection

    def trust(self, connection: Connection) -> None:
        """This one may press keys."""
        if not connection.trusted:
            connection.trusted = True
            self._trusted.append(connection)

    def begin(self, connection: Connection) -> None:
        """A request's header has come."""
        connection.answering += 1

    def end(self, connection: Connection) -> None:
        """It is answered."""
        connection.answering -= 1
        connection.since, connection.patience = self._clock(), self._limits.rest_s

    def drop_overdue(self) -> int:
        """Drop those that have been waited for too long. How many they were."""
        self._forget_gone()
        now = self._clock()
        overdue = [each for each in self._connections if not each.answering and now > each.since + each.patience]
        for each in overdue:
            each.line.drop()
        return len(overdue)

    def __len__(self) -> int:
        """How many are connected."""
        self._forget_gone()
        return len(self._connections)

    def _make_room(self, network: str) -> bool:
        """Whether there is a place for one more from an address, perhaps since another has lost its own.

        Who has not said what they want gives way to the next from their address; and where all places are taken,
        the address that has the most of them gives one up, as long as it has more than the newcomer's would.
        """
        own = [each for each in self._connections if each.network == network]
        if len(own) < self._limits.by_address:
            if len(self._connections) < self._limits.connections:
                return True
            theirs = self._strangers_of_greediest()
            if len(theirs) > len(own) + 1:
                return self._replace(_unanswered(theirs) or theirs)
        return self._replace(_unanswered(own))

    def _strangers_of_greediest(self) -> list[Connection]:
        """The connections of the address that has the most of them; those that are trusted are not counted."""
        by_network: defaultdict[str, list[Connection]] = defaultdict(list)
        for each in self._connections:
            if not each.trusted:
                by_network[each.network].append(each)
        return max(by_network.values(), key=len, default=[])

    def _replace(self, candidates: list[Connection]) -> bool:
        if not candidates:
            return False
        oldest = min(candidates, key=lambda each: each.since)
        oldest.line.drop()
        self._connections.remove(oldest)
        return True

    def _plays(self, network: str) -> bool:
        """Whether somebody plays there: pictures are fetched as often as there are new ones."""
        return any(each.network == network and not each.line.gone for each in self._trusted)

    def _is_seldom(self, network: str, now: float) -> bool:
        """Whether so few have come that one more may."""
        if network not in self._arrivals and len(self._arrivals) >= FORGET_FROM:
            self._arrivals = {each: bucket for each, bucket in self._arrivals.items() if bucket.left(now) < 1}
        if network not in self._arrivals:
            if len(self._arrivals) >= FORGET_FROM:
                return False
            self._arrivals[network] = Bucket(self._limits.burst, self._limits.arrivals_s, now)
        own = self._arrivals[network]
        quiet = own.left(now) >= 0.5
        if not own.take(1, now):
            return False
        return self._arrivals_of_all.take(1, now) or (quiet and self._arrivals_of_quiet.take(1, now))

    def _forget_gone(self) -> None:
        self._connections = [each for each in self._connections if not each.line.gone]
        self._trusted = [each for each in self._trusted if not each.line.gone]


def _unanswered(connections: list[Connection]) -> list[Connection]:
    """Those of which no request is being answered."""
    return [each for each in connections if not each.answering]


@lru_cache(FORGET_FROM)
def network_of(address: str) -> str:
    """What counts as one address: of IPv6, the 64 bits that somebody gets who is given one (RFC 6177)."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
