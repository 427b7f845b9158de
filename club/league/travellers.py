"""Travellers, as in bridge: the results of everybody who played the same round of the same game, compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from club.league.ranks import count_beaten
from device.history.kinds import GameKind, game_kind, played_variant
from device.history.past_game import PastGame
from device.history.results import GameResult
from values.named_tuple import NamedTuple


class TravellerLine(NamedTuple):
    """One person's result in a round: game, seat from 0, points gained, and points so far, if these are known.

    `percent_beaten` is how many of the others in this traveller gained less, in per cent; those who gained as much
    count half. It is None if there are no others.
    """

    game: PastGame
    seat: int
    points_gained: int
    total_points: int | None
    percent_beaten: int | None

    @property
    def name(self) -> str:
        """The person's current name; a SeatName if they gave none."""
        return self.game.people[self.seat] or self.game.result.display_seats[self.seat].name


class Traveller(NamedTuple):
    """One round (`round_number`, from 1) of all games of the same kind, with the same options and number of players."""

    kind: GameKind
    options: tuple[tuple[str, str], ...]
    player_count: int
    round_number: int
    games: tuple[PastGame, ...]

    @property
    def example_result(self) -> GameResult:
        """The result of one of the games."""
        return self.games[0].result

    def __len__(self) -> int:
        """The number of lines."""
        return self.player_count * len(self.games)

    def lines(self, person: str | None = None) -> tuple[TravellerLine, ...]:
        """Everybody's lines, or only `person`'s, the best first."""
        sign = -1 if played_variant(self.example_result).lowest_wins else 1
        results = [
            (game, seat, points)
            for game in self.games
            for seat, points in enumerate(game.result.rounds[self.round_number - 1])
        ]
        sorted_strengths = sorted(sign * points for _, _, points in results)
        lines = []
        for game, seat, points in results:
            if person in (None, game.people[seat]):
                total = _total_after(game.result, seat, self.round_number)
                lines.append(TravellerLine(game, seat, points, total, _percent_beaten(sign * points, sorted_strengths)))
        return tuple(sorted(lines, key=lambda line: (-sign * line.points_gained, line.name, line.game.number)))


def travellers(games: Iterable[PastGame], person: str | None = None) -> tuple[Traveller, ...]:
    """All rounds that were scored in these games; with `person`, only of games like those that this person played."""
    games_by_kind: dict[tuple[GameKind, tuple[tuple[str, str], ...], int], list[PastGame]] = defaultdict(list)
    for game in games:
        games_by_kind[game_kind(game.result), tuple(sorted(game.result.options)), len(game.result.seats)].append(game)
    all_travellers = []
    for (kind, options, player_count), kind_games in sorted(
        games_by_kind.items(), key=lambda kind_and_games: kind_and_games[0]
    ):
        if person is not None and not any(person in game.people for game in kind_games):
            continue
        for round_number in range(1, 1 + max(len(game.result.rounds) for game in kind_games)):
            games_with_round = tuple(game for game in kind_games if len(game.result.rounds) >= round_number)
            all_travellers.append(Traveller(kind, options, player_count, round_number, games_with_round))
    return tuple(all_travellers)


def _total_after(result: GameResult, seat: int, round_number: int) -> int | None:
    totals = result.totals
    return None if totals is None else totals[round_number - 1][seat]


def _percent_beaten(strength: int, sorted_strengths: Sequence[int]) -> int | None:
    other_count = len(sorted_strengths) - 1
    return round(100 * count_beaten(strength, sorted_strengths) / other_count) if other_count else None
