"""The exchange of a key by few digits: vectors of another program, and what hostile sides send."""

from __future__ import annotations

import hashlib

import pytest

from club.joining.exchange import PRIME, InvalidValue, KeyExchange, are_proofs_equal
from tests.non_empty import non_empty

ORDER = (PRIME - 1) // 2
DIGITS, CERTIFICATE = "00314159", b"a certificate"

VALUES = (
    "eac6b4b3ab956500724b7fea3228ac43289e9b2325870131ff37ac3aa9865e4c",
    "4a2300d676db43610a8cdefdf5e8e2149d9fa8ff92fec8ddd6838643195e40b4",
)
"""SHA-256 of what box and hub send, by a program of its own (Node.js, its crypto module and BigInt)."""

PROOFS = (
    "fe9380e5748c2f24bf241756cb49edd6f757be0dbc39b4ad16eaea69253971f3",
    "14e46d5152cb3864be8e4ff84283192991d733a249826eefcb720c7abdc3675c",
)
"""What then shows the hub that the box has the digits, and the box that the hub has them."""


def octets(number: int) -> bytes:
    return number.to_bytes(256, "big")


def known(whose: str) -> KeyExchange:
    """A side with the power of the vectors."""
    power = int.from_bytes(hashlib.sha256(f"power of the {whose}".encode()).digest(), "big")
    return KeyExchange(DIGITS, CERTIFICATE, lambda _: power)


def test_values_and_proofs_are_those_that_another_program_comes_to() -> None:
    box, hub = known("box"), known("hub")
    assert (hashlib.sha256(box.value).hexdigest(), hashlib.sha256(hub.value).hexdigest()) == VALUES
    for found in non_empty((box.proofs(hub.value, is_box=True), hub.proofs(box.value, is_box=False))):
        assert tuple(one.hex() for one in found) == PROOFS


def test_the_group_is_that_of_rfc_3526_and_its_order_is_prime() -> None:
    assert PRIME.bit_length() == 2048
    assert PRIME >> 1984 == PRIME & 2**64 - 1 == 2**64 - 1
    assert (PRIME >> 64) % 2**64 == 0x15728E5A8AACAA68
    assert pow(2, PRIME - 1, PRIME) == 1
    assert pow(3, ORDER - 1, ORDER) == 1


def test_what_is_sent_is_in_the_group_of_prime_order_and_new_each_time() -> None:
    sent = [KeyExchange(f"{number:08}", b"").value for number in (0, 0, 1, 99_999_999)]
    assert len(set(sent)) == 4
    for value in non_empty(sent):
        assert pow(int.from_bytes(value, "big"), ORDER, PRIME) == 1


def test_both_sides_come_to_the_same_proofs_by_the_same_digits_and_certificate_only() -> None:
    cases = (("12345678", b"one", True), ("12345679", b"one", False), ("12345678", b"two", False))
    for digits, bound, alike in non_empty(cases):
        box, hub = KeyExchange("12345678", b"one"), KeyExchange(digits, bound)
        assert (box.proofs(hub.value, is_box=True) == hub.proofs(box.value, is_box=False)) is alike


@pytest.mark.parametrize("number", [0, 1, PRIME - 1, PRIME, PRIME + 1, PRIME + 2, 2**2048 - 1])
def test_numbers_that_would_give_the_key_away_are_refused(number: int) -> None:
    for box in non_empty((True, False)):
        with pytest.raises(InvalidValue):
            KeyExchange(DIGITS, b"").proofs(octets(number), is_box=box)


@pytest.mark.parametrize("sent", [b"", b"\x02", bytes(255) + b"\x02\x02", octets(2)[1:]])
def test_what_has_not_256_bytes_is_refused(sent: bytes) -> None:
    with pytest.raises(InvalidValue):
        KeyExchange(DIGITS, b"").proofs(sent, is_box=True)


def test_who_sends_back_what_was_sent_is_refused() -> None:
    box = KeyExchange(DIGITS, CERTIFICATE)
    with pytest.raises(InvalidValue):
        box.proofs(box.value, is_box=True)


def test_the_proof_of_the_box_is_not_that_of_the_hub() -> None:
    box, hub = KeyExchange(DIGITS, CERTIFICATE), KeyExchange(DIGITS, CERTIFICATE)
    of_box, of_hub = box.proofs(hub.value, is_box=True)
    assert not are_proofs_equal(of_box, of_hub)
    assert are_proofs_equal(of_box, bytes(of_box))


def test_who_passes_on_between_two_boxes_gets_no_proof_that_either_believes() -> None:
    """Hao and Shahandashti's first attack: the victim's own words in a second exchange."""
    one, other = KeyExchange(DIGITS, CERTIFICATE), KeyExchange(DIGITS, CERTIFICATE)
    said, _ = other.proofs(one.value, is_box=True)
    _, expected = one.proofs(other.value, is_box=True)
    assert said != expected


@pytest.mark.parametrize("power", [2, 3, ORDER - 1])
def test_who_raises_both_numbers_to_a_power_is_found_out(power: int) -> None:
    """Their second attack: both sides would have the same shared number, but not the same numbers sent."""
    box, hub = KeyExchange(DIGITS, CERTIFICATE), KeyExchange(DIGITS, CERTIFICATE)

    def raised(value: bytes) -> bytes:
        return octets(pow(int.from_bytes(value, "big"), power, PRIME))

    found, expected = box.proofs(raised(hub.value), is_box=True), hub.proofs(raised(box.value), is_box=False)
    assert not set(found) & set(expected)


@pytest.mark.parametrize("power", [2**200, 2**200 + 1])
def test_a_number_outside_the_group_tells_not_whether_the_power_is_even(power: int) -> None:
    """Of a number and its negative one is no square. Who knows the digits comes to the proofs with either."""
    hub = KeyExchange(DIGITS, CERTIFICATE, lambda _: power)
    box = KeyExchange(DIGITS, CERTIFICATE)
    box.value = octets(PRIME - int.from_bytes(box.value, "big"))
    assert box.proofs(hub.value, is_box=True) == hub.proofs(box.value, is_box=False)
