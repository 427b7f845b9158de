"""The declarations of LOOP, and how records read and write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from device.contract.declarations import Declaration, RecordLine
from device.contract.numbers import number
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from display.words import text


@dataclass(frozen=True, slots=True)
class Plays:
    """Cards played together, lowest first."""

    seat: Seat
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Twist:
    """A player reveals an 8 that was set aside, and flips the value token."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Out:
    """The next player whose hand is empty (detail `finish`)."""

    seat: Seat


Declared = Plays | Pass | Twist | Out


def read(line: RecordLine) -> Declared:
    """Parse a line. Raises Refused (`syntax`) if it is no declaration."""
    match line.seat, line.words:
        case int(seat), ("pass",):
            return Pass(seat)
        case int(seat), ("twist",):
            return Twist(seat)
        case int(seat), ("out",):
            return Out(seat)
        case int(seat), ("plays",):
            refuse(RefusalCode.SYNTAX, text("“plays” needs the numbers of the cards, such as “plays 7 7”."), seat)
        case int(seat), ("plays", *numbers):
            return Plays(seat, tuple(sorted(_parse_card_number(word, seat) for word in numbers)))
    sentence = text(
        "“{words}” can't be read; after a name LOOP knows “plays”, “pass”, “twist” and “out”.",
        words=" ".join(line.words),
    )
    refuse(RefusalCode.SYNTAX, sentence, line.seat)


def _parse_card_number(word: str, seat: Seat) -> int:
    card = number(word)
    if card is None:
        sentence = text("“{word}” is not the number of a card; write a number such as 7.", word=word)
        refuse(RefusalCode.SYNTAX, sentence, seat)
    return card


def write(declared: Declaration) -> RecordLine:
    """Return the words of a declaration, such that `read(write(d)) == d`."""
    assert isinstance(declared, Declared)
    match declared:
        case Plays(seat, numbers):
            return RecordLine(seat, ("plays", *map(str, numbers)))
        case Pass(seat):
            return RecordLine(seat, ("pass",))
        case Twist(seat):
            return RecordLine(seat, ("twist",))
        case Out(seat):
            return RecordLine(seat, ("out",))
    assert_never(declared)
