"""What a round costs in presses at the level that is offered first, its summary accepted; set-up left out."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figures import Measurement
from device import games
from device.session import record as records
from tests.games.first_level import declared, first_level, lines

PLAYERS = 4
FEWER = {"no-loose-ends": 3, "loop-2023": 3}
"""Games of which the figures of earlier releases are those of fewer players."""
SEEDS = range(8)


def figures() -> Iterator[Measurement]:
    """Presses a round of dealt games."""
    for game_id in games.house():
        players = FEWER.get(game_id, PLAYERS)
        presses = rounds = 0
        for seed in SEEDS:
            record = records.read("\n".join(lines(game_id, players, seed)).encode())
            assert record.game is not None
            rounds += len(record.game.scores(record.state).rounds)
            presses += sum(map(len, declared(game_id, players, seed)))
        ((option, value),) = first_level(game_id)
        level = value if option == "detail" else f"{option} {value}"
        yield Measurement(f"{game_id}: presses a round, {players} players, {level}", presses / rounds)
