"""Travellers: everybody who played the same round of the same game, side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from club.league.comparing import beaten
from device.history.kinds import GameKind, kind, variant
from device.history.past import PastGame


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """What one person gained in a round: in which game, at which of its seats from 0, and how many points they then had
    in all. `before` is how many of the others of this traveller gained less, in per cent, who gained as much counting
    half; None where there are no others."""

    game: PastGame
    seat: int
    gained: int
    total: int
    before: int | None

    @property
    def name(self) -> str:
        """Who it is, by their name of today; a SeatName of somebody who gave none."""
        return self.game.people[self.seat] or self.game.result.told[self.seat].name


@dataclass(frozen=True, slots=True)
class Traveller:
    """One round, from 1, of one kind of game with the same options and as many players: the best line first."""

    kind: GameKind
    options: tuple[tuple[str, str], ...]
    players: int
    number: int
    lines: tuple[TravellerLine, ...]


def travellers(games: Iterable[PastGame], person: str | None = None) -> tuple[Traveller, ...]:
    """All rounds that were scored in these games, each with everybody who played it; of what this person played, if one
    is named."""
    same: dict[tuple[GameKind, tuple[tuple[str, str], ...], int], list[PastGame]] = defaultdict(list)
    for game in games:
        same[kind(game.result), tuple(sorted(game.result.options)), len(game.result.seats)].append(game)
    found = []
    for (sort, options, players), together in sorted(same.items(), key=lambda one: one[0]):
        if person is not None and not any(person in game.people for game in together):
            continue
        sense = -1 if variant(together[0].result).lowest_wins else 1
        for number in range(1, 1 + max(len(game.result.rounds) for game in together)):
            found.append(Traveller(sort, options, players, number, _lines(together, number, sense)))
    return tuple(found)


def _lines(games: list[PastGame], number: int, sense: int) -> tuple[TravellerLine, ...]:
    cells = [
        (game, seat, gained, sum(round_[seat] for round_ in game.result.rounds[:number]))
        for game in games
        if len(game.result.rounds) >= number
        for seat, gained in enumerate(game.result.rounds[number - 1])
    ]
    all_gained = [sense * gained for _, _, gained, _ in cells]
    lines = [TravellerLine(*cell, _better_than(sense * cell[2], all_gained)) for cell in cells]
    return tuple(sorted(lines, key=lambda line: (-sense * line.gained, line.name, line.game.number)))


def _better_than(gained: int, all_gained: list[int]) -> int | None:
    others = len(all_gained) - 1
    return round(100 * beaten(gained, all_gained) / others) if others else None
