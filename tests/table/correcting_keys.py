"""The presses by which a table corrects."""

from __future__ import annotations

from pathlib import Path

from device.contract.keycodes import find
from device.journal.store import Journal
from device.session import past
from device.session import record as records
from device.session.edits import Verb
from device.session.past import Past
from device.session.pointing import EditAt, PastLine, ask_again, point_at, question_again


def kept(data: Path) -> Past:
    """The past of the game in play, as the journal has it."""
    journal = Journal.read(data)
    found = past.of(journal.rows(journal.current() or 0))
    journal.close()
    return found


def place_of(found: Past, line: str) -> int:
    """The row of the last such line, from 1."""
    return len(found.rows) - [row.text for row in reversed(found.rows)].index(line)


def pointing(found: Past, page: int, at: EditAt) -> list[str]:
    """From the game to a line: the page of details with its round, then its codes."""
    rounds = len(found.session.scores.rounds)
    number = rounds - page + 1 if page else rounds + 1
    point = point_at(found.rows, found.sessions, number) or point_at(found.rows, found.sessions, number - 1)
    assert point is not None
    codes = find(point.level, at)
    assert codes is not None
    return [*["hold B"] * (1 + page), "hold D", *codes]


def answering(found: Past, at: EditAt, line: str) -> list[str]:
    """The codes of a line at the moment of another."""
    before = PastLine(at.place, found.rows[at.place - 1], found.sessions[at.place - 1])
    view = ask_again(at, before.session, "")
    declaration = records.read_declaration(view.session.record, records.split(line))
    codes = find(question_again(view).level, declaration)
    assert codes is not None
    return list(codes)


def changing(found: Past, old: str, new: str, page: int = 0) -> list[str]:
    """The presses up to the consequences of another line in the place of one."""
    at = EditAt(Verb.CHANGE, place_of(found, old))
    return [*pointing(found, page, at), *answering(found, at, new)]
