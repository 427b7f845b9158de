"""Registers a game for the duration of a test, as if it were installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from device import games
from device.contract.game import Game


@contextmanager
def registered(game: Game[Any]) -> Iterator[None]:
    """Register the game within the context. It replaces a registered game with the same id."""
    ids, directives = tuple(sorted({*games.ids(), game.id})), games.directives()

    def own(value: object, others: Callable[[str], Any]) -> Callable[[str], Any]:
        return lambda word: value if word == game.id else others(word)

    with patch.multiple(
        games,
        ids=lambda: ids,
        directives=lambda: directives,
        title=own(game.title, games.title),
        emblem=own((), games.emblem),
        load=own(game, games.load),
        find=own(game, games.find),
        samples=own((), games.samples),
    ):
        yield
