"""Really dealt games at tables that make mistakes, notice them later, and correct them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from device.contract.declarations import Declaration
from device.contract.refusal import Refused
from device.session import record as records
from device.session import session as sessions
from device.session.edits import Edit, EditKind
from device.session.past import Past
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, step_row
from device.session.undo import count_undone
from tests.games.registered import choices, deal, written
from tests.games.values import answers

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
TRIED = 40
"""The number of other answers that are tried for one that the rules accept."""


class Mistake(NamedTuple):
    """A wrong declaration, as the edit that corrects it."""

    edit: Edit


class Table:
    """A table that plays one dealt game, with its declarations."""

    def __init__(self, header: list[str]) -> None:
        self.past = Past()
        for line in header:
            self.past.advance(sessions.perform(self.past.session, JournalRow(RowKind.RECORD, line)))
        self.past.advance(sessions.perform(self.past.session, step_row(Step.PLAY)))

    def declare(self, declaration: Declaration) -> int:
        """Declare something as a table does, in its current state. Returns the row, from 1. Raises Refused."""
        self.accept()
        place = len(self.past.rows) + 1
        self.past.advance(sessions.declare(self.past.session, declaration))
        return place

    def accept(self) -> None:
        """Perform the table's steps before a declaration: the start, and accepting summaries."""
        session = self.past.session
        if session.stage is Stage.STARTER:
            self.past.advance(sessions.perform(session, step_row(Step.START)))
        while self.past.session.stage is Stage.SUMMARY:
            self.past.advance(sessions.perform(self.past.session, step_row(Step.ACCEPT)))

    def lines(self) -> list[str]:
        """The lines of the record."""
        return sessions.record_lines(self.past.rows)

    def others(self, chance: random.Random, than: Declaration | None) -> Iterator[Declaration]:
        """Yield other declarations that the rules accept now."""
        self.accept()
        record = self.past.session.record
        assert record.game is not None
        prompt = record.game.prompt(record.state)
        found = [] if prompt is None else answers(prompt.level, chance, TRIED)
        for one in found:
            if one == than:
                continue
            try:
                records.declare(record, one)
            except Refused:
                continue
            yield one


class Game(NamedTuple):
    """A dealt game: the header of its record, and the table's declarations, without forced ones."""

    header: list[str]
    given: list[Declaration]


def game(game_id: str, seed: int) -> Game:
    """A game with any number of players and random options."""
    players, chosen = choices(game_id, seed)
    names = NAMES[:players]
    dealt = deal(game_id, seed, players, chosen)
    header = written(game_id, names, chosen, [])
    table, given = Table(header), []
    forced: list[str] = []
    for declaration in dealt:
        line = records.write_declaration(table.past.session.record, declaration)
        if forced[:1] == [line]:
            del forced[0]
            continue
        place = table.declare(declaration)
        forced = [row.text for row in table.past.rows[place:] if row.kind is RowKind.FORCED]
        given.append(declaration)
    return Game(header, given)


def played(found: Game) -> Table:
    """The table at the end of a game without mistakes."""
    table = Table(found.header)
    for declaration in found.given:
        table.declare(declaration)
    table.accept()
    return table


class Mistaken:
    """A table that has made a mistake at one of its declarations, and plays on as far as the rules allow."""

    def __init__(self, found: Game, at: int, chance: random.Random) -> None:
        self.table = Table(found.header)
        self.edits: list[Edit] = []
        self._found = found
        self._chance = chance
        for declaration in found.given[:at]:
            self.table.declare(declaration)
        self.next = at

    @property
    def more(self) -> bool:
        """Whether there are declarations left."""
        return self.next < len(self._found.given)

    def err(self) -> bool:
        """Make a mistake. Returns False if the rules would notice each one at once."""
        kinds = [self._wrong, self._missed, self._extra, self._exchanged]
        self._chance.shuffle(kinds)
        return any(kind() for kind in kinds)

    def play_on(self, most: int) -> None:
        """Make up to `most` right declarations, as long as the rules accept them."""
        for _ in range(most):
            if self.next >= len(self._found.given) or not self._say(self._found.given[self.next]):
                return
            self.next += 1

    def _say(self, declaration: Declaration) -> bool:
        if self.table.past.session.stage is Stage.FINAL:
            return False
        try:
            self.table.declare(declaration)
        except Refused:
            return False
        return True

    def _row(self, declaration: Declaration) -> JournalRow:
        return JournalRow(RowKind.RECORD, records.write_declaration(self.table.past.session.record, declaration))

    def _wrong(self) -> bool:
        right = self._found.given[self.next]
        for other in self.table.others(self._chance, right):
            place = self.table.declare(other)
            if self._goes_on(self.next + 1):
                self.edits.append(Edit(EditKind.CHANGE, place, self._row(right)))
                self.next += 1
                return True
            self._back()
        return False

    def _missed(self) -> bool:
        if not self._goes_on(self.next + 1):
            return False
        self.table.accept()
        place = len(self.table.past.rows) + 1
        self.edits.append(Edit(EditKind.INSERT, place, self._row(self._found.given[self.next])))
        self.next += 1
        self.play_on(1)
        return True

    def _extra(self) -> bool:
        for other in self.table.others(self._chance, None):
            place = self.table.declare(other)
            if self._goes_on(self.next):
                self.edits.append(Edit(EditKind.REMOVE, place))
                return True
            self._back()
        return False

    def _exchanged(self) -> bool:
        """Declare the next two declarations in the wrong order."""
        pair = self._found.given[self.next : self.next + 2]
        kept, places = len(self.table.past.rows), []
        for other in reversed(pair):
            if not self._say(other):
                break
            places.append(len(self.table.past.rows) - self._forced_last())
        if len(pair) < 2 or len(places) < 2 or pair[0] == pair[1]:
            while len(self.table.past.rows) > kept:
                self._back()
            return False
        rows = [self.table.past.rows[place - 1] for place in reversed(places)]
        self.edits += (Edit(EditKind.CHANGE, place, JournalRow(*row)) for place, row in zip(places, rows, strict=True))
        self.next += 2
        return True

    def _forced_last(self) -> int:
        """The number of last rows that were forced."""
        return count_undone(self.table.past.rows) - 1

    def _goes_on(self, number: int) -> bool:
        """Whether the declaration of this number would be accepted now."""
        if number >= len(self._found.given):
            return False
        kept = len(self.table.past.rows)
        said = self._say(self._found.given[number])
        while len(self.table.past.rows) > kept:
            self._back()
        return said

    def _back(self) -> None:
        self.table.past.undo(self.table.past.game_after_undo())
