"""What stands for an option: what was chosen last, or the default that this many players have."""

from __future__ import annotations

import pytest

from device.contract.setup import Option, TableSetup
from display.words import text

DECK = Option(
    "deck", text("Deck"), "own", ("own", "plain"), (text("own"), text("plain")), default_from_player_count=(3, "plain")
)


ROUNDS = Option("rounds", text("Rounds"), "3", numbers=range(1, 11))


@pytest.mark.parametrize(
    ("value", "accepted"), [("7", True), ("10", True), ("0", False), ("11", False), ("007", False), ("+7", False)]
)
def test_numbers_are_accepted_as_records_have_them(value: str, accepted: bool) -> None:
    """Neither with a sign nor with leading zeros."""
    assert ROUNDS.accepts(value) == accepted


def test_what_was_chosen_last_counts() -> None:
    assert TableSetup(("Ann", "Bo"), (("deck", "plain"), ("deck", "own"))).value_of(DECK) == "own"


def test_larger_tables_may_have_a_default_of_their_own() -> None:
    assert TableSetup(("Ann", "Bo")).value_of(DECK) == "own"
    assert TableSetup(("Ann", "Bo", "Cleo")).value_of(DECK) == "plain"
    assert TableSetup(("Ann", "Bo", "Cleo"), (("deck", "own"),)).value_of(DECK) == "own"
