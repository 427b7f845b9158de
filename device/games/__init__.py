"""The games: those of the house, one package each, and by other hands.

`no-loose-ends` is `device.games.no_loose_ends`. A package of the house is registered by being here, or in another
folder of this package's `__path__`. Its `TITLE`, its `EMBLEM` and its `DIRECTIVES` are cheap to import, so that a
table can choose among games of which it needs one; its module `game` holds `GAME`, a `device.contract.game.Game`; the
records in its folder `samples` are shown in galleries.

Games by other hands are installed beside the program, or lie in a folder (`look_in`): see `device.games.finding` for
where they are found, `headers` for what is read of them before one is chosen, `guard` for what they can't do.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.games.finding import FoundGame, GameLeftOut, candidates
from device.games.others import ListedGame, OtherGames
from display.words import Text, text

if TYPE_CHECKING:
    from device.contract.game import Game
    from display.vocabulary import Mark

FOLDER = "TABLEKEEPER_GAMES"
"""The environment's word for the folder of single files, which processes beside this one look into as well."""


def ids() -> tuple[str, ...]:
    """The words for all games in records: the house's, then those by other hands, each in alphabetical order.

    Imports none of them.
    """
    return (*_folders(tuple(__path__)), *others().ids)


def house() -> tuple[str, ...]:
    """The words of the house's own games, in alphabetical order."""
    return tuple(_folders(tuple(__path__)))


def title(game_id: str) -> Text:
    """The game's name for people, without its rules."""
    found = others().found(game_id)
    if found is not None:
        return found.header.name
    own: Text = _package(game_id).TITLE
    return own


def titles() -> dict[str, Text]:
    """The names of all games by their words, of those that were here once, too."""
    once = {one.id: Text(one.title) for one in others().here_once}
    return {
        **{game_id: title(game_id) for game_id in ids()},
        **{word: once[word] for word in once if word not in ids()},
    }


def emblem(game_id: str) -> tuple[Mark, ...]:
    """A few cards by which a game is known, without its rules."""
    found = others().found(game_id)
    if found is not None:
        return found.header.emblem
    own: tuple[Mark, ...] = _package(game_id).EMBLEM
    return own


def may_play(game_id: str, people: int) -> bool:
    """Whether so many can play a game, as far as that is known without loading one by other hands."""
    found = others().found(game_id)
    if found is not None:
        return found.header.players is None or people in found.header.players
    return people in load(game_id).players


def directives() -> frozenset[str]:
    """First words of lines that belong to no player, of the house's games, without their rules.

    Games by other hands have none: whether a player can have a name must not depend on what is installed.
    """
    return _directives(house())


def load(game_id: str) -> Game[Any]:
    """The game of that word. Raises KeyError if there is none, or it is one by other hands that breaks: see `find`."""
    game = find(game_id)
    if game is None:
        raise KeyError(game_id)
    return game


def find(game_id: str) -> Game[Any] | None:
    """The game of that word; None where it can't be had, and `lacking` says why."""
    if game_id not in house():
        return others().load(game_id)
    game: Game[Any] = import_module(f"{_package(game_id).__name__}.game").GAME
    return game


def lacking(game_id: str) -> Text:
    """Why there is no such game, in a sentence."""
    why = others().why_not(game_id)
    if why is not None:
        return why
    known = ", ".join(ids())
    return text("There is no game “{game}” here; there are {known}.", game=game_id, known=known)


def called(game_id: str) -> str:
    """What a game that can't be had was called here, or else its word."""
    return next((one.title for one in others().here_once if one.id == game_id), game_id)


def left_out() -> tuple[GameLeftOut, ...]:
    """Packages and files whose games can't be played, as far as is known yet."""
    return tuple(others().left_out)


def package(game_id: str) -> str:
    """The package that a game by other hands is in, by its name and version; "" for one of the house."""
    found = others().found(game_id)
    return "" if found is None else found.package


def remember(games: tuple[ListedGame, ...]) -> None:
    """Games that were here once, so that people are told what is missing."""
    others().here_once = games


def look_in(folder: Path | None) -> None:
    """Find the games of a folder, here and in processes that this one begins.

    Where the environment names one already (even as nothing, for none), that counts.
    """
    if folder is not None:
        os.environ.setdefault(FOLDER, str(folder))


def samples(game_id: str) -> tuple[bytes, ...]:
    """Records of whole games, one for each level of detail, with as many players as can be: for pictures and tests.

    A game by other hands may have some in a folder `samples` beside its module.
    """
    found = others().found(game_id)
    folder = _folders(tuple(__path__))[game_id] if found is None else _beside(found)
    return tuple(path.read_bytes() for path in sorted((folder / "samples").glob("*.txt")))


def playable() -> tuple[str, ...]:
    """The words of the games whose rules can be had, which loads those by other hands."""
    return tuple(game_id for game_id in ids() if game_id in house() or find(game_id) is not None)


def others() -> OtherGames:
    """The games by other hands that this process can find."""
    return _others(tuple(sys.path), os.environ.get(FOLDER, ""), house())


def _beside(found: FoundGame) -> Path:
    """The folder with a game's module; of a single file, one of its name."""
    return found.source.parent if found.module else found.source.with_suffix("")


@cache
def _others(path: tuple[str, ...], folder: str, own: tuple[str, ...]) -> OtherGames:
    return OtherGames(candidates(path, folder, frozenset(own)))


@cache
def _directives(game_ids: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for game_id in game_ids for word in _package(game_id).DIRECTIVES)


@cache
def _folders(path: tuple[str, ...]) -> dict[str, Path]:
    """Where each game of the house is, by its word."""
    packages = (game.parent for folder in path for game in Path(folder).glob("*/game.py"))
    return dict(sorted((package.name.replace("_", "-"), package) for package in packages))


def _package(game_id: str) -> Any:
    return import_module(f"{__name__}.{game_id.replace('-', '_')}")
