"""What a table declares, as a value and as the words of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from device.contract.setup import Seat
from values.named_tuple import NamedTuple


class RecordLine(NamedTuple):
    """A declaration as words of the record: its player, if it has one, and what follows the name."""

    seat: Seat | None
    words: tuple[str, ...]


class Declaration(Protocol):
    """Anything a table can declare. A game has its own frozen values for it."""

    @property
    def seat(self) -> Seat | None: ...


class First(NamedTuple):
    """`first NAME`: this player starts the round. Common to all games."""

    seat: Seat


class WonTrick(NamedTuple):
    """What a line says of a trick that was won, as far as it says it: the winning card and the lead suit."""

    card: str | None
    lead: str | None


class GameEnd(NamedTuple):
    """`end`: the table stops here, before the rules do; see docs/record.md. Common to all games."""

    @property
    def seat(self) -> Seat | None:
        """Nobody's."""
        return None


class SaidTogether(NamedTuple):
    """Declarations of several players that one code means, in their order. Each is a line of its own in the record;
    what those before it force is not declared again."""

    declarations: tuple[Declaration, ...]

    @property
    def seat(self) -> Seat | None:
        """Nobody's alone."""
        return None


class Prepared(NamedTuple):
    """Answers that one code has begun for several players: of each seat the keys, which are typed once it is asked.

    Nothing is declared by that.
    """

    keys: tuple[tuple[Seat, str], ...]


def read_won(words: Sequence[str]) -> WonTrick | None:
    """What follows `wins` in a line: `[CARD] [lead SUIT]`; None for other words."""
    match words:
        case [] | ["lead", _]:
            return WonTrick(None, words[1] if words else None)
        case [card]:
            return WonTrick(card, None)
        case [card, "lead", lead]:
            return WonTrick(card, lead)
    return None


def written_won(won: WonTrick) -> tuple[str, ...]:
    """The words of a line that says so, from `wins` on."""
    card = () if won.card is None else (won.card,)
    return ("wins", *card) if won.lead is None else ("wins", *card, "lead", won.lead)
