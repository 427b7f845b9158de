"""`make exact`: compares the game's judgement of rounds of No Loose Ends with an umpire's, who tries every deal.

Simulated tables cheat and make mistakes, at levels cards and tricks, with and without getaway cards and double-cross.
Every round that the two judge differently is printed with the outcome; a false accusation makes the run fail.
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
TABLE_RATES = ((0.3, 0.0), (0.05, 0.0), (0.05, 0.05), (0.0, 0.15))
"""For each kind of table, the probabilities of not following suit although possible, and of a wrong line."""


def main() -> int:
    """Judge the games of both levels, and print sums. Returns 1 if there is a false accusation, else 0."""
    parser = argparse.ArgumentParser(prog="make exact")
    parser.add_argument("--games", type=int, default=GAMES, help="how many of each level")
    parser.add_argument("--seed", type=int, default=0, help="the first game")
    parser.add_argument("--level", choices=LEVELS, help="one of the levels")
    arguments = parser.parse_args()
    round_counts: Counter[tuple[str, str]] = Counter()
    for level in (arguments.level,) if arguments.level else LEVELS:
        progress = Progress(level, arguments.games)
        for number in range(arguments.games):
            for outcome, judged in _outcomes_of_game(arguments.seed + number, level):
                round_counts[level, outcome] += 1
                if judged is not None and not judged.agreed:
                    progress.clear()
                    print(f"{outcome}: {judged}", flush=True)
            progress.step()
    for (level, outcome), round_count in sorted(round_counts.items()):
        print(f"{level}: {outcome}: {round_count}")
    return 1 if any(outcome == "false" for _, outcome in round_counts) else 0


def _outcomes_of_game(seed: int, level: str) -> Iterator[tuple[str, Judged | None]]:
    """The outcome of each round of a game, with both judgements if the umpire can tell."""
    random = Random(seed)
    players = random.choice([2, 3, 3, 4, 4, 5])
    options = [(name, random.choice(["off", "on"])) for name in ("double-cross", "getaway-cards")]
    cheating_rate, mistake_rate = random.choice(TABLE_RATES)
    for round_ in rounds(random, players, (("detail", level), *options), cheating_rate, mistake_rate):
        try:
            judged = judge(round_)
        except Undecided:
            yield "the umpire can't tell", None
        else:
            yield _outcome(judged), judged


def _outcome(judged: Judged) -> str:
    """How the two agree on a round or differ, in words."""
    if judged.agreed:
        return "possible" if judged.game_code is None else f"refused ({judged.game_code})"
    if judged.missed_code is not None:
        return f"missed at its line ({judged.missed_code})"
    if judged.game_code is None:
        return f"missed ({judged.umpire_code})"
    return "false" if judged.umpire_code is None else f"called {judged.game_code}, not {judged.umpire_code}"


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
