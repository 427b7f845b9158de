"""Movements, as bridge clubs call them: seating plans for whole evenings in which nobody meets anybody twice.

For tables of two, this is the circle method: one person stays, and the others rotate. Everybody meets everybody else
once; of an odd number, everybody sits out once. For `t` larger tables of one size `s`, people are put in `s` rows of
`t`. In round r, the person at place y of row x goes to table y + r·x, in the arithmetic of the field with `t` elements.
Two people of different rows meet once in `t` rounds. Two people of one row never meet, except in one more round, if `s`
equals `t`. This needs `t` to be prime, or 4, 8 or 16, and at least `s`.
"""

from __future__ import annotations

from collections.abc import Sequence

from club.pairing.meetings import Tables

_POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011}
"""Polynomials, irreducible over GF(2), as bits, for the arithmetic of the fields of these sizes."""


def movement_rounds(names: Sequence[str], sizes: Sequence[int]) -> list[Tables]:
    """The rounds of a movement for as many people as `sizes` add up to; an empty list if none is known."""
    if len(set(sizes)) != 1:
        return []
    if sizes[0] == 2:
        return _circle_movement(names)
    return _rows_movement(names, sizes[0], len(sizes))


def rounds_with_sit_out(names: Sequence[str]) -> list[tuple[Tables, str]]:
    """The rounds of an odd number of people at tables of two, each with the person who sits out."""
    nobody = ""
    rounds = []
    for tables in _circle_movement([*names, nobody]):
        (table_with_nobody,) = (table for table in tables if nobody in table)
        person_out = table_with_nobody[0] or table_with_nobody[1]
        rounds.append((tuple(table for table in tables if nobody not in table), person_out))
    return rounds


def _circle_movement(names: Sequence[str]) -> list[Tables]:
    fixed_name, rotating_names = names[0], list(names[1:])
    rounds: list[Tables] = []
    for _ in rotating_names:
        line = [fixed_name, *rotating_names]
        rounds.append(tuple((line[index], line[-1 - index]) for index in range(len(line) // 2)))
        rotating_names = [rotating_names[-1], *rotating_names[:-1]]
    return rounds


def _rows_movement(names: Sequence[str], size: int, table_count: int) -> list[Tables]:
    if table_count < size or not (_is_prime(table_count) or table_count in _POLYNOMIALS):
        return []
    rows = [names[row * table_count : (row + 1) * table_count] for row in range(size)]
    rounds: list[Tables] = []
    for round_number in range(table_count):
        tables: list[list[str]] = [[] for _ in range(table_count)]
        for x, row in enumerate(rows):
            for y, name in enumerate(row):
                tables[_field_sum(y, _field_product(round_number, x, table_count), table_count)].append(name)
        rounds.append(tuple(map(tuple, tables)))
    if size == table_count:
        rounds.append(tuple(map(tuple, rows)))
    return rounds


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _field_sum(first: int, second: int, order: int) -> int:
    return first ^ second if order in _POLYNOMIALS else (first + second) % order


def _field_product(first: int, second: int, order: int) -> int:
    polynomial = _POLYNOMIALS.get(order)
    if polynomial is None:
        return first * second % order
    product = 0
    while second:
        if second & 1:
            product ^= first
        second >>= 1
        first <<= 1
        if first & order:
            first ^= polynomial
    return product
