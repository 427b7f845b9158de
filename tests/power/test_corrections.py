"""Power that fails while a table corrects leaves the old game or the new one, and nothing between."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from device.journal.store import Journal
from device.session import past
from device.session.rows import JournalRow
from device.session.undo import counting_rows
from tests.non_empty import non_empty
from tests.power import correcting, disk, tracing
from tests.power.cuts import cuts, tried

STATES = 300
"""How many different states there have to be, at the least."""

pytestmark = pytest.mark.skipif(
    not tracing.available(), reason="strace is missing (tools/environment test installs it) or may not trace here"
)


def rows(journal: Journal) -> tuple[JournalRow, ...]:
    current = journal.current_game()
    return () if current is None else tuple(journal.stored_rows(current))


def test_power_cut_leaves_a_correction_whole_or_not_made(tmp_path: Path) -> None:
    reference = Journal.open(tmp_path / "reference")
    states: list[tuple[JournalRow, ...]] = [(), ()]
    correcting.play(reference, lambda: states.append(rows(reference)))
    reference.close()
    watched = tmp_path / "watched"
    watched.mkdir()
    command = [sys.executable, "-m", "tests.power.correcting", str(watched / "data")]
    found = cuts(tracing.traced(command, watched, tmp_path / "log"), rounds=1)
    assert len(found) >= STATES
    for number, cut in enumerate(non_empty(tried(found))):
        data = tmp_path / str(number) / "data"
        disk.write(cut.files, data.parent)
        journal = Journal.open(data)
        kept = rows(journal)
        assert journal.notice is None
        journal.close()
        shutil.rmtree(data.parent)
        assert kept in states[cut.told : cut.reached + 3]
        past.past_of_rows(counting_rows(kept))
