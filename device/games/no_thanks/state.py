"""The state of a game of No Thanks!, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from device.contract.setup import Seat, TableSetup
from device.games.no_thanks.declarations import Holds
from device.games.no_thanks.options import Settings
from device.games.no_thanks.runs import Run
from values.named_tuple import NamedTuple

T = TypeVar("T")


class TurnsRound(NamedTuple):
    """A round that is declared turn by turn. It is a named tuple, the immutable type that is fastest to create."""

    turn: Seat
    token_counts: tuple[int, ...]
    """The number of each player's own tokens, which is secret."""
    areas: tuple[tuple[int, ...], ...]
    """The cards before each player, ascending."""
    open_card: int | None = None
    """The card that is turned up; None if one has to be."""
    pot_token_count: int = 0
    """The number of tokens on the open card."""
    seen_cards: frozenset[int] = frozenset()
    """All cards seen since the round began."""
    taken_card_count: int = 0
    """The number of cards of the draw deck that were taken."""
    tiger_seats: frozenset[Seat] = frozenset()
    """The players who laid their hidden tiger."""

    @property
    def has_begun(self) -> bool:
        return bool(self.seen_cards)


@dataclass(frozen=True, slots=True)
class RoundDeclaredAtEnd(Generic[T]):
    """A round of which only the end is declared: what each player declares of it, None until then."""

    declared_by_seat: tuple[T | None, ...]

    @property
    def has_begun(self) -> bool:
        return any(value is not None for value in self.declared_by_seat)

    @property
    def next_seat(self) -> Seat:
        """The first player who has not declared yet."""
        return self.declared_by_seat.index(None)


class HoldingsRound(RoundDeclaredAtEnd[Holds]):
    """A round of which only the final holdings are declared."""

    __slots__ = ()


class PointsRound(RoundDeclaredAtEnd[int]):
    """A round of which only the points are declared."""

    __slots__ = ()


class FinalHoldings(NamedTuple):
    """What each player held at the end of a round."""

    runs: tuple[tuple[Run, ...], ...]
    token_counts: tuple[int, ...]


class ScoredRound(NamedTuple):
    """A completed round: each player's points, and what they held; None where only points were declared."""

    points: tuple[int, ...]
    holdings: FinalHoldings | None


class State(NamedTuple):
    """The state of a game. `round` is None once it is finished.

    `starter` starts the round; `is_starter_named` is True if the table chose that player.
    """

    table: TableSetup
    settings: Settings
    starter: Seat
    is_starter_named: bool
    round: TurnsRound | HoldingsRound | PointsRound | None
    scored_rounds: tuple[ScoredRound, ...]
    totals: tuple[int, ...]
