"""Bulk inserts and updates: many rows are one JSON parameter of one statement, and the database unpacks it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.dml import UpdateBase

ColumnValues = Mapping[str, Any]

MAX_ROWS = 5_000
"""Maximum number of rows in one parameter. With the longest record lines possible, that is a tenth of what PostgreSQL
takes."""


def insert_rows(connection: sa.Connection, table: sa.Table, rows: Sequence[ColumnValues]) -> None:
    """Insert rows, which must all have the same columns."""
    if rows:
        _execute_in_portions(connection, _insert_statement(connection.dialect.name, table, tuple(rows[0])), rows)


def update_rows(connection: sa.Connection, table: sa.Table, key: sa.Column[Any], rows: Sequence[ColumnValues]) -> None:
    """Update rows by the column `key`. All `rows` must have the same columns, `key` among them."""
    if rows:
        names = tuple(name for name in rows[0] if name != key.name)
        _execute_in_portions(connection, _update_statement(connection.dialect.name, table, key.name, names), rows)


def _execute_in_portions(connection: sa.Connection, statement: UpdateBase, rows: Sequence[ColumnValues]) -> None:
    for start in range(0, len(rows), MAX_ROWS):
        connection.execute(statement, rows_parameter(rows[start : start + MAX_ROWS]))


def rows_of_parameter(dialect: str, columns: Sequence[sa.Column[Any]]) -> sa.FromClause:
    """A FROM clause with the rows of the parameter `rows`, which have these columns' names and types."""
    return _UNPACK_FUNCTIONS[dialect](columns)


def rows_parameter(rows: Iterable[ColumnValues]) -> dict[str, str]:
    """The parameter for a statement with `rows_of_parameter`."""
    return {"rows": json.dumps(list(rows), ensure_ascii=False, separators=(",", ":"))}


@cache
def _insert_statement(dialect: str, table: sa.Table, column_names: tuple[str, ...]) -> UpdateBase:
    parameter_rows = rows_of_parameter(dialect, [table.c[name] for name in column_names])
    return table.insert().from_select(column_names, sa.select(*parameter_rows.c))


@cache
def _update_statement(dialect: str, table: sa.Table, key_name: str, column_names: tuple[str, ...]) -> UpdateBase:
    parameter_rows = rows_of_parameter(dialect, [table.c[name] for name in (key_name, *column_names)])
    new_values = {name: parameter_rows.c[name] for name in column_names}
    return sa.update(table).where(table.c[key_name] == parameter_rows.c[key_name]).values(new_values)


def _unpack_in_postgresql(columns: Sequence[sa.Column[Any]]) -> sa.FromClause:
    rows = sa.cast(sa.bindparam("rows", type_=sa.String), sa.JSON)
    records = sa.func.json_to_recordset(rows).table_valued(*(sa.column(column.name, column.type) for column in columns))
    return records.render_derived(name="given", with_types=True)


def _unpack_in_sqlite(columns: Sequence[sa.Column[Any]]) -> sa.FromClause:
    json_rows = sa.func.json_each(sa.bindparam("rows", type_=sa.String)).table_valued("value", name="each")
    fields = (
        sa.func.json_extract(json_rows.c.value, f"$.{column.name}", type_=column.type).label(column.name)
        for column in columns
    )
    return sa.select(*fields).subquery("given")


_UNPACK_FUNCTIONS: Mapping[str, Callable[[Sequence[sa.Column[Any]]], sa.FromClause]] = {
    "postgresql": _unpack_in_postgresql,
    "sqlite": _unpack_in_sqlite,
}
