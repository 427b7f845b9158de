"""Travellers, as in bridge: the results of everybody who played the same round of the same game, compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from club.league.ranks import share_beaten
from device.history.kinds import GameKind, game_kind, played_variant
from device.history.past import PastGame
from device.history.results import GameResult
from values.named_tuple import NamedTuple


class TravellerLine(NamedTuple):
    """One person's result in a round: game, seat from 0, points gained, and points so far, if these are known.

    `before` is how many of the others in this traveller gained less, in per cent; those who gained as much count half.
    It is None if there are no others.
    """

    game: PastGame
    seat: int
    gained: int
    total: int | None
    before: int | None

    @property
    def name(self) -> str:
        """The person's current name; a SeatName if they gave none."""
        return self.game.people[self.seat] or self.game.result.display_seats[self.seat].name


class Traveller(NamedTuple):
    """One round (`number`, from 1) of all games of the same kind, with the same options and number of players."""

    kind: GameKind
    options: tuple[tuple[str, str], ...]
    players: int
    number: int
    games: tuple[PastGame, ...]

    @property
    def example(self) -> GameResult:
        """The result of one of the games."""
        return self.games[0].result

    def __len__(self) -> int:
        """The number of lines."""
        return self.players * len(self.games)

    def lines(self, person: str | None = None) -> tuple[TravellerLine, ...]:
        """Everybody's lines, or only `person`'s, the best first."""
        sense = -1 if played_variant(self.example).lowest_wins else 1
        cells = [
            (game, seat, gained)
            for game in self.games
            for seat, gained in enumerate(game.result.rounds[self.number - 1])
        ]
        in_order = sorted(sense * gained for _, _, gained in cells)
        lines = [
            TravellerLine(game, seat, gained, _total(game.result, seat, self.number), _beaten(sense * gained, in_order))
            for game, seat, gained in cells
            if person in (None, game.people[seat])
        ]
        return tuple(sorted(lines, key=lambda line: (-sense * line.gained, line.name, line.game.number)))


def travellers(games: Iterable[PastGame], person: str | None = None) -> tuple[Traveller, ...]:
    """All rounds that were scored in these games; with `person`, only of games like those that this person played."""
    same: dict[tuple[GameKind, tuple[tuple[str, str], ...], int], list[PastGame]] = defaultdict(list)
    for game in games:
        same[game_kind(game.result), tuple(sorted(game.result.options)), len(game.result.seats)].append(game)
    found = []
    for (sort, options, players), together in sorted(same.items(), key=lambda one: one[0]):
        if person is not None and not any(person in game.people for game in together):
            continue
        for number in range(1, 1 + max(len(game.result.rounds) for game in together)):
            scored = tuple(game for game in together if len(game.result.rounds) >= number)
            found.append(Traveller(sort, options, players, number, scored))
    return tuple(found)


def _total(result: GameResult, seat: int, number: int) -> int | None:
    totals = result.totals
    return None if totals is None else totals[number - 1][seat]


def _beaten(gained: int, in_order: Sequence[int]) -> int | None:
    others = len(in_order) - 1
    return round(100 * share_beaten(gained, in_order) / others) if others else None
