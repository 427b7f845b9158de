"""Computes the number and sizes of the tables for a number of people."""

from __future__ import annotations


class CannotSeat(ValueError):
    """There are too few people, or no table, to fill even one table."""


def table_sizes(
    people_count: int, min_people: int, max_people: int, preferred_people: int, max_tables: int
) -> list[int]:
    """Sizes of tables, the largest first, at which as many people as possible sit, from `min_people` to `max_people`
    each.

    Sizes differ by one at most. Of the ways that leave the fewest people out, this is the one with sizes nearest to
    `preferred_people`; of equally near ones, the one with the fewest tables. Raises CannotSeat.
    """
    best_sizes, best_key = list[int](), (people_count + 1, 0)
    for table_count in range(1, min(max_tables, people_count // min_people) + 1):
        seated_count = min(people_count, table_count * max_people)
        smaller_size, larger_count = divmod(seated_count, table_count)
        sizes = [smaller_size + 1] * larger_count + [smaller_size] * (table_count - larger_count)
        key = (people_count - seated_count, sum(abs(size - preferred_people) for size in sizes))
        if key < best_key:
            best_sizes, best_key = sizes, key
    if not best_sizes:
        raise CannotSeat
    return best_sizes
