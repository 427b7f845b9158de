"""A correction of the past: all that was declared later is kept, and judged again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.registered import GAMES
from tests.session.mistakes import Mistaken, game, played


@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_corrected_game_is_the_one_without_mistakes(game_id: str, seed: int) -> None:
    chance = random.Random(seed)
    found = game(game_id, seed)
    mistaken = Mistaken(found, chance.randrange(len(found.given)), chance)
    if not mistaken.err():
        return
    mistaken.play_on(chance.randrange(60))
    past = mistaken.table.past
    before = list(past.rows), list(past.sessions)
    judged = past.judge(mistaken.edits)
    assert judged.misfit is None
    past.correct(judged)
    corrected = past.session
    past.undo()
    assert (past.rows, past.sessions) == before
    past.correct(past.judge(mistaken.edits))
    assert past.session == corrected
    mistaken.play_on(10**6)
    mistaken.table.accept()
    right = played(found)
    assert mistaken.table.lines() == right.lines()
    assert past.session == right.past.session
