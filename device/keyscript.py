"""From a record to the presses that declare it on a fresh device, from power-on."""

from __future__ import annotations

from collections.abc import Iterator

from device import record as records
from device import session as sessions
from device.choices import Level, find
from device.rows import Kind, Row
from device.rules import Declaration
from device.session import Session, Stage, Step, step
from device.setup import Roster
from device.view import Menu, Play, View, question


def presses(data: bytes, roster: Roster = ()) -> Iterator[str]:
    """Lines for a key script. Raises RecordRefused before the first if the record is not legal."""
    records.read(data)
    return _play(_lines(data), roster)


def _lines(data: bytes) -> list[tuple[str, ...]]:
    found = []
    for line in data.decode("utf-8").removeprefix("\N{BYTE ORDER MARK}").replace("\r", "").split("\n"):
        words = records.split(line)
        if words:
            found.append(words)
    return found


def _play(lines: list[tuple[str, ...]], roster: Roster) -> Iterator[str]:
    fingers = _Fingers(roster)
    forced: list[str] = []
    for words in lines:
        match words[0]:
            case "game":
                yield from fingers.give(Row(Kind.RECORD, records.join(words)))
            case "players":
                yield from fingers.seat(words[1:])
            case "set":
                yield from fingers.give(Row(Kind.RECORD, records.join(words)))
            case _:
                declaration = records.read_declaration(fingers.session.record, words)
                if forced and forced[0] == records.write_declaration(fingers.session.record, declaration):
                    del forced[0]
                    continue
                yield from fingers.come_to_play(declaration)
                yield from fingers.declare(declaration)
                forced = list(fingers.forced)


class _Fingers:
    """Somebody who knows the key map: keeps a session of their own and presses what it asks for."""

    def __init__(self, roster: Roster) -> None:
        self.session = Session()
        self.forced: tuple[str, ...] = ()
        self._roster = roster

    def give(self, row: Row) -> Iterator[str]:
        yield from self._press(row)
        self._advance(sessions.perform(self.session, row))

    def declare(self, declaration: Declaration) -> Iterator[str]:
        yield from self._press(declaration)
        self._advance(sessions.declare(self.session, declaration))

    def seat(self, names: tuple[str, ...]) -> Iterator[str]:
        """Everybody's name: from the roster, by number, or spelled."""
        yield from self.give(step(Step.SEATS, str(len(names))))
        if not self._roster and names == tuple(str(seat) for seat in range(1, len(names) + 1)):
            yield from self.give(step(Step.NUMBERS))
            return
        for name in names:
            if find(self._level(Play()), step(Step.SEAT, name)) is not None:
                yield from self.give(step(Step.SEAT, name))
            else:
                yield from self._spell(name)

    def come_to_play(self, coming: Declaration) -> Iterator[str]:
        """Leave set-up and summaries behind, so that a declaration can come."""
        if self.session.stage is Stage.OPTIONS:
            yield from self.give(step(Step.PLAY))
        if self.session.stage is Stage.SUMMARY:
            yield "hold C"
            self._advance(sessions.perform(self.session, step(Step.ACCEPT)))
        if self.session.stage is Stage.STARTER and self._code(coming) is None:
            yield from self.give(step(Step.START))

    def _spell(self, name: str) -> Iterator[str]:
        yield from self.give(step(Step.SPELL))
        for letter in name:
            yield from self.give(step(Step.LETTER, letter))
        yield from self.give(step(Step.SPELLED))

    def _press(self, meaning: object) -> Iterator[str]:
        keys = self._code(meaning)
        if keys is None:
            raise LookupError(f"no code for {meaning}")
        yield from keys

    def _code(self, meaning: object) -> list[str] | None:
        """The presses for a meaning: by the question itself, else by the menu."""
        keys = find(self._level(Play()), meaning)
        if keys is not None:
            return list(keys)
        keys = find(self._level(Menu()), meaning)
        return None if keys is None else ["hold D", *keys]

    def _level(self, view: View) -> Level:
        return question(self.session, view, self._roster).level

    def _advance(self, steps: tuple[sessions.Advance, ...]) -> None:
        self.session = steps[-1].session
        self.forced = tuple(advance.row.text for advance in steps[1:] if advance.row.kind is Kind.FORCED)
