"""What rounds of LOOP by plays cost in presses, with the passes of all others said by one hold of C."""

from __future__ import annotations

from collections.abc import Sequence

from device.contract.declarations import Declaration, First, JointDeclaration
from device.contract.keycodes import keys_for
from device.contract.setup import TableSetup
from device.games.loop.game import GAME
from device.games.loop.state import State
from tests.games.presses import asked


def presses(players: int, declared: Sequence[Declaration]) -> list[int]:
    """The presses of each round of a game, its summary accepted; what is forced, and who starts, cost nothing."""
    state = GAME.start(TableSetup(tuple(f"P{number}" for number in range(players)), ()))
    counted, left = [0] * players, list(declared)
    while left:
        round_ = len(state.finished_rounds)
        taken, cost = _next(state, left)
        counted[round_] += cost
        for declaration in left[:taken]:
            state = GAME.apply(state, declaration)
        del left[:taken]
    return [count + 1 for count in counted]


def _next(state: State, left: Sequence[Declaration]) -> tuple[int, int]:
    """How many declarations the next presses give, and how many presses they are."""
    if isinstance(left[0], First) or GAME.forced(state) is not None:
        return 1, 0
    level = asked(GAME, state).level
    together = None if level.offer is None else level.offer.means
    if isinstance(together, JointDeclaration) and tuple(left[: len(together.declarations)]) == together.declarations:
        return len(together.declarations), 1
    return 1, len(keys_for(level, left[0]) or "")
