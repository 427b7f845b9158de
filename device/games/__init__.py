"""The games, one package each: `no-loose-ends` is `device.games.no_loose_ends`.

A package is registered by being here, or in another folder of this package's `__path__`. Its `TITLE`, its `EMBLEM`
and its `DIRECTIVES` are cheap to import, so that a table can choose among games of which it needs one; its module
`game` holds `GAME`, a `device.contract.game.Game`; the records in its folder `samples` are shown in galleries.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from device.contract.game import Game
    from display.vocabulary import Mark
    from display.words import Text


def ids() -> tuple[str, ...]:
    """The words for all games in records, in alphabetical order; imports none of them."""
    return tuple(_folders(tuple(__path__)))


def title(game_id: str) -> Text:
    """The game's name for people, without its rules."""
    found: Text = _package(game_id).TITLE
    return found


def emblem(game_id: str) -> tuple[Mark, ...]:
    """A few cards by which a game is known, without its rules."""
    found: tuple[Mark, ...] = _package(game_id).EMBLEM
    return found


def directives() -> frozenset[str]:
    """First words of lines that belong to no player, of all games, without their rules."""
    return _directives(ids())


def load(game_id: str) -> Game[Any]:
    """The game of that word. Raises KeyError if there is none."""
    if game_id not in ids():
        raise KeyError(game_id)
    game: Game[Any] = import_module(f"{_package(game_id).__name__}.game").GAME
    return game


def samples(game_id: str) -> tuple[bytes, ...]:
    """Records of whole games, one for each level of detail, with as many players as can be: for pictures and tests."""
    folder = _folders(tuple(__path__))[game_id] / "samples"
    return tuple(path.read_bytes() for path in sorted(folder.glob("*.txt")))


@cache
def _directives(game_ids: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for game_id in game_ids for word in _package(game_id).DIRECTIVES)


@cache
def _folders(path: tuple[str, ...]) -> dict[str, Path]:
    """Where each game is, by its word."""
    packages = (game.parent for folder in path for game in Path(folder).glob("*/game.py"))
    return dict(sorted((package.name.replace("_", "-"), package) for package in packages))


def _package(game_id: str) -> Any:
    return import_module(f"{__name__}.{game_id.replace('-', '_')}")
