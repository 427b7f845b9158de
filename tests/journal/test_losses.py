"""What was lost with a damaged journal is told until somebody has read it, whatever becomes of the program."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.cli.commands import main
from device.journal import losses, opening
from device.journal.database import Database
from device.journal.losses import Loss
from device.journal.repair import repair
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.reports import documents
from device.session.rows import JournalRow, RowKind
from display.words import ENGLISH
from tests.table.tables import Mock, play

LINES = ("game loop", "players Ann Ben Cleo Dan", "set detail finish", *(f"{name} out" for name in ("Ann", "Ben")))
TOLD = "The journal was damaged. It is kept as journal.db.damaged-1; 5 lines of it could be read and are here."


def spoil(data: Path) -> None:
    """Without its header SQLite opens nothing of a journal; page by page, all of it can be read."""
    content = (data / FILE_NAME).read_bytes()
    (data / FILE_NAME).write_bytes(bytes(100) + content[100:])


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A directory with a journal of one game that is damaged."""
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game([JournalRow(RowKind.RECORD, line) for line in LINES])
    spoil(tmp_path)
    return tmp_path


def told(data: Path) -> list[str]:
    """What a start has to say."""
    with closing(Journal.open(data)) as journal:
        return [ENGLISH.say(loss.sentence) for loss in journal.losses]


def test_loss_is_told_at_every_start_until_somebody_has_closed_it(damaged: Path) -> None:
    assert told(damaged) == [TOLD]
    assert told(damaged) == [TOLD]
    with closing(Journal.open(damaged)) as journal:
        journal.close_loss(journal.losses[0])
    assert told(damaged) == []


def test_a_loss_is_still_told_after_its_damaged_file_could_not_be_taken_in(damaged: Path) -> None:
    """Nothing of the loss has come back."""
    assert told(damaged) == [TOLD]
    (damaged / f"{FILE_NAME}.damaged-1").rename(damaged / "elsewhere")
    assert main(["history", "--restore", "1", "--data", str(damaged)]) == 2
    assert told(damaged) == [TOLD]


def failing_once(monkeypatch: pytest.MonkeyPatch, where: object, name: str, nth: int) -> None:
    """Let the n-th call of something fail for lack of room."""
    real, calls = getattr(where, name), iter(range(1, 1_000_000))

    def call(*arguments: object, **named: object) -> object:
        if next(calls) == nth:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*arguments, **named)

    monkeypatch.setattr(where, name, call)


STEPS = ((Database, "begin_log"), (opening, "make_directory"), (os, "rename"), (Path, "replace"), (os, "fsync"))


@pytest.mark.parametrize("nth", [1, 2, 3])
@pytest.mark.parametrize(("where", "name"), STEPS, ids=[name for _, name in STEPS])
def test_disk_that_is_full_once_while_a_journal_is_mended_takes_no_notice_away(
    damaged: Path, monkeypatch: pytest.MonkeyPatch, where: object, name: str, nth: int
) -> None:
    failing_once(monkeypatch, where, name, nth)
    writer = JournalWriter(lambda: Journal.open(damaged))
    for _ in range(2):  # what failed in the first try may fail in the second
        writer.retry_writing()
    assert writer.fault is None
    assert [ENGLISH.say(notice) for notice in writer.disk.notices] == [TOLD]
    writer.close()
    monkeypatch.undo()
    assert told(damaged) == [TOLD]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_journal_of_which_only_the_log_is_left_belongs_to_the_owner_of_its_folder(tmp_path: Path) -> None:
    """Root mends it, and the service must write to it."""
    os.chown(tmp_path, 1234, 1235)
    (tmp_path / f"{FILE_NAME}-wal").write_bytes(b"no log")
    repair(tmp_path / FILE_NAME)
    status = (tmp_path / FILE_NAME).stat()
    assert (status.st_uid, status.st_gid, status.st_mode & 0o777) == (1234, 1235, 0o600)


def test_second_damage_takes_the_notice_of_the_first_along(damaged: Path) -> None:
    assert told(damaged) == [TOLD]
    spoil(damaged)
    assert told(damaged) == [TOLD, TOLD.replace("damaged-1", "damaged-2")]


def test_notice_that_is_not_whole_is_damage(damaged: Path) -> None:
    assert told(damaged) == [TOLD]
    content = bytearray((damaged / FILE_NAME).read_bytes())
    content[content.index(b"tk-loss") + 8 + 7] ^= 1  # one bit of how many lines could be read
    (damaged / FILE_NAME).write_bytes(content)
    assert told(damaged) == [TOLD.replace("damaged-1", "damaged-2")]


@pytest.mark.parametrize("loss", [Loss("journal.db.damaged-12", 3, 4), Loss("", 0, 0)])
def test_loss_is_read_as_it_was_written_and_no_other_bytes_are(loss: Loss) -> None:
    content = losses.encode_loss(loss)
    assert losses.decode_loss(content) == loss
    for number in range(len(content)):
        assert losses.decode_loss(content[:number]) is None
        assert losses.decode_loss(content[:number] + bytes([content[number] ^ 1]) + content[number + 1 :]) is None
    assert losses.decode_loss("tk-loss") is None


# Where it is told


@pytest.mark.parametrize("command", [("export", "--list"), ("history",), ("history", "--csv")])
def test_lists_of_games_say_what_was_lost(
    damaged: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    told(damaged)
    assert main([*command, "--data", str(damaged)]) == 0
    assert TOLD in capsys.readouterr().err
    with closing(Journal.open(damaged)) as journal:
        journal.close_loss(journal.losses[0])
    assert main([*command, "--data", str(damaged)]) == 0
    assert TOLD not in capsys.readouterr().err


def test_history_in_a_browser_says_it(damaged: Path) -> None:
    told(damaged)
    page = documents.find_document(damaged, "", (), "fr")
    assert page is not None
    assert "Le journal était abîmé. Il est gardé sous le nom journal.db.damaged-1" in page.content.decode()


def shown(mock: Mock) -> str:
    notice = mock.controller.page().notice
    return "" if notice is None else ENGLISH.say(notice.lines[0])


def test_page_says_it_at_every_start_until_somebody_holds_c(damaged: Path) -> None:
    assert shown(play(damaged, [])) == TOLD
    assert shown(play(damaged, [])) == TOLD
    assert shown(play(damaged, ["hold C"])) == ""
    assert shown(play(damaged, [])) == ""
    assert told(damaged) == []


@pytest.fixture
def writer(damaged: Path) -> Iterator[JournalWriter]:
    found = JournalWriter(lambda: Journal.open(damaged))
    yield found
    found.close()


def test_notice_is_closed_for_good_only_where_the_disk_takes_it(
    damaged: Path, writer: JournalWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    (notice,) = writer.disk.notices
    failing_once(monkeypatch, losses, "delete_loss", 1)
    writer.disk.close_notice(notice)
    assert writer.disk.notices == (notice,)
    writer.retry_writing()
    writer.disk.close_notice(notice)
    assert len(writer.disk.notices) == 0
    writer.close()
    assert told(damaged) == []
