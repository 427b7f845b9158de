"""Really dealt games, declared with mistakes that the rules do not see at once, and corrected by keys later on."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from device.journal.store import Journal
from device.session import session as sessions
from device.session.rows import JournalRow
from display.vocabulary import Page
from display.words import Label
from tests.games.registered import GAMES
from tests.journal.kills import killed
from tests.table.corrected_games import CorrectedGame, corrected_game
from tests.table.correcting_keys import kept, of_the_round_in_play
from tests.table.tables import Mock, Pages, play

EXAMPLES = 2
"""How many games of each kind; `HYPOTHESIS_PROFILE=wide` has others in each run, and the soak thousands."""


def begun(data: Path, rows: Iterable[JournalRow]) -> Path:
    """A journal with one game, of these rows."""
    journal = Journal.open(data)
    journal.begin_game(tuple(rows))
    journal.close()
    return data


def keys(found: CorrectedGame, begin: int = 0) -> list[str]:
    """What is pressed from a step on."""
    return [press for step in found.steps[begin:] for press in step.presses]


def all_pages(data: Path) -> list[Page]:
    """The page of a game, those of all details, and of the menu; without what was said last."""
    game = kept(data)
    details = len(game.session.scores.rounds) + (2 if of_the_round_in_play(game) else 1)
    listener = Pages()
    Mock(data, [*["hold B"] * (details + 1), "hold D"], listener=listener).run()
    return [page._replace(last_declaration=None) for page in listener.seen[-details - 2 :]]


def said_last(data: Path) -> Label | None:
    return play(data, ()).controller.page().last_declaration


def check(found: CorrectedGame, data: Path, directory: Path) -> None:
    """All that a table can see of a game is as it is without mistakes."""
    game = kept(data)
    assert game.session == found.right.session
    assert sessions.record_lines(game.rows) == sessions.record_lines(found.right.rows)
    right = begun(directory / "right", found.right.rows)
    assert all_pages(data) == all_pages(right)
    if found.declared:
        assert said_last(data) == said_last(right)


@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_game_corrected_by_keys_is_the_one_without_mistakes(game_id: str, seed: int) -> None:
    """Some of its corrections are left, some undone and made again."""
    found = corrected_game(game_id, seed)
    assume(found is not None)
    assert found is not None
    with TemporaryDirectory() as directory:
        data = begun(Path(directory) / "data", found.begun)
        play(data, keys(found))
        check(found, data, Path(directory))


@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=1, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_killed_process_leaves_a_correction_whole_or_not_made_and_the_table_goes_on(game_id: str, seed: int) -> None:
    found = corrected_game(game_id, seed)
    assume(found is not None)
    assert found is not None
    with TemporaryDirectory() as directory:
        data = begun(Path(directory) / "data", found.begun)
        killed(data, keys(found), random.Random(seed).randint(1, len(found.steps)))
        states = [found.begun, *(step.rows for step in found.steps)]
        rows = tuple(kept(data).rows)
        assert rows in states
        play(data, keys(found, states.index(rows)))
        check(found, data, Path(directory))
