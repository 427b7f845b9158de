"""PastGame: a past game with the people who played it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar, cast

from device.history.results import GameResult, SeatResult
from device.people.people import People
from values.named_tuple import NamedTuple

Value = TypeVar("Value")


class PastGame(NamedTuple):
    """A game that people have begun to play. `began_at` is in seconds since 1970; None if that is not known.
    `boot` is the number of the boot in which it was begun.

    `people` are the people at its seats, by their present names. An entry is None for a seat whose name is a number,
    and for two seats that would belong to the same person.
    """

    number: int
    identity: str
    began_at: float | None
    boot: int
    result: GameResult
    people: tuple[str | None, ...]

    @property
    def is_counted(self) -> bool:
        """Whether the game counts in statistics: it was played to its end."""
        return self.result.finished and not self.result.stopped


def compact_games(games: Iterable[PastGame]) -> list[PastGame]:
    """Copies of games that use little memory, for statistics over thousands of games: without their rounds, and with
    equal names and options shared."""
    first_equal: dict[object, object] = {}

    def share(value: Value) -> Value:
        return cast("Value", first_equal.setdefault(value, value))

    def with_shared_values(seat: SeatResult) -> SeatResult:
        figures = share(tuple((share(name), value) for name, value in seat.figures))
        return seat._replace(name=share(seat.name), figures=figures)

    return [
        game._replace(
            result=game.result._replace(
                game_id=share(game.result.game_id),
                options=share(game.result.options),
                title=share(game.result.title),
                seats=tuple(map(with_shared_values, game.result.seats)),
                rounds=(),
            ),
            people=share(game.people),
        )
        for game in games
    ]


def person_names(result: GameResult, people: People, spellings: dict[str, str] | None = None) -> tuple[str | None, ...]:
    """The people at the seats, by their present names.

    `spellings` stores the spelling of names from game to game, so that names that differ only in case get one spelling:
    the first.
    """
    spelling_by_key = {} if spellings is None else spellings
    persons = [None if seat.name.isdecimal() else people.find_person(seat.name) for seat in result.seats]
    names = [None if person is None else spelling_by_key.setdefault(person.key, person.name) for person in persons]
    seat_counts = Counter(names)
    return tuple(name if seat_counts[name] == 1 else None for name in names)
