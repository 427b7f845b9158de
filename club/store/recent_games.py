"""What stays in memory of the games that boxes have spoken of lately: those that nobody speaks of any more go first."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """Something that takes memory."""

    @property
    def size(self) -> int:
        """How many bytes, nearly."""


T = TypeVar("T", bound=Sized)


class RememberedGames(Generic[T]):
    """Games by box and identity, in the order in which they were spoken of."""

    def __init__(self, most: int, most_of_box: int) -> None:
        """So many bytes `shrink` leaves at most, of all games together and of those of one box."""
        self._most = most
        self._most_of_box = most_of_box
        self._games: OrderedDict[tuple[str, str], T] = OrderedDict()
        self._of_box: dict[str, OrderedDict[str, int]] = defaultdict(OrderedDict)
        """The sizes of each box's games, in the same order."""
        self._sizes: Counter[str] = Counter()
        """What all games of a box take."""
        self._total = 0

    def get(self, box: str, game: str) -> T | None:
        """A game, which has been spoken of now; None where it is not remembered."""
        found = self._games.get((box, game))
        if found is not None:
            self._games.move_to_end((box, game))
            self._of_box[box].move_to_end(game)
        return found

    def put(self, box: str, game: str, what: T) -> None:
        """Remember a game."""
        self._games[box, game] = what
        self.count(box, game)

    def count(self, box: str, game: str) -> None:
        """A game that is remembered has become longer or shorter."""
        of_box, size = self._of_box[box], self._games[box, game].size
        grown = size - of_box.get(game, 0)
        of_box[game] = size
        self._sizes[box] += grown
        self._total += grown

    def drop(self, box: str, game: str) -> None:
        """Forget a game, if it is remembered."""
        if self._games.pop((box, game), None) is not None:
            size = self._of_box[box].pop(game)
            self._sizes[box] -= size
            self._total -= size

    def drop_box(self, box: str) -> None:
        """Forget all games of a box."""
        for game in tuple(self._of_box.get(box, ())):
            self.drop(box, game)
        self._of_box.pop(box, None)
        self._sizes.pop(box, None)

    def clear(self) -> None:
        """Forget everything."""
        self._games.clear()
        self._of_box.clear()
        self._sizes.clear()
        self._total = 0

    def shrink(self) -> None:
        """Forget those that nobody has spoken of for longest, until there is no more than may stay: of a box that has
        too many those of its own."""
        for box in [box for box, size in self._sizes.items() if size > self._most_of_box]:
            while self._sizes[box] > self._most_of_box:
                self.drop(box, next(iter(self._of_box[box])))
        while self._total > self._most:
            self.drop(*next(iter(self._games)))
