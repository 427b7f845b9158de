"""The table's door as a courier sees it."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest

from club.courier.table_client import TableClient, TableUnreachable
from device.outbox.club_messages import GameMark, GameRevision, OutboxChanged, OutboxGames, OutboxRequest
from device.outbox.codec import encode
from device.outbox.frames import with_length
from device.session.rows import JournalRow, RowKind
from device.system.unix_socket import MAX_PATH_LENGTH


def test_a_change_that_comes_with_an_answer_is_known(tmp_path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as table:
        table.bind(str(tmp_path / "door"))
        table.listen(1)
        with closing(TableClient(tmp_path / "door")) as door, closing(table.accept()[0]) as peer:
            door.has_changed = False
            peer.sendall(with_length(encode(OutboxGames(0, 1, ()))) + with_length(encode(OutboxChanged())))
            assert door.list_games() == []
            assert door.has_changed


def test_what_the_table_says_is_forwarded_in_its_own_bytes(tmp_path: Path) -> None:
    revision = GameRevision(GameMark("ff", 1, "0" * 32), None, 0, (JournalRow(RowKind.RECORD, "game loop"),))
    spaced = encode(revision).replace(b",", b", ")
    with closing(socket.socket(socket.AF_UNIX)) as table:
        table.bind(str(tmp_path / "door"))
        table.listen(1)
        with closing(TableClient(tmp_path / "door")) as door, closing(table.accept()[0]) as peer:
            peer.sendall(with_length(spaced))
            said = door.next_revision("ff", None)
            assert said == revision
            assert door.encode_message(said) == spaced
            assert door.encode_message(OutboxRequest(0)) == encode(OutboxRequest(0))


def test_a_door_with_too_long_a_name_is_said_to_be_that(tmp_path: Path) -> None:
    """It said “None”."""
    path = tmp_path / ("x" * MAX_PATH_LENGTH)
    with pytest.raises(TableUnreachable, match=rf"^{path}: AF_UNIX path too long$"):
        TableClient(path)
