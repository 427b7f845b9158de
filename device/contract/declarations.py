"""What a table declares, as a value and as the words of a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from device.contract.setup import Seat


class RecordLine(NamedTuple):
    """A declaration as words of the record: its player, if it has one, and what follows the name."""

    seat: Seat | None
    words: tuple[str, ...]


class Declaration(Protocol):
    """Anything a table can declare. A game has its own frozen dataclasses for it."""

    @property
    def seat(self) -> Seat | None: ...


@dataclass(frozen=True, slots=True)
class First:
    """`first NAME`: this player starts the round. Common to all games."""

    seat: Seat
