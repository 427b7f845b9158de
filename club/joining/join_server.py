"""The hub's side of joining a club: a TLS server that gives one box with the right digits credentials."""

from __future__ import annotations

import secrets
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from enum import Enum
from pathlib import Path

from club.joining.exchange import InvalidValue, KeyExchange, proofs_equal
from club.joining.messages import TIMEOUT_S, NoJoining, hex_field, receive_message, send_message
from device.session.club_digits import DIGITS

MAX_ATTEMPTS = 5
"""Attempts with wrong digits after which the digits become invalid."""

VALID_S = 600.0
"""How long digits are valid, in seconds."""

LOOK_S = 0.5
"""How often the server checks whether to stop, in seconds."""


class JoinEnd(Enum):
    """How the wait for a box ended."""

    JOINED = "joined"
    TOO_MANY_ATTEMPTS = "tried"
    """There were too many wrong digits."""
    TIMED_OUT = "late"
    """Nobody joined in time."""
    STOPPED = "stopped"


def new_digits(below: Callable[[int], int] = secrets.randbelow) -> str:
    """Return eight random digits. `below` returns a random number below its argument."""
    return f"{below(10**DIGITS):0{DIGITS}}"


class JoinServer:
    """Admits one box that has the digits. They become invalid after ten minutes or five wrong attempts."""

    def __init__(
        self, address: str, port: int, certificate: Path, key: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Listen from now on. `certificate` is the broker's, which the box trusts once it has joined; `key` is its
        private key. Raises OSError and ssl.SSLError."""
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)
        self._bound = ssl.PEM_cert_to_DER_cert(_first_certificate(certificate.read_text(encoding="ascii")))
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self._socket = socket.create_server((address, port), family=family)
        self._socket.settimeout(LOOK_S)
        self.port: int = self._socket.getsockname()[1]
        """The TCP port for boxes."""
        self.digits = new_digits()
        """The digits to type at the box."""
        self._clock = clock
        self._wrong = 0
        self._stopped = False

    def stop(self) -> None:
        """Have `admit` return soon. Any thread or a signal handler may call this."""
        self._stopped = True

    def close(self) -> None:
        """Close the listening socket."""
        self._socket.close()

    def admit(self, box: str, broker_port: int, prepare_box: Callable[[], str]) -> JoinEnd:
        """Wait for a box, which gets the name `box`. `prepare_box` prepares everything for it and returns its password.

        Exceptions of `prepare_box` are passed on, and no box has joined then.
        """
        until = self._clock() + VALID_S
        while self._clock() < until and self._wrong < MAX_ATTEMPTS and not self._stopped:
            try:
                plain, _ = self._socket.accept()
            except TimeoutError:
                continue
            with closing(plain):
                if self._admit_by_digits(plain, box, broker_port, prepare_box):
                    return JoinEnd.JOINED
        if self._stopped:
            return JoinEnd.STOPPED
        return JoinEnd.TOO_MANY_ATTEMPTS if self._wrong >= MAX_ATTEMPTS else JoinEnd.TIMED_OUT

    def _admit_by_digits(
        self, plain: socket.socket, box: str, broker_port: int, prepare_box: Callable[[], str]
    ) -> bool:
        """Serve one connection. Returns whether the box had the digits, and was sent the credentials."""
        plain.settimeout(TIMEOUT_S)
        # Not a box, or the connection was lost: a box with the digits would try again.
        with ExitStack() as opened:
            proof = None
            with suppress(OSError, NoJoining):
                box_socket = opened.enter_context(closing(self._context.wrap_socket(plain, server_side=True)))
                proof = self._proof(box_socket)
            if proof is None:
                return False
            password = prepare_box()
            with suppress(OSError):
                send_message(box_socket, proof=proof.hex(), box=box, port=broker_port, password=password)
                return True
        return False

    def _proof(self, box_socket: ssl.SSLSocket) -> bytes | None:
        """Check the other side's proof. Returns this hub's own proof; None if the other side has wrong digits."""
        exchange = KeyExchange(self.digits, self._bound)
        value = hex_field(receive_message(box_socket), "value")
        send_message(box_socket, value=exchange.value.hex())
        try:
            expected, own = exchange.proofs(value, box=False)
        except InvalidValue:
            self._wrong += 1
            return None
        if not proofs_equal(hex_field(receive_message(box_socket), "proof"), expected):
            self._wrong += 1
            send_message(box_socket, wrong=1)
            return None
        return own


def _first_certificate(pem: str) -> str:
    """The first certificate of a PEM file, which is the one that a server sends."""
    begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
    return begin + pem.partition(begin)[2].partition(end)[0] + end + "\n"
