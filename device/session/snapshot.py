"""A game as it was after the first of its rows, so that it can be gone on with without reading all of them again.

The rows are the only truth: a snapshot says nothing that does not follow from them.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from device.session.past import Past, Reopening, Replaced, follow
from device.session.rows import JournalRow
from device.session.undo import TakenBack, Timeline
from values.named_tuple import NamedTuple


class Snapshot(NamedTuple):
    """What the first `kept` rows of a game come to, of which the `last` came last.

    `rows` are those that count with all corrections made, with their `marks`; for these corrections, `judged_again`
    rows were judged again. What undo and redo need are `counting`, the rows that count with those of corrections,
    `taken_back` and `corrections`.
    """

    kept: int
    last: JournalRow
    rows: Sequence[JournalRow]
    marks: Sequence[Reopening]
    judged_again: int
    counting: MutableSequence[JournalRow]
    taken_back: MutableSequence[TakenBack]
    corrections: MutableSequence[Replaced]

    @property
    def spared(self) -> int:
        """How many rows need not be read, since they do not count any more."""
        return self.kept - len(self.rows)


class ResumedGame(NamedTuple):
    """What a game is gone on with: all its rows, and what the first of them came to, where that is known."""

    snapshot: Snapshot | None
    rows: Sequence[JournalRow]


def taken(timeline: Timeline, past: Past) -> Snapshot:
    """A game as it is now; some of its rows are kept."""
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
    """The timeline of the rows that a snapshot is of, which is used up by that."""
    timeline = Timeline()
    timeline.rows, timeline.taken_back = snapshot.counting, snapshot.taken_back
    timeline.kept, timeline.last = snapshot.kept, snapshot.last
    return timeline


def gone_on(snapshot: Snapshot, rows: Sequence[JournalRow]) -> tuple[Timeline, Past]:
    """The game of these rows, of whose first ones this is a snapshot, which is used up by that.

    Raises Refused where these rules don't allow it.
    """
    timeline = timeline_of(snapshot)
    past = Past.resumed(snapshot.rows, snapshot.marks, snapshot.corrections, snapshot.judged_again)
    left, steps = len(timeline.rows), 0
    """How many rows counted then that have counted ever since, and how many steps before were taken back."""
    for row in rows[snapshot.kept :]:
        timeline.add(row)
        if len(timeline.rows) < left:
            left, steps = len(timeline.rows), steps + 1
    for _ in range(steps):
        past.undo(past.before())
    follow(past, timeline.rows[left:])
    return timeline, past


def lighten(snapshot: Snapshot | None, timeline: Timeline, past: Past) -> None:
    """Let go of what is in a snapshot of this game as it is now, and is seldom needed."""
    if snapshot is not None and snapshot.kept == timeline.kept:
        timeline.rows, timeline.taken_back = snapshot.counting, snapshot.taken_back
        past.corrections = snapshot.corrections
