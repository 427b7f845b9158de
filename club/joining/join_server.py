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

from club.joining.exchange import InvalidValue, KeyExchange, are_proofs_equal
from club.joining.messages import TIMEOUT_S, JoinProtocolError, hex_field, receive_message, send_message
from device.session.club_digits import CLUB_DIGIT_COUNT

MAX_ATTEMPTS = 5
"""Attempts with wrong digits after which the digits become invalid."""

DIGITS_VALID_S = 600.0
"""How long digits are valid, in seconds."""

STOP_CHECK_S = 0.5
"""How often the server checks whether to stop, in seconds."""


class JoinEnd(Enum):
    """How the wait for a box ended."""

    JOINED = "joined"
    TOO_MANY_ATTEMPTS = "tried"
    """There were too many wrong digits."""
    TIMED_OUT = "late"
    """Nobody joined in time."""
    STOPPED = "stopped"


def new_digits(random_below: Callable[[int], int] = secrets.randbelow) -> str:
    """Return eight random digits. `random_below` returns a random number below its argument."""
    return f"{random_below(10**CLUB_DIGIT_COUNT):0{CLUB_DIGIT_COUNT}}"


class JoinServer:
    """Admits one box that has the digits. They become invalid after ten minutes or five wrong attempts."""

    def __init__(
        self, address: str, port: int, certificate: Path, key: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Listen from now on. `certificate` is the broker's, which the box trusts once it has joined; `key` is its
        private key. Raises OSError and ssl.SSLError."""
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)
        self._certificate_der = ssl.PEM_cert_to_DER_cert(_first_certificate(certificate.read_text(encoding="ascii")))
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self._socket = socket.create_server((address, port), family=family)
        self._socket.settimeout(STOP_CHECK_S)
        self.port: int = self._socket.getsockname()[1]
        """The TCP port for boxes."""
        self.digits = new_digits()
        """The digits to type at the box."""
        self._clock = clock
        self._wrong_attempt_count = 0
        self._is_stopped = False

    def stop(self) -> None:
        """Have `admit` return soon. Any thread or a signal handler may call this."""
        self._is_stopped = True

    def close(self) -> None:
        """Close the listening socket."""
        self._socket.close()

    def admit(self, box: str, broker_port: int, prepare_box: Callable[[], str]) -> JoinEnd:
        """Wait for a box, which gets the name `box`. `prepare_box` prepares everything for it and returns its password.

        Exceptions of `prepare_box` are passed on, and no box has joined then.
        """
        deadline = self._clock() + DIGITS_VALID_S
        while self._clock() < deadline and self._wrong_attempt_count < MAX_ATTEMPTS and not self._is_stopped:
            try:
                connection, _ = self._socket.accept()
            except TimeoutError:
                continue
            with closing(connection):
                if self._admit_by_digits(connection, box, broker_port, prepare_box):
                    return JoinEnd.JOINED
        if self._is_stopped:
            return JoinEnd.STOPPED
        return JoinEnd.TOO_MANY_ATTEMPTS if self._wrong_attempt_count >= MAX_ATTEMPTS else JoinEnd.TIMED_OUT

    def _admit_by_digits(
        self, connection: socket.socket, box: str, broker_port: int, prepare_box: Callable[[], str]
    ) -> bool:
        """Serve one connection. Returns whether the box had the digits, and was sent the credentials."""
        connection.settimeout(TIMEOUT_S)
        # Not a box, or the connection was lost: a box with the digits would try again.
        with ExitStack() as exit_stack:
            proof = None
            with suppress(OSError, JoinProtocolError):
                box_socket = exit_stack.enter_context(closing(self._context.wrap_socket(connection, server_side=True)))
                proof = self._exchange_proofs(box_socket)
            if proof is None:
                return False
            password = prepare_box()
            with suppress(OSError):
                send_message(box_socket, proof=proof.hex(), box=box, port=broker_port, password=password)
                return True
        return False

    def _exchange_proofs(self, box_socket: ssl.SSLSocket) -> bytes | None:
        """Check the other side's proof. Returns this hub's own proof; None if the other side has wrong digits."""
        exchange = KeyExchange(self.digits, self._certificate_der)
        value = hex_field(receive_message(box_socket), "value")
        send_message(box_socket, value=exchange.value.hex())
        try:
            expected_proof, own_proof = exchange.proofs(value, is_box=False)
        except InvalidValue:
            self._wrong_attempt_count += 1
            return None
        if not are_proofs_equal(hex_field(receive_message(box_socket), "proof"), expected_proof):
            self._wrong_attempt_count += 1
            send_message(box_socket, wrong=1)
            return None
        return own_proof


def _first_certificate(pem: str) -> str:
    """The first certificate of a PEM file, which is the one that a server sends."""
    begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
    return begin + pem.partition(begin)[2].partition(end)[0] + end + "\n"
