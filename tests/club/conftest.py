"""What most tests of a club begin with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from club.store.database import ClubStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ClubStore]:
    """A club with one box, whose name is red."""
    with closing(ClubStore.open(f"sqlite:///{tmp_path / 'club.db'}")) as found:
        with found.transaction() as kept:
            kept.boxes.add("red")
        yield found
