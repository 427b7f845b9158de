"""The key presses for corrections."""

from __future__ import annotations

from pathlib import Path

from device.contract.keycodes import keys_for
from device.journal.store import Journal
from device.session import past
from device.session import record as records
from device.session.edits import EditKind
from device.session.line_choice import AskAgainView, EditAt, ask_again_view, past_question, view_of_round
from device.session.past import Past
from device.session.prompts import PlayView, RoundView, next_details_view, past_menu_level
from device.session.round_so_far import round_so_far


def kept(data: Path) -> Past:
    """The past of the game in play, from the journal."""
    journal = Journal.open_to_read(data)
    found = past.past_of_rows(journal.counting_rows(journal.current_game() or 0))
    journal.close()
    return found


def place_of(found: Past, line: str) -> int:
    """The number of the last row with this text, from 1."""
    return len(found.rows) - [row.text for row in reversed(found.rows)].index(line)


def pointing(found: Past, page: int | None, at: EditAt) -> list[str]:
    """The presses from the game to a line: the page of details with its round (None: the line's), then its codes."""
    rounds = len(found.session.scores.rounds)
    if page is None:
        page = max(0, rounds - len(found.sessions[at.row_number - 1].scores.rounds))
    number = rounds - page + 1 if page else rounds + 1
    point = view_of_round(found.rows, found.sessions, number) or view_of_round(found.rows, found.sessions, number - 1)
    assert point is not None
    codes = keys_for(point.level, at)
    assert codes is not None
    before = 1 if page and of_the_round_in_play(found) else 0
    return [*["hold B"] * (1 + page + before), "hold D", *codes]


def of_the_round_in_play(found: Past) -> bool:
    """Whether details begin with the current round, or what comes before it, rather than with the standings."""
    so_far = (round_so_far(found.rows, found.sessions),)
    return isinstance(next_details_view(found.session, PlayView(), so_far if so_far[0] else ()), RoundView)


def answering(found: Past, at: EditAt, line: str) -> list[str]:
    """The codes of a line at the moment of another line."""
    codes = again(ask_again_view(at, found.sessions[at.row_number - 1], ""), line)
    assert codes is not None
    return codes


def again(view: AskAgainView, line: str) -> list[str] | None:
    """The codes of a line in a question asked again, or in its menu; None if neither has it."""
    declaration = records.read_declaration(view.session.record, records.split(line))
    codes = keys_for(past_question(view).level, declaration)
    if codes is not None:
        return list(codes)
    codes = keys_for(past_menu_level(view), declaration)
    return None if codes is None else ["hold D", *codes]


def changing(found: Past, old: str, new: str, page: int = 0) -> list[str]:
    """The presses for replacing a line, up to the page of consequences."""
    at = EditAt(EditKind.CHANGE, place_of(found, old))
    return [*pointing(found, page, at), *answering(found, at, new)]
