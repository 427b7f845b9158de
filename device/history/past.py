"""Games of the past with the people who played them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar, cast

from device.history.results import GameResult, SeatResult
from device.people.people import People
from values.named_tuple import NamedTuple

Kept = TypeVar("Kept")


class PastGame(NamedTuple):
    """A game that people sat down to. `begun` is its date in seconds since 1970; None where that is not known.

    `people` are those at its seats, by their names of today; None for a seat that has a number for a name, and for two
    seats that one person would have.
    """

    number: int
    identity: str
    begun: float | None
    boot: int
    result: GameResult
    people: tuple[str | None, ...]

    @property
    def counts(self) -> bool:
        """Whether statistics count it: it was played to its end."""
        return self.result.finished and not self.result.stopped


def slim(games: Iterable[PastGame]) -> list[PastGame]:
    """What statistics need of games, in as little memory as thousands of them should take: without their rounds, and
    with each name and each option once."""
    known: dict[object, object] = {}

    def same(value: Kept) -> Kept:
        return cast("Kept", known.setdefault(value, value))

    def slimmed(seat: SeatResult) -> SeatResult:
        figures = same(tuple((same(name), value) for name, value in seat.figures))
        return seat._replace(name=same(seat.name), figures=figures)

    return [
        game._replace(
            result=game.result._replace(
                game=same(game.result.game),
                options=same(game.result.options),
                title=same(game.result.title),
                seats=tuple(map(slimmed, game.result.seats)),
                rounds=(),
            ),
            people=same(game.people),
        )
        for game in games
    ]


def seated(result: GameResult, people: People, spelled: dict[str, str] | None = None) -> tuple[str | None, ...]:
    """Who sat where, by their names of today.

    `spelled` remembers from game to game how names are spelled, so that one spelling stands for those that differ in
    case only: the first that comes.
    """
    known = {} if spelled is None else spelled
    persons = [None if seat.name.isdecimal() else people.person(seat.name) for seat in result.seats]
    names = [None if person is None else known.setdefault(person.key, person.name) for person in persons]
    times = Counter(names)
    return tuple(name if times[name] == 1 else None for name in names)
