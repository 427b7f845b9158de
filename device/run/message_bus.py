"""A client for the machine's message bus (D-Bus). Calls are answered in time or fail.

`jeepney` builds and parses the messages. Its own connections have no timeout for their first answer, nor for sending.
"""

from __future__ import annotations

import socket
import time
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Any

from jeepney import DBusAddress, HeaderFields, Message, MessageType, Parser, new_method_call
from jeepney.auth import BEGIN, AuthenticationError, Authenticator
from jeepney.bus import get_bus

from values.named_tuple import NamedTuple

SYSTEM = "SYSTEM"
MAX_SIGNALS = 50
"""The maximum number of received signals that are kept."""
_READ_BYTES = 4096
_BUS = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")


class CallFailed(Exception):
    """A call was answered with an error. `name` is the error's D-Bus name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class BusTimes(NamedTuple):
    """The timeout for an answer in seconds, and the clock that measures it."""

    timeout_s: float = 10.0
    clock: Callable[[], float] = time.monotonic


class MessageBus:
    """A connection to a bus. One thread may use it."""

    def __init__(self, address: str = SYSTEM, times: BusTimes = BusTimes()) -> None:  # noqa: B008
        """Connect. Raises FileNotFoundError or ConnectionRefusedError if there is no bus, PermissionError if it refuses
        this program, TimeoutError, and other OSErrors if the system fails."""
        self._times = times
        self._parser = Parser()
        self._numbers = count(1)
        self._subscribed_member = ""
        self._signals: deque[tuple[Any, ...]] = deque(maxlen=MAX_SIGNALS)
        self._deadline = 0.0
        try:
            socket_path = get_bus(address)
        except (RuntimeError, ValueError):
            raise FileNotFoundError(address) from None
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._authenticate(socket_path)
        except BaseException:
            self._socket.close()
            raise

    def call(
        self, destination: DBusAddress, method: str, signature: str = "", arguments: tuple[Any, ...] = ()
    ) -> tuple[Any, ...]:
        """Call a method, and return its answer. Raises CallFailed, TimeoutError, and OSError once the bus is gone."""
        serial = next(self._numbers)
        self._set_deadline()
        self._send(new_method_call(destination, method, signature or None, arguments).serialise(serial=serial))
        while True:
            message = self._next_message()
            if message.header.fields.get(HeaderFields.member) == self._subscribed_member:
                self._signals.append(tuple(message.body))
            if message.header.fields.get(HeaderFields.reply_serial) == serial:
                break
        if message.header.message_type is MessageType.error:
            raise CallFailed(str(message.header.fields.get(HeaderFields.error_name, "")))
        return tuple(message.body)

    def subscribe(self, path: str, interface: str, member: str) -> None:
        """Receive one signal of an object from now on, while calls wait for their answers. Raises as `call` does."""
        self._subscribed_member = member
        rule = f"type='signal',path='{path}',interface='{interface}',member='{member}'"
        self.call(_BUS, "AddMatch", "s", (rule,))

    def received_signals(self) -> tuple[tuple[Any, ...], ...]:
        """Return the contents of the signals received so far, the newest last."""
        return tuple(self._signals)

    def close(self) -> None:
        """Disconnect. Everything bound to this connection ends, such as a network of its own."""
        self._socket.close()

    def _authenticate(self, socket_path: str) -> None:
        self._set_deadline()
        self._set_timeout()
        self._socket.connect(socket_path)
        authenticator = Authenticator()
        try:
            for request in authenticator:
                self._send(request)
                authenticator.feed(self._receive(_READ_BYTES))
        except AuthenticationError as error:
            raise PermissionError(str(error)) from None
        self._send(BEGIN)
        try:
            self.call(_BUS, "Hello")
        except CallFailed as error:
            raise OSError(error.name) from None

    def _set_deadline(self) -> None:
        self._deadline = self._times.clock() + self._times.timeout_s

    def _set_timeout(self) -> None:
        """Set the socket's timeout to the remaining time. Raises TimeoutError."""
        remaining_s = self._deadline - self._times.clock()
        if remaining_s <= 0:
            raise TimeoutError
        self._socket.settimeout(remaining_s)

    def _send(self, data: bytes) -> None:
        self._set_timeout()
        try:
            self._socket.sendall(data)
        except OSError:
            self._socket.close()  # a part may have been sent: the bus would take the next message for the rest of it
            raise

    def _receive(self, max_bytes: int) -> bytes:
        self._set_timeout()
        data = self._socket.recv(max_bytes)
        if not data:
            raise ConnectionResetError
        return data

    def _next_message(self) -> Message:
        while (message := self._parser.get_next_message()) is None:
            self._parser.add_data(self._receive(_READ_BYTES))
        return message
