"""The database of a hub: SQLite or PostgreSQL, by the same statements."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from club.store.asides import Asides
from club.store.boxes import Boxes
from club.store.connections import Connections
from club.store.directors import Directors
from club.store.evenings import Evenings
from club.store.games import Games
from club.store.kinds import Kinds
from club.store.left_out import LeftOut
from club.store.lines import RecordLines
from club.store.notices import Notices
from club.store.other_records import OtherRecords
from club.store.ratings import Ratings
from club.store.roundtrips import look_before_use, sent_together
from club.store.schema import ASIDE, CLUB, GAME, METADATA, TOUCHED, VERSION
from club.store.scores import SeatScores
from club.store.talk import Talk
from club.store.tallies import Tallies
from display.words import ENGLISH, Text, text

T = TypeVar("T")

EXAMPLE = "sqlite:///club.db"
"""How a database is named."""

COUNTED = 4
"""From which version on scores are kept of games, with partners: all games of an earlier store are to be counted."""

TURN_S = 60.0
"""How long whoever writes to SQLite waits for others of this program, in seconds; SQLite itself waits half as long for
other programs."""

_READING = "tablekeeper_reading"
"""The option of a connection that is to look only."""


class StoreFailed(Exception):
    """The database can't do it now, or is not one of a hub; `sentence` says what to do to whoever keeps the hub: it may
    name machines and users. `why` is what the database itself said of it."""

    def __init__(self, sentence: Text, why: str = "") -> None:
        super().__init__(ENGLISH.say(sentence))
        self.sentence = sentence
        self.why = why


class StoreRefused(StoreFailed):
    """The database works, and does not take what was to be written: trying again is of no use."""


class ClubStore:
    """An open store. Any thread may use it; whoever writes does so in a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        """Take up the tables of a database, or make them. Raises StoreFailed."""
        self._engine = engine
        self._next, self._writing = Lock(), Lock()
        with _sentences(engine):
            METADATA.create_all(engine)
            with engine.begin() as connection:
                version, self.identity = _club(connection)
                # Earlier programs kept what was settled.
                connection.execute(delete(ASIDE).where(ASIDE.c.settled))
        if version > VERSION:
            raise StoreFailed(text("The database was made by a newer version of Tablekeeper. Install that one."))

    @classmethod
    def open(cls, url: str) -> ClubStore:
        """The store at a URL of SQLAlchemy's, like sqlite:///club.db or postgresql+psycopg:///club.

        Raises StoreFailed.
        """
        try:
            found = make_url(url)
            engine = create_engine(found)
        except (ArgumentError, NoSuchModuleError):
            raise StoreFailed(
                text("“{url}” names no database; write it like {example}.", url=url, example=EXAMPLE)
            ) from None
        except ImportError as error:
            raise StoreFailed(text("The database needs the package {name}.", name=str(error.name))) from None
        if engine.dialect.name == "sqlite":
            _prepare_sqlite(engine)
        elif engine.dialect.driver == "psycopg":
            look_before_use(engine)
        try:
            return cls(engine)
        except BaseException:
            engine.dispose()
            raise

    @contextmanager
    def transaction(self) -> Iterator[StoreTransaction]:
        """All or nothing of what is done meanwhile; durable at the end. Raises StoreFailed."""
        with (
            self._turn(),
            _sentences(self._engine),
            self._engine.connect() as connection,
            connection.begin(),
            ExitStack() as pipelines,
        ):
            yield StoreTransaction(connection, pipelines)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait until nobody else of this program writes to SQLite, in the order in which they came. Raises StoreFailed
        where somebody writes for very long.

        Who waits for SQLite itself looks now and then, and never gets a turn beside somebody who writes all the time.
        """
        if self._engine.dialect.name != "sqlite":
            yield
            return
        self._wait_for(self._next)
        try:
            self._wait_for(self._writing)
        finally:
            self._next.release()
        try:
            yield
        finally:
            self._writing.release()

    def _wait_for(self, turn: Lock) -> None:
        if not turn.acquire(timeout=TURN_S):
            raise _failed(self._engine, f"somebody else has been writing to it for {TURN_S:.0f} seconds")

    @contextmanager
    def reading(self) -> Iterator[StoreTransaction]:
        """See everything as it is at one moment, to look at only; whoever writes neither waits nor is waited for.

        Raises StoreFailed.
        """
        with _sentences(self._engine), self._engine.connect() as connection:
            yield StoreTransaction(connection.execution_options(**{_READING: True}), ExitStack())

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


class _Part(Generic[T]):
    """A part of a store, in the transaction of which it is asked for."""

    def __init__(self, kind: Callable[[Connection], T]) -> None:
        self._kind = kind

    def __get__(self, transaction: StoreTransaction, _: object) -> T:
        return self._kind(transaction.connection)


class StoreTransaction:
    """What can be read and written of a store, within one transaction."""

    boxes = _Part(Boxes)
    """The boxes of the club."""
    games = _Part(Games)
    """The games of all boxes."""
    lines = _Part(RecordLines)
    """The lines of their records, and the revisions that brought them."""
    asides = _Part(Asides)
    """What was set aside for the director."""
    left_out = _Part(LeftOut)
    """Games that count nowhere."""
    notices = _Part(Notices)
    """What the director is told and asked."""
    others = _Part(OtherRecords)
    """Records of games that do not count."""
    talk = _Part(Talk)
    """What director and tables tell each other."""
    connections = _Part(Connections)
    """Which boxes are connected to the broker."""
    evenings = _Part(Evenings)
    """Evenings, seasons, who is here and who sits where."""
    scores = _Part(SeatScores)
    """What each person came to in each game."""
    kinds = _Part(Kinds)
    """Kinds of games."""
    tallies = _Part(Tallies)
    """What everybody comes to in evenings, seasons, kinds and all games."""
    ratings = _Part(Ratings)
    """Ratings after each game, and everybody's last."""
    directors = _Part(Directors)
    """Who may direct."""

    def __init__(self, connection: Connection, pipelines: ExitStack) -> None:
        """`pipelines` is closed before the transaction ends."""
        self.connection = connection
        self._pipelines = pipelines

    def only_write(self, while_it_ends: Callable[[], None] = lambda: None) -> None:
        """Nothing is read from now on: what is written goes to the database together with the end of the transaction,
        where it has that. `while_it_ends` is called then, before anything is durable; elsewhere never."""
        self._pipelines.enter_context(sent_together(self.connection, while_it_ends))


def _club(connection: Connection) -> tuple[int, str]:
    """The version of the tables, and what tells this store from another; both are entered in a new one."""
    found = connection.execute(select(CLUB.c.version, CLUB.c.store)).first()
    if found is not None:
        # What a store of an earlier version lacks are tables, which are there by now.
        connection.execute(update(CLUB).where(CLUB.c.version < VERSION).values(version=VERSION))
        if found[0] < COUNTED:
            connection.execute(TOUCHED.insert().from_select(["game"], select(GAME.c.number).order_by(GAME.c.number)))
        return max(found[0], VERSION), found[1]
    identity = os.urandom(8).hex()
    connection.execute(insert(CLUB).values(number=1, version=VERSION, store=identity))
    return VERSION, identity


@contextmanager
def _sentences(engine: Engine) -> Iterator[None]:
    """Turn what a database says into a StoreFailed."""
    try:
        yield
    except (DBAPIError, engine.dialect.loaded_dbapi.Error) as error:
        why = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0]
        raise _failed(engine, why, StoreRefused if _is_refusal(error, engine) else StoreFailed) from error


def _failed(engine: Engine, why: str, kind: type[StoreFailed] = StoreFailed) -> StoreFailed:
    where = engine.url.render_as_string()
    return kind(text("The database {where} can't do it: {why}", where=where, why=why), why)


def _is_refusal(error: Exception, engine: Engine) -> bool:
    """Whether a database objects to what it was given, and would again (PEP 249 has an exception for each case)."""
    driver = engine.dialect.loaded_dbapi
    return isinstance(
        error.orig if isinstance(error, DBAPIError) else error,
        (driver.DataError, driver.IntegrityError, driver.ProgrammingError, driver.NotSupportedError),
    )


def _prepare_sqlite(engine: Engine) -> None:
    """Have SQLite sync each transaction, keep references, and begin at once what will write: only then is there nobody
    who reads, wants to write and can't. Who reads only needs no lock."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the transaction is begun below
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 30000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        reads = connection.get_execution_options().get(_READING, False)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
