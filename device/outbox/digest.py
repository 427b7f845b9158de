"""Digests of records, by which box and hub check that they have the same lines."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from device.session.rows import JournalRow

DIGEST_BYTES = 16
"""Bytes of a digest: enough to prevent accidental collisions. It does not protect against the box's own owner."""


class RecordDigest:
    """The digest of a record, updated line by line."""

    def __init__(self, lines: Iterable[JournalRow] = ()) -> None:
        self._hash = blake2b(digest_size=DIGEST_BYTES)
        self.add(lines)

    def add(self, lines: Iterable[JournalRow]) -> None:
        """Append lines to the record."""
        for line in lines:
            self._hash.update(f"{line.kind.value}\0{line.text}\n".encode())

    def copy(self) -> RecordDigest:
        """A copy of the digest so far, to be updated separately."""
        copied = RecordDigest()
        copied._hash = self._hash.copy()
        return copied

    @property
    def text(self) -> str:
        """The digest so far, in hexadecimal digits."""
        return self._hash.hexdigest()


def digest(lines: Iterable[JournalRow]) -> str:
    """The digest of a whole record."""
    return RecordDigest(lines).text
