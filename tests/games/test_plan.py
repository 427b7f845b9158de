"""All games have one floor plan: the same file for the same part, and the same name for what the part gives."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from tests.games.registered import GAMES
from tests.non_empty import non_empty

DEVICE = Path(__file__).parents[2] / "device/games"
FIFTH = Path(__file__).parent / "fifth"

PLAN = {
    "__init__": ("TITLE", "EMBLEM", "DIRECTIVES"),
    "board": ("board", "heading"),
    "refusal_codes": (),
    "declarations": ("read", "write"),
    "game": ("GAME",),
    "options": ("OPTIONS",),
    "prompt": ("prompt",),
    "rules": ("apply", "forced", "starter"),
    "scoring": ("points_by_cause", "scores"),
    "sentences": ("in_words",),
    "state": ("State",),
}
"""The files of a game, and what is found in each. What a game has besides is a part that only this game has, and what
a kit makes for it has no file."""

REQUIRED = ("__init__", "game")

TAKEN_OVER = {"read", "write", "apply", "forced", "starter", "prompt", "heading", "board", "scores"}
"""What a game gives as its part has it."""

PACKAGES = {game_id: f"device.games.{game_id.replace('-', '_')}" for game_id in GAMES}
PACKAGES["high-number"] = "tests.games.fifth.high_number"


def parts(package: str) -> dict[str, ModuleType]:
    """The parts of the plan that a game has."""
    names = {part: package if part == "__init__" else f"{package}.{part}" for part in PLAN}
    there = (part for part, name in names.items() if part in REQUIRED or find_spec(name) is not None)
    return {part: import_module(names[part]) for part in there}


@pytest.mark.parametrize("game_id", PACKAGES)
def test_every_part_is_in_its_file(game_id: str) -> None:
    for part, module in non_empty(parts(PACKAGES[game_id]).items()):
        assert not [name for name in PLAN[part] if not hasattr(module, name)], f"{module.__name__}: {PLAN[part]}"


@pytest.mark.parametrize("game_id", PACKAGES)
def test_a_game_gives_what_its_parts_hold(game_id: str) -> None:
    """`GAME` is put together from the parts, and adds nothing but words."""
    found = parts(PACKAGES[game_id])
    game = found["game"].GAME
    assert game.id == game_id
    for part, module in non_empty(found.items()):
        for name in set(PLAN[part]) & TAKEN_OVER:
            assert getattr(game, name) is getattr(module, name), f"{part}.{name}"


@pytest.mark.parametrize("game_id", PACKAGES)
def test_its_refusal_codes_are_one_enum_named_for_the_game(game_id: str) -> None:
    found = parts(PACKAGES[game_id])
    if "refusal_codes" in found:
        (enum,) = (value for name, value in vars(found["refusal_codes"]).items() if name.endswith("Refusal"))
        assert enum.__name__.removesuffix("Refusal").lower() == game_id.replace("-", "")
        assert found["game"].GAME.codes == tuple(enum)


def test_every_folder_of_games_is_looked_at() -> None:
    folders = {path.parent.name.replace("_", "-") for folder in (DEVICE, FIFTH) for path in folder.glob("*/game.py")}
    assert folders == set(PACKAGES)
