"""Loads third-party games, and records which can't be played and why, and which were installed once."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.games.finding import Candidate, ExcludedGame, FoundGame, exclude_game
from display import languages
from display.words import Text, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from types import ModuleType

    from device.contract.game import Game

_MODULE_PREFIX = "tablekeeper_game_"
"""The prefix of the module names of single-file games."""


_MAX_FAULT_LENGTH, _MAX_ADVICE_LENGTH = 100, 400
"""Maximum number of characters of an error's message that are quoted, and of one that also says what to do."""


class ListedGame(NamedTuple):
    """A game that is here, or was once: its id, its title, and its package; "" for a built-in game."""

    id: str
    title: str
    package: str


class ThirdPartyGames:
    """The third-party games. A game that fails to load is left out from then on."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self.excluded: list[ExcludedGame] = []
        """The games that can't be played, as far as is known."""
        self.formerly_installed: tuple[ListedGame, ...] = ()
        """Games that were here once, as the box has stored them."""
        self._found_games: dict[str, FoundGame] = {}
        self._loaded_games: dict[str, Game[Any]] = {}
        for candidate in candidates:
            if isinstance(candidate, ExcludedGame):
                self.excluded.append(candidate)
            else:
                self._found_games[candidate.id] = candidate
                for code, title in candidate.header.titles:
                    languages.fallback_catalogue(code).add({candidate.header.title: title})

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the games that can be chosen, in alphabetical order."""
        return tuple(sorted(self._found_games))

    def find(self, game_id: str) -> FoundGame | None:
        """What is known of a game that can be chosen; None if it can't be."""
        return self._found_games.get(game_id)

    def load(self, game_id: str) -> Game[Any] | None:
        """Load a game. Returns None if there is none, or it can't be loaded; `excluded` then says why."""
        if game_id not in self._loaded_games and game_id in self._found_games:
            self._load(self._found_games[game_id])
        return self._loaded_games.get(game_id)

    def missing_reason(self, game_id: str) -> Text | None:
        """Why a game can't be chosen; None if it was never here."""
        sentence = next((game.sentence for game in self.excluded if game.id == game_id), None)
        if sentence is not None:
            return sentence
        former_game = next((game for game in self.formerly_installed if game.id == game_id), None)
        if former_game is None:
            return None
        title, package = former_game.title, former_game.package
        if not package:
            return text("{game} is not in this version of Tablekeeper.", game=title)
        return text("{game} needs the package {package}, which is not here.", game=title, package=package)

    def _load(self, found_game: FoundGame) -> None:
        from device.games.guard import (  # imported late: needed only if a third-party game is loaded
            UnsoundGame,
            guard_game,
        )
        from device.games.timeouts import call_with_timeout

        try:
            module = call_with_timeout(_import_module, found_game)
            if not hasattr(module, found_game.attribute):
                raise UnsoundGame(
                    text("{file} has no {attribute}: write {attribute} = figures_game(…) there",
                         file=found_game.source.name, attribute=found_game.attribute)
                )  # fmt: skip
            self._loaded_games[found_game.id] = guard_game(getattr(module, found_game.attribute), found_game)
        except UnsoundGame as unsound:
            self._exclude(found_game, unsound.reason)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # Any exception, including SystemExit, only leaves the game out: the table continues without it.
            self._exclude(found_game, fault_text(error, found_game.source))

    def _exclude(self, found_game: FoundGame, reason: Text | str) -> None:
        del self._found_games[found_game.id]
        self.excluded.append(exclude_game(found_game.package, reason, found_game.id))


def fault_text(error: BaseException, source: Path) -> Text | str:
    """Describe an error in a game's module to its author, with the line that caused it."""
    from device.games.timeouts import MAX_SECONDS, TookTooLong
    from device.kits.arguments import DescriptionError

    if isinstance(error, TookTooLong):
        return text("it has not answered within {n} seconds", n=int(MAX_SECONDS))
    message = _error_message(error)
    if isinstance(error, DescriptionError):
        # The message says what to do, and the line that raised it is not one of the author's.
        return _shorten(message.removesuffix("."), _MAX_ADVICE_LENGTH)
    description = f"{type(error).__name__}: {_shorten(message, _MAX_FAULT_LENGTH)}" if message else type(error).__name__
    lines = list(_traceback_lines(error))
    if not lines or isinstance(error, SyntaxError):
        return description
    file, line = next(((file, line) for file, line in reversed(lines) if file == source), lines[-1])
    return f"{description} ({file.name}, line {line})"


def _error_message(error: BaseException) -> str:
    """Return the message of an error, in one line; "" if there is none.

    An author's exception makes its own message, which may fail like any function of the game.
    """
    from device.games.timeouts import call_with_timeout

    try:
        return call_with_timeout(_message_line, error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""


def _message_line(error: BaseException) -> str:
    return " ".join(str(error).split())


def _shorten(message: str, max_length: int) -> str:
    return message if len(message) <= max_length else f"{message[:max_length]} (…)"


def _traceback_lines(error: BaseException) -> Iterator[tuple[Path, int]]:
    """The lines of an error's traceback. The line that raised it comes last."""
    traceback = error.__traceback__
    while traceback is not None:
        yield Path(traceback.tb_frame.f_code.co_filename), traceback.tb_lineno
        traceback = traceback.tb_next


def _import_module(found_game: FoundGame) -> ModuleType:
    """Import the module that has the game. Raises whatever the module raises."""
    if found_game.module:
        return import_module(found_game.module)
    from importlib.util import module_from_spec, spec_from_file_location  # imported late: needed only for a single file

    name = f"{_MODULE_PREFIX}{found_game.id.replace('-', '_')}"
    spec = spec_from_file_location(name, found_game.source)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
