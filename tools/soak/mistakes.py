"""Makes wrong corrections of right rows, and corrects them back."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from device.contract.declarations import Declaration
from device.contract.keycodes import keys_for
from device.contract.refusal import Refused
from device.session import record as records
from device.session.correction import is_correctable
from device.session.edits import Edit, EditKind
from device.session.line_choice import EditAt
from device.session.past import Past
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Stage
from tests.games.values import answers
from tests.table.correcting_keys import answering, pointing

RECENT = 12
"""The number of last rows among which a mistake is made."""
TRIED = 8
"""The number of answers tried to find one that the rules accept."""


class Mistake(NamedTuple):
    """A wrong correction: its place, the right line, and the presses that make it, up to the consequences."""

    at: EditAt
    right: str
    presses: list[str]


def mistake(past: Past, chance: Random) -> Mistake | None:
    """A mistake in the current round that the rules accept; None if none is found."""
    if past.session.stage is not Stage.PLAY:
        return None
    last = range(max(1, len(past.rows) - RECENT), len(past.rows) + 1)
    rounds = len(past.session.scores.rounds)
    places = [
        place
        for place in last
        if is_correctable(past.sessions[place - 1], past.rows[place - 1])
        and len(past.sessions[place - 1].scores.rounds) == rounds
    ]
    chance.shuffle(places)
    return next((found for place in places[:2] for found in _at(past, place, chance)), None)


def correcting_presses(past: Past, made: Mistake) -> list[str]:
    """The presses that correct it back, up to the consequences."""
    return [*pointing(past, 0, made.at), *answering(past, made.at, made.right)]


def _at(past: Past, place: int, chance: Random) -> Iterator[Mistake]:
    row, session = past.rows[place - 1], past.sessions[place - 1]
    at = EditAt(EditKind.CHANGE, place)
    for other in _answers(session, row, chance):
        line = records.write_declaration(session.record, other)
        if line != row.text and _fits(past, place, line):
            yield Mistake(at, row.text, [*pointing(past, 0, at), *answering(past, at, line)])


def _answers(session: Session, row: JournalRow, chance: Random) -> list[Declaration]:
    """Other declarations possible there by the same codes; empty if a summary or the menu is in between."""
    game = session.record.game
    prompt = None if game is None or session.stage is not Stage.PLAY else game.prompt(session.record.state)
    if prompt is None or row.kind is not RowKind.RECORD:
        return []
    right = records.read_declaration(session.record, records.split(row.text))
    return [] if keys_for(prompt.level, right) is None else answers(prompt.level, chance, TRIED)


def _fits(past: Past, place: int, line: str) -> bool:
    """Whether the mistake goes unnoticed: no other row changes, and no round ends."""
    try:
        found = past.judge([Edit(EditKind.CHANGE, place, JournalRow(RowKind.RECORD, line))])
    except Refused:
        return False
    same = len(found.advances) == len(past.rows) - found.kept_row_count and len(found.changed_lines) == 1
    return (
        found.misfit is None
        and same
        and found.session_after.stage is Stage.PLAY
        and not found.session_after.reopened_rounds
    )
