"""Statistics over past games, person by person. Only games that were played to their end count.

Points are compared only within one kind of game, since each counts differently. Wins and places of all games are added
up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from device.history.kinds import ComparedKind, GameKind, compared_kind, played_variant
from device.history.past_game import PastGame
from device.history.results import SeatResult
from device.session.names import alphabetical_key
from display.words import ENGLISH, Text, text
from values.named_tuple import NamedTuple

MIN_COMMON_GAMES = 3
"""The minimum number of games together for two people to be compared."""


class Extreme(NamedTuple):
    """A best or worst number of points, or a shortest or longest time in seconds, with the number of its game."""

    value: float
    game_number: int
    began_at: float | None


class PlayerStatistics(NamedTuple):
    """One person's figures in the games of one kind. `place_counts` say how often the person came 1st, 2nd, …

    `figures` are the sums of the game's own counters, by name.
    """

    name: str
    game_count: int
    win_count: int
    shared_win_count: int
    place_counts: tuple[int, ...]
    mean: float
    best: Extreme
    worst: Extreme
    figures: tuple[tuple[str, int], ...]


class KindStatistics(NamedTuple):
    """All games of one kind, with their latest `title`. `compared_kind` is the key that they have in common.

    `unfinished_count` counts those that do not count: unfinished and stopped ones, and those that can't be read.
    `game_count_with_accepted_refusals` counts the games in which the table let something stand that the rules refuse.
    `has_sets` if some of them are games in sets, of which the last set's points count.
    """

    game_id: str
    title: Text | str
    game_count: int
    unfinished_count: int
    game_count_with_accepted_refusals: int
    shortest: Extreme | None
    longest: Extreme | None
    players: tuple[PlayerStatistics, ...]
    compared_kind: ComparedKind
    has_sets: bool = False

    @property
    def kind(self) -> GameKind:
        """The kind of these games."""
        return GameKind(self.game_id, ENGLISH.say(self.title))


class PersonStatistics(NamedTuple):
    """One person's figures in all games. Streaks are wins in a row, including shared ones: the longest, and the present
    one.

    `seconds_per_declaration` is the average number of seconds per declaration; None if no times are known.
    """

    name: str
    game_count: int
    win_count: int
    shared_win_count: int
    place_counts: tuple[int, ...]
    longest_streak: int
    streak: int
    timed_declaration_count: int
    seconds_per_declaration: float | None


class PairStatistics(NamedTuple):
    """Two people who played together: in how many games each came before the other, or neither did."""

    one: str
    other: str
    game_count: int
    one_ahead: int
    other_ahead: int
    level: int


class Statistics(NamedTuple):
    """All statistics: people by wins, then by name; kinds of games by their id.

    `unnamed_win_count` counts the wins of seats without a person.
    """

    kinds: tuple[KindStatistics, ...]
    people: tuple[PersonStatistics, ...]
    pairs: tuple[PairStatistics, ...]
    unnamed_win_count: int


def counted_figure_names(players: Iterable[SeatResult | PlayerStatistics]) -> set[str]:
    """The names of the figures that were counted of somebody. If only totals are declared, many are not known."""
    return {name for player in players for name, count in player.figures if count}


def statistics(games: Iterable[PastGame], hidden: frozenset[str] = frozenset()) -> Statistics:
    """Compute the statistics of games in any order. People in `hidden` are left out, but their games count."""
    in_order = sorted(games, key=lambda game: game.number)
    counted_games = [game for game in in_order if game.is_counted]
    games_by_kind: dict[ComparedKind, list[PastGame]] = defaultdict(list)
    for game in in_order:
        games_by_kind[compared_kind(game.result)].append(game)
    return Statistics(
        tuple(
            _kind_statistics(games_by_kind[kind], kind, _kind_title(kind, games_by_kind), hidden)
            for kind in sorted(games_by_kind)
        ),
        _all_person_statistics(counted_games, hidden),
        _pair_statistics(counted_games, hidden),
        sum(_unnamed_win_count(game) for game in counted_games),
    )


def _unnamed_win_count(game: PastGame) -> int:
    return sum(name is None and seat.is_winner for name, seat in zip(game.people, game.result.seats, strict=True))


GameAndSeat = tuple[PastGame, SeatResult]


def _seats_by_person(games: Sequence[PastGame], hidden: frozenset[str]) -> dict[str, list[GameAndSeat]]:
    seats_by_name: dict[str, list[GameAndSeat]] = defaultdict(list)
    for game in games:
        for name, seat in zip(game.people, game.result.seats, strict=True):
            if name is not None and name not in hidden:
                seats_by_name[name].append((game, seat))
    return seats_by_name


def _kind_title(kind: ComparedKind, games_by_kind: Mapping[ComparedKind, list[PastGame]]) -> Text | str:
    """The latest title of these games. If the same title has games with both kinds of winning, it says who wins."""
    title = played_variant(games_by_kind[kind][-1].result).title
    if kind._replace(lowest_wins=not kind.lowest_wins) not in games_by_kind:
        return title
    if kind.lowest_wins:
        return text("{game}: fewest points win", game=title)
    return text("{game}: most points win", game=title)


def _kind_statistics(
    games: list[PastGame], kind: ComparedKind, title: Text | str, hidden: frozenset[str]
) -> KindStatistics:
    counted_games = [game for game in games if game.is_counted]
    durations = [
        Extreme(game.result.seconds, game.number, game.began_at) for game in counted_games if game.result.seconds
    ]
    players = [_player_statistics(name, seats, kind) for name, seats in _seats_by_person(counted_games, hidden).items()]
    return KindStatistics(
        game_id=kind.game_id,
        title=title,
        game_count=len(counted_games),
        unfinished_count=len(games) - len(counted_games),
        game_count_with_accepted_refusals=sum(game.result.accepted_refusal_count > 0 for game in counted_games),
        shortest=min(durations, default=None),
        longest=max(durations, key=lambda duration: (duration.value, -duration.game_number), default=None),
        players=tuple(sorted(players, key=lambda player: (-player.win_count, alphabetical_key(player.name)))),
        compared_kind=kind,
        has_sets=any(game.result.sets is not None for game in counted_games),
    )


def _player_statistics(name: str, seats: list[GameAndSeat], kind: ComparedKind) -> PlayerStatistics:
    """A person's figures at these seats of one kind of game. The best points are the fewest if the fewest win."""
    points = [Extreme(seat.points, game.number, game.began_at) for game, seat in seats]
    sign = -1 if kind.lowest_wins else 1
    figures: dict[str, int] = defaultdict(int)
    for _, seat in seats:
        for word, count in seat.figures:
            figures[word] += count
    return PlayerStatistics(
        name,
        len(seats),
        _count_wins(seats),
        _count_shared_wins(seats),
        _place_counts(seats),
        sum(extreme.value for extreme in points) / len(points),
        max(points, key=lambda extreme: (sign * extreme.value, -extreme.game_number)),
        min(points, key=lambda extreme: (sign * extreme.value, extreme.game_number)),
        tuple(figures.items()),
    )


def _count_wins(seats: list[GameAndSeat]) -> int:
    return sum(seat.is_winner for _, seat in seats)


def _count_shared_wins(seats: list[GameAndSeat]) -> int:
    """How many of these games were won by another side, too. Partners win together, and share nothing."""
    return sum(seat.is_winner and game.result.winning_side_count > 1 for game, seat in seats)


def _place_counts(seats: list[GameAndSeat]) -> tuple[int, ...]:
    counts = [0] * max(seat.place for _, seat in seats)
    for _, seat in seats:
        counts[seat.place - 1] += 1
    return tuple(counts)


def _all_person_statistics(games: list[PastGame], hidden: frozenset[str]) -> tuple[PersonStatistics, ...]:
    person_statistics = [_person_statistics(name, seats) for name, seats in _seats_by_person(games, hidden).items()]
    return tuple(sorted(person_statistics, key=lambda person: (-person.win_count, alphabetical_key(person.name))))


def _person_statistics(name: str, seats: list[GameAndSeat]) -> PersonStatistics:
    longest_streak = streak = 0
    for _, seat in seats:
        streak = streak + 1 if seat.is_winner else 0
        longest_streak = max(longest_streak, streak)
    timed_declaration_count = sum(seat.timed_declaration_count for _, seat in seats)
    seconds = sum(seat.seconds for _, seat in seats)
    return PersonStatistics(
        name,
        len(seats),
        _count_wins(seats),
        _count_shared_wins(seats),
        _place_counts(seats),
        longest_streak,
        streak,
        timed_declaration_count,
        seconds / timed_declaration_count if timed_declaration_count else None,
    )


def _pair_statistics(games: list[PastGame], hidden: frozenset[str]) -> tuple[PairStatistics, ...]:
    counts_by_pair: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for game in games:
        places = {
            name: seat.place
            for name, seat in zip(game.people, game.result.seats, strict=True)
            if name is not None and name not in hidden
        }
        for one, other in combinations(sorted(places, key=alphabetical_key), 2):
            # Index 0 if they are level, 1 if the first is ahead, −1, the last element, if the other is.
            counts_by_pair[one, other][(places[one] < places[other]) - (places[one] > places[other])] += 1
    pairs = [
        PairStatistics(*names, level + one_ahead + other_ahead, one_ahead, other_ahead, level)
        for names, (level, one_ahead, other_ahead) in counts_by_pair.items()
    ]
    pairs.sort(key=lambda pair: (alphabetical_key(pair.one), alphabetical_key(pair.other)))
    return tuple(pair for pair in pairs if pair.game_count >= MIN_COMMON_GAMES)
