"""A snapshot of a game after some of its rows, so that the game can be resumed without reading all of them again.

The rows are the only truth: a snapshot holds nothing that does not follow from them.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from device.session.past import Past, Reopening, Replaced, append_rows
from device.session.rows import JournalRow
from device.session.undo import Timeline, UndoneRows
from values.named_tuple import NamedTuple


class Snapshot(NamedTuple):
    """The result of the first `kept` rows of a game. `last` is the last of these rows.

    `rows` are those that count with all corrections made, with their `marks`; for these corrections, `judged_again`
    rows were judged again. Undo and redo need `counting` (the rows that count, including those of corrections),
    `taken_back` and `corrections`.
    """

    kept: int
    last: JournalRow
    rows: Sequence[JournalRow]
    marks: Sequence[Reopening]
    judged_again: int
    counting: MutableSequence[JournalRow]
    taken_back: MutableSequence[UndoneRows]
    corrections: MutableSequence[Replaced]

    @property
    def spared(self) -> int:
        """The number of rows that need not be read, since they no longer count."""
        return self.kept - len(self.rows)


class ResumedGame(NamedTuple):
    """A game to resume: all its rows, and a snapshot of the first of them, if there is one."""

    snapshot: Snapshot | None
    rows: Sequence[JournalRow]


def take_snapshot(timeline: Timeline, past: Past) -> Snapshot:
    """Make a snapshot of a game as it is now. At least one of its rows must be stored."""
    assert timeline.last is not None
    return Snapshot(
        timeline.kept,
        timeline.last,
        past.rows,
        past.marks,
        past.judged_again,
        timeline.rows,
        timeline.taken_back,
        past.corrections,
    )


def timeline_of(snapshot: Snapshot) -> Timeline:
    """The timeline of a snapshot. The snapshot's lists move into it, so the snapshot can't be used again."""
    timeline = Timeline()
    timeline.rows, timeline.taken_back = snapshot.counting, snapshot.taken_back
    timeline.kept, timeline.last = snapshot.kept, snapshot.last
    return timeline


def resume_game(snapshot: Snapshot, rows: Sequence[JournalRow]) -> tuple[Timeline, Past]:
    """Resume the game of these rows from a snapshot of the first of them. The snapshot can't be used again.

    Raises Refused if today's rules no longer allow it.
    """
    timeline = timeline_of(snapshot)
    past = Past.resumed(snapshot.rows, snapshot.marks, snapshot.corrections, snapshot.judged_again)
    left, steps = len(timeline.rows), 0
    """How many rows that counted at the snapshot still count, and how many earlier steps were undone."""
    for row in rows[snapshot.kept :]:
        timeline.add(row)
        if len(timeline.rows) < left:
            left, steps = len(timeline.rows), steps + 1
    for _ in range(steps):
        past.undo(past.before())
    append_rows(past, timeline.rows[left:])
    return timeline, past


def share_lists(snapshot: Snapshot | None, timeline: Timeline, past: Past) -> None:
    """Free memory: let the game share the seldom needed lists of a snapshot, if that is of the same moment."""
    if snapshot is not None and snapshot.kept == timeline.kept:
        timeline.rows, timeline.taken_back = snapshot.counting, snapshot.taken_back
        past.corrections = snapshot.corrections
