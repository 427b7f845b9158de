"""How many tables there are, and how many sit at each."""

from __future__ import annotations


class CannotSeat(ValueError):
    """These people can't be seated so: not even one table is full."""


def table_sizes(people: int, lowest: int, highest: int, wished: int, most_tables: int) -> list[int]:
    """Sizes of tables, the largest first, at which as many people as possible sit, from `lowest` to `highest` each.

    Sizes differ by one at most. Of all ways that leave the fewest out, it is the one whose sizes are nearest to what is
    `wished`, the one with the fewest tables where two are as near. Raises CannotSeat.
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
