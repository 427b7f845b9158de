"""Pairing method in which everybody meets everybody as evenly as possible: a movement, or a local search for seatings.

If there is a movement (`club.pairing.movements`) and the earlier rounds have followed it, its next round is played.
Otherwise, several rounds are planned together, and one is played: a round that is best by itself can leave no good one
after it (of six people who play in pairs, two rounds can leave pairs that form two triangles). So all rounds that are
left until everybody could have met everybody are planned: seats are drawn at random, then people swap seats within a
round as long as that evens out who meets whom. This is repeated from several random beginnings.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from club.pairing.meetings import Meetings, Tables
from club.pairing.movements import movement_rounds

MAX_PLANNED = 8
"""Most rounds that are planned together."""

MAX_PLAN = 40
"""Most people for whom several rounds are planned together; more people have enough others to meet."""

WORK = 100_000
"""Most seat swaps that are tried: about a second. The first plan is evened out at least once even beyond this."""

BEGINNINGS = 8
"""Most plans that are tried besides the first."""

_STIRRED = 30
"""How often a plan at a local minimum is perturbed and evened out again, before another plan is begun."""


def seat_evenly(names: Sequence[str], sizes: Sequence[int], met: Meetings, seed: int = 0) -> Tables:
    """The tables of the next round. The sum of `sizes` is the number of names. The same `seed` gives the same seats."""
    ordered = sorted(names)
    known = min(movement_rounds(ordered, sizes), key=lambda tables: _count_repeats(tables, met), default=None)
    if known is not None and not _count_repeats(known, met):
        return known
    chance, work = random.Random(seed), _Work()
    rounds = _rounds_left(ordered, sizes, met)
    best = _Plan(ordered, sizes, met, rounds, chance)
    best.improve(work)
    for _ in range(BEGINNINGS):
        if work.left <= 0 or best.cost == best.least:
            break
        plan = _Plan(ordered, sizes, met, rounds, chance)
        plan.improve(work)
        if plan.cost < best.cost:
            best = plan
    return best.first_round()


def _count_repeats(tables: Tables, met: Meetings) -> int:
    return sum(map(met.count_repeats, tables))


def _rounds_left(names: Sequence[str], sizes: Sequence[int], met: Meetings) -> int:
    """How many rounds it takes, at least, until all pairs that have met least often have met once more; 1 to
    `MAX_PLANNED`."""
    if len(names) > MAX_PLAN or len(sizes) == 1:
        return 1
    least = min(met.count(one, other) for one, other in combinations(names, 2))
    apart = max(sum(met.count(one, other) == least for other in names if other != one) for one in names)
    return max(1, min(MAX_PLANNED, -(-apart // max(1, max(sizes) - 1))))


class _Work:
    """The remaining number of swaps to try."""

    def __init__(self) -> None:
        self.left = WORK


class _Plan:
    """Some rounds, and their cost: the sum over all pairs of the square of how often they will have met."""

    def __init__(
        self, names: Sequence[str], sizes: Sequence[int], met: Meetings, rounds: int, chance: random.Random
    ) -> None:
        count = len(names)
        self._names = names
        self._chance = chance
        self._met = [[met.count(one, other) if one != other else 0 for other in names] for one in names]
        self._table_of: list[int] = [table for table, size in enumerate(sizes) for _ in range(size)]
        self._starts = [sum(sizes[:table]) for table in range(len(sizes))]
        self._sizes = sizes
        self._before = [row[:] for row in self._met]
        self._rounds: list[list[int]] = []
        """For each round, the person's index on each chair. The chairs of one table are consecutive."""
        for _ in range(rounds):
            chairs = list(range(count))
            chance.shuffle(chairs)
            self._rounds.append(chairs)
            self._count(chairs)
        self.cost = _cost(self._met)
        self.least = _least_cost(sum(map(sum, self._met)) // 2, count * (count - 1) // 2)
        """A lower bound of the cost of any plan."""

    def improve(self, work: _Work) -> None:
        """Swap seats down to a local minimum, then perturb and descend again, and keep what is better.

        Ends when the lower bound is reached, no work is left, or after `_STIRRED` perturbations.
        """
        self._descend(work)
        for _ in range(_STIRRED):
            if self.cost == self.least or work.left <= 0:
                return
            before, cost = [chairs[:] for chairs in self._rounds], self.cost
            self._perturb()
            self._descend(work)
            if self.cost > cost:
                self._restore(before)

    def first_round(self) -> Tables:
        """The planned round in which the fewest pairs have met already."""

        def again(chairs: list[int]) -> int:
            return sum(
                self._before[one][other]
                for table in self._groups(chairs)
                for at, one in enumerate(table)
                for other in table[at + 1 :]
            )

        best = min(self._rounds, key=again)
        return tuple(tuple(sorted(self._names[one] for one in table)) for table in self._groups(best))

    def _groups(self, chairs: list[int]) -> list[list[int]]:
        return [chairs[start : start + size] for start, size in zip(self._starts, self._sizes, strict=True)]

    def _count(self, chairs: list[int]) -> None:
        for table in self._groups(chairs):
            for one in table:
                for other in table:
                    if one != other:
                        self._met[one][other] += 1

    def _descend(self, work: _Work) -> None:
        better = True
        while better:  # each swap lowers the cost, so this ends
            better = False
            for chairs in self._rounds:
                better |= self._sweep(chairs)
                work.left -= len(chairs) ** 2 // 2

    def _sweep(self, chairs: list[int]) -> bool:
        """Swap each two people of a round at different tables if that lowers the cost. Returns whether any did."""
        better = False
        for one in range(len(chairs)):
            for other in range(one + 1, len(chairs)):
                if self._table_of[one] != self._table_of[other]:
                    gain = self._gain(chairs, one, other)
                    if gain < 0:
                        self._swap(chairs, one, other)
                        self.cost += gain
                        better = True
        return better

    def _gain(self, chairs: list[int], one: int, other: int) -> int:
        """What a swap adds to the cost: (m + 1)² − m² for each pair brought together, the reverse for those parted."""
        mine, theirs = self._met[chairs[one]], self._met[chairs[other]]
        found = 0
        for chair in self._chairs_with(one):
            who = chairs[chair]
            found += 2 * theirs[who] + 1 - (2 * mine[who] - 1)
        for chair in self._chairs_with(other):
            who = chairs[chair]
            found += 2 * mine[who] + 1 - (2 * theirs[who] - 1)
        return found

    def _chairs_with(self, chair: int) -> list[int]:
        table = self._table_of[chair]
        start = self._starts[table]
        return [one for one in range(start, start + self._sizes[table]) if one != chair]

    def _swap(self, chairs: list[int], one: int, other: int) -> None:
        for sign in (-1, 1):
            for chair in (one, other):
                who = chairs[chair]
                for beside in self._chairs_with(chair):
                    self._met[who][chairs[beside]] += sign
                    self._met[chairs[beside]][who] += sign
            if sign < 0:
                chairs[one], chairs[other] = chairs[other], chairs[one]

    def _perturb(self) -> None:
        """Swap a few people at random, whatever it costs."""
        for _ in range(3):
            chairs = self._chance.choice(self._rounds)
            one, other = self._chance.sample(range(len(chairs)), 2)
            if self._table_of[one] != self._table_of[other]:
                self.cost += self._gain(chairs, one, other)
                self._swap(chairs, one, other)

    def _restore(self, rounds: list[list[int]]) -> None:
        self._met = [row[:] for row in self._before]
        self._rounds = rounds
        for chairs in rounds:
            self._count(chairs)
        self.cost = _cost(self._met)


def _cost(met: list[list[int]]) -> int:
    """The sum over all pairs of the square of how often they meet."""
    return sum(value * value for row in met for value in row) // 2


def _least_cost(meetings: int, pairs: int) -> int:
    """The cost of `meetings` meetings if they are spread over `pairs` pairs as evenly as possible."""
    if not pairs:
        return 0
    low, more = divmod(meetings, pairs)
    return more * (low + 1) ** 2 + (pairs - more) * low**2
