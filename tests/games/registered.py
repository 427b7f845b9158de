"""Helpers for tests of all registered games: dealing, records, and options."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

from device import games
from device.contract.declarations import Declaration
from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.session import record as records
from device.session.record import EMPTY, Record
from tests.dealers.result import Dealt
from tests.thorough import THOROUGH

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = games.built_in_ids()
SOME_GAMES = GAMES if THOROUGH else ("loop-2023", "no-loose-ends", "no-thanks")
"""The games for tests that do not depend on the game: all of them in `make thorough`."""
PLAYED = "Hearts"
"""The title of a score pad."""

MAX_DECLARED = 80


def deal(game_id: str, seed: int, players: int, chosen: tuple[tuple[str, str], ...] = ()) -> list[Declaration]:
    """A whole legal game with really dealt hands, played at random."""
    return dealt(game_id, seed, players, chosen).declarations


def dealt(game_id: str, seed: int, players: int, chosen: tuple[tuple[str, str], ...] = ()) -> Dealt:
    """The same, with the expected result by the dealer's own account."""
    found: Dealt = dealer(game_id).dealt(random.Random(seed), players, chosen)
    return found


def dealer(game_id: str) -> Any:
    """The module that deals a game."""
    return import_module(f"tests.dealers.{game_id.replace('-', '_')}")


def beginning(game_id: str, seed: int, players: int, chosen: tuple[tuple[str, str], ...] = ()) -> list[Declaration]:
    """The beginning of such a game, with what its last declaration forces, since later questions are much the same.

    With THOROUGH, the whole game.
    """
    played = deal(game_id, seed, players, chosen)
    game = games.load(game_id)
    state = game.start(TableSetup(tuple(f"P{n}" for n in range(players)), chosen))
    for number, declaration in enumerate(played):
        if number >= MAX_DECLARED and not THOROUGH and game.forced(state) is None:
            return played[:number]
        state = game.apply(state, declaration)
    return played


def header(game_id: str, names: tuple[str, ...], chosen: tuple[tuple[str, str], ...]) -> Record:
    """A record before its first declaration."""
    record = records.take_line(EMPTY, ("game", game_id))
    record = records.take_line(record, ("players", *names))
    if games.load(game_id).asks_for_title:
        record = records.take_line(record, ("title", PLAYED))
    for name, value in chosen:
        record = records.take_line(record, ("set", name, value))
    return record


def written(
    game_id: str, names: tuple[str, ...], chosen: tuple[tuple[str, str], ...], played: list[Declaration]
) -> list[str]:
    """The lines of a game's record."""
    record = header(game_id, names, chosen)
    lines = [records.header_game(game_id), records.header_players(names)]
    lines += [records.header_title(PLAYED)] if games.load(game_id).asks_for_title else []
    lines += [records.header_option(name, value) for name, value in chosen]
    return lines + [records.write_declaration(record, declaration) for declaration in played]


def choices(game_id: str, seed: int) -> tuple[int, tuple[tuple[str, str], ...]]:
    """A random number of players and random options with which the game can be played."""
    chance = random.Random(seed)
    game = games.load(game_id)
    while True:
        players = chance.choice(game.players)
        chosen = []
        for option in game.options:
            if option.numbers is not None and not (option.values and chance.random() < 0.5):
                chosen.append((option.name, str(chance.randint(1, 3))))
            elif chance.random() < 0.6:
                chosen.append((option.name, chance.choice(option.values)))
        try:
            header(game_id, tuple(f"P{n}" for n in range(players)), tuple(chosen))
        except Refused:
            continue
        return players, tuple(chosen)
