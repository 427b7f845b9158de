"""Refusal codes: those of all games and each game's own are the public table, in its order (docs/record.md, Codes)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.contract.refusal import RefusalCode
from device.games import load
from device.kits.figures.refusal_codes import FiguresRefusalCode
from tests.games.registered import GAMES

DOCS = Path(__file__).parents[2] / "docs/record.md"


def own(game_id: str) -> list[str]:
    """A game's own codes, in their order."""
    return [code.value for code in load(game_id).codes]


def documented() -> list[str]:
    """The codes of the public table, from the first row to the last."""
    section = DOCS.read_text(encoding="utf-8").split("\n## Codes\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [code for cell in cells for code in re.findall(r"`([a-z-]+)`", cell)]


def test_the_public_table_begins_with_the_codes_of_all_games() -> None:
    common = [code.value for code in RefusalCode]
    assert len(common) == 10
    assert documented()[: len(common)] == common


OWN = {game_id: own(game_id) for game_id in GAMES} | {"figures": [code.value for code in FiguresRefusalCode]}
"""Codes of games, and of the kits that games are made from."""


@pytest.mark.parametrize("of", OWN)
def test_a_games_own_codes_stand_in_the_order_of_the_public_table(of: str) -> None:
    """The earlier code is reported where a line breaks several rules, whichever game it is of."""
    table = documented()
    places = [table.index(code) for code in OWN[of]]
    assert places == sorted(places)
    assert all(place >= len(RefusalCode) for place in places)


def test_the_public_table_has_no_code_of_no_game_and_none_twice() -> None:
    table = documented()
    assert len(set(table)) == len(table)
    assert set(table) == {code.value for code in RefusalCode} | {code for codes in OWN.values() for code in codes}
