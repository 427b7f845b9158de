"""The hub's database connection, SQLite or PostgreSQL, with transactions that give access to its parts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, inspect, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from club.store.box_connections import BoxConnections
from club.store.boxes import Boxes
from club.store.director_messages import DirectorMessages
from club.store.directors import Directors
from club.store.evenings import Evenings
from club.store.games import Games
from club.store.kinds import Kinds
from club.store.left_out import LeftOutGames
from club.store.lines import RecordLines
from club.store.notices import Notices
from club.store.other_records import OtherRecords
from club.store.ratings import Ratings
from club.store.roundtrips import check_pooled_connections, pipeline
from club.store.schema import CLUB, GAME, METADATA, RECOUNT_QUEUE, SCHEMA_VERSION, SET_ASIDE_MESSAGE
from club.store.scores import SeatScores
from club.store.set_aside_messages import SetAsideMessages
from club.store.tallies import Tallies
from display.words import ENGLISH, Text, text

T = TypeVar("T")

EXAMPLE_URL = "sqlite:///club.db"
"""An example of a database's URL, for error messages."""

FIRST_VERSION_WITH_PARTNERS = 4
"""The first schema version that stores scores with partners. All games of an earlier store are queued for a recount."""

WRITE_LOCK_TIMEOUT_S = 60.0
"""Timeout in seconds for a thread that waits until other threads have written to SQLite. SQLite's own timeout, for
other programs, is half as long."""

_READ_ONLY_OPTION = "tablekeeper_reading"
"""The execution option of a read-only connection."""


class StoreFailed(Exception):
    """The database failed, cannot be reached, or is not one of a hub.

    `sentence` is for the hub's administrator, since it may name machines and users. `reason` is the database's
    message, or this program's about its own lock; empty if there is none.
    """

    def __init__(self, sentence: Text, reason: str = "") -> None:
        super().__init__(ENGLISH.say(sentence))
        self.sentence = sentence
        self.reason = reason


class StoreRefused(StoreFailed):
    """The database works, but rejected the data. A retry would be rejected too."""


class ClubStore:
    """An open store. It is thread-safe: each writer has a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        """Open a database's tables, and create those that it lacks. Raises StoreFailed."""
        self._engine = engine
        self._next_writer_lock, self._writer_lock = Lock(), Lock()
        with _translate_errors(engine):
            _refuse_newer_version(engine)
            METADATA.create_all(engine)
            with engine.begin() as connection:
                self.identity = _create_or_upgrade_club(connection)
                """The random identifier of this store, which a backup of it has, too."""
                # Earlier versions of the program did not delete settled rows.
                connection.execute(delete(SET_ASIDE_MESSAGE).where(SET_ASIDE_MESSAGE.c.settled))

    @classmethod
    def open(cls, url: str) -> ClubStore:
        """Open the store at an SQLAlchemy URL, like sqlite:///club.db or postgresql+psycopg:///club.

        Raises StoreFailed.
        """
        try:
            database_url = make_url(url)
            engine = create_engine(database_url)
        except (ArgumentError, NoSuchModuleError):
            raise StoreFailed(
                text("“{url}” names no database; write it like {example}.", url=url, example=EXAMPLE_URL)
            ) from None
        except ImportError as error:
            raise StoreFailed(text("The database needs the package {name}.", name=str(error.name))) from None
        if engine.dialect.name == "sqlite":
            _prepare_sqlite(engine)
        elif engine.dialect.driver == "psycopg":
            check_pooled_connections(engine)
        try:
            return cls(engine)
        except BaseException:
            engine.dispose()
            raise

    @contextmanager
    def transaction(self) -> Iterator[StoreTransaction]:
        """Run a transaction: it is committed, and durable, at the end, or rolled back on error. Raises StoreFailed."""
        with (
            self._write_lock(),
            _translate_errors(self._engine),
            self._engine.connect() as connection,
            connection.begin(),
            ExitStack() as pipeline_exits,
        ):
            yield StoreTransaction(connection, pipeline_exits)

    @contextmanager
    def _write_lock(self) -> Iterator[None]:
        """Hold this program's write lock for SQLite. Raises StoreFailed if it can't be had.

        SQLite's own busy timeout only polls, so that a thread that writes all the time would starve the others. Here,
        it must wait behind the thread that has `_next_writer_lock`. The wait for each of the two locks is at most
        `WRITE_LOCK_TIMEOUT_S`.
        """
        if self._engine.dialect.name != "sqlite":
            yield
            return
        self._acquire(self._next_writer_lock)
        try:
            self._acquire(self._writer_lock)
        finally:
            self._next_writer_lock.release()
        try:
            yield
        finally:
            self._writer_lock.release()

    def _acquire(self, lock: Lock) -> None:
        if not lock.acquire(timeout=WRITE_LOCK_TIMEOUT_S):
            raise _failure(self._engine, f"somebody else has been writing to it for {WRITE_LOCK_TIMEOUT_S:.0f} seconds")

    @contextmanager
    def read_only_transaction(self) -> Iterator[StoreTransaction]:
        """Run a transaction that only reads: it neither blocks writers nor waits for them, and what it writes is never
        committed. Raises StoreFailed."""
        with _translate_errors(self._engine), self._engine.connect() as connection:
            yield StoreTransaction(connection.execution_options(**{_READ_ONLY_OPTION: True}), ExitStack())

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


class _StorePartDescriptor(Generic[T]):
    """A descriptor of `StoreTransaction`: it creates a part of the store on the transaction's connection."""

    def __init__(self, part_class: Callable[[Connection], T]) -> None:
        self._part_class = part_class

    def __get__(self, transaction: StoreTransaction, _: object) -> T:
        return self._part_class(transaction.connection)


class StoreTransaction:
    """The parts of a store, to read and write within one transaction."""

    boxes = _StorePartDescriptor(Boxes)
    """The boxes of the club."""
    games = _StorePartDescriptor(Games)
    """The games of all boxes."""
    lines = _StorePartDescriptor(RecordLines)
    """The lines of the games' records, and the revisions in which they arrived."""
    set_aside_messages = _StorePartDescriptor(SetAsideMessages)
    """Messages set aside for the director."""
    left_out = _StorePartDescriptor(LeftOutGames)
    """Games that a director left out: they count nowhere."""
    notices = _StorePartDescriptor(Notices)
    """Notices and questions to the director."""
    other_records = _StorePartDescriptor(OtherRecords)
    """Records of games that do not count."""
    director_messages = _StorePartDescriptor(DirectorMessages)
    """Messages between the director and the tables, and the tables' calls."""
    box_connections = _StorePartDescriptor(BoxConnections)
    """Which boxes are connected to the broker."""
    evenings = _StorePartDescriptor(Evenings)
    """Evenings, seasons, the people present, and seating draws."""
    scores = _StorePartDescriptor(SeatScores)
    """Each person's score in each game."""
    kinds = _StorePartDescriptor(Kinds)
    """Kinds of games."""
    tallies = _StorePartDescriptor(Tallies)
    """Each person's totals over evenings, seasons, kinds of games, and all games."""
    ratings = _StorePartDescriptor(Ratings)
    """Everybody's rating after each game, and everybody's current rating."""
    directors = _StorePartDescriptor(Directors)
    """The directors and their login sessions."""

    def __init__(self, connection: Connection, pipeline_exits: ExitStack) -> None:
        """`pipeline_exits` are called before the transaction ends."""
        self.connection = connection
        self._pipeline_exits = pipeline_exits

    def pipeline_writes(self, while_committing: Callable[[], None] = lambda: None) -> None:
        """Promise that the rest of the transaction only writes, so that writes are sent together with the COMMIT.

        Only PostgreSQL can do this. `while_committing` is called once the COMMIT is sent, before anything is durable.
        With other databases, this does nothing, and `while_committing` is never called.
        """
        self._pipeline_exits.enter_context(pipeline(self.connection, while_committing))


def _refuse_newer_version(engine: Engine) -> None:
    """Raise StoreFailed for a database of a newer version of the program, before anything is changed in it."""
    with engine.connect() as connection:
        version = connection.scalar(select(CLUB.c.version)) if inspect(connection).has_table(CLUB.name) else None
    if version is not None and version > SCHEMA_VERSION:
        raise StoreFailed(text("The database was made by a newer version of Tablekeeper. Install that one."))


def _create_or_upgrade_club(connection: Connection) -> str:
    """The store's identifier. A new store gets it, and the schema's version; an earlier one is upgraded."""
    row = connection.execute(select(CLUB.c.version, CLUB.c.store)).first()
    if row is not None:
        # A store of an earlier version lacks only tables, and `create_all` has added them by now.
        connection.execute(update(CLUB).where(CLUB.c.version < SCHEMA_VERSION).values(version=SCHEMA_VERSION))
        if row.version < FIRST_VERSION_WITH_PARTNERS:
            connection.execute(
                RECOUNT_QUEUE.insert().from_select(["game"], select(GAME.c.number).order_by(GAME.c.number))
            )
        identity: str = row.store
        return identity
    identity = os.urandom(8).hex()
    connection.execute(insert(CLUB).values(number=1, version=SCHEMA_VERSION, store=identity))
    return identity


@contextmanager
def _translate_errors(engine: Engine) -> Iterator[None]:
    """Turn the database's exceptions into StoreFailed or StoreRefused."""
    try:
        yield
    except (DBAPIError, engine.dialect.loaded_dbapi.Error) as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0]
        raise _failure(engine, reason, StoreRefused if _is_refusal(error, engine) else StoreFailed) from error


def _failure(engine: Engine, reason: str, error_class: type[StoreFailed] = StoreFailed) -> StoreFailed:
    url = engine.url.render_as_string()
    sentence = text("The database {where} can't do it: {why}", where=url, why=reason)
    return error_class(sentence, reason)


def _is_refusal(error: Exception, engine: Engine) -> bool:
    """Whether the database rejected the data, and would on a retry (PEP 249 has an exception for each case)."""
    driver = engine.dialect.loaded_dbapi
    return isinstance(
        error.orig if isinstance(error, DBAPIError) else error,
        (driver.DataError, driver.IntegrityError, driver.ProgrammingError, driver.NotSupportedError),
    )


def _prepare_sqlite(engine: Engine) -> None:
    """Have SQLite sync each commit, enforce foreign keys, and lock at the beginning of each transaction that writes.

    Otherwise, a transaction that has read could fail to get the write lock later. Reading needs no lock.
    """

    def set_pragmas(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the transaction is begun below
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 30000"):
            connection.execute(f"PRAGMA {pragma}")

    def begin_transaction(connection: Connection) -> None:
        is_read_only = connection.get_execution_options().get(_READ_ONLY_OPTION, False)
        connection.exec_driver_sql("BEGIN" if is_read_only else "BEGIN IMMEDIATE")

    event.listen(engine, "connect", set_pragmas)
    event.listen(engine, "begin", begin_transaction)
