"""Saves round trips to PostgreSQL: pipelined writes, and a check of idle connections without a query."""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import InvalidatePoolError


@contextmanager
def pipeline(connection: Connection, while_committing: Callable[[], None]) -> Iterator[None]:
    """Send all writes together with the COMMIT, in a pipeline, if the driver is psycopg and supports it.

    Nothing can be read meanwhile, and errors are raised at the end, by the driver. `while_committing` is called before
    anything is durable. Without pipelines, this does nothing.
    """
    driver_connection = connection.connection.driver_connection
    if connection.dialect.driver != "psycopg" or driver_connection is None or not _has_pipelines():
        yield
        return
    with driver_connection.pipeline():
        yield
        driver_connection.execute("COMMIT")
        while_committing()


def _has_pipelines() -> bool:
    from psycopg import Pipeline  # imported late: needed only if the database is PostgreSQL

    return Pipeline.is_supported()


def check_pooled_connections(engine: Engine) -> None:
    """Replace pooled connections that the database has closed before they are used.

    A server sends nothing on an idle connection except when it closes it: `select` is enough, without a query.
    """

    def check_connection(driver_connection: Any, _: object, __: object) -> None:
        if driver_connection.closed or select.select([driver_connection], [], [], 0)[0]:
            raise InvalidatePoolError("the database has ended this connection")

    event.listen(engine, "checkout", check_connection)
