"""What people said of the past is not kept on a disk that is full: they are told so, in their language."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from device.journal.deleted import DeletedGames
from device.people.people import People
from device.people.store import PeopleStore
from device.reports import notes
from device.reports.notes import GameNote
from device.system import atomicfile
from device.system.not_done import NotDone
from display.languages import language
from display.words import ENGLISH


def delete(data: Path) -> None:
    with DeletedGames(data).change() as deleted:
        deleted["0" * 32] = None


CHANGES: dict[str, Callable[[Path], None]] = {
    "people.json": lambda data: PeopleStore(data).save(People().with_added("Ann")),
    "deleted.json": delete,
    "notes.json": lambda data: notes.write_note(data, "0" * 32, GameNote("Ann's birthday")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_full_disk_is_said_in_the_language_of_whoever_reads(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(atomicfile, "replace_file", full)
    with pytest.raises(NotDone) as refused:
        CHANGES[name](tmp_path)
    assert isinstance(refused.value, NotDone)
    sentence = refused.value.sentence
    assert ENGLISH.say(sentence) == f"{tmp_path / name} can't be written: the disk is full."
    assert language("fr").say(sentence).endswith("le disque est plein.")
