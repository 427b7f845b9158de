"""The current position of a game, from its record: the open question, who is asked, and the last declaration."""

from __future__ import annotations

from collections.abc import Sequence

from club.store.database import StoreTransaction
from club.store.games import StoredGame
from device.contract.refusal import Refused
from device.history.results import GameResult
from device.outbox.values import GameMark
from device.session import record as records
from device.session.names import HEADER_WORDS, seat_name
from device.session.record import EMPTY, Record
from device.session.rows import JournalRow, RowKind
from display.words import Text
from values.named_tuple import NamedTuple


class Position(NamedTuple):
    """The open question, the names of those asked (none for the whole table), and the last declaration, in words."""

    question: Text | None = None
    asked: tuple[str, ...] = ()
    last: Text | None = None


class _Reached(NamedTuple):
    """How far a game was read: the state of its record after `length` lines; None if the rules refuse a line."""

    game: int
    mark: GameMark
    length: int = 0
    record: Record | None = EMPTY
    position: Position = Position()


class Positions:
    """The positions of the tables' last games, cached: only new lines of a game are read. It is thread-safe."""

    def __init__(self) -> None:
        self._reached: dict[str, _Reached] = {}

    def position_of(self, transaction: StoreTransaction, game: StoredGame) -> Position:
        """The position of the last game of a table. It is empty if the rules refuse a line of the record."""
        reached = self._reached.get(game.box)
        if reached is not None and (reached.game, reached.mark) == (game.number, game.mark):
            return reached.position
        if (
            reached is None
            or reached.game != game.number
            or not transaction.lines.has_only_grown_since(reached.game, reached.mark, reached.length)
        ):
            reached = _Reached(game.number, game.mark)
        lines = transaction.lines.of_game(game.number, reached.length)
        record = _replay(reached.record, lines)
        position = reached.position if not lines else position_after(record, lines[-1])
        self._reached[game.box] = _Reached(game.number, game.mark, reached.length + len(lines), record, position)
        return position


def current_round(result: GameResult) -> int:
    """The current round of a game, from 1; for a finished game, its last round."""
    return len(result.rounds) + (not result.finished)


def _replay(record: Record | None, lines: Sequence[JournalRow]) -> Record | None:
    if record is None:
        return None
    try:
        for line in lines:
            record = records.take(record, records.split(line.text), stands=line.kind is RowKind.STANDS)
    except Refused:
        return None
    return record


def position_after(record: Record | None, last: JournalRow) -> Position:
    """The position of a game, by the state of its record and its last line; empty if the rules can't read it."""
    if record is None or record.game is None or record.table is None:
        return Position()
    try:
        prompt, words = record.game.prompt(record.state), _in_words(record, last)
    except Refused:
        return Position()
    if prompt is None:
        return Position(last=words)
    return Position(
        prompt.question, tuple(seat_name(record.table.players[seat], seat + 1) for seat in prompt.asked), words
    )


def _in_words(record: Record, line: JournalRow) -> Text | None:
    words = records.split(line.text)
    if not words or words[0] in HEADER_WORDS:
        return None
    return records.in_words(record, records.read_declaration(record, words))
