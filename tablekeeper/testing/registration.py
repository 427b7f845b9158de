"""Registers a game for the duration of a test, as if it were installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from device import games
from device.contract.game import Game


@contextmanager
def register_game(game: Game[Any]) -> Iterator[None]:
    """Register the game within the context. It replaces a registered game with the same id."""
    ids, directives = tuple(sorted({*games.ids(), game.id})), games.directives()

    def for_game(value: object, look_up: Callable[[str], Any]) -> Callable[[str], Any]:
        return lambda game_id: value if game_id == game.id else look_up(game_id)

    with patch.multiple(
        games,
        ids=lambda: ids,
        directives=lambda: directives,
        title=for_game(game.title, games.title),
        emblem=for_game((), games.emblem),
        load=for_game(game, games.load),
        find=for_game(game, games.find),
        samples=for_game((), games.samples),
    ):
        yield
