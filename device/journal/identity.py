"""What tells a game from all others, and who can have begun it.

The journal keeps a key of 16 bytes that nobody foresees. Whoever is told of the game is told the digest of that key,
and only where the key is shown, too, was the game begun in the journal that has it, or in one that was copied from it.
Games of earlier programs have identities of eight bytes, which are told as they are: of those nobody can show anything.
"""

from __future__ import annotations

import os

KEY_BYTES = 16
"""Bytes of a key, and of its digest: 2**128 of either can't be tried."""

_PERSON = b"tablekeeper game"
"""The digest is of use for nothing else (BLAKE2's personalization, at most 16 bytes)."""


def new_identity() -> bytes:
    """An identity that no other game has."""
    return os.urandom(KEY_BYTES)


def told(identity: bytes) -> str:
    """What others are told of an identity, in hexadecimal digits."""
    return _digest(identity) if len(identity) == KEY_BYTES else identity.hex()


def key(identity: bytes) -> str:
    """What shows that a game was begun here, in hexadecimal digits; empty where nothing does."""
    return identity.hex() if len(identity) == KEY_BYTES else ""


def has_key(game: str) -> bool:
    """Whether a game, as it is told, has a key."""
    return len(game) == 2 * KEY_BYTES


def opens(game: str, shown: str) -> bool:
    """Whether these hexadecimal digits are the key of a game, as it is told."""
    return len(shown) == 2 * KEY_BYTES and _digest(bytes.fromhex(shown)) == game


def _digest(identity: bytes) -> str:
    from hashlib import blake2b  # a start tells nobody of a game

    return blake2b(identity, digest_size=KEY_BYTES, person=_PERSON).hexdigest()
