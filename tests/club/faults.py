"""A hub with an injected fault: `python -m tests.club.faults FAULT hub run …`.

Each is a fault that a hub could have. The comparison must find each of them, or it is of no use.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Sequence

from club.store.bulk import insert_rows
from club.store.lines import RecordLines, RevisionChange
from club.store.pending_changes import PendingChanges
from club.store.schema import LINE
from device.cli import commands
from device.session.rows import JournalRow

EVERY = 4
"""The fault happens once in this many chances."""

FAR = 100_000
"""The distance between a line's place and that of its second copy."""

_CHANCES, _COPIES = itertools.count(1), itertools.count(1)


def _now() -> bool:
    return next(_CHANCES) % EVERY == 0


def lose_revisions() -> None:
    """Drop the lines of a revision, but answer that it is committed."""
    add = RecordLines.add_revisions

    def faulty(self: RecordLines, changes: Sequence[RevisionChange]) -> None:
        add(self, [_with(one, ()) if _now() else one for one in changes])

    RecordLines.add_revisions = faulty  # type: ignore[method-assign]


def double_revisions() -> None:
    """Write the lines of a revision twice."""
    add = RecordLines.add_revisions

    def faulty(self: RecordLines, changes: Sequence[RevisionChange]) -> None:
        add(self, changes)
        for one in changes:
            if one.added_lines and _now():
                first = FAR * next(_COPIES)
                rows = [
                    {"game": one.game_number, "place": place, "kind": line.kind.value, "text": line.text}
                    for place, line in enumerate(one.added_lines, first)
                ]
                insert_rows(self._connection, LINE, rows)

    RecordLines.add_revisions = faulty  # type: ignore[method-assign]


def mix_games_up() -> None:
    """Write a line of one box into another box's game."""
    add = RecordLines.add_revisions
    held: list[tuple[int, JournalRow]] = []

    def faulty(self: RecordLines, changes: Sequence[RevisionChange]) -> None:
        found = []
        for one in changes:
            stray = next((line for game, line in held if game != one.game_number), None)
            found.append(_with(one, (*one.added_lines[:-1], stray)) if one.added_lines and stray and _now() else one)
            if one.added_lines:
                held[:] = [(one.game_number, one.added_lines[-1]), *held[:5]]
        add(self, found)

    RecordLines.add_revisions = faulty  # type: ignore[method-assign]


def skip_batches() -> None:
    """Drop a batch of messages, but answer that it is committed."""
    write = PendingChanges.write_changes

    def faulty(self: PendingChanges) -> None:
        if self.commit_counts and _now():
            self._changes.clear()
        write(self)

    PendingChanges.write_changes = faulty  # type: ignore[method-assign]


def _with(one: RevisionChange, lines: Sequence[JournalRow]) -> RevisionChange:
    return RevisionChange(one.game_number, one.mark, one.kept_line_count, lines, one.replaced_lines, one.received_at)


FAULTS: dict[str, Callable[[], None]] = {
    "lost": lose_revisions,
    "doubled": double_revisions,
    "strayed": mix_games_up,
    "skipped": skip_batches,
}
"""The faults by name. The fifth, a restored card that nobody notes, is no fault of the hub."""


if __name__ == "__main__":
    FAULTS[sys.argv[1]]()
    sys.exit(commands.main(sys.argv[2:]))
