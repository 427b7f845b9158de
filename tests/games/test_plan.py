"""All games have one floor plan: the same file for the same part, and the same name for what the part gives."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.games.registered import GAMES

DEVICE = Path(__file__).parents[2] / "device/games"
FIFTH = Path(__file__).parent / "fifth"

PLAN = {
    "__init__": ("TITLE", "EMBLEM", "DIRECTIVES"),
    "board": ("board", "heading"),
    "cards": (),
    "codes": ("Code",),
    "declarations": ("read", "write"),
    "game": ("GAME",),
    "options": ("OPTIONS",),
    "prompt": ("prompt",),
    "rules": ("apply", "forced", "starter"),
    "scoring": ("causes", "scores"),
    "sentences": ("in_words",),
    "state": ("State",),
}
"""The files of every game, and what is found in each. What a game has besides is a part that only this game has."""

TAKEN_OVER = {"read", "write", "apply", "forced", "starter", "prompt", "heading", "board", "scores"}
"""What a game gives as its part has it."""

PACKAGES = {game_id: f"device.games.{game_id.replace('-', '_')}" for game_id in GAMES}
PACKAGES["high-number"] = "tests.games.fifth.high_number"


@pytest.mark.parametrize("game_id", PACKAGES)
def test_every_part_is_in_its_file(game_id: str) -> None:
    package = PACKAGES[game_id]
    for part, names in PLAN.items():
        module = import_module(package if part == "__init__" else f"{package}.{part}")
        assert not [name for name in names if not hasattr(module, name)], f"{module.__name__} has not all of {names}"


@pytest.mark.parametrize("game_id", PACKAGES)
def test_a_game_gives_what_its_parts_hold(game_id: str) -> None:
    """`GAME` is put together from the parts, and adds nothing but words."""
    package = PACKAGES[game_id]
    game = import_module(f"{package}.game").GAME
    assert game.id == game_id
    for part, names in PLAN.items():
        for name in set(names) & {
            "read",
            "write",
            "apply",
            "forced",
            "starter",
            "prompt",
            "heading",
            "board",
            "scores",
        }:
            assert getattr(game, name) is getattr(import_module(f"{package}.{part}"), name), f"{part}.{name}"


def test_every_folder_of_games_is_looked_at() -> None:
    folders = {path.parent.name.replace("_", "-") for folder in (DEVICE, FIFTH) for path in folder.glob("*/game.py")}
    assert folders == set(PACKAGES)
