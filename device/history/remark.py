"""Finds a remark about a result: the rarest true statement about it, in one sentence.

Each kind of remark is tested on every game of one kind in turn, compared with all games before it. The rarest kind is
the one that has been true least often so far. If two are equally rare, the order of `KINDS` decides, and then the order
of the seats. No remark says only who was worst.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from device import games
from device.history.kinds import compared_kind, played_variant
from device.history.past import PastGame
from device.history.results import GameResult, SeatResult
from display.words import Text, text
from values.named_tuple import NamedTuple

MIN_GAMES = 3
"""Minimum number of earlier games for a remark about a first, a best or a longest."""

ROUND_NUMBERS = (10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000)


class TrueRemark(NamedTuple):
    """A true statement about a game: its kind and its words."""

    kind: str
    words: Text


KINDS = ("feat", "record", "first-win", "streak", "first-ahead", "closest", "best", "round-number")
"""The kinds of remarks, in order of preference."""


class _Known(NamedTuple):
    """A known person at a table."""

    name: str
    seat: SeatResult


class _EarlierGames:
    """A person's history in games of one kind: games, wins, wins in a row, and best points."""

    def __init__(self) -> None:
        self.played = 0
        self.won = 0
        self.streak = 0
        self.longest = 0
        self.best: int | None = None

    def take(self, won: bool, worth: int) -> None:
        """Add a game. `worth` are its points, with the sign changed if the fewest points win."""
        self.best = worth if self.best is None else max(self.best, worth)
        self.played += 1
        self.won += won
        self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)


class Memorable:
    """Goes through the games of one kind, first to last, and finds the true remarks about each."""

    def __init__(self, first: GameResult) -> None:
        self._rules = games.find(first.game)
        self._variant = played_variant(first)
        self._sense = -1 if self._variant.lowest_wins else 1
        self._games = 0
        self._best: int | None = None
        self._closest: int | None = None
        self._people: defaultdict[str, _EarlierGames] = defaultdict(_EarlierGames)
        self._together: Counter[frozenset[str]] = Counter()
        self._ahead: dict[frozenset[str], set[str]] = defaultdict(set)

    def add_game(self, game: PastGame) -> list[TrueRemark]:
        """The true remarks about the next game, at most one of each kind, in the order of the kinds."""
        known = [
            _Known(name, seat) for name, seat in zip(game.people, game.result.seats, strict=True) if name is not None
        ]
        ask = (self._feat, self._record, self._first_win, self._streaks, self._first_ahead, self._closer, self._bests)
        remarks = [
            TrueRemark(kind, words)
            for kind, question in zip(KINDS, ask, strict=False)
            if (words := next(question(game, known), None)) is not None
        ]
        self._remember(game, known)
        if self._games in ROUND_NUMBERS:
            words = text("Game number {number} of {game} at this table.", number=self._games, game=self._variant.title)
            remarks.append(TrueRemark(KINDS[-1], words))
        return remarks

    def _feat(self, game: PastGame, known: list[_Known]) -> Iterator[Text]:
        if self._rules is None or self._rules.figures is None:
            return
        for one in known:
            for feat in self._rules.figures.feats if one.seat.figures else ():
                words = feat(one.name, dict(one.seat.figures), one.seat.won)
                if words is not None:
                    yield words

    def _record(self, game: PastGame, known: list[_Known]) -> Iterator[Text]:
        if self._games < MIN_GAMES or self._best is None:
            return
        for one in known:
            if self._sense * one.seat.points > self._best and one.seat.won:
                says = (
                    text("The fewest points in {game} so far: {player}, {points}.", **self._of(one))
                    if self._sense < 0
                    else text("The most points in {game} so far: {player}, {points}.", **self._of(one))
                )
                yield says

    def _of(self, one: _Known) -> dict[str, str | int | Text]:
        return {"game": self._variant.title, "player": one.name, "points": one.seat.points}

    def _first_win(self, game: PastGame, known: list[_Known]) -> Iterator[Text]:
        for one in known:
            before = self._people[one.name].played
            if one.seat.won and not self._people[one.name].won and before >= MIN_GAMES:
                yield text(
                    "{player}'s first win in {game}, in game {count}.",
                    player=one.name,
                    game=self._variant.title,
                    count=before + 1,
                )

    def _streaks(self, game: PastGame, known: list[_Known]) -> Iterator[Text]:
        for one in known:
            count = self._people[one.name].streak + 1
            if one.seat.won and count >= MIN_GAMES and count > self._people[one.name].longest:
                yield text("{player} wins {count} in a row, more than ever.", player=one.name, count=count)

    def _first_ahead(self, game: PastGame, known: list[_Known]) -> Iterator[Text]:
        for one in known:
            for other in known:
                pair = frozenset((one.name, other.name))
                before = self._together[pair]
                if one.seat.place < other.seat.place and before >= MIN_GAMES and one.name not in self._ahead[pair]:
                    yield text(
                        "{player}'s first win over {other} in {count} games.",
                        player=one.name,
                        other=other.name,
                        count=before + 1,
                    )

    def _closer(self, game: PastGame, known: list[_Known]) -> Iterator[Text]:
        margin = self._margin(game)
        if margin is not None and self._games >= MIN_GAMES and self._closest is not None and margin < self._closest:
            yield text("It has never been closer in {game}.", game=self._variant.title)

    def _bests(self, game: PastGame, known: list[_Known]) -> Iterator[Text]:
        for one in known:
            before = self._people[one.name]
            if before.best is None or before.played < MIN_GAMES:
                continue
            if self._sense * one.seat.points > before.best:
                yield text("{player} has never done better in {game}.", player=one.name, game=self._variant.title)

    def _margin(self, game: PastGame) -> int | None:
        """The lead of the first over the second; None if the sets or a tie decided."""
        if game.result.sets is not None or len(game.result.seats) < 2:
            return None
        first, second = sorted((self._sense * seat.points for seat in game.result.seats), reverse=True)[:2]
        return first - second if first > second else None

    def _remember(self, game: PastGame, known: list[_Known]) -> None:
        self._games += 1
        for one in known:
            self._remember_one(one)
        for one, other in combinations(known, 2):
            pair = frozenset((one.name, other.name))
            self._together[pair] += 1
            if one.seat.place != other.seat.place:
                self._ahead[pair].add(min(one, other, key=lambda each: each.seat.place).name)
        margin = self._margin(game)
        if margin is not None:
            self._closest = margin if self._closest is None else min(self._closest, margin)

    def _remember_one(self, one: _Known) -> None:
        worth = self._sense * one.seat.points
        self._best = worth if self._best is None else max(self._best, worth)
        self._people[one.name].take(one.seat.won, worth)


def find_remark(past: Iterable[PastGame]) -> Text | None:
    """The rarest remark about the last of these games, compared with those of its kind; None if there is none.

    The games must be in order, first to last. Those that do not count are skipped.
    """
    counting = [game for game in past if game.counts]
    if not counting:
        return None
    counting = [game for game in counting if compared_kind(game.result) == compared_kind(counting[-1].result)]
    memorable = Memorable(counting[0].result)
    times: Counter[str] = Counter()
    remarks: list[TrueRemark] = []
    for game in counting:
        remarks = memorable.add_game(game)
        times.update(one.kind for one in remarks)
    if not remarks:
        return None
    return min(remarks, key=lambda one: (times[one.kind], KINDS.index(one.kind))).words
