"""The declarations common to all games, as values, and the form in which a record has them (`RecordLine`)."""

from __future__ import annotations

from collections.abc import Sequence
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


class WonTrick(NamedTuple):
    """The optional details of a won trick in a line of the record; None for a detail that the line leaves out."""

    card: str | None
    lead: str | None


class GameEnd(NamedTuple):
    """`end`: the table stops here, before the rules do; see docs/record.md. Common to all games."""

    @property
    def seat(self) -> Seat | None:
        """None: the line belongs to no player."""
        return None


class SaidTogether(NamedTuple):
    """Declarations of several players that one code means, in order.

    Each becomes a line of its own in the record. One that already follows from those before it is not declared again.
    """

    declarations: tuple[Declaration, ...]

    @property
    def seat(self) -> Seat | None:
        """None: it belongs to no single player."""
        return None


class Prepared(NamedTuple):
    """Answers that one code has begun for several players: for each seat, the keys to type when that seat is asked.

    It declares nothing itself.
    """

    keys: tuple[tuple[Seat, str], ...]


def parse_won(words: Sequence[str]) -> WonTrick | None:
    """Parse the words after `wins` in a line: `[CARD] [lead SUIT]`. Returns None for any other words."""
    match words:
        case [] | ["lead", _]:
            return WonTrick(None, words[1] if words else None)
        case [card]:
            return WonTrick(card, None)
        case [card, "lead", lead]:
            return WonTrick(card, lead)
    return None


def format_won(won: WonTrick) -> tuple[str, ...]:
    """The words of a line that declares a won trick, from `wins` on."""
    card = () if won.card is None else (won.card,)
    return ("wins", *card) if won.lead is None else ("wins", *card, "lead", won.lead)
