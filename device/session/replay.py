"""The steps by which a table would tell a record, from power-on: set-up, summaries and all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from device.contract.declarations import Declaration
from device.contract.keycodes import find
from device.session import record as records
from device.session import session as sessions
from device.session.prompts import MenuView, PlayView, question
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Stage, Step, step
from device.session.setup import Roster


class ReplayStep(NamedTuple):
    """One step: the session before it, and what the table then says."""

    session: Session
    says: JournalRow | Declaration


def tell(data: bytes, roster: Roster = ()) -> Iterator[ReplayStep]:
    """The steps of a record. Raises RecordRefused before the first if the record is not legal."""
    records.read(data)
    return _Teller(roster).tell(words for _, words in records.lines(data))


class _Teller:
    """Somebody who keeps a session of their own, and answers what it asks."""

    def __init__(self, roster: Roster) -> None:
        self._session = Session()
        self._forced: list[str] = []
        self._roster = roster

    def tell(self, lines: Iterable[tuple[str, ...]]) -> Iterator[ReplayStep]:
        for words in lines:
            match words[0]:
                case "game" | "set":
                    yield self._row(JournalRow(RowKind.RECORD, records.join(words)))
                case "players":
                    yield from self._seat(words[1:])
                case _:
                    yield from self._declare(words)

    def _declare(self, words: tuple[str, ...]) -> Iterator[ReplayStep]:
        declaration = records.read_declaration(self._session.record, words)
        if self._forced and self._forced[0] == records.write_declaration(self._session.record, declaration):
            del self._forced[0]
            return
        yield from self._come_to_play(declaration)
        told = ReplayStep(self._session, declaration)
        self._advance(sessions.declare(self._session, declaration))
        yield told

    def _seat(self, names: tuple[str, ...]) -> Iterator[ReplayStep]:
        """Everybody's name: from the roster, by number, or spelled."""
        yield self._row(step(Step.SEATS, str(len(names))))
        if not self._roster and names == tuple(str(seat) for seat in range(1, len(names) + 1)):
            yield self._row(step(Step.NUMBERS))
            return
        for name in names:
            if self._offers(step(Step.SEAT, name)):
                yield self._row(step(Step.SEAT, name))
            else:
                yield from self._spell(name)

    def _spell(self, name: str) -> Iterator[ReplayStep]:
        yield self._row(step(Step.SPELL))
        for letter in name:
            yield self._row(step(Step.LETTER, letter))
        yield self._row(step(Step.SPELLED))

    def _come_to_play(self, coming: Declaration) -> Iterator[ReplayStep]:
        """Leave set-up and summaries behind, so that a declaration can come."""
        if self._session.stage is Stage.OPTIONS:
            yield self._row(step(Step.PLAY))
        if self._session.stage is Stage.SUMMARY:
            yield self._row(step(Step.ACCEPT))
        if self._session.stage is Stage.STARTER and not self._offers(coming):
            yield self._row(step(Step.START))

    def _offers(self, meaning: object) -> bool:
        """Whether the question of the moment, or its menu, has this answer."""
        levels = (question(self._session, view, self._roster).level for view in (PlayView(), MenuView()))
        return any(find(level, meaning) is not None for level in levels)

    def _row(self, row: JournalRow) -> ReplayStep:
        told = ReplayStep(self._session, row)
        self._advance(sessions.perform(self._session, row))
        return told

    def _advance(self, steps: tuple[sessions.Advance, ...]) -> None:
        self._session = steps[-1].session
        self._forced = [advance.row.text for advance in steps[1:] if advance.row.kind is RowKind.FORCED]
