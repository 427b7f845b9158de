"""Swiss pairing: neighbours in the standings play together, without repeated meetings if these can be avoided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from club.pairing.meetings import Meetings, Tables

MAX_SEARCH_STEPS = 50_000
"""Maximum number of steps of the search for a seating without repeats; after these, repeats are accepted."""


def seat_by_standings(ranked_people: Sequence[str], sizes: Sequence[int], meetings: Meetings) -> Tables:
    """The tables of the next round. `ranked_people` has the best first; the sum of `sizes` is the number of people.

    There are no repeats if such a seating is found within `MAX_SEARCH_STEPS` steps. Otherwise, people swap tables until
    no swap of two lowers the number of repeats.
    """
    tables = _SeatingSearch(meetings).find_tables(list(ranked_people), tuple(sizes))
    return tables or _seat_with_repeats(list(ranked_people), sizes, meetings)


class _SeatingSearch:
    """A backtracking search for seatings without repeats, beginning with the one nearest to the standings."""

    def __init__(self, meetings: Meetings) -> None:
        self._meetings = meetings
        self._steps_left = MAX_SEARCH_STEPS

    def find_tables(self, ranked_people: list[str], sizes: tuple[int, ...]) -> Tables | None:
        """Tables of these sizes for the people left; None if there are none, or none was found within the limit."""
        if not sizes:
            return ()
        best_name, *others = ranked_people
        for size in dict.fromkeys(sizes):
            index = sizes.index(size)
            for seated in self._tables_without_repeats((best_name,), others, size):
                waiting = [name for name in others if name not in seated]
                other_tables = self.find_tables(waiting, sizes[:index] + sizes[index + 1 :])
                if other_tables is not None:
                    return (seated, *other_tables)
                if self._steps_left <= 0:
                    return None
        return None

    def _tables_without_repeats(
        self, seated: tuple[str, ...], others: Sequence[str], size: int
    ) -> Iterator[tuple[str, ...]]:
        """Yield tables of `seated` and others who have not met anybody there, the best of the others first."""
        self._steps_left -= 1
        if len(seated) == size:
            yield seated
            return
        for index, name in enumerate(others):
            if self._steps_left <= 0:
                return
            if not any(self._meetings.count(name, seated_name) for seated_name in seated):
                yield from self._tables_without_repeats((*seated, name), others[index + 1 :], size)


def _seat_with_repeats(ranked_people: list[str], sizes: Sequence[int], meetings: Meetings) -> Tables:
    """Seat people by the standings, then swap two people as long as that lowers the number of repeats, neighbours
    first."""
    starts = [sum(sizes[:index]) for index in range(len(sizes))]
    tables = [ranked_people[start : start + size] for start, size in zip(starts, sizes, strict=True)]
    places = [(index, chair) for index, size in enumerate(sizes) for chair in range(size)]
    pairs_nearest_first = sorted(combinations(range(len(places)), 2), key=lambda pair: (pair[1] - pair[0], pair))
    has_improved = True
    while has_improved:
        has_improved = False
        for first, second in pairs_nearest_first:
            (index, chair), (other_index, other_chair) = places[first], places[second]
            table, other_table = tables[index], tables[other_index]
            if index != other_index and _added_repeats(table, chair, other_table, other_chair, meetings) < 0:
                table[chair], other_table[other_chair] = other_table[other_chair], table[chair]
                has_improved = True
    return tuple(map(tuple, tables))


def _added_repeats(table: list[str], chair: int, other_table: list[str], other_chair: int, meetings: Meetings) -> int:
    """How many repeats a swap of two people adds; negative if it removes some."""
    leaving, coming = table[chair], other_table[other_chair]
    remaining = [name for name in table if name != leaving]
    other_remaining = [name for name in other_table if name != coming]
    return sum(meetings.count(coming, name) - meetings.count(leaving, name) for name in remaining) + sum(
        meetings.count(leaving, name) - meetings.count(coming, name) for name in other_remaining
    )
