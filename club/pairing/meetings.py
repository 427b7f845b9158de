"""Counts how often each pair of people has sat at the same table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

Tables = tuple[tuple[str, ...], ...]
"""The names of the people at each table."""

NamePair = tuple[str, str]


class Meetings:
    """The number of meetings of each pair of people."""

    def __init__(self, tables: Iterable[Sequence[str]] = ()) -> None:
        self._counts: Counter[NamePair] = Counter()
        for table in tables:
            self.add_table(table)

    def add_table(self, table: Sequence[str]) -> None:
        """Count that these people have sat at one table."""
        self._counts.update(name_pair(first, second) for first, second in combinations(table, 2))

    def count(self, first: str, second: str) -> int:
        """How often these two have met."""
        return self._counts[name_pair(first, second)]

    def count_repeats(self, table: Sequence[str]) -> int:
        """How often the people at a table have met already, summed over all pairs."""
        return sum(self.count(first, second) for first, second in combinations(table, 2))


def name_pair(first: str, second: str) -> NamePair:
    """Two people in alphabetical order, as a key."""
    return (first, second) if first <= second else (second, first)
