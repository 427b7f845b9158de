"""LOOP: states, pages, questions and refusals are whole (device.contract.game)."""

from __future__ import annotations

import pytest

from device.games.loop.game import GAME
from tests.dealers import loop as dealer
from tests.games.values import violations

TABLES = [
    (4, ()),
    (6, (("beat", "all"),)),
    (5, (("detail", "finish"),)),
]


@pytest.mark.parametrize(("players", "chosen"), TABLES)
def test_all_that_is_shown_is_whole(players: int, chosen: tuple[tuple[str, str], ...]) -> None:
    """Contract: every value is of its type and can be said; a refusal names whose declaration it is, and its cards."""
    assert violations(GAME, dealer.play, players, chosen, seed=7) == set()
