"""Fewer journeys to a database that is a program of its own: PostgreSQL."""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import InvalidatePoolError


@contextmanager
def sent_together(connection: Connection, while_it_ends: Callable[[], None]) -> Iterator[None]:
    """What is written meanwhile goes to the database together with the end of the transaction, where it has that:
    nothing can be read, and what goes wrong is raised at the end, by the driver. `while_it_ends` is called while the
    database is at it, before anything is durable."""
    made = connection.connection.driver_connection
    if connection.dialect.driver != "psycopg" or made is None or not _has_pipelines():
        yield
        return
    with made.pipeline():
        yield
        made.execute("COMMIT")
        while_it_ends()


def _has_pipelines() -> bool:
    from psycopg import Pipeline  # a hub with SQLite has none

    return Pipeline.is_supported()


def look_before_use(engine: Engine) -> None:
    """Have connections that the database has ended replaced before they are used.

    One that is idle hears nothing from its server but its last words, so that nobody need be asked.
    """

    @event.listens_for(engine, "checkout")
    def taken(made: Any, _: object, __: object) -> None:
        if made.closed or select.select([made], [], [], 0)[0]:
            raise InvalidatePoolError("the database has ended this connection")
