"""A box's membership in a club, stored in a file: its name, the broker's address, password and trusted certificate."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from club.broker.link import BrokerAddress
from device.system import atomicfile, files
from values.named_tuple import NamedTuple

FILE_NAME = "membership.json"
CERTIFICATE_FILE_NAME = "hub.pem"
MAX_FILE_BYTES = 20_000
"""Maximum number of bytes of the file."""


class Membership(NamedTuple):
    """The membership of one box in one club. `certificate` is PEM text."""

    box: str
    host: str
    port: int
    password: str
    certificate: str

    def prepare_address(self, directory: Path) -> BrokerAddress:
        """Write the certificate to a file in `directory`. Returns the broker's address. Raises OSError."""
        certificate = directory / CERTIFICATE_FILE_NAME
        atomicfile.replace_file(certificate, self.certificate.encode())
        return BrokerAddress(self.host, self.port, self.box, self.password, certificate)

    def save(self, directory: Path) -> None:
        """Write the membership to `directory`, which only its owner may read. Raises OSError."""
        atomicfile.replace_file(directory / FILE_NAME, json.dumps(self._asdict()).encode())


def load_membership(directory: Path) -> Membership | None:
    """Read the membership from a directory; None if there is none, or if the file is invalid. Raises OSError if it
    can't be read."""
    with suppress(FileNotFoundError, ValueError, TypeError, RecursionError):
        membership = Membership(**json.loads(files.read_file(directory / FILE_NAME, MAX_FILE_BYTES)))
        if all(
            isinstance(value, field_type)
            for value, field_type in zip(membership, (str, str, int, str, str), strict=True)
        ):
            return membership
    return None
