"""Password hashing by scrypt, with a salt for each password."""

from __future__ import annotations

import hashlib
import hmac
import os

MIN_PASSWORD_LENGTH = 10
MAX_PASSWORD_LENGTH = 200
"""Fewest and most characters of a password."""

_COST, _BLOCK, _PARALLEL = 2**15, 8, 1
"""Parameters of scrypt: 32 MB and a tenth of a second or more, twice the example for logins of RFC 7914."""

_MAX_MEMORY_BYTES = 64 * 1024 * 1024
_SALT_BYTES = 16
_DUMMY_HASH = f"{_COST}${_BLOCK}${_PARALLEL}${'00' * _SALT_BYTES}${'00' * 64}"


def hash_password(password: str) -> str:
    """The hash of a password, with its parameters and salt. Raises ValueError if the password is too short or long."""
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        raise ValueError(f"a password has {MIN_PASSWORD_LENGTH} to {MAX_PASSWORD_LENGTH} characters")
    salt = os.urandom(_SALT_BYTES)
    return f"{_COST}${_BLOCK}${_PARALLEL}${salt.hex()}${_digest(password, salt, _COST, _BLOCK, _PARALLEL)}"


def verify_password(password: str, password_hash: str | None) -> bool:
    """Whether a password matches the hash `password_hash`. If that is None, this takes as long, and returns False."""
    cost, block, parallel, salt, digest = (password_hash or _DUMMY_HASH).split("$")
    computed = _digest(password[:MAX_PASSWORD_LENGTH], bytes.fromhex(salt), int(cost), int(block), int(parallel))
    return hmac.compare_digest(computed, digest) and password_hash is not None


def _digest(password: str, salt: bytes, cost: int, block: int, parallel: int) -> str:
    return hashlib.scrypt(password.encode(), salt=salt, n=cost, r=block, p=parallel, maxmem=_MAX_MEMORY_BYTES).hex()
