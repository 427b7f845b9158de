"""The level of detail that the box offers first, and the presses of a game there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from device import games
from device.contract.declarations import Declaration
from device.session.keyscript import key_groups
from device.session.session import Step
from tests.dealers.result import Dealt
from tests.games.registered import deal, dealer, written

ROUNDS = (("rounds", "5"),)
"""The option for a game that ends when the table says so, and has no levels."""


def first_level(game_id: str) -> tuple[tuple[str, str], ...]:
    """The options that a table is likeliest to want: to learn who has won, with as few presses as possible."""
    levels = (option for option in games.load(game_id).options if option.offered_value or option.name == "detail")
    return tuple((option.name, option.offered_value or option.default) for option in levels) or ROUNDS


def lines(game_id: str, players: int, seed: int) -> list[str]:
    """The record of a dealt game. Of tricks, only the winners are declared."""
    chosen = first_level(game_id)
    names = tuple(str(number) for number in range(1, players + 1))
    return written(game_id, names, chosen, _played(game_id, players, seed))


def _played(game_id: str, players: int, seed: int) -> list[Declaration]:
    briefly = getattr(dealer(game_id), "dealt_briefly", None)
    if briefly is None:
        return deal(game_id, seed, players, first_level(game_id))
    found: Dealt = briefly(Random(seed), players, first_level(game_id))
    return found.declarations


def declared(game_id: str, players: int, seed: int) -> Iterator[tuple[str, ...]]:
    """The presses of that game after its set-up, group by group."""
    return after_setup("\n".join(lines(game_id, players, seed)).encode())


def after_setup(record: bytes) -> Iterator[tuple[str, ...]]:
    """The presses of a record after its set-up, group by group."""
    begun = False
    for group in key_groups(record):
        if begun:
            yield group.presses
        begun = begun or group.rows[0].text == Step.PLAY
