"""The installed games of other developers at a table's start: the order of installation, and messages about them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from device import games
from device.games import game_order
from device.system.printing import complain
from display.words import ENGLISH, Text, text
from values.named_tuple import NamedTuple


class InstalledGames(NamedTuple):
    """All games in the order of their installation, and messages about them.

    `left_game_number` is the number of the game that was left because its package is missing (0 for none), and
    `store_left_game_number` stores another such number.
    """

    order: tuple[str, ...]
    left_game_number: int
    store_left_game_number: Callable[[int], None]
    notices: tuple[Text, ...]


def prepare_games(data: Path) -> InstalledGames:
    """Update the order of the games, which is stored in this directory, and return what a table needs to start."""
    order = game_order.update_order(data)
    games.set_formerly_installed(order.games)
    troubles = () if order.trouble is None else (order.trouble,)
    return InstalledGames(
        order.ids, order.left_game_number, partial(_store_left_game_number, data), (*troubles, *_excluded_messages())
    )


def _store_left_game_number(data: Path, number: int) -> None:
    saved = game_order.save_order(data, game_order.load_order(data)._replace(left_game_number=number))
    if saved.trouble is not None:
        complain(ENGLISH.say(saved.trouble))


def _excluded_messages() -> tuple[Text, ...]:
    """The message about excluded packages: one sentence, however many they are."""
    sentences = [excluded.sentence for excluded in games.excluded_games()]
    if len(sentences) < 2:
        return tuple(sentences)
    more = text("There are {n} such packages; type: tablekeeper doctor", n=len(sentences))
    return (text("{first} {more}", first=sentences[0], more=more),)
