"""A list whose beginning is computed on first access; it is mostly used from its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class LazyList(MutableSequence[T]):
    """The first `count` items are those of `begin`, which is called at most once. The `rest` follows.

    Operations on the rest alone (append, remove, clear) do not call it.
    """

    __slots__ = ("_begin", "_count", "_rest")

    def __init__(self, begin: Callable[[], Iterable[T]], count: int, rest: Iterable[T] = ()) -> None:
        self._begin = begin
        self._count = count
        """How many items are still to be computed."""
        self._rest = list(rest)

    def __len__(self) -> int:
        return self._count + len(self._rest)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        return self._rest[self._within(at)]

    def __setitem__(self, at: int | slice, value: Any) -> None:
        self._rest[self._within(at)] = value

    def __delitem__(self, at: int | slice) -> None:
        del self._rest[self._within(at)]

    def insert(self, index: int, value: T) -> None:
        """See `list.insert`."""
        self._rest.insert(self._at(index if index >= 0 else index + len(self)), value)

    def append(self, value: T) -> None:
        """See `list.append`."""
        self._rest.append(value)

    def clear(self) -> None:
        """See `list.clear`. Items not computed yet are not computed for that."""
        self._count = 0
        self._rest.clear()

    def _within(self, at: int | slice) -> int | slice:
        """An index or slice of the whole list, as one of the computed items."""
        if isinstance(at, int):
            return self._at(at if at >= 0 else at + len(self))
        start, stop, step = at.indices(len(self))
        if step != 1:
            self._complete()
            return at
        start = self._at(start)
        return slice(start, max(start, stop - self._count))

    def _at(self, at: int) -> int:
        """An index counted from the first item, as one of the computed items.

        An index out of range stays out of range.
        """
        if 0 <= at < self._count:
            self._complete()
        return at - self._count if at >= self._count else -len(self) - 1

    def _complete(self) -> None:
        if self._count:
            self._rest[:0] = self._begin()
            self._count = 0
