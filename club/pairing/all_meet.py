"""Everybody meets everybody as evenly as can be found.

Where a movement is known and people have kept to it, its next round is played. Else several rounds are planned at
once, and the first is played: a round that is best by itself can leave none that is good after it (of six people who
play in pairs, two rounds can be such that the rest is two triangles). So all rounds that are left until everybody could
have met everybody are planned together: dealt by chance, then people change seats within a round as long as that evens
out who meets whom, from several beginnings.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from club.pairing.meetings import Meetings, Tables
from club.pairing.movements import movement

MOST_PLANNED = 8
"""Rounds that are planned together, at the most."""

LARGEST_PLAN = 40
"""Up to so many people, several rounds are planned together; more people have enough others to meet."""

WORK = 100_000
"""Changes of seats that are logged, at the most: a second or so. One plan is always evened out."""

BEGINNINGS = 8
"""Plans that are tried besides the first."""

_STIRRED = 30
"""How often a plan that can't be evened out is stirred and evened out again, before another is begun."""


def seat_evenly(names: Sequence[str], sizes: Sequence[int], met: Meetings, seed: int = 0) -> Tables:
    """The tables of the next round. `sizes` are of as many people as there are names; the same `seed` seats them the
    same."""
    ordered = sorted(names)
    known = min(movement(ordered, sizes), key=lambda tables: _again(tables, met), default=None)
    if known is not None and not _again(known, met):
        return known
    chance, work = random.Random(seed), _Work()
    rounds = _rounds_left(ordered, sizes, met)
    best = _Plan(ordered, sizes, met, rounds, chance)
    best.even_out(work)
    for _ in range(BEGINNINGS):
        if work.left <= 0 or best.cost == best.least:
            break
        plan = _Plan(ordered, sizes, met, rounds, chance)
        plan.even_out(work)
        if plan.cost < best.cost:
            best = plan
    return best.first_round()


def _again(tables: Tables, met: Meetings) -> int:
    return sum(map(met.repeats, tables))


def _rounds_left(names: Sequence[str], sizes: Sequence[int], met: Meetings) -> int:
    """In how many more rounds all could have met once more than those do who have met least; 1 at least."""
    if len(names) > LARGEST_PLAN or len(sizes) == 1:
        return 1
    least = min(met.count(one, other) for one, other in combinations(names, 2))
    apart = max(sum(met.count(one, other) == least for other in names if other != one) for one in names)
    return max(1, min(MOST_PLANNED, -(-apart // max(1, max(sizes) - 1))))


class _Work:
    """What may still be logged."""

    def __init__(self) -> None:
        self.left = WORK


class _Plan:
    """Some rounds, and what they cost: for each two people the square of how often they will have met."""

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
        """For each round, who sits on each chair; chairs of one table are beside each other."""
        for _ in range(rounds):
            chairs = list(range(count))
            chance.shuffle(chairs)
            self._rounds.append(chairs)
            self._count(chairs)
        self.cost = _cost(self._met)
        self.least = _least_cost(sum(map(sum, self._met)) // 2, count * (count - 1) // 2)
        """No plan costs less."""

    def even_out(self, work: _Work) -> None:
        """Change seats until that makes it no better, also not after it has been stirred now and then."""
        self._descend(work)
        for _ in range(_STIRRED):
            if self.cost == self.least or work.left <= 0:
                return
            before, cost = [chairs[:] for chairs in self._rounds], self.cost
            self._stir()
            self._descend(work)
            if self.cost > cost:
                self._restore(before)

    def first_round(self) -> Tables:
        """Of the planned rounds the one in which the fewest have met already."""

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
        while better:  # each change makes it cheaper, so this ends
            better = False
            for chairs in self._rounds:
                better |= self._sweep(chairs)
                work.left -= len(chairs) ** 2 // 2

    def _sweep(self, chairs: list[int]) -> bool:
        """Let each two of a round who sit at different tables change places where that is better."""
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
        """What changing places adds to the cost: (m + 1)² − m² for who is met anew, the same back for who is left."""
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

    def _stir(self) -> None:
        """A few change places whatever it costs."""
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
    """For each two people the square of how often they meet, added up."""
    return sum(value * value for row in met for value in row) // 2


def _least_cost(meetings: int, pairs: int) -> int:
    """What so many meetings cost if they are spread over the pairs as evenly as can be."""
    if not pairs:
        return 0
    low, more = divmod(meetings, pairs)
    return more * (low + 1) ** 2 + (pairs - more) * low**2
