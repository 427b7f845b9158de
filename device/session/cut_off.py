"""Ends a game before a past line that no longer fits. Lines inserted before that line stay."""

from __future__ import annotations

from collections.abc import Sequence

from device.session.correction import is_correctable
from device.session.edits import Edit, Verb
from device.session.line_choice import EditAt
from device.session.rows import JournalRow
from device.session.session import Session


def with_cut(
    rows: Sequence[JournalRow], sessions: Sequence[Session], edits: Sequence[Edit], at: EditAt
) -> tuple[Edit, ...]:
    """These edits, with a cut of the game before the line at `at`, or before the line that they insert there.

    A cut also drops lines inserted before its own row. So if inserted lines stay, the last of them replaces that row,
    and the cut comes before the next one.
    """
    place, end = at.place, len(edits) if at.inserted is None else at.inserted
    earlier = tuple(edit for edit in edits if edit.place < place)
    stays = tuple(edit for edit in edits[:end] if edit.verb is Verb.INSERT and edit.place == place)
    if not stays:
        return (*earlier, Edit(Verb.CUT, place))
    return (*earlier, *stays[:-1], stays[-1]._replace(verb=Verb.CHANGE), *_cut_after_row(rows, sessions, place))


def _cut_after_row(rows: Sequence[JournalRow], sessions: Sequence[Session], place: int) -> tuple[Edit, ...]:
    """The cut before the next declaration after row `place`; no edit if there is none."""
    for number in range(place, len(rows)):
        if is_correctable(sessions[number], rows[number]):
            return (Edit(Verb.CUT, number + 1),)
    return ()
