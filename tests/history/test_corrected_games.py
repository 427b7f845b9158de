"""Games with corrections at every moment: each place where a game's result is shown says what the game came to."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.contract.declarations import Declaration
from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.journal.export import exported_lines
from device.journal.result_catchup import computed_result
from device.journal.store import Journal
from device.outbox.revisions import public_record
from device.pages import build as pages
from device.people.people import People
from device.reports.game_pages import game_page
from device.reports.games import past_game
from device.reports.sheet import final_sheet
from device.session import record as records
from device.session import session as sessions
from device.session.correction import is_correctable
from device.session.edits import Edit, EditKind
from device.session.places import GamePlace
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, step_row
from device.session.winners import outcome
from device.table.table_games import TableGames
from tests.games.registered import GAMES
from tests.games.values import answers
from tests.session.mistakes import Game, Table, game, played

CORRECTIONS = 3
"""How many there are in a game besides those at the ends of rounds."""

TRIED = 4
"""How many places of a game are tried for something else that the rules would have allowed there."""


class CorrectingTable:
    """A table with a real journal, which corrects what it has declared, and puts it right again."""

    def __init__(self, journal: Journal, found: Game, chance: random.Random) -> None:
        self.games = TableGames(journal)
        self.corrected = 0
        self._chance = chance
        for line in found.header:
            self._perform(JournalRow(RowKind.RECORD, line))
        self._perform(step_row(Step.PLAY))
        self._often = CORRECTIONS / len(found.given)
        for declaration in found.given:
            self._declare(declaration)
        self._accept()

    def _declare(self, declaration: Declaration) -> None:
        self._accept()
        self.games.current.declare(declaration)
        if self._chance.random() < self._often:
            self._correct_and_put_right()

    def _perform(self, row: JournalRow) -> None:
        """A step, without what the table would be offered."""
        self.games.current.store_advances(sessions.perform(self.games.session, row))

    def _accept(self) -> None:
        """Accept rounds one by one, opened ones too; at some of them something is corrected first."""
        if self.games.session.stage is Stage.STARTER:
            self._perform(step_row(Step.START))
        while self.games.session.stage is Stage.SUMMARY:
            if self._chance.random() < 0.3:
                self._correct_and_put_right()
            if self.games.session.stage is Stage.SUMMARY:
                self._perform(step_row(Step.ACCEPT))

    def _correct_and_put_right(self) -> None:
        for _ in range(TRIED):
            place = self._chance.randint(1, len(self.games.current.rows))
            row = self.games.current.rows[place - 1]
            other = self._other(place)
            if other is not None and self._made(Edit(EditKind.CHANGE, place, other)):
                if self._chance.random() < 0.7:
                    self._accept_opened()
                assert self._made(Edit(EditKind.CHANGE, place, row))
                if self._chance.random() < 0.7:
                    self._accept_opened()
                self.corrected += 1
                return

    def _accept_opened(self) -> None:
        while self.games.session.reopened_rounds:
            self._perform(step_row(Step.ACCEPT))

    def _other(self, place: int) -> JournalRow | None:
        session, row = self.games.current.sessions[place - 1], self.games.current.rows[place - 1]
        if not is_correctable(session, row) or session.record.game is None or row.kind is not RowKind.RECORD:
            return None
        prompt = session.record.game.prompt(session.record.state)
        for one in () if prompt is None else answers(prompt.level, self._chance, 3):
            line = records.write_declaration(session.record, one)
            if line != row.text:
                return JournalRow(RowKind.RECORD, line)
        return None

    def _made(self, edit: Edit) -> bool:
        try:
            found = self.games.current.judge([edit])
        except Refused:
            return False
        if found.misfit is not None:
            return False
        self.games.current.correct(found)
        return True


def check_places(journal: Journal, games: TableGames, right: Table, data: Path) -> None:
    """All that shows the game says what the same game without corrections came to."""
    record, number = right.past.session.record, games.number
    assert record.game is not None
    scores = record.game.scores(record.state)
    found = past_game(journal, People(), number)
    assert found is not None
    assert found.result.finished
    assert found.result == computed_result(journal, number) == journal.results.games()[0].result
    assert [seat.points for seat in found.result.seats] == list(scores.totals)
    assert {seat.name for seat in found.result.seats if seat.is_winner} == {
        right.past.session.names[w] for w in scores.winners
    }
    sheet = final_sheet(journal, found)
    assert sheet.record == record
    assert sheet.scores == scores
    assert list(sheet.public_record_lines) == right.lines()
    assert list(exported_lines(data, number)) == right.lines()
    assert [row.text for row in public_record(journal.stored_rows(number))] == right.lines()


def record_table(of: Table) -> TableSetup:
    table = of.past.session.record.table
    assert table is not None
    return table


@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=3, deadline=None)
@example(seed=1)
@example(seed=2)
@example(seed=3)
@given(seed=st.integers(0, 10**6))
def test_history_export_and_club_say_what_a_corrected_game_came_to(game_id: str, seed: int) -> None:
    found = game(game_id, seed)
    with TemporaryDirectory() as directory:
        data = Path(directory)
        with closing(Journal.open(data)) as journal:
            table = CorrectingTable(journal, found, random.Random(seed))
            right = played(found)
            check_places(journal, table.games, right, data)
        page = game_page(data, GamePlace(table.games.number), 0)
        assert page.question == outcome(record_table(right), right.past.session.scores)
        assert page.body == pages.ranked_sheet(right.past.session)
