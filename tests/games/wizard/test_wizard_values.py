"""Wizard: states, pages, questions and refusals are whole (device.contract.game)."""

from __future__ import annotations

import pytest

from device.games.wizard.game import GAME
from tests.dealers import wizard as dealer
from tests.games.values import violations

TABLES = [
    (3, (("rounds", "down"),)),
    (4, (("detail", "tricks"), ("sum", "not-even"))),
    (6, (("detail", "cards"),)),
    (7, (("deck", "plain"), ("detail", "tricks"), ("scoring", "exact"))),
    (5, (("deck", "plain"), ("detail", "cards"), ("scoring", "tricks"), ("rounds", "down"))),
]


@pytest.mark.parametrize(("players", "chosen"), TABLES)
def test_all_that_is_shown_is_whole(players: int, chosen: tuple[tuple[str, str], ...]) -> None:
    """Contract: every value is of its type and can be said; a refusal names whose declaration it is, and its cards."""
    assert violations(GAME, dealer.play, players, chosen, seed=7, every=40) == set()
