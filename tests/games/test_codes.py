"""Refusal codes: those of all games and each game's own are the public table, in its order (docs/record.md, Codes)."""

from __future__ import annotations

import re
from enum import StrEnum
from importlib import import_module
from pathlib import Path

import pytest

from device.contract.refusal import RefusalCode
from tests.games.registered import GAMES

DOCS = Path(__file__).parents[2] / "docs/record.md"


def own(game_id: str) -> list[str]:
    """A game's own codes, in their order."""
    codes: type[StrEnum] = import_module(f"device.games.{game_id.replace('-', '_')}.codes").Code
    return [code.value for code in codes]


def documented() -> list[str]:
    """The codes of the public table, from the first row to the last."""
    section = DOCS.read_text(encoding="utf-8").split("\n## Codes\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [code for cell in cells for code in re.findall(r"`([a-z-]+)`", cell)]


def test_the_public_table_begins_with_the_codes_of_all_games() -> None:
    common = [code.value for code in RefusalCode]
    assert len(common) == 10
    assert documented()[: len(common)] == common


@pytest.mark.parametrize("game_id", GAMES)
def test_a_games_own_codes_stand_in_the_order_of_the_public_table(game_id: str) -> None:
    """The earlier code is reported where a line breaks several rules, whichever game it is of."""
    table = documented()
    places = [table.index(code) for code in own(game_id)]
    assert places
    assert places == sorted(places)
    assert places[0] >= len(RefusalCode)


def test_the_public_table_has_no_code_of_no_game_and_none_twice() -> None:
    table = documented()
    assert len(set(table)) == len(table)
    assert set(table) == {code.value for code in RefusalCode} | {code for game_id in GAMES for code in own(game_id)}
