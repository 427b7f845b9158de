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
    """A round that is declared turn by turn. It is a named tuple, the immutable type that is fastest to create.

    `open_card` is the card that is turned up (None: one has to be), `pot_token_count` is of the tokens on it.
    `token_counts` are of the players' own, and secret. `areas` are the cards before each player, ascending;
    `seen_cards` are all cards seen since the round began; `cards_taken` counts those of the draw deck that were taken;
    `tiger_seats` are the players who laid theirs.
    """

    turn: Seat
    token_counts: tuple[int, ...]
    areas: tuple[tuple[int, ...], ...]
    open_card: int | None = None
    pot_token_count: int = 0
    seen_cards: frozenset[int] = frozenset()
    cards_taken: int = 0
    tiger_seats: frozenset[Seat] = frozenset()

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
