"""The level of detail that the box offers first, and what a round costs in presses there."""

from __future__ import annotations

from collections.abc import Iterator

from device.session.keyscript import key_groups
from tests.games.registered import deal, written

FIRST_LEVEL: dict[str, tuple[tuple[str, str], ...]] = {
    "loop": (("detail", "finish"),),
    "loop-2023": (("detail", "finish"),),
    "no-loose-ends": (("detail", "tricks"),),
    "no-thanks": (("detail", "totals"),),
}
"""What a table is likeliest to want: to be told by the box who has won, for as few presses as that takes."""


def declared(game_id: str, players: int, seed: int, *more: tuple[str, str]) -> Iterator[tuple[str, ...]]:
    """The presses of a dealt game at its first level, after its set-up, group by group."""
    chosen = (*FIRST_LEVEL[game_id], *more)
    names = tuple(str(number) for number in range(1, players + 1))
    lines = written(game_id, names, chosen, deal(game_id, seed, players, chosen))
    groups = key_groups("\n".join(lines).encode())
    begun = False
    for group in groups:
        if begun:
            yield group.presses
        begun = begun or any(row.text in ("play",) for row in group.rows)
