"""The identity of a game: a secret key in its journal, and the digest by which others know it.

The journal stores an unpredictable key of 16 bytes. Others receive only the digest of that key. To show the key proves
that the game was begun in a journal that has it, or in one from which it was copied. Games of earlier programs have
identities of eight bytes, which others receive as they are; for those, nothing can be proved.
"""

from __future__ import annotations

import os

KEY_BYTES = 16
"""Bytes of a key, and of its digest. With 2**128 values, neither can be guessed by trying."""

_DIGEST_PURPOSE = b"tablekeeper game"
"""Separates this digest from any other use (BLAKE2's personalization, at most 16 bytes)."""


def new_identity() -> bytes:
    """A new random identity."""
    return os.urandom(KEY_BYTES)


def public_identity(identity: bytes) -> str:
    """The public form of an identity: the digest of its key, in hexadecimal digits."""
    return _digest(identity) if len(identity) == KEY_BYTES else identity.hex()


def key_of(identity: bytes) -> str:
    """The key that proves that a game was begun here, in hexadecimal digits; empty for identities without a key."""
    return identity.hex() if len(identity) == KEY_BYTES else ""


def has_key(game: str) -> bool:
    """Whether a game with this public identity has a key."""
    return len(game) == 2 * KEY_BYTES


def is_key_of(game: str, key: str) -> bool:
    """Whether the hexadecimal digits `key` are the key of the game with the public identity `game`."""
    return len(key) == 2 * KEY_BYTES and _digest(bytes.fromhex(key)) == game


def _digest(identity: bytes) -> str:
    from hashlib import blake2b  # imported late: a start needs no digests

    return blake2b(identity, digest_size=KEY_BYTES, person=_DIGEST_PURPOSE).hexdigest()
