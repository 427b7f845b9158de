"""Bulk inserts and updates: all rows are one JSON parameter, which the database unpacks, so that one statement does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    FromClause,
    String,
    Table,
    bindparam,
    cast,
    column,
    func,
    select,
    update,
)
from sqlalchemy.sql.dml import UpdateBase

Row = Mapping[str, Any]

MAX_ROWS = 5_000
"""Most rows in one parameter: with the longest lines possible, a tenth of PostgreSQL's limit."""


def add_rows(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows, which must all have the same columns."""
    for at in range(0, len(rows), MAX_ROWS):
        statement = _insert_statement(connection.dialect.name, table, tuple(rows[0]))
        connection.execute(statement, rows_parameter(rows[at : at + MAX_ROWS]))


def change_rows(connection: Connection, table: Table, key: Column[Any], rows: Sequence[Row]) -> None:
    """Update rows by the column `key`. All `rows` must have the same columns, `key` among them."""
    if rows:
        names = tuple(name for name in rows[0] if name != key.name)
        connection.execute(_update_statement(connection.dialect.name, table, key.name, names), rows_parameter(rows))


def rows_of_parameter(dialect: str, columns: Sequence[Column[Any]]) -> FromClause:
    """A FROM clause with the rows of the parameter `rows`, which have these columns' names and types."""
    return _UNPACKED[dialect](columns)


def rows_parameter(rows: Iterable[Row]) -> dict[str, str]:
    """The parameter for a statement with `rows_of_parameter`."""
    return {"rows": json.dumps(list(rows), ensure_ascii=False, separators=(",", ":"))}


@cache
def _insert_statement(dialect: str, table: Table, names: tuple[str, ...]) -> UpdateBase:
    given = rows_of_parameter(dialect, [table.c[name] for name in names])
    return table.insert().from_select(names, select(*given.c))


@cache
def _update_statement(dialect: str, table: Table, key: str, names: tuple[str, ...]) -> UpdateBase:
    given = rows_of_parameter(dialect, [table.c[name] for name in (key, *names)])
    return update(table).where(table.c[key] == given.c[key]).values({name: given.c[name] for name in names})


def _unpack_in_postgresql(columns: Sequence[Column[Any]]) -> FromClause:
    rows = cast(bindparam("rows", type_=String), JSON)
    records = func.json_to_recordset(rows).table_valued(*(column(one.name, one.type) for one in columns))
    return records.render_derived(name="given", with_types=True)


def _unpack_in_sqlite(columns: Sequence[Column[Any]]) -> FromClause:
    each = func.json_each(bindparam("rows", type_=String)).table_valued("value", name="each")
    fields = (func.json_extract(each.c.value, f"$.{one.name}", type_=one.type).label(one.name) for one in columns)
    return select(*fields).subquery("given")


_UNPACKED: Mapping[str, Callable[[Sequence[Column[Any]]], FromClause]] = {
    "postgresql": _unpack_in_postgresql,
    "sqlite": _unpack_in_sqlite,
}
