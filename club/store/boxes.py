"""Database access to the boxes of the club."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, func, insert, select, update

from club.store.bulk import rows_of_parameter, rows_parameter, update_rows
from club.store.schema import BOX, CLUB, SET_ASIDE_MESSAGE
from club.store.store_part import StorePart


class ClubBox(NamedTuple):
    """A box of the club: its name at the broker, its table's number, and how many of its revisions are committed."""

    name: str
    table_number: int
    commit_count: int
    is_revoked: bool


_SELECT_BOXES = select(BOX.c.name, BOX.c.seat, BOX.c.commits, BOX.c.revoked)


class LockedBoxes(NamedTuple):
    """Boxes by name, and the (box, identity) pairs of games of which a message is set aside for the director."""

    boxes: dict[str, ClubBox]
    set_aside_games: set[tuple[str, str]]


class Boxes(StorePart):
    """The boxes of the club, within a transaction of the store."""

    def add_box(self, name: str) -> ClubBox:
        """Add a box that joins. It gets the next free table number."""
        self._execute(select(CLUB.c.number).with_for_update())  # no other box gets the same number
        table_number = 1 + int(self._execute(select(func.coalesce(func.max(BOX.c.seat), 0))).scalar_one())
        self._execute(insert(BOX).values(name=name, seat=table_number, commits=0, revoked=False))
        return ClubBox(name, table_number, commit_count=0, is_revoked=False)

    def revoke_box(self, name: str) -> None:
        """Revoke a box: its messages are ignored from now on."""
        self._execute(update(BOX).where(BOX.c.name == name).values(revoked=True))

    def readmit_box(self, name: str) -> None:
        """Admit a revoked box again."""
        self._execute(update(BOX).where(BOX.c.name == name).values(revoked=False))

    def list_boxes(self) -> list[ClubBox]:
        """All boxes, sorted by their tables' numbers."""
        return [ClubBox(*row) for row in self._execute(_SELECT_BOXES.order_by(BOX.c.seat))]

    def find_box(self, name: str) -> ClubBox | None:
        """The box with this name; None if there is none."""
        row = self._execute(_SELECT_BOXES.where(BOX.c.name == name)).one_or_none()
        return None if row is None else ClubBox(*row)

    def table_numbers(self) -> dict[str, int]:
        """The number of each box's table, by the box's name."""
        return {box.name: box.table_number for box in self.list_boxes()}

    def lock_boxes(self, names: Iterable[str]) -> LockedBoxes:
        """Lock the rows of these boxes until the transaction ends. Returns those that exist."""
        names_parameter = rows_parameter({"name": name} for name in sorted(set(names)))
        rows = self._execute(_boxes_to_lock(self._connection.dialect.name), names_parameter).all()
        boxes = {row.name: ClubBox(row.name, row.seat, row.commits, row.revoked) for row in rows}
        return LockedBoxes(boxes, {(row.name, row.identity) for row in rows if row.identity is not None})

    def mark_changed(self, name: str) -> None:
        """Mark a box as changed from outside its receiver: the hub then sends it an inventory."""
        self._execute(update(BOX).where(BOX.c.name == name).values(commits=BOX.c.commits + 1))

    def set_commit_counts(self, counts: dict[str, int]) -> None:
        """Set how many revisions of each box are committed."""
        changed = [{"name": name, "commits": count} for name, count in counts.items()]
        update_rows(self._connection, BOX, BOX.c.name, changed)


@cache
def _boxes_to_lock(dialect: str) -> Select[Any]:
    parameter_rows = rows_of_parameter(dialect, [BOX.c.name])
    is_unsettled = and_(SET_ASIDE_MESSAGE.c.box == BOX.c.name, SET_ASIDE_MESSAGE.c.settled.is_(False))
    columns = select(BOX.c.name, BOX.c.seat, BOX.c.commits, BOX.c.revoked, SET_ASIDE_MESSAGE.c.identity)
    locked = BOX.join(parameter_rows, BOX.c.name == parameter_rows.c.name)
    query = columns.select_from(locked.outerjoin(SET_ASIDE_MESSAGE, is_unsettled))
    return query.order_by(BOX.c.name).with_for_update(of=BOX)
