"""Finds a remark about a result: the rarest true statement about it, in one sentence.

Each kind of remark is tested on every game of the same variant in turn, compared with all games before it. The rarest
kind is the one that has been true least often so far. If two are equally rare, the order of `REMARK_KINDS` decides,
then the order of the seats. No remark says only who was worst.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from device import games
from device.history.kinds import compared_kind, played_variant
from device.history.past_game import PastGame
from device.history.results import GameResult, SeatResult
from display.words import Text, text
from values.named_tuple import NamedTuple

MIN_GAMES = 3
"""Minimum number of earlier games for a remark that compares with them, and of wins in a row for one about a streak."""

NOTABLE_GAME_COUNTS = (10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000)
"""The numbers of games that are worth a remark of their own."""


class TrueRemark(NamedTuple):
    """A true statement about a game: its kind and its words."""

    kind: str
    words: Text


REMARK_KINDS = ("feat", "all-time-best", "first-win", "streak", "first-ahead", "closest", "best", "round-number")
"""The kinds of remarks, in order of preference. The last is about how many games there are with this one."""


class _KnownPlayer(NamedTuple):
    """A known person at a table. `name` is the person's present name, which the sheet of the game does not show."""

    name: str
    seat: SeatResult

    @property
    def shown_name(self) -> str:
        """The name under which the person played the game, as its sheet shows it."""
        return self.seat.name


class _PersonHistory:
    """A person's history in games of one kind: games, wins, wins in a row, and best points."""

    def __init__(self) -> None:
        self.game_count = 0
        self.win_count = 0
        self.streak = 0
        self.longest_streak = 0
        self.best_points: int | None = None

    def add_game(self, is_winner: bool, signed_points: int | None) -> None:
        """Add a game. `signed_points` are its points, with the sign changed if the fewest points win; None for a game
        in sets."""
        if signed_points is not None:
            self.best_points = signed_points if self.best_points is None else max(self.best_points, signed_points)
        self.game_count += 1
        self.win_count += is_winner
        self.streak = self.streak + 1 if is_winner else 0
        self.longest_streak = max(self.longest_streak, self.streak)


class RemarkFinder:
    """Goes through the games of one kind, first to last, and finds the true remarks about each."""

    def __init__(self, first_result: GameResult) -> None:
        self._rules = games.find(first_result.game_id)
        self._variant = played_variant(first_result)
        self._sign = -1 if self._variant.lowest_wins else 1
        self._game_count = 0
        self._best_points: int | None = None
        self._smallest_margin: int | None = None
        self._people: defaultdict[str, _PersonHistory] = defaultdict(_PersonHistory)
        self._games_by_pair: Counter[frozenset[str]] = Counter()
        self._names_ahead_by_pair: dict[frozenset[str], set[str]] = defaultdict(set)
        """Which of two people have come before the other."""

    def add_game(self, game: PastGame) -> list[TrueRemark]:
        """Add the next game. Returns the true remarks about it, at most one of each kind, in the order of the kinds."""
        players = [
            _KnownPlayer(name, seat)
            for name, seat in zip(game.people, game.result.seats, strict=True)
            if name is not None
        ]
        finders = (
            self._feat_remarks,
            self._all_time_best_remarks,
            self._first_win_remarks,
            self._streak_remarks,
            self._first_ahead_remarks,
            self._closest_remarks,
            self._best_remarks,
        )
        remarks = [
            TrueRemark(kind, words)
            for kind, find in zip(REMARK_KINDS, finders, strict=False)
            if (words := next(find(game, players), None)) is not None
        ]
        self._add_to_history(game, players)
        if self._game_count in NOTABLE_GAME_COUNTS:
            words = text(
                "Game {number} of {game} played to its end at this table.",
                number=self._game_count,
                game=self._variant.title,
            )
            remarks.append(TrueRemark(REMARK_KINDS[-1], words))
        return remarks

    def _feat_remarks(self, game: PastGame, players: list[_KnownPlayer]) -> Iterator[Text]:
        if self._rules is None or self._rules.figures is None:
            return
        for player in players:
            for feat in self._rules.figures.feats if player.seat.figures else ():
                words = feat(player.shown_name, dict(player.seat.figures), player.seat.is_winner)
                if words is not None:
                    yield words

    def _all_time_best_remarks(self, game: PastGame, players: list[_KnownPlayer]) -> Iterator[Text]:
        if self._game_count < MIN_GAMES or self._best_points is None or game.result.sets is not None:
            return
        for player in players:
            if self._sign * player.seat.points > self._best_points and player.seat.is_winner:
                yield (
                    text("The fewest points in {game} so far: {player}, {points}.", **self._points_arguments(player))
                    if self._sign < 0
                    else text("The most points in {game} so far: {player}, {points}.", **self._points_arguments(player))
                )

    def _points_arguments(self, player: _KnownPlayer) -> dict[str, str | int | Text]:
        return {"game": self._variant.title, "player": player.shown_name, "points": player.seat.points}

    def _first_win_remarks(self, game: PastGame, players: list[_KnownPlayer]) -> Iterator[Text]:
        for player in players:
            earlier_count = self._people[player.name].game_count
            if player.seat.is_winner and not self._people[player.name].win_count and earlier_count >= MIN_GAMES:
                yield text(
                    "{player}'s first win in {game}, after {count} games without one.",
                    player=player.shown_name,
                    game=self._variant.title,
                    count=earlier_count,
                )

    def _streak_remarks(self, game: PastGame, players: list[_KnownPlayer]) -> Iterator[Text]:
        for player in players:
            count = self._people[player.name].streak + 1
            if player.seat.is_winner and count >= MIN_GAMES and count > self._people[player.name].longest_streak:
                yield text(
                    "{player} wins {count} games of {game} in a row, a personal best.",
                    player=player.shown_name,
                    count=count,
                    game=self._variant.title,
                )

    def _first_ahead_remarks(self, game: PastGame, players: list[_KnownPlayer]) -> Iterator[Text]:
        for player in players:
            for opponent in players:
                pair = frozenset((player.name, opponent.name))
                earlier_count = self._games_by_pair[pair]
                if (
                    player.seat.place < opponent.seat.place
                    and earlier_count >= MIN_GAMES
                    and player.name not in self._names_ahead_by_pair[pair]
                ):
                    yield text(
                        "{player} comes before {other} for the first time in {count} games of {game}.",
                        player=player.shown_name,
                        other=opponent.shown_name,
                        count=earlier_count + 1,
                        game=self._variant.title,
                    )

    def _closest_remarks(self, game: PastGame, players: list[_KnownPlayer]) -> Iterator[Text]:
        margin = self._margin(game)
        if (
            margin is not None
            and self._game_count >= MIN_GAMES
            and self._smallest_margin is not None
            and margin < self._smallest_margin
        ):
            yield text("It has never been closer in {game}.", game=self._variant.title)

    def _best_remarks(self, game: PastGame, players: list[_KnownPlayer]) -> Iterator[Text]:
        for player in players if game.result.sets is None else ():  # points of sets are those of the last one
            history = self._people[player.name]
            if history.best_points is None or history.game_count < MIN_GAMES:
                continue
            if self._sign * player.seat.points > history.best_points:
                yield text(
                    "{player} has never done better in {game}.", player=player.shown_name, game=self._variant.title
                )

    def _margin(self, game: PastGame) -> int | None:
        """The lead of the first over the second, of partners over the other side; None if the sets decided."""
        result = game.result
        sides = result.sides or range(len(result.seats))
        points_by_side = {side: self._sign * seat.points for side, seat in zip(sides, result.seats, strict=True)}
        if result.sets is not None or len(points_by_side) < 2:
            return None
        first, second = sorted(points_by_side.values(), reverse=True)[:2]
        return first - second

    def _add_to_history(self, game: PastGame, players: list[_KnownPlayer]) -> None:
        self._game_count += 1
        has_points = game.result.sets is None
        if has_points:
            points = [self._sign * seat.points for seat in game.result.seats]
            self._best_points = max(points) if self._best_points is None else max(self._best_points, *points)
        for player in players:
            signed_points = self._sign * player.seat.points if has_points else None
            self._people[player.name].add_game(player.seat.is_winner, signed_points)
        for player, opponent in combinations(players, 2):
            pair = frozenset((player.name, opponent.name))
            self._games_by_pair[pair] += 1
            if player.seat.place != opponent.seat.place:
                self._names_ahead_by_pair[pair].add(min(player, opponent, key=lambda player: player.seat.place).name)
        margin = self._margin(game)
        if margin is not None:
            self._smallest_margin = margin if self._smallest_margin is None else min(self._smallest_margin, margin)


def find_remark(past: Iterable[PastGame]) -> Text | None:
    """The rarest remark about the last of these games, compared with those of its kind; None if there is none.

    The games must be in order, first to last. Those that do not count are skipped.
    """
    counted_games = [game for game in past if game.is_counted]
    if not counted_games:
        return None
    kind = compared_kind(counted_games[-1].result)
    counted_games = [game for game in counted_games if compared_kind(game.result) == kind]
    finder = RemarkFinder(counted_games[0].result)
    count_by_kind: Counter[str] = Counter()
    remarks: list[TrueRemark] = []
    for game in counted_games:
        remarks = finder.add_game(game)
        count_by_kind.update(remark.kind for remark in remarks)
    if not remarks:
        return None
    return min(remarks, key=lambda remark: (count_by_kind[remark.kind], REMARK_KINDS.index(remark.kind))).words
