"""No Loose Ends: states, pages, questions and refusals are whole (device.contract.game)."""

from __future__ import annotations

import pytest

from device.games.no_loose_ends.game import GAME
from tests.dealers import no_loose_ends as dealer
from tests.games.values import violations

TABLES = [
    (5, ()),
    (3, (("double-cross", "on"), ("getaway-cards", "on"))),
    (4, (("detail", "cards"), ("getaway-cards", "on"))),
    (3, (("detail", "totals"), ("scoring", "simplified"))),
    (4, (("detail", "cards"), ("double-cross", "on"), ("scoring", "simplified"))),
]


@pytest.mark.parametrize(("players", "chosen"), TABLES)
def test_all_that_is_shown_is_whole(players: int, chosen: tuple[tuple[str, str], ...]) -> None:
    """Contract: every value is of its type and can be said; a refusal names whose declaration it is, and its cards."""
    assert violations(GAME, dealer.play, players, chosen, seed=7) == set()
