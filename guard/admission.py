"""Limits for connections: their number in total and per address, their rate, and timeouts for slow clients.

This module uses neither sockets nor the time: both are passed in.
"""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

from values.named_tuple import NamedTuple

MAX_NETWORKS = 1000
"""Maximum number of addresses whose arrivals are tracked; beyond it, those that have been quiet are removed."""


class Limits(NamedTuple):
    """What clients may use. Timeouts are in seconds.

    A browser has one web socket and up to six connections for files. A request's header is one or two packets. All
    addresses of a network (`network_of`) count as one.
    """

    max_connections: int = 200
    max_per_address: int = 64
    burst: int = 32
    """New connections from one address at once."""
    arrivals_per_s: float = 2.0
    """New connections from one address per second after such a burst."""
    burst_of_all: int = 200
    """New connections from all addresses at once."""
    arrivals_of_all_per_s: float = 10.0
    """New connections from all addresses per second after such a burst. A web socket that opens takes the server a
    millisecond or more: strangers must not take a twentieth of its time, since a player who presses a key then would
    wait."""
    burst_of_quiet: int = 100
    """New connections at once beyond these, from addresses that have used at most half of their own burst."""
    arrivals_of_quiet_per_s: float = 10.0
    """New connections from such quiet addresses per second after that burst."""
    first_header_timeout_s: float = 5.0
    """Timeout from a connection to the end of its first header."""
    next_header_timeout_s: float = 20.0
    """Timeout from an answer to the end of the next header, or until the client has received the answer."""
    input_burst_bytes: int = 64 * 1024
    """Bytes that one connection may send at once before it is trusted."""
    input_bytes_per_s: int = 8 * 1024
    """Bytes that it may send per second after such a burst."""


LIMITS = Limits()


class ClientConnection(Protocol):
    """A connection of the operating system."""

    @property
    def is_closed(self) -> bool:
        """Whether it is closed, and its descriptor released."""

    def drop(self) -> None:
        """Close it at once. May be called again, and when it is closed already."""


class Connection:
    """A connected client."""

    def __init__(self, socket: ClientConnection, network: str, now: float, timeout_s: float) -> None:
        self.socket = socket
        self.network = network
        self.waits_since = now
        """When it began to wait for the end of a header."""
        self.timeout_s = timeout_s
        self.open_request_count = 0
        """The number of its requests, or web sockets, under way."""
        self.is_trusted = False
        """Whether it may press keys: no other address takes its place; see `Admission.trust`."""


class Bucket:
    """A token bucket: `capacity` can be taken at once, and `per_second` more per second from then on."""

    def __init__(self, capacity: float, per_second: float, now: float) -> None:
        self._capacity = capacity
        self._per_second = per_second
        self._level = capacity
        self._filled_at = now

    def try_to_take(self, amount: float, now: float) -> bool:
        """Take an amount, if that much is there. Returns whether it was."""
        self._fill(now)
        if amount > self._level:
            return False
        self._level -= amount
        return True

    def take(self, amount: float, now: float) -> None:
        """Take an amount even if there is less."""
        self._fill(now)
        self._level -= amount

    def share_left(self, now: float) -> float:
        """Return what is left, as a share of the maximum; negative if more was taken than was there."""
        self._fill(now)
        return self._level / self._capacity

    def seconds_until_positive(self, now: float) -> float:
        """Return in how many seconds the bucket is no longer negative."""
        self._fill(now)
        return max(0.0, -self._level / self._per_second)

    def _fill(self, now: float) -> None:
        self._level = min(self._capacity, self._level + self._per_second * (now - self._filled_at))
        self._filled_at = now


class Admission:
    """All connected clients. `clock` returns seconds."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._connections: list[Connection] = []
        self._trusted: list[Connection] = []
        self._arrivals: dict[str, Bucket] = {}
        self._arrivals_of_all = Bucket(limits.burst_of_all, limits.arrivals_of_all_per_s, clock())
        self._arrivals_of_quiet = Bucket(limits.burst_of_quiet, limits.arrivals_of_quiet_per_s, clock())

    def count_arrival(self, address: str) -> bool:
        """Count a client that arrives from an address. Returns whether it may be admitted, by its rate.

        Call this first, before anything is allocated for the client: those that connect too often are many.
        """
        now, network = self._clock(), network_of(address)
        return self._is_below_rate(network, now) or self._has_player(network)

    def admit(self, socket: ClientConnection, address: str) -> Connection | None:
        """Admit a counted client, perhaps in place of another; None if there is no room for it."""
        now, network = self._clock(), network_of(address)
        self._forget_closed()
        if not self._make_room(network):
            return None
        connection = Connection(socket, network, now, self._limits.first_header_timeout_s)
        self._connections.append(connection)
        return connection

    def trust(self, connection: Connection) -> None:
        """Mark a connection that may press keys."""
        if not connection.is_trusted:
            connection.is_trusted = True
            self._trusted.append(connection)

    def note_request(self, connection: Connection) -> None:
        """Note that a request's header has arrived."""
        connection.open_request_count += 1

    def note_answer(self, connection: Connection) -> None:
        """Note that the request has been answered."""
        connection.open_request_count -= 1
        connection.waits_since, connection.timeout_s = self._clock(), self._limits.next_header_timeout_s

    def drop_overdue(self) -> int:
        """Drop the connections whose timeout is over. Returns how many there were."""
        self._forget_closed()
        now = self._clock()
        overdue = [
            connection
            for connection in _idle_connections(self._connections)
            if now > connection.waits_since + connection.timeout_s
        ]
        for connection in overdue:
            connection.socket.drop()
        return len(overdue)

    def __len__(self) -> int:
        """Return how many clients are connected."""
        self._forget_closed()
        return len(self._connections)

    def _make_room(self, network: str) -> bool:
        """Make room for one more connection of an address, if possible by dropping another.

        A connection without a request under way gives way to the next one of its address, a trusted one last. If the
        total is reached, the address with most connections loses one, if it has more than the newcomer's would have.
        """
        connections = [connection for connection in self._connections if connection.network == network]
        if len(connections) < self._limits.max_per_address:
            if len(self._connections) < self._limits.max_connections:
                return True
            strangers = self._strangers_of_largest_network()
            if len(strangers) > len(connections) + 1:
                return self._drop_oldest_of(_idle_connections(strangers) or strangers)
        idle = _idle_connections(connections)
        return self._drop_oldest_of([connection for connection in idle if not connection.is_trusted] or idle)

    def _strangers_of_largest_network(self) -> list[Connection]:
        """Return the connections of the address that has most of them, not counting trusted ones."""
        connections_by_network: defaultdict[str, list[Connection]] = defaultdict(list)
        for connection in self._connections:
            if not connection.is_trusted:
                connections_by_network[connection.network].append(connection)
        return max(connections_by_network.values(), key=len, default=[])

    def _drop_oldest_of(self, candidates: list[Connection]) -> bool:
        if not candidates:
            return False
        oldest = min(candidates, key=lambda connection: connection.waits_since)
        oldest.socket.drop()
        self._connections.remove(oldest)
        return True

    def _has_player(self, network: str) -> bool:
        """Whether a player is at this network, whose browser fetches each new picture."""
        return any(player.network == network and not player.socket.is_closed for player in self._trusted)

    def _is_below_rate(self, network: str, now: float) -> bool:
        """Whether the network, and all together, have had few enough connections for one more."""
        if network not in self._arrivals and len(self._arrivals) >= MAX_NETWORKS:
            self._arrivals = {name: bucket for name, bucket in self._arrivals.items() if bucket.share_left(now) < 1}
        if network not in self._arrivals:
            if len(self._arrivals) >= MAX_NETWORKS:
                return False
            self._arrivals[network] = Bucket(self._limits.burst, self._limits.arrivals_per_s, now)
        bucket = self._arrivals[network]
        is_quiet = bucket.share_left(now) >= 0.5
        if not bucket.try_to_take(1, now):
            return False
        return self._arrivals_of_all.try_to_take(1, now) or (is_quiet and self._arrivals_of_quiet.try_to_take(1, now))

    def _forget_closed(self) -> None:
        self._connections = [connection for connection in self._connections if not connection.socket.is_closed]
        self._trusted = [player for player in self._trusted if not player.socket.is_closed]


def _idle_connections(connections: list[Connection]) -> list[Connection]:
    """Return the connections without a request under way."""
    return [connection for connection in connections if not connection.open_request_count]


@lru_cache(MAX_NETWORKS)
def network_of(address: str) -> str:
    """Return the network that counts as one address: of IPv6, the 64 bits that a customer is given (RFC 6177)."""
    try:
        ip_address = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip_address, ipaddress.IPv4Address):
        return str(ip_address)
    if ip_address.ipv4_mapped is not None:
        return str(ip_address.ipv4_mapped)
    return str(ipaddress.ip_network((ip_address, 64), strict=False))
