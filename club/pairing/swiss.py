"""Swiss pairing: neighbours in the standings play together, without repeated meetings if these can be avoided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from club.pairing.meetings import Meetings, Tables

MAX_TRIED = 50_000
"""Most steps of the search for a seating without repeats; after these, repeats are accepted."""


def seat_by_standings(ranked: Sequence[str], sizes: Sequence[int], met: Meetings) -> Tables:
    """The tables of the next round. `ranked` has the best first; the sum of `sizes` is the number of people.

    There are no repeats if such a seating is found within `MAX_TRIED` steps. Otherwise, people swap tables until no
    swap of two lowers the number of repeats.
    """
    return _Search(met).find(list(ranked), tuple(sizes)) or _with_repeats(list(ranked), sizes, met)


class _Search:
    """A backtracking search for seatings without repeats, beginning with the one nearest to the standings."""

    def __init__(self, met: Meetings) -> None:
        self._met = met
        self._left = MAX_TRIED

    def find(self, ranked: list[str], sizes: tuple[int, ...]) -> Tables | None:
        """Tables of these sizes for the people left; None if there are none, or none was found within the limit."""
        if not sizes:
            return ()
        first, *others = ranked
        for size in dict.fromkeys(sizes):
            at = sizes.index(size)
            for seated in self._tables((first,), others, size):
                rest = self.find([one for one in others if one not in seated], sizes[:at] + sizes[at + 1 :])
                if rest is not None:
                    return (seated, *rest)
                if self._left <= 0:
                    return None
        return None

    def _tables(self, seated: tuple[str, ...], others: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
        """Yield tables of `seated` and others who have not met anybody there, the best of the others first."""
        self._left -= 1
        if len(seated) == size:
            yield seated
            return
        for at, one in enumerate(others):
            if self._left <= 0:
                return
            if not any(self._met.count(one, other) for other in seated):
                yield from self._tables((*seated, one), others[at + 1 :], size)


def _with_repeats(ranked: list[str], sizes: Sequence[int], met: Meetings) -> Tables:
    """Seat people by the standings, then swap two people as long as that lowers the number of repeats, neighbours
    first."""
    starts = [sum(sizes[:table]) for table in range(len(sizes))]
    seated = [ranked[start : start + size] for start, size in zip(starts, sizes, strict=True)]
    places = [(table, chair) for table, size in enumerate(sizes) for chair in range(size)]
    nearest = sorted(combinations(range(len(places)), 2), key=lambda pair: (pair[1] - pair[0], pair))
    better = True
    while better:
        better = False
        for one, other in nearest:
            (table, chair), (next_table, next_chair) = places[one], places[other]
            if table != next_table and _gain(seated[table], chair, seated[next_table], next_chair, met) < 0:
                seated[table][chair], seated[next_table][next_chair] = (
                    seated[next_table][next_chair],
                    seated[table][chair],
                )
                better = True
    return tuple(map(tuple, seated))


def _gain(one: list[str], chair: int, other: list[str], other_chair: int, met: Meetings) -> int:
    """How many repeats a swap of two people adds; negative if it removes some."""
    leaves, comes = one[chair], other[other_chair]
    here = [name for name in one if name != leaves]
    there = [name for name in other if name != comes]
    return sum(met.count(comes, name) - met.count(leaves, name) for name in here) + sum(
        met.count(leaves, name) - met.count(comes, name) for name in there
    )
