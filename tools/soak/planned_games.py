"""Random games to play, with their expected results."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from random import Random

from device.session.keyscript import KeyGroup, key_groups
from device.session.rows import JournalRow
from device.session.session import Step, step_row
from tests.dealers.result import Result
from tests.games.registered import GAMES, choices, dealt, written

ROSTER = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Ida", "Jo", "Kim")

ACCEPTED = KeyGroup(("hold C",), (step_row(Step.ACCEPT),))


@dataclass(frozen=True)
class PlannedGame:
    """A game to play: its record, its groups of presses, and its expected result."""

    lines: list[str]
    groups: list[KeyGroup]
    result: Result

    def rows(self) -> list[JournalRow]:
        """All rows, as the journal must have them at the end."""
        return [row for group in self.groups for row in group.rows]

    def lengths(self) -> list[int]:
        """The number of rows before each group, and after the last."""
        return list(accumulate((len(group.rows) for group in self.groups), initial=0))


def planned_game(seed: int) -> PlannedGame:
    """A random game with random people and options."""
    chance = Random(seed)
    game_id = chance.choice(GAMES)
    players, chosen = choices(game_id, seed)
    names = tuple(chance.sample(ROSTER, players))
    game = dealt(game_id, seed, players, chosen)
    lines = written(game_id, names, chosen, game.declarations)
    groups = list(key_groups("\n".join(lines).encode(), ROSTER, is_new_table=False))
    if groups.count(ACCEPTED) < len(game.result.standings):
        # A game that the table ends has had its last summary before.
        groups.append(ACCEPTED)
    return PlannedGame(lines, groups, game.result)
