"""Tuples with an entry for each seat, board or place, and states that are made anew at every declaration."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def with_entry(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The same values but for the one at `index`, which is from 0."""
    return (*values[:index], value, *values[index + 1 :])


def quick_replace(named: type[T]) -> type[T]:
    """A named tuple's class whose `_replace` takes half as long as the standard one: rules make new states with it.

    A name that is no field raises KeyError.
    """
    kind: Any = named
    place_of = {name: place for place, name in enumerate(kind._fields)}
    make = tuple.__new__

    def replace(self: Any, /, **changes: object) -> Any:
        values = list(self)
        for name, value in changes.items():
            values[place_of[name]] = value
        return make(kind, values)

    kind._replace = replace
    return named
