"""Password hashing by scrypt, with a salt for each password."""

from __future__ import annotations

import hashlib
import hmac
import os

MIN_PASSWORD_LENGTH = 10
MAX_PASSWORD_LENGTH = 200
"""Minimum and maximum number of characters of a password."""

_COST, _BLOCK_SIZE, _PARALLELISM = 2**15, 8, 1
"""Parameters of scrypt: 32 MB and a tenth of a second or more, twice the cost that RFC 7914 suggests for
interactive logins."""

_MAX_MEMORY = 64 * 1024 * 1024
_SALT_BYTES = 16
_DUMMY_HASH = f"{_COST}${_BLOCK_SIZE}${_PARALLELISM}${'00' * _SALT_BYTES}${'00' * 64}"


def hash_password(password: str) -> str:
    """The hash of a password, with its parameters and salt. Raises ValueError if the password is too short or long."""
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        raise ValueError(f"a password has {MIN_PASSWORD_LENGTH} to {MAX_PASSWORD_LENGTH} characters")
    salt = os.urandom(_SALT_BYTES)
    digest = _digest(password, salt, _COST, _BLOCK_SIZE, _PARALLELISM)
    return f"{_COST}${_BLOCK_SIZE}${_PARALLELISM}${salt.hex()}${digest}"


def verify_password(password: str, password_hash: str | None) -> bool:
    """Whether a password matches the hash `password_hash`. If that is None, returns False after
    as long a time, so that timing does not tell which names exist."""
    *parameters, salt, digest = (password_hash or _DUMMY_HASH).split("$")
    computed = _digest(password[:MAX_PASSWORD_LENGTH], bytes.fromhex(salt), *map(int, parameters))
    return hmac.compare_digest(computed, digest) and password_hash is not None


def _digest(password: str, salt: bytes, cost: int, block_size: int, parallelism: int) -> str:
    return hashlib.scrypt(password.encode(), salt=salt, n=cost, r=block_size, p=parallelism, maxmem=_MAX_MEMORY).hex()
