"""The declarations common to all games, as values, and the form in which a record has them (`RecordLine`)."""

from __future__ import annotations

from typing import Protocol

from device.contract.setup import Seat
from values.named_tuple import NamedTuple


class RecordLine(NamedTuple):
    """One line of the record, split into words: the player it begins with, if any, and the words after the name."""

    seat: Seat | None
    words: tuple[str, ...]


class Declaration(Protocol):
    """Anything a table can declare. Each game defines its own frozen values for it."""

    @property
    def seat(self) -> Seat | None: ...


class First(NamedTuple):
    """`first NAME`: this player starts the round. Common to all games."""

    seat: Seat


class GameEnd(NamedTuple):
    """`end`: the table stops here, before the rules do; see docs/record.md. Common to all games."""

    @property
    def seat(self) -> Seat | None:
        """None: the line belongs to no player."""
        return None


class JointDeclaration(NamedTuple):
    """Declarations of several players that one code means, in order.

    Each becomes a line of its own in the record. One that already follows from those before it is not declared again.
    """

    declarations: tuple[Declaration, ...]

    @property
    def seat(self) -> Seat | None:
        """None: it belongs to no single player."""
        return None


class BegunAnswers(NamedTuple):
    """Answers that one code has begun for several players: for each seat, the keys to type when that seat is asked.

    It declares nothing itself.
    """

    keys: tuple[tuple[Seat, str], ...]
