"""The state of a game of No Thanks!, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass

from device.contract.setup import Seat, TableSetup
from device.games.no_thanks.declarations import Holds
from device.games.no_thanks.options import Settings
from device.games.no_thanks.runs import Run
from values.named_tuple import NamedTuple


class Play(NamedTuple):
    """A round that is declared turn by turn. It is a named tuple, the immutable type that is fastest to create.

    `active` is the card that is turned up (None: one has to be), `pot` the
    tokens on it. `tokens` are the players' own, and secret. `areas` are the
    cards before each player, ascending; `seen` are all cards seen since the
    round began; `taken` counts those of the draw deck that were taken; `tigers`
    are the players who laid theirs.
    """

    turn: Seat
    tokens: tuple[int, ...]
    areas: tuple[tuple[int, ...], ...]
    active: int | None = None
    pot: int = 0
    seen: frozenset[int] = frozenset()
    taken: int = 0
    tigers: frozenset[Seat] = frozenset()

    @property
    def begun(self) -> bool:
        return bool(self.seen)


@dataclass(frozen=True, slots=True)
class Tally:
    """A round of which only the final holdings are declared: what each player holds, None until declared."""

    held: tuple[Holds | None, ...]

    @property
    def begun(self) -> bool:
        return any(holds is not None for holds in self.held)

    @property
    def next(self) -> Seat:
        """The first player who has not declared yet."""
        return self.held.index(None)


@dataclass(frozen=True, slots=True)
class Sums:
    """A round of which only the points are declared: each player's, None until declared."""

    said: tuple[int | None, ...]

    @property
    def begun(self) -> bool:
        return any(points is not None for points in self.said)

    @property
    def next(self) -> Seat:
        """The first player who has not declared yet."""
        return self.said.index(None)


class Held(NamedTuple):
    """What each player held at the end of a round."""

    runs: tuple[tuple[Run, ...], ...]
    tokens: tuple[int, ...]


class Scored(NamedTuple):
    """A completed round: each player's points, and what they held; None where only points were declared."""

    points: tuple[int, ...]
    held: Held | None


class State(NamedTuple):
    """The state of a game. `round` is None once it is finished.

    `starter` starts the round; `named` is True if the table chose that player.
    """

    table: TableSetup
    settings: Settings
    starter: Seat
    named: bool
    round: Play | Tally | Sums | None
    done: tuple[Scored, ...]
    totals: tuple[int, ...]
