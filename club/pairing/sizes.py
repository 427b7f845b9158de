"""Computes the number and sizes of the tables for a number of people."""

from __future__ import annotations


class CannotSeat(ValueError):
    """There are too few people, or no table, to fill even one table."""


def table_sizes(people: int, lowest: int, highest: int, wished: int, most_tables: int) -> list[int]:
    """Sizes of tables, the largest first, at which as many people as possible sit, from `lowest` to `highest` each.

    Sizes differ by one at most. Of the ways that leave the fewest people out, this is the one with sizes nearest to
    `wished`; of equally near ones, the one with the fewest tables. Raises CannotSeat.
    """
    best: tuple[tuple[int, int], list[int]] | None = None
    for tables in range(1, min(most_tables, people // lowest) + 1):
        seated = min(people, tables * highest)
        small, larger = divmod(seated, tables)
        sizes = [small + 1] * larger + [small] * (tables - larger)
        key = (people - seated, sum(abs(size - wished) for size in sizes))
        if best is None or key < best[0]:
            best = key, sizes
    if best is None:
        raise CannotSeat
    return best[1]
