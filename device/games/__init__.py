"""The games: those of the house, one package each, and by other hands.

“Of the house” means built in, “by other hands” means third-party. The built-in game `no-loose-ends` is
`device.games.no_loose_ends`. A built-in package is registered by being here, or in another folder of this package's
`__path__`. Its `TITLE`, `EMBLEM` and `DIRECTIVES` are cheap to import, so that a table that needs one game can choose
among all. Its module `game` holds `GAME`, a `device.contract.game.Game`. The records in its folder `samples` are shown
in galleries.

Third-party games are installed beside the program, or lie in a folder (`use_folder`). `device.games.finding` finds
them, `headers` reads their titles before one is chosen, and `guard` keeps their errors from the rest of the program.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.games.finding import ExcludedGame, FoundGame, find_candidates
from device.games.third_party import ListedGame, ThirdPartyGames
from display.words import Text, text

if TYPE_CHECKING:
    from device.contract.game import Game
    from display.vocabulary import Mark

FOLDER_VARIABLE = "TABLEKEEPER_GAMES"
"""The environment variable with the folder of single-file games. Child processes look into that folder, too."""


def ids() -> tuple[str, ...]:
    """Return the ids of all games: the built-in ones, then the third-party ones, each in alphabetical order.

    Imports none of them.
    """
    return (*built_in_ids(), *third_party().ids)


def built_in_ids() -> tuple[str, ...]:
    """Return the ids of the built-in games, in alphabetical order."""
    return tuple(_folders(tuple(__path__)))


def title(game_id: str) -> Text:
    """Return the title of a game, without loading its rules."""
    found_game = third_party().find(game_id)
    if found_game is not None:
        return found_game.header.name
    built_in_title: Text = _built_in_package(game_id).TITLE
    return built_in_title


def titles() -> dict[str, Text]:
    """Return the titles of all games by id, including third-party games that were installed once."""
    former_titles = {game.id: Text(game.title) for game in third_party().formerly_installed}
    return {
        **{game_id: title(game_id) for game_id in ids()},
        **{game_id: former_titles[game_id] for game_id in former_titles if game_id not in ids()},
    }


def emblem(game_id: str) -> tuple[Mark, ...]:
    """Return the cards (or signs) that serve as a game's emblem, without loading its rules."""
    found_game = third_party().find(game_id)
    if found_game is not None:
        return found_game.header.emblem
    built_in_emblem: tuple[Mark, ...] = _built_in_package(game_id).EMBLEM
    return built_in_emblem


def allows_players(game_id: str, player_count: int) -> bool:
    """Whether a game allows so many players. True if a third-party game's header doesn't say: it isn't loaded."""
    found_game = third_party().find(game_id)
    if found_game is not None:
        return found_game.header.players is None or player_count in found_game.header.players
    return player_count in load(game_id).players


def directives() -> frozenset[str]:
    """Return the words that begin lines of no player in built-in games, without loading their rules.

    Third-party games have none: whether a name is allowed for a player must not depend on what is installed.
    """
    return _directives(built_in_ids())


def load(game_id: str) -> Game[Any]:
    """Load the game with this id. Raises KeyError if `find` returns None."""
    game = find(game_id)
    if game is None:
        raise KeyError(game_id)
    return game


def find(game_id: str) -> Game[Any] | None:
    """Load the game with this id. Returns None if it can't be loaded; `missing_reason` then says why."""
    if game_id not in built_in_ids():
        return third_party().load(game_id)
    game: Game[Any] = import_module(f"{_built_in_package(game_id).__name__}.game").GAME
    return game


def missing_reason(game_id: str) -> Text:
    """Return a sentence that says why there is no game with this id."""
    reason = third_party().missing_reason(game_id)
    if reason is not None:
        return reason
    known_ids = ", ".join(ids())
    return text("There is no game “{game}” here; there are {known}.", game=game_id, known=known_ids)


def remembered_title(game_id: str) -> str:
    """Return the title that a missing game had here, or else its id."""
    return next((game.title for game in third_party().formerly_installed if game.id == game_id), game_id)


def excluded_games() -> tuple[ExcludedGame, ...]:
    """Return the packages and files whose games can't be played, as far as is known yet."""
    return tuple(third_party().excluded)


def package(game_id: str) -> str:
    """Return the package of a third-party game, with its version; "" for a built-in game."""
    found_game = third_party().find(game_id)
    return "" if found_game is None else found_game.package


def set_formerly_installed(games: tuple[ListedGame, ...]) -> None:
    """Set the games that were here once, so that people learn which package is missing."""
    third_party().formerly_installed = games


def use_folder(folder: Path | None) -> None:
    """Make this process and its child processes find the games of a folder.

    If the environment variable is set already (even to nothing, for none), it is left as it is.
    """
    if folder is not None:
        os.environ.setdefault(FOLDER_VARIABLE, str(folder))


def samples(game_id: str) -> tuple[bytes, ...]:
    """Return sample records of whole games with the most players, for pictures and tests: one per level of detail.

    A third-party game may have some in a folder `samples` beside its module.
    """
    found_game = third_party().find(game_id)
    folder = _folders(tuple(__path__))[game_id] if found_game is None else _folder_beside(found_game)
    return tuple(path.read_bytes() for path in sorted((folder / "samples").glob("*.txt")))


def playable_ids() -> tuple[str, ...]:
    """Return the ids of the games whose rules can be loaded. This loads all third-party games."""
    return tuple(game_id for game_id in ids() if game_id in built_in_ids() or find(game_id) is not None)


def third_party() -> ThirdPartyGames:
    """Return the third-party games that this process can find."""
    return _third_party(tuple(sys.path), os.environ.get(FOLDER_VARIABLE, ""), built_in_ids())


def _folder_beside(found_game: FoundGame) -> Path:
    """Return the folder that holds a game's module; for a single-file game, the folder with the file's name."""
    return found_game.source.parent if found_game.module else found_game.source.with_suffix("")


@cache
def _third_party(path: tuple[str, ...], folder_name: str, built_in: tuple[str, ...]) -> ThirdPartyGames:
    return ThirdPartyGames(find_candidates(path, folder_name, frozenset(built_in)))


@cache
def _directives(game_ids: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for game_id in game_ids for word in _built_in_package(game_id).DIRECTIVES)


@cache
def _folders(path: tuple[str, ...]) -> dict[str, Path]:
    """Return the folder of each built-in game, by id."""
    packages = (game.parent for folder in path for game in Path(folder).glob("*/game.py"))
    return dict(sorted((package.name.replace("_", "-"), package) for package in packages))


def _built_in_package(game_id: str) -> Any:
    return import_module(f"{__name__}.{game_id.replace('-', '_')}")
