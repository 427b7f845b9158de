"""Whatever writes to a journal does all of it or nothing, wherever the power fails meanwhile.

What writes is enumerated from the code: where there is no scenario for it, these tests fail.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.journal.store import Journal
from tests.power import disk, tracing, writing
from tests.power.cuts import cuts, tried
from tests.power.writing import SCENARIOS, contents

pytestmark = pytest.mark.skipif(
    not tracing.available(), reason="strace is missing (tools/environment test installs it) or may not trace here"
)


def test_there_is_a_scenario_for_everything_that_writes() -> None:
    assert writing.writers() == set(SCENARIOS)


def opened(data: Path) -> tuple[object, ...]:
    """What a journal has at the next start."""
    with closing(Journal.open(data)):
        return contents(data)


def states(name: str, scenario: str, tmp_path: Path) -> Iterator[bool]:
    """Whether each state after a power cut is one before what was done, while that was not told, or one after it."""
    watched, data, copy = tmp_path / "watched", tmp_path / "watched" / "data", tmp_path / "copy"
    data.mkdir(parents=True)
    SCENARIOS[name].prepare(data)
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    shutil.copytree(data, copy)
    first = opened(copy)
    command = [sys.executable, "-m", "tests.power.writing", scenario, str(data)]
    operations = tracing.traced(command, data, tmp_path / "log")
    assert name in (watched / "through").read_text().splitlines()
    last = opened(data)
    for cut in tried(cuts(operations, before)):
        shutil.rmtree(copy)
        disk.write(cut.files, copy)
        kept = opened(copy)
        yield kept == last or (kept == first and not cut.told)


@pytest.mark.parametrize("name", SCENARIOS)
def test_power_cut_leaves_all_of_it_or_nothing(name: str, tmp_path: Path) -> None:
    found = list(states(name, name, tmp_path))
    assert len(found) > 1
    assert all(found)


def test_two_transactions_for_one_thing_are_found_out(tmp_path: Path) -> None:
    found = list(states("store.Journal.drop_game", writing.CARELESS, tmp_path))
    assert not all(found)
