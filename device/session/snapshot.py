"""A snapshot of a game after some of its rows, so that the game can be resumed without reading all of them again.

The rows are the only truth: a snapshot holds nothing that does not follow from them.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from device.session.past import CorrectionUndo, Past, Reopening, append_rows
from device.session.rows import JournalRow
from device.session.undo import Timeline, UndoneRows
from values.named_tuple import NamedTuple


class Snapshot(NamedTuple):
    """The result of the first `row_count` rows of a game. `last_row` is the last of these rows.

    `rows` are those that count with all corrections made, with their `reopenings`; for these corrections,
    `judged_again_count` rows were judged again. Undo and redo need `counting_rows` (the rows that count, including
    those of corrections), `taken_back` and `corrections`.
    """

    row_count: int
    last_row: JournalRow
    rows: Sequence[JournalRow]
    reopenings: Sequence[Reopening]
    judged_again_count: int
    counting_rows: MutableSequence[JournalRow]
    taken_back: MutableSequence[UndoneRows]
    corrections: MutableSequence[CorrectionUndo]

    @property
    def skipped_row_count(self) -> int:
        """The number of rows that need not be read, since they no longer count."""
        return self.row_count - len(self.rows)


class ResumedGame(NamedTuple):
    """A game to resume: all its rows, and a snapshot of the first of them, if there is one."""

    snapshot: Snapshot | None
    rows: Sequence[JournalRow]


def take_snapshot(timeline: Timeline, past: Past) -> Snapshot:
    """Make a snapshot of a game as it is now. At least one of its rows must be stored."""
    assert timeline.last_row is not None
    return Snapshot(
        timeline.stored_row_count,
        timeline.last_row,
        past.rows,
        past.reopenings,
        past.judged_again_count,
        timeline.rows,
        timeline.taken_back,
        past.corrections,
    )


def timeline_of(snapshot: Snapshot) -> Timeline:
    """The timeline of a snapshot. The snapshot's lists move into it, so the snapshot can't be used again."""
    timeline = Timeline()
    timeline.rows, timeline.taken_back = snapshot.counting_rows, snapshot.taken_back
    timeline.stored_row_count, timeline.last_row = snapshot.row_count, snapshot.last_row
    return timeline


def resume_game(snapshot: Snapshot, rows: Sequence[JournalRow]) -> tuple[Timeline, Past]:
    """Resume the game of these rows from a snapshot of the first of them. The snapshot can't be used again.

    Raises Refused if today's rules no longer allow it.
    """
    timeline = timeline_of(snapshot)
    past = Past.resume(snapshot.rows, snapshot.reopenings, snapshot.corrections, snapshot.judged_again_count)
    # How many rows that counted at the snapshot still count, and how many earlier steps were undone.
    counting_count, undone_count = len(timeline.rows), 0
    for row in rows[snapshot.row_count :]:
        timeline.add(row)
        if len(timeline.rows) < counting_count:
            counting_count, undone_count = len(timeline.rows), undone_count + 1
    for _ in range(undone_count):
        past.undo(past.game_after_undo())
    append_rows(past, timeline.rows[counting_count:])
    return timeline, past


def share_lists_to_save_memory(snapshot: Snapshot | None, timeline: Timeline, past: Past) -> None:
    """Free memory: let the game share the seldom needed lists of a snapshot, if that is of the same moment."""
    if snapshot is not None and snapshot.row_count == timeline.stored_row_count:
        timeline.rows, timeline.taken_back = snapshot.counting_rows, snapshot.taken_back
        past.corrections = snapshot.corrections
