"""Measures a correction in the first trick of an evening, against replaying the rows of that game."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from device.journal.store import Journal
from device.journal.uploaded_record import rows_of_upload as rows_of
from device.pages import build as pages
from device.session import past
from device.session.edits import Edit, EditKind
from device.session.line_choice import ConsequencesView
from device.session.past import Past
from device.session.rows import JournalRow, RowKind
from device.table.table_games import TableGames
from display.vocabulary import Page
from tests.games.registered import deal, written
from tools.figures import Measurement, ratio, scratch, seconds

ACKNOWLEDGED = 1.5
SHOWN = 2.0
RUNS = 5
NAMES = ("Ann", "Bo", "Cleo", "Dan")
EVENINGS = (
    ("no-loose-ends", (("detail", "tricks"),)),
    ("no-thanks", (("rounds", "200"),)),
)


def figures() -> Iterator[Measurement]:
    """For an evening of tricks and one of 200 rounds: the page of consequences, and the acknowledgement."""
    with scratch() as directory:
        for game_id, chosen in EVENINGS:
            lines = written(game_id, NAMES, chosen, deal(game_id, 11, len(NAMES), chosen))
            rows = rows_of("\n".join(lines).encode())
            edits = _edits(past.past_of_rows(rows))
            yield Measurement(f"{game_id}: page of consequences ÷ replay", _shown(rows, edits), SHOWN)
            yield Measurement(
                f"{game_id}: a correction acknowledged ÷ replay", _kept(directory / game_id, rows, edits), ACKNOWLEDGED
            )


def _edits(found: Past) -> tuple[Edit, ...]:
    """A correction of the second declaration to the same one, so that everything later fits and is judged again."""
    place = [
        at for at, row in enumerate(found.rows, 1) if row.kind is RowKind.RECORD and found.sessions[at - 1].options_set
    ][1]
    return (Edit(EditKind.CHANGE, place, found.rows[place - 1]),)


def _shown(rows: tuple[JournalRow, ...], edits: tuple[Edit, ...]) -> float:
    found = past.past_of_rows(rows)

    def shown() -> Page:
        return pages.page(found.session, ConsequencesView(found.judge(edits)), ())

    return ratio(shown, lambda: past.past_of_rows(rows), RUNS)


def _kept(directory: Path, rows: tuple[JournalRow, ...], edits: tuple[Edit, ...]) -> float:
    with closing(Journal.open(directory)) as journal:
        journal.begin_game(rows)
        games = TableGames(journal)
        taken: list[float] = []
        for _ in range(RUNS):
            taken.append(seconds(partial(games.current.correct, games.current.judge(edits))))
            games.undo()
    replay = statistics.median(seconds(lambda: past.past_of_rows(rows)) for _ in range(RUNS))
    return statistics.median(taken) / replay
