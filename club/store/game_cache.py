"""An LRU cache of games, limited by bytes in total and for each box."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """An object that knows its size in memory."""

    @property
    def size(self) -> int:
        """About how many bytes it takes."""


T = TypeVar("T", bound=Sized)


class GameCache(Generic[T]):
    """Games by box and identity, the least recently used first."""

    def __init__(self, most: int, most_of_box: int) -> None:
        """`most` and `most_of_box` are the most bytes that `shrink` leaves, of all games and of those of one box."""
        self._most = most
        self._most_of_box = most_of_box
        self._games: OrderedDict[tuple[str, str], T] = OrderedDict()
        self._of_box: dict[str, OrderedDict[str, int]] = defaultdict(OrderedDict)
        """The sizes of each box's games, in the same order."""
        self._sizes: Counter[str] = Counter()
        """The bytes of all games of each box."""
        self._total = 0

    def get(self, box: str, game: str) -> T | None:
        """A cached game, which becomes the most recently used one; None if it is not cached."""
        found = self._games.get((box, game))
        if found is not None:
            self._games.move_to_end((box, game))
            self._of_box[box].move_to_end(game)
        return found

    def put(self, box: str, game: str, value: T) -> None:
        """Put a game in the cache."""
        self._games[box, game] = value
        self.update_size(box, game)

    def update_size(self, box: str, game: str) -> None:
        """Update the size of a cached game that has changed."""
        of_box, size = self._of_box[box], self._games[box, game].size
        grown = size - of_box.get(game, 0)
        of_box[game] = size
        self._sizes[box] += grown
        self._total += grown

    def remove(self, box: str, game: str) -> None:
        """Remove a game, if it is cached."""
        if self._games.pop((box, game), None) is not None:
            size = self._of_box[box].pop(game)
            self._sizes[box] -= size
            self._total -= size

    def remove_box(self, box: str) -> None:
        """Remove all games of a box."""
        for game in tuple(self._of_box.get(box, ())):
            self.remove(box, game)
        self._of_box.pop(box, None)
        self._sizes.pop(box, None)

    def clear(self) -> None:
        """Remove all games."""
        self._games.clear()
        self._of_box.clear()
        self._sizes.clear()
        self._total = 0

    def shrink(self) -> None:
        """Evict the least recently used games: first those of boxes over their limit, then of all, up to the limit."""
        for box in [box for box, size in self._sizes.items() if size > self._most_of_box]:
            while self._sizes[box] > self._most_of_box:
                self.remove(box, next(iter(self._of_box[box])))
        while self._total > self._most:
            self.remove(*next(iter(self._games)))
