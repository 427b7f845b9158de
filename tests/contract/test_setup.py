"""What stands for an option: what was chosen last, or the default that this many players have."""

from __future__ import annotations

from device.contract.setup import Option, TableSetup
from display.words import text

DECK = Option(
    "deck", text("Deck"), "own", ("own", "plain"), (text("own"), text("plain")), default_from_player_count=(3, "plain")
)


def test_what_was_chosen_last_counts() -> None:
    assert TableSetup(("Ann", "Bo"), (("deck", "plain"), ("deck", "own"))).value_of(DECK) == "own"


def test_larger_tables_may_have_a_default_of_their_own() -> None:
    assert TableSetup(("Ann", "Bo")).value_of(DECK) == "own"
    assert TableSetup(("Ann", "Bo", "Cleo")).value_of(DECK) == "plain"
    assert TableSetup(("Ann", "Bo", "Cleo"), (("deck", "own"),)).value_of(DECK) == "own"
