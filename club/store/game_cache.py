"""An LRU cache of games, limited by bytes in total and for each box."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from typing import Generic, Protocol, TypeVar


class HasSize(Protocol):
    """An object that knows its size in memory."""

    @property
    def size_bytes(self) -> int:
        """About how many bytes it takes."""


T = TypeVar("T", bound=HasSize)


class GameCache(Generic[T]):
    """Games by box and identity, the least recently used first."""

    def __init__(self, max_bytes: int, max_box_bytes: int) -> None:
        """`max_bytes` and `max_box_bytes` limit the bytes that `shrink` leaves, of all games and of those of one
        box."""
        self._max_bytes = max_bytes
        self._max_box_bytes = max_box_bytes
        self._games: OrderedDict[tuple[str, str], T] = OrderedDict()
        self._game_sizes_by_box: dict[str, OrderedDict[str, int]] = defaultdict(OrderedDict)
        """The sizes of each box's games, in the same order."""
        self._box_bytes: Counter[str] = Counter()
        """The bytes of all games of each box."""
        self._total_bytes = 0

    def get(self, box: str, identity: str) -> T | None:
        """A cached game, which becomes the most recently used one; None if it is not cached."""
        cached_game = self._games.get((box, identity))
        if cached_game is not None:
            self._games.move_to_end((box, identity))
            self._game_sizes_by_box[box].move_to_end(identity)
        return cached_game

    def put(self, box: str, identity: str, cached_game: T) -> None:
        """Put a game in the cache, as the most recently used one."""
        self.remove(box, identity)
        self._games[box, identity] = cached_game
        self.update_size(box, identity)

    def update_size(self, box: str, identity: str) -> None:
        """Update the size of a cached game that has changed."""
        game_sizes, size = self._game_sizes_by_box[box], self._games[box, identity].size_bytes
        growth = size - game_sizes.get(identity, 0)
        game_sizes[identity] = size
        self._box_bytes[box] += growth
        self._total_bytes += growth

    def remove(self, box: str, identity: str) -> None:
        """Remove a game, if it is cached."""
        if self._games.pop((box, identity), None) is not None:
            game_sizes = self._game_sizes_by_box[box]
            size = game_sizes.pop(identity)
            self._box_bytes[box] -= size
            self._total_bytes -= size
            if not game_sizes:
                del self._game_sizes_by_box[box], self._box_bytes[box]

    def remove_box(self, box: str) -> None:
        """Remove all games of a box."""
        for identity in tuple(self._game_sizes_by_box.get(box, ())):
            self.remove(box, identity)

    def clear(self) -> None:
        """Remove all games."""
        self._games.clear()
        self._game_sizes_by_box.clear()
        self._box_bytes.clear()
        self._total_bytes = 0

    def shrink(self) -> None:
        """Evict the least recently used games: first those of boxes over their limit, then of all, up to the limit."""
        for box in [box for box, size in self._box_bytes.items() if size > self._max_box_bytes]:
            while self._box_bytes[box] > self._max_box_bytes:
                self.remove(box, next(iter(self._game_sizes_by_box[box])))
        while self._total_bytes > self._max_bytes:
            self.remove(*next(iter(self._games)))
