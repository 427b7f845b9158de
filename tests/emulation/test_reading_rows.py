"""Reading a journal's rows in the guest changes nothing: the service finds its journal as it left it."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

from device.journal.opening import FILE_NAME
from device.journal.store import Journal
from device.session.rows import JournalRow, RowKind
from tools.emulation.inside.agent import rows


def test_a_journal_whose_service_was_killed_keeps_its_log(tmp_path: Path) -> None:
    served, killed = tmp_path / "served", tmp_path / "killed"
    with closing(Journal.open(served)) as journal:
        journal.begin_game([JournalRow(RowKind.RECORD, "players 3")])
        shutil.copytree(served, killed)
    assert rows(str(killed / FILE_NAME)) == ["players 3"]
    with closing(Journal.open(killed)) as journal:
        assert journal.losses == ()
