"""The page for those who make a game says what is there: its example plays, and its tables have every field."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablekeeper.games
from device.kits.figures.card_play import CardPlay
from device.kits.figures.columns import Column
from device.kits.figures.sheet import ScoreSheet
from tablekeeper.testing import GameTests, points

PAGE = Path(__file__).parents[2] / "docs/your-own-game.md"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
CELL = re.compile(r"^\| (`.+?) \|", re.MULTILINE)

KEPT_FOR_THE_HOUSE = {"note", "others_title"}
"""Fields of a column by which the house's own games keep the words that they had."""


def blocks() -> list[str]:
    return BLOCK.findall(PAGE.read_text(encoding="utf-8"))


def section(title: str) -> set[str]:
    """What the table of a section of the page names."""
    _, _, rest = PAGE.read_text(encoding="utf-8").partition(f"\n## {title}\n")
    cells = CELL.findall(rest.partition("\n## ")[0])
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def made(folder: Path, name: str, source: str) -> types.ModuleType:
    """An example of the page, as a module."""
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    module = types.ModuleType(name)
    module.__file__ = str(path)
    exec(compile(source, str(path), "exec"), vars(module))
    return module


@pytest.fixture(scope="class", autouse=True)
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[types.ModuleType]:
    """The whole example of the page."""
    module = made(tmp_path_factory.mktemp("example"), "oh_well", blocks()[0])
    TestTheExample.module = module
    TestTheExampleWithPartners.module = made(tmp_path_factory.mktemp("partners"), "euchre", blocks()[1])
    sys.modules["oh_well"] = module
    yield module
    del sys.modules["oh_well"]


class TestTheExample(GameTests):
    pass


class TestTheExampleWithPartners(GameTests):
    seeds = range(2)

    def test_points(self) -> None:
        players = "players Ann Bo Cy Di\n"
        assert points(self.game, players + "Bo makes alone\nBo tricks 5") == [(0, 4, 0, 4)]
        assert points(self.game, players + "Bo makes with\nBo tricks 5") == [(0, 2, 0, 2)]
        assert points(self.game, players + "Bo makes with\nBo tricks 3") == [(0, 1, 0, 1)]
        assert points(self.game, players + "Bo makes with\nBo tricks 2") == [(2, 0, 2, 0)]


def test_the_tests_of_the_page_pass(example: types.ModuleType) -> None:
    found: dict[str, object] = {}
    exec(blocks()[-1], found)
    test = found["test_a_bid_that_is_kept_brings_ten"]
    assert callable(test)
    test()


def test_the_record_of_the_page_scores(example: types.ModuleType) -> None:
    (record,) = re.findall(r"```\n(game oh-well\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert points(example.GAME, record) == [(-5, 10, 11)]


def test_the_tables_have_every_field_of_a_description() -> None:
    assert section("The score sheet") == set(ScoreSheet._fields)
    assert section("A column") == set(Column._fields) - {"word", "title"} - KEPT_FOR_THE_HOUSE


def test_the_table_of_card_play_has_every_field() -> None:
    assert section("Card by card") >= set(CardPlay._fields)


def test_what_authors_import_is_said_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in tablekeeper.games.__all__ if name not in page] == []
    assert all(hasattr(tablekeeper.games, name) for name in tablekeeper.games.__all__)
