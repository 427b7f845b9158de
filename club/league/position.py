"""The current position of a game, from its record: the open question, who is asked, and the last declaration."""

from __future__ import annotations

from collections.abc import Sequence

from club.store.database import StoreTransaction
from club.store.games import StoredGame
from device.contract.refusal import Refused
from device.outbox.club_messages import GameMark
from device.session import record as records
from device.session.names import HEADER_WORDS, seat_name
from device.session.record import EMPTY, Record
from device.session.rows import JournalRow, RowKind
from display.words import Text
from values.named_tuple import NamedTuple


class Position(NamedTuple):
    """The open question, the names of those asked (none for the whole table), and the last declaration, in words."""

    question: Text | None = None
    asked_names: tuple[str, ...] = ()
    last_declaration: Text | None = None


class _CachedPosition(NamedTuple):
    """How far a game was read. `record` is the state of its record after `line_count` lines; None if the rules refuse
    one of them."""

    game_number: int
    mark: GameMark
    line_count: int = 0
    record: Record | None = EMPTY
    position: Position = Position()


class PositionCache:
    """The positions of the tables' last games, cached: only new lines of a game are read. It is thread-safe."""

    def __init__(self) -> None:
        self._cached_positions: dict[str, _CachedPosition] = {}

    def position_of(self, transaction: StoreTransaction, game: StoredGame) -> Position:
        """The position of the last game of a table. It is empty if the rules refuse a line of the record."""
        cached = self._cached_positions.get(game.box)
        if cached is not None and (cached.game_number, cached.mark) == (game.number, game.mark):
            return cached.position
        if (
            cached is None
            or cached.game_number != game.number
            or not transaction.lines.has_only_grown_since(cached.game_number, cached.mark, cached.line_count)
        ):
            cached = _CachedPosition(game.number, game.mark)
        lines = transaction.lines.lines_of_game(game.number, cached.line_count)
        record = _replay(cached.record, lines)
        position = cached.position if not lines else position_after(record, lines[-1])
        self._cached_positions[game.box] = _CachedPosition(
            game.number, game.mark, cached.line_count + len(lines), record, position
        )
        return position


def _replay(record: Record | None, lines: Sequence[JournalRow]) -> Record | None:
    if record is None:
        return None
    try:
        for line in lines:
            record = records.take_line(record, records.split(line.text), stands=line.kind is RowKind.STANDS)
    except Refused:
        return None
    return record


def position_after(record: Record | None, last_line: JournalRow) -> Position:
    """The position of a game, by the state of its record and its last line; empty if the rules can't read it."""
    if record is None or record.game is None or record.table is None:
        return Position()
    try:
        prompt, declaration = record.game.prompt(record.state), _declaration_sentence(record, last_line)
    except Refused:
        return Position()
    if prompt is None:
        return Position(last_declaration=declaration)
    return Position(
        prompt.question, tuple(seat_name(record.table.players[seat], seat + 1) for seat in prompt.asked), declaration
    )


def _declaration_sentence(record: Record, line: JournalRow) -> Text | None:
    line_words = records.split(line.text)
    if not line_words or line_words[0] in HEADER_WORDS:
        return None
    return records.declaration_sentence(record, records.read_declaration(record, line_words))
