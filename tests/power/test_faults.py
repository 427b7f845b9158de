"""A disk that fails while a table comes up costs nothing: once it is well, everything is there, or people were told.

Each call to the system that an opening makes on the journal fails, once, for a while and for ever, with each error.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from device.journal.store import FILE_NAME, Journal
from tests.journal.corrected import correct, no_thanks, often, snapshot_of
from tests.power import faults, tracing
from tests.power.faults import Fault, Found
from tests.thorough import THOROUGH
from tools.damage import sample

TRIED = None if THOROUGH else 1
"""How many of the faults that fail to read, and how many others, are tried of each journal; None for all."""

READING = ("pread64", "read")

pytestmark = pytest.mark.skipif(
    not tracing.available(), reason="strace is missing (tools/environment test installs it) or may not trace here"
)


KINDS = ("closed", "unplugged", "corrected")

CORRECTIONS = 50
"""After so many, a game has a snapshot."""


def on_disk(kind: str, place: Path) -> Found:
    """A journal as a table leaves it that ends, or that is unplugged; and one of a game with a snapshot."""
    if kind == "corrected":
        return corrected(place / "sample")
    return Found(*sample(place / "sample", closed=kind == "closed"))


def corrected(data: Path) -> Found:
    no_thanks(data)
    often(data, correct, CORRECTIONS)
    files = {path.name: path.read_bytes() for path in (data / FILE_NAME, snapshot_of(data))}
    with closing(Journal.open(data)) as journal:
        return Found(files, (tuple(journal.counting_rows(1)),))


def drawn(several: list[Fault]) -> list[Fault]:
    return several if TRIED is None else random.Random(7).sample(several, min(TRIED, len(several)))


@pytest.mark.parametrize("kind", KINDS)
def test_disk_that_fails_while_a_table_comes_up_costs_nothing(kind: str, tmp_path: Path) -> None:
    found = on_disk(kind, tmp_path)
    every = list(faults.faults(faults.calls(found.files, tmp_path / "counted")))
    assert len(every) > 1000
    reading = [fault for fault in every if fault.call in READING and fault.error == "EIO"]
    others = [fault for fault in every if fault not in reading]
    tried = (*drawn(reading), *drawn(others))
    outcomes = {str(fault): faults.outcome(found, fault, tmp_path / "tried") for fault in tried}
    print(f"{kind}: {len(every)} faults of {len({fault.call for fault in every})} calls;", Counter(outcomes.values()))
    assert {fault: said for fault, said in outcomes.items() if said not in faults.WELL} == {}
