"""Open listening sockets, and find the URLs of servers on them."""

from __future__ import annotations

import errno
import socket

from guard.connections import BUFFER_BYTES
from guard.names import is_loopback

MAX_OTHER_PORTS = 20
"""Maximum number of further ports that are tried if one is in use."""

_HIGHEST_PORT = 65535


class CannotServe(Exception):
    """The pages can't be served at the address and port wanted; the message is a sentence."""


def listening_socket(address: str, port: int, option: str, *, or_next: bool = False) -> socket.socket:
    """Return a listening socket. Raises CannotServe.

    If the port is in use and `or_next` is set, one of the next ports is used. The message names `option`, the
    command-line option for another port.
    """
    other_port_count = min(MAX_OTHER_PORTS, _HIGHEST_PORT - port) if or_next else 0
    for tried_port in range(port, port + other_port_count + 1):
        try:
            return _bind(address, tried_port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotServe(
                    f"the page can't be served at {address}, port {tried_port}: {error.strerror or error}."
                ) from None
    taken_ports = f"port {port} is taken by another program"
    if other_port_count:
        taken_ports = f"ports {port} to {port + other_port_count} are taken"
    raise CannotServe(f"the page can't be served: {taken_ports}. Choose another with {option}.")


def _bind(address: str, port: int) -> socket.socket:
    family, socket_kind, _, _, socket_address = socket.getaddrinfo(
        address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, socket_kind)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        limit_buffers(listener)
        listener.bind(socket_address)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def limit_buffers(listener: socket.socket) -> socket.socket:
    """Limit the kernel's buffers of a socket, and of the connections that it accepts. Returns the socket."""
    for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        listener.setsockopt(socket.SOL_SOCKET, option, BUFFER_BYTES)
    return listener


def socket_url(listener: socket.socket, scheme: str = "http") -> str:
    """Return the URL at which a browser finds the server on a socket."""
    address, port = listener.getsockname()[:2]
    if address in ("0.0.0.0", "::"):
        address = _network_address() or socket.gethostname()
    return f"{scheme}://[{address}]:{port}/" if ":" in address else f"{scheme}://{address}:{port}/"


def network_url(listener: socket.socket) -> str:
    """Return the URL for other machines of the network; "" without a network, or if they are not served."""
    address = listener.getsockname()[0]
    is_on_all_networks = address in ("0.0.0.0", "::")
    return "" if is_loopback(address) or (is_on_all_networks and _network_address() is None) else socket_url(listener)


def _network_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only looks up the route.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
