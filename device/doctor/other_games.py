"""Checks the games from other packages: those that are installed, that are left out and why, and that are missing
now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from device import games
from device.doctor.finding import Finding, note, ok
from device.games import game_order
from display.words import ENGLISH


def check_other_games(data: Path) -> Iterator[Finding]:
    """A finding for all games that can be played (each is loaded to check it), and one for each that can't.

    There is none if no such games are installed, as on most boxes.
    """
    games.set_formerly_installed(game_order.load_order(data).games)
    playable_ids = [game_id for game_id in games.third_party().ids if games.find(game_id) is not None]
    if playable_ids:
        titles = ", ".join(
            f"{ENGLISH.say(games.title(game_id))} ({games.package(game_id)})" for game_id in playable_ids
        )
        yield ok("games", f"By other hands: {titles}.")
    excluded_games = games.excluded_games()
    yield from (note("games", ENGLISH.say(game.sentence)) for game in excluded_games)
    yield from _missing_games({*playable_ids, *(game.id for game in excluded_games)})


def _missing_games(known_ids: set[str]) -> Iterator[Finding]:
    """A finding for each game that was installed once and is not now, except those in `known_ids`."""
    for game in games.third_party().formerly_installed:
        if game.package and game.id not in known_ids:
            yield note("games", ENGLISH.say(games.missing_reason(game.id)))
