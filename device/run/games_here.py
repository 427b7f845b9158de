"""The installed games of other developers at a table's start: the order of installation, and messages about them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from device import games
from device.games import game_order
from display.words import Text, text
from values.named_tuple import NamedTuple


class GamesHere(NamedTuple):
    """All games in the order of their installation, and messages about them.

    `left_out` is the number of the game that was left because its package is missing (0 for none), and `leave` stores
    another such number.
    """

    order: tuple[str, ...]
    left_out: int
    leave: Callable[[int], None]
    notices: tuple[Text, ...]


def prepare_games(data: Path) -> GamesHere:
    """The games of a box, whose own ones are stored in this directory."""
    came = game_order.update_order(data)
    games.remember(came.known)
    troubles = () if came.trouble is None else (came.trouble,)
    return GamesHere(came.ids, came.left, partial(_leave_out, data), (*troubles, *_left_out_messages()))


def _leave_out(data: Path, number: int) -> None:
    game_order.save_order(data, game_order.load_order(data)._replace(left=number))


def _left_out_messages() -> tuple[Text, ...]:
    """The message about excluded packages: one sentence, however many they are."""
    found = games.left_out()
    if not found:
        return ()
    if len(found) == 1:
        return (found[0].sentence,)
    more = text("There are {n} such packages; type: tablekeeper doctor", n=len(found))
    return (text("{first} {more}", first=found[0].sentence, more=more),)
