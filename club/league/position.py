"""How a game stands, from the lines of its record: what is asked of whom, and what was declared last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.contract.refusal import Refused
from device.session import record as records
from device.session.names import HEADER
from device.session.record import EMPTY, Record
from device.session.rows import JournalRow, RowKind
from display.words import Text


@dataclass(frozen=True, slots=True)
class Position:
    """What is asked, of whom by name (nobody: of the whole table), and the last declaration, in words."""

    question: Text | None = None
    asked: tuple[str, ...] = ()
    last: Text | None = None


def position(lines: Sequence[JournalRow]) -> Position:
    """How the game of these lines stands; as far as that is known where the rules can't read one."""
    record = EMPTY
    try:
        for line in lines:
            record = records.take(record, records.split(line.text), stands=line.kind is RowKind.STANDS)
        return _position(record, lines)
    except Refused:
        return Position()


def _position(record: Record, lines: Sequence[JournalRow]) -> Position:
    if record.game is None or record.table is None:
        return Position()
    prompt = record.game.prompt(record.state)
    last = _last(record, lines)
    if prompt is None:
        return Position(last=last)
    return Position(prompt.question, tuple(record.table.players[seat] for seat in prompt.asked), last)


def _last(record: Record, lines: Sequence[JournalRow]) -> Text | None:
    words = records.split(lines[-1].text)
    if not words or words[0] in HEADER:
        return None
    return records.in_words(record, records.read_declaration(record, words))
