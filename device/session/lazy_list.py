"""A list whose beginning is computed on first access; it is mostly used from its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class LazyList(MutableSequence[T]):
    """The first `count` items are those of `make_pending`, which is called at most once. The `later_items` follow.

    Appending, clearing, and indices and slices of later items alone do not call it.
    """

    __slots__ = ("_items", "_make_pending", "_pending_count")

    def __init__(self, make_pending: Callable[[], Iterable[T]], count: int, later_items: Iterable[T] = ()) -> None:
        self._make_pending = make_pending
        self._pending_count = count
        """How many items at the beginning are still to be computed."""
        self._items = list(later_items)

    def __len__(self) -> int:
        return self._pending_count + len(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        return self._items[self._stored_index(index)]

    def __setitem__(self, index: int | slice, value: Any) -> None:
        self._items[self._stored_index(index)] = value

    def __delitem__(self, index: int | slice) -> None:
        del self._items[self._stored_index(index)]

    def insert(self, index: int, value: T) -> None:
        """See `list.insert`."""
        self._items.insert(self._stored_position(index if index >= 0 else max(0, index + len(self))), value)

    def append(self, value: T) -> None:
        """See `list.append`."""
        self._items.append(value)

    def clear(self) -> None:
        """See `list.clear`. Items not computed yet are not computed for that."""
        self._pending_count = 0
        self._items.clear()

    def _stored_index(self, index: int | slice) -> int | slice:
        """An index or slice of the whole list, as one of `_items`. Computes the beginning if it is needed."""
        if isinstance(index, int):
            return self._stored_position(index if index >= 0 else index + len(self))
        start, stop, step = index.indices(len(self))
        if step != 1:
            self._complete()  # then the slice is the same of the whole list
            return index
        start = self._stored_position(start)
        return slice(start, max(start, stop - self._pending_count))

    def _stored_position(self, position: int) -> int:
        """A position counted from the first item, as one in `_items`. Computes the beginning if it is in it.

        A position out of range stays out of range.
        """
        if 0 <= position < self._pending_count:
            self._complete()
        return position - self._pending_count if position >= self._pending_count else -len(self) - 1

    def _complete(self) -> None:
        if self._pending_count:
            self._items[:0] = self._make_pending()
            self._pending_count = 0
