"""Who may press keys by a code that a table shows."""

from __future__ import annotations

import pytest

from guard.names import server_names
from hal.browser.invitations import MAX_GUESTS, Invitations
from hal.browser.key_gate import KeyGate


@pytest.fixture(params=[True, False], ids=["with keys of its own", "only to look at"])
def gate(request: pytest.FixtureRequest) -> KeyGate:
    return KeyGate(server_names("0.0.0.0"), Invitations(), "token of the owner", request.param)


def test_a_code_opens_the_keys_while_it_is_shown(gate: KeyGate) -> None:
    shown = [True]
    code = gate.invitations.create_code(lambda: bool(shown))
    assert gate.asks_for_token
    assert gate.is_valid_token(code)
    assert gate.is_valid_token(f" {code.lower()} ")
    assert not gate.is_valid_token(code[:-1])
    shown.clear()
    assert not gate.is_valid_token(code)
    assert gate.asks_for_token == gate.is_open_to_owner


def test_the_next_code_takes_the_place_of_the_one_before(gate: KeyGate) -> None:
    first, second = gate.invitations.create_code(lambda: True), gate.invitations.create_code(lambda: True)
    assert (gate.is_valid_token(first), gate.is_valid_token(second)) == (False, True)


def test_who_has_joined_stays_whatever_is_shown(gate: KeyGate) -> None:
    shown = [True]
    code = gate.invitations.create_code(lambda: bool(shown))
    guest = gate.invitations.join(code)
    assert guest is not None
    assert gate.invitations.join(guest) is None
    shown.clear()
    assert gate.is_valid_token(guest)
    assert gate.checks_unasked_tokens
    assert gate.invitations.join(code) is None


def test_nobody_joins_before_a_code_is_shown_or_without_one(gate: KeyGate) -> None:
    for token in ("", " ", "token of the owner"):
        assert gate.invitations.join(token) is None
    gate.invitations.create_code(lambda: True)
    assert gate.invitations.join("") is None
    assert not gate.is_valid_token("")


def test_guests_are_bounded_and_the_first_has_to_scan_again(gate: KeyGate) -> None:
    code = gate.invitations.create_code(lambda: True)
    guests = [gate.invitations.join(code) or "" for _ in range(MAX_GUESTS + 1)]
    assert not gate.is_valid_token(guests[0])
    assert all(gate.is_valid_token(guest) for guest in guests[1:])


def test_what_is_no_ascii_is_a_wrong_token(gate: KeyGate) -> None:
    gate.invitations.create_code(lambda: True)
    assert not gate.is_valid_token("é" * 8)
