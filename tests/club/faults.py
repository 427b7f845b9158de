"""A hub with a fault that somebody has built in by hand: `python -m tests.club.faults FAULT hub run …`.

Each is what a hub could have. Who compares must find each, or what is compared is of no use.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Sequence

from club.store.bulk import add_rows
from club.store.lines import NewLines, RecordLines
from club.store.pending_changes import PendingChanges
from club.store.schema import LINE
from device.cli import commands
from device.session.rows import JournalRow

EVERY = 4
"""How often it happens: at every fourth chance."""

FAR = 100_000
"""Lines that are written a second time are so many places behind."""

_CHANCES, _COPIES = itertools.count(1), itertools.count(1)


def _now() -> bool:
    return next(_CHANCES) % EVERY == 0


def lose_revisions() -> None:
    """The lines of a revision are not written, and it is answered as committed."""
    add = RecordLines.add

    def faulty(self: RecordLines, changes: Sequence[NewLines]) -> None:
        add(self, [_with(one, ()) if _now() else one for one in changes])

    RecordLines.add = faulty  # type: ignore[method-assign]


def double_revisions() -> None:
    """The lines of a revision are written twice."""
    add = RecordLines.add

    def faulty(self: RecordLines, changes: Sequence[NewLines]) -> None:
        add(self, changes)
        for one in changes:
            if one.lines and _now():
                first = FAR * next(_COPIES)
                rows = [
                    {"game": one.game, "place": place, "kind": line.kind.value, "text": line.text}
                    for place, line in enumerate(one.lines, first)
                ]
                add_rows(self._connection, LINE, rows)

    RecordLines.add = faulty  # type: ignore[method-assign]


def mix_games_up() -> None:
    """A line of one box is written into another box's game."""
    add = RecordLines.add
    held: list[tuple[int, JournalRow]] = []

    def faulty(self: RecordLines, changes: Sequence[NewLines]) -> None:
        found = []
        for one in changes:
            stray = next((line for game, line in held if game != one.game), None)
            found.append(_with(one, (*one.lines[:-1], stray)) if one.lines and stray and _now() else one)
            if one.lines:
                held[:] = [(one.game, one.lines[-1]), *held[:5]]
        add(self, found)

    RecordLines.add = faulty  # type: ignore[method-assign]


def skip_batches() -> None:
    """What has arrived together is not written, and is answered as committed."""
    write = PendingChanges.write

    def faulty(self: PendingChanges) -> None:
        if self.commits and _now():
            self._changes.clear()
        write(self)

    PendingChanges.write = faulty  # type: ignore[method-assign]


def _with(one: NewLines, lines: Sequence[JournalRow]) -> NewLines:
    return NewLines(one.game, one.mark, one.keeps, lines, one.before, one.received)


FAULTS: dict[str, Callable[[], None]] = {
    "lost": lose_revisions,
    "doubled": double_revisions,
    "strayed": mix_games_up,
    "skipped": skip_batches,
}
"""What each fault is called. The fifth, a card that went back and nobody says so, is no fault of the hub's."""


if __name__ == "__main__":
    FAULTS[sys.argv[1]]()
    sys.exit(commands.main(sys.argv[2:]))
