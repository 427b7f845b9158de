"""Password-authenticated key exchange (SPEKE): derives a strong shared key from eight digits that both sides know.

This is SPEKE (ISO/IEC 11770-4) in the group of RFC 3526 with 2,048 bits: the digits are hashed to a number, which each
side raises to a secret power of its own. An eavesdropper learns nothing. An active attacker without the digits can test
one guess in each exchange, and none later with what was exchanged. docs/club.md says what this relies on, and which
attacks on other forms of SPEKE do not work here.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable

PRIME = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
    "15728E5A8AACAA68FFFFFFFFFFFFFFFF",
    16,
)
"""The prime of RFC 3526 with 2,048 bits."""

_VALUE_BYTES = 256
_POWER_BITS = 256
"""Bits of the secret power: more than twice the group's strength (RFC 7919, appendix A, asks for 225)."""


class InvalidValue(ValueError):
    """The other side has sent a value that is not valid in an exchange."""


class KeyExchange:
    """One side of one exchange. `bound_data` must be the same on both sides: here, the hub's certificate."""

    def __init__(self, digits: str, bound_data: bytes, random_bits: Callable[[int], int] = secrets.randbits) -> None:
        """`random_bits` returns a cryptographically random number of the given number of bits."""
        self._bound_hash = hashlib.sha256(bound_data).digest()
        digits_hash = b"".join(
            hashlib.sha512(b"tablekeeper joins" + bytes([part]) + digits.encode()).digest() for part in range(5)
        )
        # A square is in the group of prime order; 512 bits more than the prime's make the distribution uniform.
        self._base = pow(int.from_bytes(digits_hash, "big") % PRIME, 2, PRIME)
        self._secret_power = random_bits(_POWER_BITS) | 1 << (_POWER_BITS - 1)
        self.value = pow(self._base, self._secret_power, PRIME).to_bytes(_VALUE_BYTES, "big")
        """The public value to send to the other side."""

    def proofs(self, other_value: bytes, *, is_box: bool) -> tuple[bytes, bytes]:
        """The box's and the hub's proof that they have the same digits, from the value `other_value` of the other side.

        `is_box` says whether this side is the box. Raises InvalidValue if `other_value` is not valid.
        """
        number = int.from_bytes(other_value, "big")
        if len(other_value) != _VALUE_BYTES or not 1 < number < PRIME - 1 or other_value == self.value:
            raise InvalidValue
        # An honest side sends a square. Squaring again keeps any other number from revealing a bit of the power.
        shared_secret = pow(number, 2 * self._secret_power, PRIME).to_bytes(_VALUE_BYTES, "big")
        values = (self.value, other_value) if is_box else (other_value, self.value)
        key = hashlib.sha256(b"".join((shared_secret, *values, self._bound_hash))).digest()
        return _proof(key, b"box"), _proof(key, b"hub")


def are_proofs_equal(first: bytes, second: bytes) -> bool:
    """Whether two proofs are the same, compared in constant time."""
    return hmac.compare_digest(first, second)


def _proof(key: bytes, side: bytes) -> bytes:
    return hmac.new(key, side, hashlib.sha256).digest()
