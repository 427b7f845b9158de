"""A list whose beginning is worked out when somebody first asks for it, and which is used from its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class LazyList(MutableSequence[T]):
    """The first `count` items are those of `begin`, which is called once at the most; then come the `rest`.

    What only concerns the rest, such as to add to it, to take away from it, and to clear all, does not call it.
    """

    __slots__ = ("_begin", "_count", "_rest")

    def __init__(self, begin: Callable[[], Iterable[T]], count: int, rest: Iterable[T] = ()) -> None:
        self._begin = begin
        self._count = count
        """How many items still lack."""
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
        """See `list.clear`; what is not there yet is not worked out for that."""
        self._count = 0
        self._rest.clear()

    def _within(self, at: int | slice) -> int | slice:
        """A place, or places, of the whole list, among the items that are there."""
        if isinstance(at, int):
            return self._at(at if at >= 0 else at + len(self))
        start, stop, step = at.indices(len(self))
        if step != 1:
            self._complete()
            return at
        start = self._at(start)
        return slice(start, max(start, stop - self._count))

    def _at(self, at: int) -> int:
        """A place, counted from the first item, among those that are there; an IndexError stays one."""
        if 0 <= at < self._count:
            self._complete()
        return at - self._count if at >= self._count else -len(self) - 1

    def _complete(self) -> None:
        if self._count:
            self._rest[:0] = self._begin()
            self._count = 0
