"""From few digits that two know to a key that nobody else has, though others see, change and begin exchanges.

This is SPEKE (ISO/IEC 11770-4) in the group of RFC 3526 with 2,048 bits: both raise a number that the digits are hashed
to to a power of their own. Whoever listens learns nothing; whoever takes part without knowing the digits tries one
guess with each exchange, and can't try others afterwards. docs/club.md says what this relies on, and what was found
wrong with other forms of SPEKE and can't be done here.
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

_BYTES = 256
_POWER_BITS = 256
"""Twice as many as the group's strength has (RFC 7919, appendix A, asks for 225)."""


class NotPossible(ValueError):
    """The other side has sent a number that no exchange has."""


class KeyExchange:
    """One side of one exchange. `bound` is what both must see alike: here, the hub's certificate."""

    def __init__(self, digits: str, bound: bytes, draw: Callable[[int], int] = secrets.randbits) -> None:
        """`draw` draws a number of so many bits that nobody foresees."""
        self._bound = hashlib.sha256(bound).digest()
        hashed = b"".join(
            hashlib.sha512(b"tablekeeper joins" + bytes([part]) + digits.encode()).digest() for part in range(5)
        )
        # A square is in the group of prime order; 512 bits more than the prime's leave none of them likelier.
        self._base = pow(int.from_bytes(hashed, "big") % PRIME, 2, PRIME)
        self._power = draw(_POWER_BITS) | 1 << (_POWER_BITS - 1)
        self.value = pow(self._base, self._power, PRIME).to_bytes(_BYTES, "big")
        """What is sent to the other side."""

    def proofs(self, other: bytes, *, box: bool) -> tuple[bytes, bytes]:
        """What shows that the box, and that the hub, has the same digits, from what the other side has sent.

        `box` says which of the two this side is. Raises NotPossible.
        """
        number = int.from_bytes(other, "big")
        if len(other) != _BYTES or not 1 < number < PRIME - 1 or other == self.value:
            raise NotPossible
        # Squared, a number that is no square, which no honest side sends, tells nothing of the power either.
        shared = pow(number, 2 * self._power, PRIME).to_bytes(_BYTES, "big")
        sent = (self.value, other) if box else (other, self.value)
        key = hashlib.sha256(b"".join((shared, *sent, self._bound))).digest()
        return _proof(key, b"box"), _proof(key, b"hub")


def same(one: bytes, other: bytes) -> bool:
    """Whether two proofs are the same, compared in a time that tells nothing of them."""
    return hmac.compare_digest(one, other)


def _proof(key: bytes, whose: bytes) -> bytes:
    return hmac.new(key, whose, hashlib.sha256).digest()
