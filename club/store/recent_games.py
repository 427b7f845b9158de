"""What stays in memory of the games that boxes have spoken of lately: those that nobody speaks of any more go first."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """Something that takes memory by its length."""

    @property
    def length(self) -> int:
        """How many lines it has."""


T = TypeVar("T", bound=Sized)


class RememberedGames(Generic[T]):
    """Games by box and identity, in the order in which they were spoken of."""

    def __init__(self, most_lines: int) -> None:
        """`most_lines` are as many as `shrink` leaves, of all games together."""
        self._most = most_lines
        self._games: OrderedDict[tuple[str, str], T] = OrderedDict()
        self._of_box: dict[str, set[str]] = defaultdict(set)
        self._counted: dict[tuple[str, str], int] = {}
        self._lines = 0

    def get(self, box: str, game: str) -> T | None:
        """A game, which has been spoken of now; None where it is not remembered."""
        found = self._games.get((box, game))
        if found is not None:
            self._games.move_to_end((box, game))
        return found

    def put(self, box: str, game: str, what: T) -> None:
        """Remember a game."""
        self._games[box, game] = what
        self._of_box[box].add(game)
        self.count(box, game)

    def count(self, box: str, game: str) -> None:
        """A game that is remembered has become longer or shorter."""
        length = 1 + self._games[box, game].length
        self._lines += length - self._counted.get((box, game), 0)
        self._counted[box, game] = length

    def drop(self, box: str, game: str) -> None:
        """Forget a game, if it is remembered."""
        if self._games.pop((box, game), None) is not None:
            self._lines -= self._counted.pop((box, game))
            self._of_box[box].discard(game)

    def drop_box(self, box: str) -> None:
        """Forget all games of a box."""
        for game in tuple(self._of_box.get(box, ())):
            self.drop(box, game)
        self._of_box.pop(box, None)

    def clear(self) -> None:
        """Forget everything."""
        self._games.clear()
        self._of_box.clear()
        self._counted.clear()
        self._lines = 0

    def shrink(self) -> None:
        """Forget those that nobody has spoken of for longest, until there are no more lines than may stay."""
        while self._lines > self._most:
            self.drop(*next(iter(self._games)))
