"""What a disk fails to look at is not taken for a file that is not there, whatever Python's own methods say of it."""

from __future__ import annotations

import ast
import errno
import os
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

import device.journal
import device.system
from device.journal.errors import JournalError
from device.journal.store import FILE_NAME, Journal
from device.system import files
from tests.journal.rows import row_list
from tests.non_empty import non_empty

HIDING = {"exists", "is_file", "is_dir", "is_symlink", "is_fifo", "is_mount"}
"""Methods of `Path` that say False of what they could not look at; from Python 3.14 on, all of these."""

OWN = {"files.exists", "files.is_file", "os.path.exists"}
"""What says it, and what is only asked for a sentence about an error."""

ROOMS = (device.journal, device.system)


def hiding() -> Iterator[str]:
    """Calls of such methods, with their files."""
    for room in ROOMS:
        for path in sorted(Path(next(iter(room.__path__))).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in HIDING:
                    yield f"{path.name}: {ast.unparse(node.func)}"


def test_nothing_asks_in_a_way_that_hides_errors() -> None:
    asked = list(non_empty(hiding()))
    assert [one for one in asked if one.split(": ")[1] not in OWN] == []


class FailingLooks:
    """A disk that fails at one of the looks at a journal's files, by Python's methods as they are from 3.14 on."""

    def __init__(self, patch: pytest.MonkeyPatch, at: int) -> None:
        self.failed = False
        self._left = at
        self._stat = os.stat
        patch.setattr(os, "stat", self.look)
        patch.setattr(Path, "exists", os.path.exists)

    def look(self, path: Any, *arguments: Any, **named: Any) -> os.stat_result:
        if not isinstance(path, int) and FILE_NAME in os.fspath(path):
            self._left -= 1
            if self._left == 0:
                self.failed = True
                raise OSError(errno.EIO, os.strerror(errno.EIO), path)
        return self._stat(path, *arguments, **named)


def test_journal_is_there_again_whichever_look_at_it_failed(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game(row_list("one", "two"))
    for at in range(1, 100):
        with pytest.MonkeyPatch.context() as patch:
            looks = FailingLooks(patch, at)
            with suppress(JournalError):
                Journal.open(tmp_path).close()
        with closing(Journal.open(tmp_path)) as journal:
            assert journal.notice is None
            assert journal.stored_rows(1) == row_list("one", "two"), at
        if not looks.failed:
            break
    assert 3 < at < 99


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO])
def test_what_can_not_be_looked_at_is_an_error(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any, **__: Any) -> os.stat_result:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "stat", failing)
    for ask in (files.exists, files.is_file):
        with pytest.raises(OSError, match=os.strerror(number)):
            ask(tmp_path)


def test_what_leads_to_nothing_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "itself").symlink_to(tmp_path / "itself")
    (tmp_path / "gone").symlink_to(tmp_path / "nothing")
    (tmp_path / "file").touch()
    there = {name: files.exists(tmp_path / name) for name in ("itself", "gone", "file", "file/below", "nothing")}
    assert there == {"itself": False, "gone": False, "file": True, "file/below": False, "nothing": False}
    assert {name: files.is_file(tmp_path / name) for name in there} == there
