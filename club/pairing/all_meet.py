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

MAX_PLANNED_ROUNDS = 8
"""Maximum number of rounds that are planned together."""

MAX_PLANNED_PEOPLE = 40
"""Maximum number of people for whom several rounds are planned together; more have enough others to meet."""

MAX_SWAPS_TRIED = 100_000
"""Maximum number of seat swaps tried (about a second). The first descent of the first plan may exceed it."""

MAX_FURTHER_PLANS = 8
"""Maximum number of plans that are tried besides the first."""

_MAX_PERTURBATIONS = 30
"""How often a plan at a local minimum is perturbed and evened out again, before another plan is begun."""


def seat_evenly(names: Sequence[str], sizes: Sequence[int], meetings: Meetings, seed: int = 0) -> Tables:
    """The tables of the next round. The sum of `sizes` is the number of names. The same `seed` gives the same seats."""
    ordered = sorted(names)
    movement_tables = min(
        movement_rounds(ordered, sizes), key=lambda tables: _count_repeats(tables, meetings), default=None
    )
    if movement_tables is not None and not _count_repeats(movement_tables, meetings):
        return movement_tables
    rng, swap_budget = random.Random(seed), _SwapBudget()
    round_count = _count_rounds_left(ordered, sizes, meetings)
    best = _SeatingPlan(ordered, sizes, meetings, round_count, rng)
    best.improve(swap_budget)
    for _ in range(MAX_FURTHER_PLANS):
        if swap_budget.swaps_left <= 0 or best.cost == best.min_cost:
            break
        plan = _SeatingPlan(ordered, sizes, meetings, round_count, rng)
        plan.improve(swap_budget)
        if plan.cost < best.cost:
            best = plan
    return best.best_next_round()


def _count_repeats(tables: Tables, meetings: Meetings) -> int:
    return sum(map(meetings.count_repeats, tables))


def _count_rounds_left(names: Sequence[str], sizes: Sequence[int], meetings: Meetings) -> int:
    """How many rounds it takes, at least, until all pairs that have met least often have met once more; 1 to
    `MAX_PLANNED_ROUNDS`."""
    if len(names) > MAX_PLANNED_PEOPLE or len(sizes) == 1:
        return 1
    fewest_meetings = min(meetings.count(first, second) for first, second in combinations(names, 2))
    people_to_meet = max(
        sum(meetings.count(first, second) == fewest_meetings for second in names if second != first) for first in names
    )
    return max(1, min(MAX_PLANNED_ROUNDS, -(-people_to_meet // max(1, max(sizes) - 1))))


class _SwapBudget:
    """The remaining number of swaps to try."""

    def __init__(self) -> None:
        self.swaps_left = MAX_SWAPS_TRIED


class _SeatingPlan:
    """Some rounds, and their cost: the sum over all pairs of the square of how often they will have met."""

    def __init__(
        self, names: Sequence[str], sizes: Sequence[int], meetings: Meetings, round_count: int, rng: random.Random
    ) -> None:
        people_count = len(names)
        self._names = names
        self._random = rng
        self._meeting_counts = [
            [meetings.count(first, second) if first != second else 0 for second in names] for first in names
        ]
        self._table_of_chair: list[int] = [table for table, size in enumerate(sizes) for _ in range(size)]
        self._starts = [sum(sizes[:table]) for table in range(len(sizes))]
        self._sizes = sizes
        self._past_counts = [row[:] for row in self._meeting_counts]
        self._rounds: list[list[int]] = []
        """For each round, the person's index on each chair. The chairs of one table are consecutive."""
        for _ in range(round_count):
            chairs = list(range(people_count))
            rng.shuffle(chairs)
            self._rounds.append(chairs)
            self._count_meetings(chairs)
        self.cost = _plan_cost(self._meeting_counts)
        self.min_cost = _min_plan_cost(sum(map(sum, self._meeting_counts)) // 2, people_count * (people_count - 1) // 2)
        """A lower bound of the cost of any plan."""

    def improve(self, swap_budget: _SwapBudget) -> None:
        """Swap seats down to a local minimum, then perturb and descend again, and keep what is better.

        Ends when the lower bound is reached, no swaps are left, or after `_MAX_PERTURBATIONS` perturbations.
        """
        self._swap_to_local_minimum(swap_budget)
        for _ in range(_MAX_PERTURBATIONS):
            if self.cost == self.min_cost or swap_budget.swaps_left <= 0:
                return
            saved_rounds, saved_cost = [chairs[:] for chairs in self._rounds], self.cost
            self._swap_at_random()
            self._swap_to_local_minimum(swap_budget)
            if self.cost > saved_cost:
                self._restore(saved_rounds)

    def best_next_round(self) -> Tables:
        """The planned round in which the fewest pairs have met already."""

        def count_past_meetings(chairs: list[int]) -> int:
            return sum(
                self._past_counts[first][second]
                for table in self._split_into_tables(chairs)
                for index, first in enumerate(table)
                for second in table[index + 1 :]
            )

        chosen_round = min(self._rounds, key=count_past_meetings)
        tables = self._split_into_tables(chosen_round)
        return tuple(tuple(sorted(self._names[person] for person in table)) for table in tables)

    def _split_into_tables(self, chairs: list[int]) -> list[list[int]]:
        return [chairs[start : start + size] for start, size in zip(self._starts, self._sizes, strict=True)]

    def _count_meetings(self, chairs: list[int]) -> None:
        for table in self._split_into_tables(chairs):
            for first in table:
                for second in table:
                    if first != second:
                        self._meeting_counts[first][second] += 1

    def _swap_to_local_minimum(self, swap_budget: _SwapBudget) -> None:
        has_improved = True
        while has_improved:  # each swap lowers the cost, so this ends
            has_improved = False
            for chairs in self._rounds:
                has_improved |= self._swap_where_better(chairs)
                swap_budget.swaps_left -= len(chairs) ** 2 // 2

    def _swap_where_better(self, chairs: list[int]) -> bool:
        """Swap each two people of a round at different tables if that lowers the cost. Returns whether any did."""
        has_improved = False
        for first in range(len(chairs)):
            for second in range(first + 1, len(chairs)):
                if self._table_of_chair[first] != self._table_of_chair[second]:
                    added_cost = self._added_cost(chairs, first, second)
                    if added_cost < 0:
                        self._swap(chairs, first, second)
                        self.cost += added_cost
                        has_improved = True
        return has_improved

    def _added_cost(self, chairs: list[int], first: int, second: int) -> int:
        """What a swap adds to the cost: (m + 1)² − m² for each pair brought together, the reverse for those parted."""
        first_counts, second_counts = self._meeting_counts[chairs[first]], self._meeting_counts[chairs[second]]
        added_cost = 0
        for chair in self._chairs_with(first):
            person = chairs[chair]
            added_cost += 2 * second_counts[person] + 1 - (2 * first_counts[person] - 1)
        for chair in self._chairs_with(second):
            person = chairs[chair]
            added_cost += 2 * first_counts[person] + 1 - (2 * second_counts[person] - 1)
        return added_cost

    def _chairs_with(self, chair: int) -> list[int]:
        table = self._table_of_chair[chair]
        start = self._starts[table]
        return [other_chair for other_chair in range(start, start + self._sizes[table]) if other_chair != chair]

    def _swap(self, chairs: list[int], first: int, second: int) -> None:
        for sign in (-1, 1):
            for chair in (first, second):
                person = chairs[chair]
                for neighbour in self._chairs_with(chair):
                    self._meeting_counts[person][chairs[neighbour]] += sign
                    self._meeting_counts[chairs[neighbour]][person] += sign
            if sign < 0:
                chairs[first], chairs[second] = chairs[second], chairs[first]

    def _swap_at_random(self) -> None:
        """Swap a few people at random, whatever it costs."""
        for _ in range(3):
            chairs = self._random.choice(self._rounds)
            first, second = self._random.sample(range(len(chairs)), 2)
            if self._table_of_chair[first] != self._table_of_chair[second]:
                self.cost += self._added_cost(chairs, first, second)
                self._swap(chairs, first, second)

    def _restore(self, rounds: list[list[int]]) -> None:
        self._meeting_counts = [row[:] for row in self._past_counts]
        self._rounds = rounds
        for chairs in rounds:
            self._count_meetings(chairs)
        self.cost = _plan_cost(self._meeting_counts)


def _plan_cost(meeting_counts: list[list[int]]) -> int:
    """The sum over all pairs of the square of how often they meet."""
    return sum(value * value for row in meeting_counts for value in row) // 2


def _min_plan_cost(meeting_count: int, pair_count: int) -> int:
    """The cost of so many meetings if they are spread over so many pairs as evenly as possible."""
    if not pair_count:
        return 0
    base, remainder = divmod(meeting_count, pair_count)
    return remainder * (base + 1) ** 2 + (pair_count - remainder) * base**2
