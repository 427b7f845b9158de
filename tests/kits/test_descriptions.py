"""An author is told what is wrong with a description before anybody plays."""

from __future__ import annotations

from typing import Any

import pytest

from device.contract.setup import Option
from device.kits.figures.checking import DescriptionError
from device.kits.figures.columns import Column
from device.kits.figures.game import figures_game
from device.kits.options import switch
from tests.kits.sheets import TRICKS

POINTS = Column("points", "points", most=9)
SEVEN: tuple[Option, ...] = tuple(switch(f"option-{n}", f"Option {n}") for n in range(7))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"id": "Skull King"}, "the id has small letters"),
        ({"players": range(0)}, "players are from 1 to 10"),
        ({"players": range(2, 12)}, "players are from 1 to 10"),
        ({"rounds": 0}, "a game has a round at least"),
        ({"columns": ()}, "a score sheet has a column at least"),
        ({"columns": (POINTS, POINTS)}, "two columns or options are called “points”"),
        ({"options": SEVEN}, "7 options have no room on four keys"),
        ({"columns": (Column("a b", "x", most=1),)}, "its word has small letters"),
        ({"columns": (Column("bid", "bid"),)}, "say how large a figure can be"),
        ({"columns": (Column("rounds", "x", most=1, counted=True),)}, "statistics have another figure of this word"),
        ({"columns": (Column("bid", "bid", least=-5, most=0),)}, "where points can be lost, some can be won"),
        ({"columns": (Column("bid", "bid", most=1_000_000),)}, "figures go to 999999"),
        ({"columns": (Column("x", "x", choices=(("yes", "yes"),)),)}, "it has 1 choices: from 2 to 10 have keys"),
        ({"columns": (Column("x", "x", choices=(("a", "a"), ("a", "b"))),)}, "two of its choices have one word"),
    ],
)
def test_what_makes_no_game_is_said(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DescriptionError, match="^" + str(change.get("id", "three-tricks"))) as wrong:
        figures_game(TRICKS._replace(**change))
    assert sentence in str(wrong.value)
