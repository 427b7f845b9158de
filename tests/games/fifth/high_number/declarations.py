"""What a table can declare in High Number, and its words in a record."""

from __future__ import annotations

from dataclasses import dataclass

from device.contract.declarations import Declaration, RecordLine
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from display.words import text


@dataclass(frozen=True, slots=True)
class Says:
    """A player says a number."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Doubles:
    """The round counts twice; no player's own declaration."""

    @property
    def seat(self) -> Seat | None:
        return None


def read(line: RecordLine) -> Declaration:
    """The declaration of a line. Raises Refused (`syntax`)."""
    match line.seat, line.words:
        case None, ("double",):
            return Doubles()
        case int(seat), ("says", number) if number.isdecimal() and len(number) == 1:
            return Says(seat, int(number))
    refuse(RefusalCode.SYNTAX, text("A player says a number, as in “says 3”."), line.seat)


def write(declaration: Declaration) -> RecordLine:
    """The words of a declaration."""
    match declaration:
        case Says(seat, number):
            return RecordLine(seat, ("says", str(number)))
        case Doubles():
            return RecordLine(None, ("double",))
    raise TypeError(declaration)
