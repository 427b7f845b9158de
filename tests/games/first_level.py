"""The level of detail that the box offers first, and the presses of a game there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from device.contract.declarations import Declaration
from device.session.keyscript import key_groups
from device.session.session import Step
from tests.dealers import no_loose_ends
from tests.games.registered import deal, written

FIRST_LEVEL: dict[str, tuple[tuple[str, str], ...]] = {
    "loop": (("detail", "finish"),),
    "loop-2023": (("detail", "finish"),),
    "no-loose-ends": (("detail", "tricks"),),
    "no-thanks": (("detail", "totals"),),
    "score-pad": (("rounds", "5"),),
    "wizard": (("detail", "totals"),),
}
"""What a table is likeliest to want: to be told who has won, for as few presses as that takes."""


def lines(game_id: str, players: int, seed: int) -> list[str]:
    """The record of a dealt game; of tricks, only who wins them is said."""
    chosen = FIRST_LEVEL[game_id]
    names = tuple(str(number) for number in range(1, players + 1))
    return written(game_id, names, chosen, _played(game_id, players, seed))


def _played(game_id: str, players: int, seed: int) -> list[Declaration]:
    chosen = FIRST_LEVEL[game_id]
    if game_id == "no-loose-ends":
        return no_loose_ends.deal_and_play(Random(seed), players, chosen, naming=False).declarations
    return deal(game_id, seed, players, chosen)


def declared(game_id: str, players: int, seed: int) -> Iterator[tuple[str, ...]]:
    """The presses of that game after its set-up, group by group."""
    begun = False
    for group in key_groups("\n".join(lines(game_id, players, seed)).encode()):
        if begun:
            yield group.presses
        begun = begun or group.rows[0].text == Step.PLAY
