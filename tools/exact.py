"""`make exact`: compares the game's judgement of rounds of No Loose Ends with a solver that tries every deal.

Simulated tables cheat and make mistakes, at levels cards and tricks, with and without getaway cards and double-cross.
Every round that the two judge differently is printed, by kind; a false accusation makes the run fail.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from device.system.progress import Progress
from tests.games.no_loose_ends.judged import Judged, judge, rounds
from tests.games.no_loose_ends.solver import Undecided
from tools.interruption import until_interrupted

GAMES = 1000
LEVELS = ("cards", "tricks")
TABLES = ((0.3, 0.0), (0.05, 0.0), (0.05, 0.05), (0.0, 0.15))
"""For each kind of table, the probabilities of not following suit although possible, and of a wrong line."""


def main() -> int:
    """Judge the games of both levels, and print sums. Returns 1 if there is a false accusation, else 0."""
    parser = argparse.ArgumentParser(prog="make exact")
    parser.add_argument("--games", type=int, default=GAMES, help="how many of each level")
    parser.add_argument("--seed", type=int, default=0, help="the first game")
    parser.add_argument("--level", choices=LEVELS, help="one of the levels")
    given = parser.parse_args()
    kinds: Counter[tuple[str, str]] = Counter()
    for level in (given.level,) if given.level else LEVELS:
        progress = Progress(level, given.games)
        for number in range(given.games):
            for kind, judged in _game(given.seed + number, level):
                kinds[level, kind] += 1
                if judged is not None and not judged.agreed:
                    progress.clear()
                    print(f"{kind}: {judged}", flush=True)
            progress.step()
    for (level, kind), rounds_ in sorted(kinds.items()):
        print(f"{level}: {kind}: {rounds_}")
    return 1 if any(kind == "false" for _, kind in kinds) else 0


def _game(seed: int, level: str) -> Iterator[tuple[str, Judged | None]]:
    random = Random(seed)
    players = random.choice([2, 3, 3, 4, 4, 5])
    options = [(name, random.choice(["off", "on"])) for name in ("double-cross", "getaway-cards")]
    cheating, mistakes = random.choice(TABLES)
    for round_ in rounds(random, players, (("detail", level), *options), cheating, mistakes):
        try:
            judged = judge(round_)
        except Undecided:
            yield "the solver can't tell", None
        else:
            yield _kind(judged), judged


def _kind(judged: Judged) -> str:
    """The kind of agreement or difference between the two."""
    if judged.agreed:
        return "possible" if judged.game is None else f"refused ({judged.game})"
    if judged.before is not None:
        return f"missed at its line ({judged.before})"
    if judged.game is None:
        return f"missed ({judged.umpire})"
    return "false" if judged.umpire is None else f"called {judged.game}, not {judged.umpire}"


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
