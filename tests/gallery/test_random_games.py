"""Games by chance: legal to the end, the same each time, and told where nothing is legal."""

from __future__ import annotations

from random import Random

import pytest

from device.contract.declarations import GameEnd
from device.contract.setup import TableSetup
from device.gallery.random_games import MAX_ROUNDS, MIN_ROUNDS_BEFORE_END, NoLegalAnswer, random_game, random_record
from device.games import built_in_ids, load
from device.kits.figures.columns import Column
from device.session import record as records
from tests.kits.sheets import sheet

NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize("game_id", built_in_ids())
def test_every_game_can_be_played_by_chance(game_id: str) -> None:
    """Those of the house, too, though they have samples."""
    game = load(game_id)
    table = TableSetup(NAMES, title="Sample" if game.asks_for_title else "")
    record = records.read(random_record(game, table, Random(7)))
    assert record.scores.finished
    assert random_record(game, table, Random(7)) == random_record(game, table, Random(7))


def test_a_game_that_nothing_ends_is_ended_by_the_table() -> None:
    game = sheet(Column("points", "points", most=9))
    declared = random_game(game, TableSetup(NAMES[:2]), Random(1))
    assert declared[-1] == GameEnd()
    assert len(declared) == 2 * MIN_ROUNDS_BEFORE_END + 1


def test_a_game_that_does_not_end_is_stopped() -> None:
    game = sheet(Column("points", "points", most=9), target=999_999)
    declared = random_game(game, TableSetup(NAMES[:2]), Random(1))
    assert (len(declared), declared[-1]) == (2 * MAX_ROUNDS + 1, GameEnd())


def test_where_nothing_is_legal_the_state_is_told() -> None:
    game = sheet(Column("points", "points", most=1, total=9))
    with pytest.raises(NoLegalAnswer) as stuck:
        random_game(game, TableSetup(NAMES[:2]), Random(1))
    assert game.scores(stuck.value.state).totals == (0, 0)
