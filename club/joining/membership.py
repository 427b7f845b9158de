"""A box's membership in a club, stored in a file: its name, the broker's address, password and trusted certificate."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from club.broker.link import BrokerAddress
from device.system import atomicfile, files
from values.named_tuple import NamedTuple

FILE = "membership.json"
CERTIFICATE = "hub.pem"
LARGEST = 20_000
"""Most bytes of the file."""


class Membership(NamedTuple):
    """The membership of one box in one club. `certificate` is PEM text."""

    box: str
    host: str
    port: int
    password: str
    certificate: str

    def prepare_address(self, place: Path) -> BrokerAddress:
        """Write the certificate to a file in the directory `place`. Returns the broker's address. Raises OSError."""
        certificate = place / CERTIFICATE
        atomicfile.replace_file(certificate, self.certificate.encode())
        return BrokerAddress(self.host, self.port, self.box, self.password, certificate)

    def save(self, place: Path) -> None:
        """Write the membership to the directory `place`, which only its owner may read. Raises OSError."""
        atomicfile.replace_file(place / FILE, json.dumps(self._asdict()).encode())


def load_membership(place: Path) -> Membership | None:
    """Read the membership from a directory; None if there is none, or if the file is invalid. Raises OSError if it
    can't be read."""
    with suppress(FileNotFoundError, ValueError, TypeError, RecursionError):
        membership = Membership(**json.loads(files.read_file(place / FILE, LARGEST)))
        if all(isinstance(value, kind) for value, kind in zip(membership, (str, str, int, str, str), strict=True)):
            return membership
    return None
