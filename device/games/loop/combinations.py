"""The combinations of cards that can be played together (rulebook, Combination types)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache, lru_cache

from device.games.loop.cards import HIGHEST
from values.named_tuple import NamedTuple

MAX_COMBINATION_SIZE = 4


class Kind(Enum):
    """The three types of combination. A type only answers the same type of the same size."""

    SINGLE = "single"
    SAME = "same"  # 2 to 4 cards of one number
    RUN = "run"  # 2 to 4 cards in sequence


class Combination(NamedTuple):
    """Cards that may be played together, lowest first."""

    kind: Kind
    numbers: tuple[int, ...]

    @property
    def lowest(self) -> int:
        return self.numbers[0]

    @property
    def highest(self) -> int:
        return self.numbers[-1]

    @property
    def size(self) -> int:
        return len(self.numbers)

    def is_among(self, copies: bytes) -> bool:
        """Whether there are as many copies of each number."""
        return all(self.numbers.count(number) <= copies[number] for number in self.numbers)


@lru_cache(maxsize=128)  # more than the number of all combinations
def find_combination(numbers: tuple[int, ...]) -> Combination | None:
    """Return the combination that these numbers (lowest first) make, or None."""
    size = len(numbers)
    if size == 1:
        return Combination(Kind.SINGLE, numbers)
    if not 1 < size <= MAX_COMBINATION_SIZE:
        return None
    if numbers[0] == numbers[-1]:
        return Combination(Kind.SAME, numbers)
    if numbers == tuple(range(numbers[0], numbers[0] + size)):
        return Combination(Kind.RUN, numbers)
    return None


def numbers_from(kind: Kind, size: int, lowest: int) -> tuple[int, ...]:
    """Return the numbers of the combination that starts with `lowest`. A run may go beyond the highest card."""
    return tuple(range(lowest, lowest + size)) if kind is Kind.RUN else (lowest,) * size


@cache
def combinations_of(kind: Kind, size: int) -> tuple[Combination, ...]:
    """Return all combinations of one type and size, in the order of their lowest cards."""
    highest = HIGHEST - size + 1 if kind is Kind.RUN else HIGHEST
    return tuple(Combination(kind, numbers_from(kind, size, lowest)) for lowest in range(1, highest + 1))


def all_combinations() -> Iterator[Combination]:
    """Yield all combinations, single cards first."""
    yield from combinations_of(Kind.SINGLE, 1)
    for size in range(2, MAX_COMBINATION_SIZE + 1):
        yield from combinations_of(Kind.SAME, size)
        yield from combinations_of(Kind.RUN, size)
