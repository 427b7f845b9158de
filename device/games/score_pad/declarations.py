"""What a table can declare on a score pad, and its words in a record."""

from __future__ import annotations

from dataclasses import dataclass

from device.contract.declarations import Declaration, RecordLine
from device.contract.numbers import number
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.games.score_pad.options import MOST
from display.words import text

_SIGNS = {"+": 1, "-": -1}


@dataclass(frozen=True, slots=True)
class Points:
    """What a player has won in a round, or lost."""

    seat: Seat
    points: int


def read(line: RecordLine) -> Declaration:
    """The declaration of a line. Raises Refused (`syntax`)."""
    match line.seat, line.words:
        case int(seat), ("points", word):
            return Points(seat, _points(word, seat))
    refuse(
        RefusalCode.SYNTAX,
        text("“{words}” can't be read: a player has points.", words=" ".join(line.words)),
        line.seat,
    )


def _points(word: str, seat: Seat) -> int:
    sign = _SIGNS.get(word[:1])
    found = number(word if sign is None else word[1:])
    if found is None:
        refuse(
            RefusalCode.SYNTAX,
            text("“{word}” is not a number of points: write digits, with + or - before them if you like.", word=word),
            seat,
        )
    if found > MOST:
        refuse(RefusalCode.SYNTAX, text("A round has {most} points for a player at the most.", most=MOST), seat)
    return found * (sign or 1)


def write(declaration: Declaration) -> RecordLine:
    """The words of a declaration. Raises TypeError for what is none of this game."""
    match declaration:
        case Points(seat, points):
            return RecordLine(seat, ("points", str(points)))
    raise TypeError(declaration)
