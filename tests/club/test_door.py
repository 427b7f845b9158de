"""The table's door as a courier sees it."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

from club.courier.door import TableDoor
from device.outbox.codec import encode
from device.outbox.framing import frame
from device.outbox.values import OutboxChanged, OutboxGames


def test_a_change_that_comes_with_an_answer_is_known(tmp_path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as table:
        table.bind(str(tmp_path / "door"))
        table.listen(1)
        with closing(TableDoor(tmp_path / "door")) as door, closing(table.accept()[0]) as peer:
            door.changed = False
            peer.sendall(frame(encode(OutboxGames(0, 1, ()))) + frame(encode(OutboxChanged())))
            assert door.games() == []
            assert door.changed
