"""What a box has of its club: a name, where the broker is, a password, and the certificate that it believes."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from club.broker.link import BrokerAddress
from device.system import atomicfile, files

FILE = "membership.json"
CERTIFICATE = "hub.pem"
LARGEST = 20_000
"""Bytes of the file."""


class Membership(NamedTuple):
    """One box of one club. `certificate` is PEM text."""

    box: str
    host: str
    port: int
    password: str
    certificate: str

    def address(self, place: Path) -> BrokerAddress:
        """How its broker is reached; the certificate goes into a file in this directory. Raises OSError."""
        certificate = place / CERTIFICATE
        atomicfile.write(certificate, self.certificate.encode())
        return BrokerAddress(self.host, self.port, self.box, self.password, certificate)

    def keep(self, place: Path) -> None:
        """Keep it in a directory that nobody else may read, in place of what was there. Raises OSError."""
        atomicfile.write(place / FILE, json.dumps(self._asdict()).encode())


def kept(place: Path) -> Membership | None:
    """What was kept in a directory; None if nothing was, or nothing of use."""
    with suppress(OSError, ValueError, TypeError, RecursionError):
        found = Membership(**json.loads(files.read(place / FILE, LARGEST)))
        if all(isinstance(value, kind) for value, kind in zip(found, (str, str, int, str, str), strict=True)):
            return found
    return None
