"""Score pad: states, pages, questions and refusals are whole (device.contract.game)."""

from __future__ import annotations

import pytest

from device.games.score_pad.game import GAME
from tests.dealers import score_pad as dealer
from tests.games.values import violations

TABLES = [
    (1, (("rounds", "3"),)),
    (4, (("wins", "low"), ("target", "500"), ("sum", "26"), ("dealer", "on"))),
    (10, (("sum", "0"),)),
]


@pytest.mark.parametrize(("players", "chosen"), TABLES)
def test_all_that_is_shown_is_whole(players: int, chosen: tuple[tuple[str, str], ...]) -> None:
    """Contract: every value is of its type and can be said; a refusal names whose declaration it is, and its cards."""
    assert violations(GAME, dealer.play, players, chosen, seed=7, every=10) == set()
