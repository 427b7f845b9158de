"""No Thanks!: states, pages, questions and refusals are whole (device.contract.game)."""

from __future__ import annotations

import pytest

from device.games.no_thanks.game import GAME
from tests.dealers import no_thanks as dealer
from tests.games.values import violations

TABLES = [
    (3, ()),
    (5, (("hidden-tiger", "on"), ("amigo", "10-20-30"), ("rounds", "1"))),
    (7, (("hidden-tiger", "on"), ("rounds", "2"))),
    (4, (("detail", "totals"), ("rounds", "2"))),
    (4, (("detail", "totals"), ("hidden-tiger", "on"), ("amigo", "10-19-28"), ("rounds", "2"))),
]


@pytest.mark.parametrize(("players", "chosen"), TABLES)
def test_all_that_is_shown_is_whole(players: int, chosen: tuple[tuple[str, str], ...]) -> None:
    """Contract: every value is of its type and can be said; a refusal names whose declaration it is, and its cards."""
    assert violations(GAME, dealer.play, players, chosen, seed=7) == set()
