"""The games, one package each: `no-loose-ends` is `device.games.no_loose_ends`.

A package is registered by being here. Its `TITLE` is cheap to import, so that a
table can choose among games of which it needs one; its module `game` holds `GAME`,
which fulfils `device.contract.game.Game`; the records in its folder `samples` are shown in galleries.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from device.contract.game import Game
from display.words import Text


@cache
def ids() -> tuple[str, ...]:
    """The words for all games in records, in alphabetical order; imports none of them."""
    packages = (path.parent.name for path in Path(__file__).parent.glob("*/game.py"))
    return tuple(sorted(name.replace("_", "-") for name in packages))


def title(game_id: str) -> Text:
    """The game's name for people, without its rules."""
    found: Text = _package(game_id).TITLE
    return found


def load(game_id: str) -> Game[Any]:
    """The game of that word. Raises KeyError if there is none."""
    if game_id not in ids():
        raise KeyError(game_id)
    game: Game[Any] = import_module(f"{_package(game_id).__name__}.game").GAME
    return game


def samples(game_id: str) -> tuple[bytes, ...]:
    """Records of whole games, one for each level of detail, with as many players as can be: for pictures and tests."""
    folder = Path(__file__).parent / game_id.replace("-", "_") / "samples"
    return tuple(path.read_bytes() for path in sorted(folder.glob("*.txt")))


def _package(game_id: str) -> Any:
    return import_module(f"{__name__}.{game_id.replace('-', '_')}")
