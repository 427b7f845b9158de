"""Sockets that listen, and where browsers find them."""

from __future__ import annotations

import errno
import socket

from guard.connections import BUFFER
from guard.names import is_loopback

TRIES = 20
"""How many ports are tried after one that is taken."""


class CannotServe(Exception):
    """Pages can't be served where they should be; the message is a sentence."""


def listen(address: str, port: int, option: str, *, or_next: bool = False) -> socket.socket:
    """A socket that listens. Where the port is taken, one of the next, if that may be. `option` is the one by which
    another port is chosen. Raises CannotServe."""
    for number in range(port, min(port + TRIES, 65535) + 1 if or_next else port + 1):
        try:
            return _bound(address, number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotServe(
                    f"the page can't be served at {address}, port {number}: {error.strerror or error}."
                ) from None
    others = f" and the {TRIES} after it are taken" if or_next else " is taken by another program"
    raise CannotServe(f"the page can't be served: port {port}{others}. Choose another with {option}.")


def _bound(address: str, port: int) -> socket.socket:
    family, kind, _, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    found = socket.socket(family, kind)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bounded(found)
        found.bind(place)
        found.listen(128)
    except OSError:
        found.close()
        raise
    return found


def bounded(found: socket.socket) -> socket.socket:
    """The same socket, for which the kernel keeps little of what comes and goes, as for those that it accepts."""
    for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        found.setsockopt(socket.SOL_SOCKET, option, BUFFER)
    return found


def url(found: socket.socket, scheme: str = "http") -> str:
    """Where a browser finds what is served on a socket."""
    address, port = found.getsockname()[:2]
    if not is_loopback(address) and address in ("0.0.0.0", "::"):
        address = _own_address()
    return f"{scheme}://[{address}]:{port}/" if ":" in address else f"{scheme}://{address}:{port}/"


def network_url(found: socket.socket) -> str:
    """The same for other machines of the network; "" where there is no network, or they are not served."""
    address = found.getsockname()[0]
    everywhere = address in ("0.0.0.0", "::")
    return "" if is_loopback(address) or (everywhere and _network_address() is None) else url(found)


def _own_address() -> str:
    """The address by which other machines of the network reach this one; its name where there is no network."""
    return _network_address() or socket.gethostname()


def _network_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks by which way it would go.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        own: str = probe.getsockname()[0]
        return own
