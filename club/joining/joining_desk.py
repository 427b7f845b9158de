"""The hub's end of joining: shows digits, and gives one box that has them its credentials."""

from __future__ import annotations

import secrets
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import closing
from enum import Enum
from pathlib import Path

from club.joining.exchange import KeyExchange, NotPossible, same
from club.joining.messages import PATIENCE_S, NoJoining, hear, octets, say
from device.session.club_digits import DIGITS

TRIES = 5
"""Wrong digits until those that are shown are void."""

VALID_S = 600.0
"""Seconds that digits are valid."""

LOOK_S = 0.5
"""How often it is looked whether somebody has ended it, in seconds."""


class JoiningEnd(Enum):
    """What came of showing digits."""

    JOINED = "joined"
    TRIED = "tried"
    """There were too many wrong digits."""
    LATE = "late"
    """Nobody joined in time."""
    STOPPED = "stopped"


def new_digits(below: Callable[[int], int] = secrets.randbelow) -> str:
    """Eight digits that nobody foresees. `below` chooses a number below another."""
    return f"{below(10**DIGITS):0{DIGITS}}"


class JoiningDesk:
    """Lets one box in that has the digits, within ten minutes and five wrong ones; then they are void."""

    def __init__(
        self, address: str, port: int, certificate: Path, key: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Listens from now on. `certificate` is the broker's own, which the box will believe from then on, and `key`
        its private key. Raises OSError and ssl.SSLError."""
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)
        self._bound = ssl.PEM_cert_to_DER_cert(_first(certificate.read_text(encoding="ascii")))
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self._socket = socket.create_server((address, port), family=family)
        self._socket.settimeout(LOOK_S)
        self.port: int = self._socket.getsockname()[1]
        """Where boxes knock."""
        self.digits = new_digits()
        """What is to be typed at the box."""
        self._clock = clock
        self._wrong = 0
        self._stopped = False

    def stop(self) -> None:
        """Let nobody in any more; any thread and a signal may call it."""
        self._stopped = True

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()

    def admit(self, box: str, broker_port: int, admitted: Callable[[], str]) -> JoiningEnd:
        """Wait for a box, which gets this name. `admitted` prepares everything for it and returns its password.

        Whatever `admitted` raises ends it, and nobody has joined.
        """
        until = self._clock() + VALID_S
        while self._clock() < until and self._wrong < TRIES and not self._stopped:
            try:
                plain, _ = self._socket.accept()
            except TimeoutError:
                continue
            with closing(plain):
                if self._shown_digits(plain, box, broker_port, admitted):
                    return JoiningEnd.JOINED
        if self._stopped:
            return JoiningEnd.STOPPED
        return JoiningEnd.TRIED if self._wrong >= TRIES else JoiningEnd.LATE

    def _shown_digits(self, plain: socket.socket, box: str, broker_port: int, admitted: Callable[[], str]) -> bool:
        """Whether somebody has the digits, and has got the credentials."""
        plain.settimeout(PATIENCE_S)
        try:
            with closing(self._context.wrap_socket(plain, server_side=True)) as asking:
                proof = self._proof(asking)
                if proof is not None:
                    say(asking, proof=proof.hex(), box=box, port=broker_port, password=admitted())
                return proof is not None
        except (OSError, NoJoining):
            return False  # it was no box, or one that is gone: with the digits, it would come again

    def _proof(self, asking: ssl.SSLSocket) -> bytes | None:
        """What shows the other side that this hub has the digits, once that has shown it; None for wrong ones."""
        exchange = KeyExchange(self.digits, self._bound)
        value = octets(hear(asking), "value")
        say(asking, value=exchange.value.hex())
        try:
            expected, own = exchange.proofs(value, box=False)
        except NotPossible:
            self._wrong += 1
            return None
        if not same(octets(hear(asking), "proof"), expected):
            self._wrong += 1
            say(asking, wrong=1)
            return None
        return own


def _first(pem: str) -> str:
    """The first certificate of a file, which is the one that a server shows."""
    begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
    return begin + pem.partition(begin)[2].partition(end)[0] + end + "\n"
