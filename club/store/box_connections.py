"""Database access to the boxes' connections: which boxes are connected to the broker, and since when."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, insert, select

from club.store.schema import BOX, BOX_CONNECTION
from club.store.store_part import StorePart
from values.named_tuple import NamedTuple


class BoxConnection(NamedTuple):
    """Whether a box is connected to the broker, and when the hub learnt it, in seconds since 1970."""

    is_online: bool
    changed_at: float


class BoxConnections(StorePart):
    """Connections of boxes, within a transaction of the store."""

    def list_connections(self) -> dict[str, BoxConnection]:
        """The known connections, by the boxes' names."""
        rows = self._execute(select(BOX_CONNECTION.c.box, BOX_CONNECTION.c.online, BOX_CONNECTION.c.since))
        return {box: BoxConnection(is_online, changed_at) for box, is_online, changed_at in rows}

    def store_changes(self, is_online_by_box: Mapping[str, bool], now: float) -> None:
        """Store whether these boxes are connected. Those that the store does not know are left out, and `changed_at`
        stays the same for those that have not changed."""
        was_online_by_box = {box: connection.is_online for box, connection in self.list_connections().items()}
        known_boxes = set(self._execute(select(BOX.c.name).where(BOX.c.name.in_(is_online_by_box))).scalars())
        changed_rows = [
            {"box": box, "online": is_online, "since": now}
            for box, is_online in is_online_by_box.items()
            if box in known_boxes and was_online_by_box.get(box) is not is_online
        ]
        if changed_rows:
            self._execute(delete(BOX_CONNECTION).where(BOX_CONNECTION.c.box.in_([row["box"] for row in changed_rows])))
            self._execute(insert(BOX_CONNECTION), changed_rows)
