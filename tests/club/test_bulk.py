"""Bulk inserts and updates: what is written in several portions."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from club.store import bulk
from club.store.bulk import insert_rows, update_rows


def test_rows_are_inserted_and_updated_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """An update put all its rows into one parameter, however many there were."""
    monkeypatch.setattr(bulk, "MAX_ROWS", 2)
    columns = sa.Column("number", sa.Integer, primary_key=True), sa.Column("word", sa.Text)
    table = sa.Table("one", sa.MetaData(), *columns)
    engine, portions = sa.create_engine("sqlite://"), list[str]()
    parameter = bulk.rows_parameter

    def noted(rows: list[bulk.ColumnValues]) -> dict[str, str]:
        found = parameter(rows)
        portions.append(found["rows"])
        return found

    monkeypatch.setattr(bulk, "rows_parameter", noted)
    with engine.begin() as connection:
        table.create(connection)
        insert_rows(connection, table, [{"number": number, "word": "a"} for number in range(3)])
        update_rows(
            connection, table, table.c.number, [{"number": number, "word": f"b{number}"} for number in range(3)]
        )
        update_rows(connection, table, table.c.number, [])
        rows = connection.execute(sa.select(table).order_by(table.c.number)).all()
    engine.dispose()
    assert [tuple(row) for row in rows] == [(0, "b0"), (1, "b1"), (2, "b2")]
    assert [portion.count("{") for portion in portions] == [2, 1, 2, 1]
