"""The journal as the outbox stays open, and whatever becomes of its file, answers are out of the one that is there."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from device.journal.store import FILE_NAME, Journal
from device.outbox.club_messages import OutboxGames, OutboxRequest
from device.outbox.codec import decode, encode
from device.outbox.journal_outbox import JournalOutbox
from device.session.rows import JournalRow, RowKind

ROWS = [JournalRow(RowKind.RECORD, line) for line in ("game no-thanks", "players Ann Ben Cleo", "flip 3", "Ann pass")]


def lengths(outbox: JournalOutbox) -> list[int] | None:
    found = outbox.answer(encode(OutboxRequest(0)))
    if found is None:
        return None
    games = decode(found)
    assert isinstance(games, OutboxGames)
    return [one.row_count for one in games.games]


def test_a_file_that_takes_the_place_of_another_is_opened(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for place, rows in (one, ROWS), (other, ROWS[:3]):
        with closing(Journal.open(place)) as journal:
            journal.begin_game(rows)
    with closing(JournalOutbox(one)) as outbox:
        assert lengths(outbox) == [4]
        (one / FILE_NAME).unlink()
        assert lengths(outbox) is None
        shutil.copy(other / FILE_NAME, one / FILE_NAME)
        assert lengths(outbox) == [3]


def test_it_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Journal.open(tmp_path)) as journal, closing(JournalOutbox(tmp_path)) as outbox:
        journal.begin_game(ROWS[:3])
        assert lengths(outbox) == [3]
        monkeypatch.setattr(Journal, "open_to_read", None)
        journal.append(1, ROWS[3:])
        assert lengths(outbox) == [4]


def test_what_could_only_be_recovered_is_read_anew_each_time(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game(ROWS[:3])
    whole = (tmp_path / FILE_NAME).read_bytes()
    (tmp_path / FILE_NAME).write_bytes(whole[:-1000])
    with closing(JournalOutbox(tmp_path)) as outbox:
        lengths(outbox)
        (tmp_path / FILE_NAME).write_bytes(whole)
        assert lengths(outbox) == [3]
