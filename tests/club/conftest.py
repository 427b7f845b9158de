"""Fixtures for most tests of a club."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile

import pytest

from club.store.database import ClubStore


@pytest.fixture(scope="session")
def club_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with one box, called red: made once, for tests to copy."""
    path = tmp_path_factory.mktemp("club") / "club.db"
    with closing(ClubStore.open(f"sqlite:///{path}")) as made, made.transaction() as transaction:
        transaction.boxes.add_box("red")
    return path


@pytest.fixture
def store(club_database: Path, tmp_path: Path) -> Iterator[ClubStore]:
    """A club with one box, called red."""
    with copied(club_database, tmp_path) as found:
        yield found


@contextmanager
def copied(database: Path, place: Path) -> Iterator[ClubStore]:
    """A copy of a store that is not open."""
    path = place / "club.db"
    copyfile(database, path)
    with closing(ClubStore.open(f"sqlite:///{path}")) as found:
        yield found
