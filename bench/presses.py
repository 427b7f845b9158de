"""Counts the presses for a round at the level of detail offered first, with its summary accepted, without the set-up.

Also at two levels where much of a round is declared at once: No Thanks! card by card, LOOP by its plays. In addition,
the taps for the same rounds on a phone's large buttons, where a card is one tap.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean, median

from device import games
from device.session import record as records
from tablekeeper.testing.random_play import play_random
from tablekeeper.testing.registration import register_game
from tests.dealers import loop, no_thanks
from tests.games.first_level import after_setup, declared, first_level, lines
from tests.games.loop.presses_by_plays import presses as by_plays
from tests.games.no_thanks.by_card_keys import by_card
from tests.games.taps import taps_after_setup
from tools.figures import Measurement

PLAYERS = 4
PLAYERS_BY_GAME = {"no-loose-ends": 3, "loop-2023": 3}
"""The games whose figures in earlier releases are for fewer than `PLAYERS`."""
MAX_TAPS = {"no-loose-ends": 1.2}
"""The maximum number of taps for a declaration, by game."""
SEEDS = range(8)
NO_THANKS_SEEDS = range(100)
DECK = range(3, 36)
GAMES = Path(__file__).parents[1] / "games"


def figures() -> Iterator[Measurement]:
    """The presses for a round of dealt games."""
    for game_id in games.built_in_ids():
        yield from _at_first_level(game_id)
    rounds = (no_thanks.rounds(Random(seed), 4, (("rounds", "1"),))[0] for seed in NO_THANKS_SEEDS)
    press_counts = [len(by_card(round_, DECK)) + 1 for round_ in rounds]  # one accepts the round
    yield Measurement("no-thanks: presses a round, 4 players, card by card: the median round", median(press_counts))
    yield Measurement("no-thanks: presses a round, 4 players, card by card: the longest round", max(press_counts))
    plays = [count for seed in SEEDS for count in by_plays(4, loop.play(Random(seed), 4, (("detail", "plays"),)))]
    yield Measurement("loop: presses a round, 4 players, by plays: the median round", median(plays))
    yield from _beside_the_program()


def _at_first_level(game_id: str) -> Iterator[Measurement]:
    """The presses, and the taps on phones, of dealt games."""
    players = PLAYERS_BY_GAME.get(game_id, PLAYERS)
    rounds, presses = 0, 0
    taps: list[int] = []
    for seed in SEEDS:
        data = "\n".join(lines(game_id, players, seed)).encode()
        record = records.read(data)
        assert record.game is not None
        rounds += len(record.game.scores(record.state).rounds)
        presses += sum(map(len, declared(game_id, players, seed)))
        taps += taps_after_setup(data)
    ((option, value),) = first_level(game_id)
    level = value if option == "detail" else f"{option} {value}"
    yield Measurement(f"{game_id}: presses a round, {players} players, {level}", presses / rounds)
    yield Measurement(f"{game_id}: taps a round on phones, the same", sum(taps) / rounds)
    if game_id in MAX_TAPS:
        yield Measurement(f"{game_id}: taps a declaration on phones, the same", mean(taps), MAX_TAPS[game_id])


def _beside_the_program() -> Iterator[Measurement]:
    """The same for the games in `games`, played randomly with the usual options."""
    for path in sorted(GAMES.glob("[!.]*/[!t]*.py")):
        game = runpy.run_path(str(path))["GAME"]
        players = min(PLAYERS, game.players[-1])
        with register_game(game):
            played = play_random(game, players, 0)
            presses = sum(map(len, after_setup(played.record_bytes)))
        rounds = len(played.record.scores.rounds)
        yield Measurement(f"{game.id}: presses a round, {players} players", presses / rounds)
