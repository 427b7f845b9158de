"""Database access to the boxes' connections: which boxes are connected to the broker, and since when."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, insert, select

from club.store.schema import BOX, CONNECTED
from club.store.store_part import StorePart
from values.named_tuple import NamedTuple


class BoxConnection(NamedTuple):
    """Whether a box is connected to the broker, and when the hub learnt it, in seconds since 1970."""

    online: bool
    since: float


class Connections(StorePart):
    """Connections of boxes, within a transaction of the store."""

    def list_connections(self) -> dict[str, BoxConnection]:
        """The connections of all boxes of which one is known, by the boxes' names."""
        rows = self._execute(select(CONNECTED.c.box, CONNECTED.c.online, CONNECTED.c.since))
        return {box: BoxConnection(online, since) for box, online, since in rows}

    def store_changes(self, online: Mapping[str, bool], now: float) -> None:
        """Store whether these boxes are connected. `since` stays the same for those that have not changed."""
        known = self.list_connections()
        boxes = set(self._execute(select(BOX.c.name).where(BOX.c.name.in_(sorted(online)))).scalars())
        changed = [
            {"box": box, "online": is_online, "since": now}
            for box, is_online in online.items()
            if box in boxes and (box not in known or known[box].online != is_online)
        ]
        if changed:
            self._execute(delete(CONNECTED).where(CONNECTED.c.box.in_([one["box"] for one in changed])))
            self._execute(insert(CONNECTED), changed)
