"""The database of a hub: SQLite or PostgreSQL, by the same statements."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, Select, create_engine, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from club.store import sentences
from club.store.bulk import add_rows, change_rows, given_rows, packed
from club.store.connections import Connections
from club.store.directing import Directors
from club.store.evenings import Evenings
from club.store.schema import ASIDE, BOX, CLUB, GAME, LINE, METADATA, REPLACED, REVISION, VERSION
from club.store.talking import Talk
from device.history.encoding import decoded, encoded
from device.history.results import GameResult
from device.outbox.values import GameMark
from device.session.rows import JournalRow, RowKind
from display.words import ENGLISH, Text, text

EXAMPLE = "sqlite:///club.db"
"""How a database is named."""

MOST_ASIDE = 100
"""How many things of one box wait for the director; what else it says is set aside in place of the newest."""

_READING = "tablekeeper_reading"
"""The option of a connection that is to look only."""


class StoreFailed(Exception):
    """The database can't do it now, or is not one of a hub; `sentence` says what to do."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(ENGLISH.say(sentence))
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class ClubBox:
    """A box of the club: its name at the broker, its table's number, how many of its revisions are committed."""

    name: str
    seat: int
    commits: int
    revoked: bool


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the store has it; times are in seconds since 1970, `begun` None where the box did not know it."""

    number: int
    box: str
    mark: GameMark
    length: int
    begun: float | None
    received: float
    changed: float
    result: GameResult | None


@dataclass(frozen=True, slots=True)
class SetAside:
    """What was set aside for the director."""

    number: int
    box: str
    game: str
    revision: int
    sentence: Text
    received: float


@dataclass(frozen=True, slots=True)
class NewLines:
    """What one revision changes: the lines from `keeps` on, of which those in `before` were there instead."""

    game: int
    mark: GameMark
    keeps: int
    lines: Sequence[JournalRow]
    before: Sequence[JournalRow]
    received: float

    @property
    def length(self) -> int:
        """How many lines there are with this revision."""
        return self.keeps + len(self.lines)


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
        if version > VERSION:
            raise StoreFailed(text("The database was made by a newer version of Tablekeeper. Install that one."))

    @classmethod
    def open(cls, url: str) -> ClubStore:
        """The store at a URL of SQLAlchemy's, like sqlite:///club.db or postgresql+psycopg:///club.

        Raises StoreFailed.
        """
        try:
            found = make_url(url)
            engine = create_engine(found, pool_pre_ping=True)
        except (ArgumentError, NoSuchModuleError):
            raise StoreFailed(
                text("“{url}” names no database; write it like {example}.", url=url, example=EXAMPLE)
            ) from None
        except ImportError as error:
            raise StoreFailed(text("The database needs the package {name}.", name=str(error.name))) from None
        if engine.dialect.name == "sqlite":
            _prepare_sqlite(engine)
        return cls(engine)

    @contextmanager
    def transaction(self) -> Iterator[StoreTransaction]:
        """All or nothing of what is done meanwhile; durable at the end. Raises StoreFailed."""
        with self._turn(), _sentences(self._engine), self._engine.begin() as connection:
            yield StoreTransaction(connection)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait until nobody else of this program writes to SQLite, in the order in which they came.

        Who waits for SQLite itself looks now and then, and never gets a turn beside somebody who writes all the time.
        """
        if self._engine.dialect.name != "sqlite":
            yield
            return
        with self._next:
            self._writing.acquire()
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def reading(self) -> Iterator[StoreTransaction]:
        """See everything as it is at one moment, to look at only; whoever writes neither waits nor is waited for.

        Raises StoreFailed.
        """
        with _sentences(self._engine), self._engine.connect() as connection:
            yield StoreTransaction(connection.execution_options(**{_READING: True}))

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


class StoreTransaction:
    """What can be read and written of a store, within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def talk(self) -> Talk:
        """What director and tables tell each other."""
        return Talk(self._connection)

    @property
    def connections(self) -> Connections:
        """Which boxes are connected to the broker."""
        return Connections(self._connection)

    @property
    def evenings(self) -> Evenings:
        """Evenings, seasons, who is here and who sits where."""
        return Evenings(self._connection)

    @property
    def directors(self) -> Directors:
        """Who may direct."""
        return Directors(self._connection)

    # Boxes

    def add_box(self, name: str) -> ClubBox:
        """A box that joins; it gets the next table's number."""
        seat = 1 + int(self._connection.execute(select(func.coalesce(func.max(BOX.c.seat), 0))).scalar_one())
        self._connection.execute(insert(BOX).values(name=name, seat=seat, commits=0, revoked=False))
        return ClubBox(name, seat, 0, False)

    def revoke_box(self, name: str) -> None:
        """Nothing of this box is taken from now on."""
        self._connection.execute(update(BOX).where(BOX.c.name == name).values(revoked=True))

    def admit_box(self, name: str) -> None:
        """A box that was revoked is of the club again."""
        self._connection.execute(update(BOX).where(BOX.c.name == name).values(revoked=False))

    def boxes(self) -> list[ClubBox]:
        """All boxes, by their tables' numbers."""
        found = self._connection.execute(
            select(BOX.c.name, BOX.c.seat, BOX.c.commits, BOX.c.revoked).order_by(BOX.c.seat)
        )
        return [ClubBox(*row) for row in found]

    def held_boxes(self, names: Iterable[str]) -> dict[str, ClubBox]:
        """Those of these boxes that there are. Until the transaction ends, nobody else changes anything of theirs."""
        wanted = packed({"name": name} for name in sorted(set(names)))
        found = self._connection.execute(_held_boxes(self._connection.dialect.name), wanted)
        return {row[0]: ClubBox(*row) for row in found}

    def count_commits(self, commits: dict[str, int]) -> None:
        """How many revisions of each box are committed now."""
        changed = [{"name": name, "commits": count} for name, count in commits.items()]
        change_rows(self._connection, BOX, BOX.c.name, changed)

    # Games

    def game(self, box: str, identity: str) -> StoredGame | None:
        """A game of a box."""
        found = self._connection.execute(_GAMES.where(GAME.c.box == box, GAME.c.identity == identity)).first()
        return None if found is None else _game(found)

    def other_box(self, box: str, identity: str) -> str | None:
        """Another box that a game is of; None if there is none."""
        wanted = select(GAME.c.box).where(GAME.c.identity == identity, GAME.c.box != box).limit(1)
        found: str | None = self._connection.execute(wanted).scalar()
        return found

    def games(self, box: str | None = None, since: float | None = None) -> list[StoredGame]:
        """The games of a box, or of all; those that have changed since a moment. The first that came first."""
        wanted = _GAMES
        if box is not None:
            wanted = wanted.where(GAME.c.box == box)
        if since is not None:
            wanted = wanted.where(GAME.c.changed >= since)
        return [_game(row) for row in self._connection.execute(wanted.order_by(GAME.c.number))]

    def games_of(self, numbers: Iterable[int]) -> list[StoredGame]:
        """The games of these numbers, the first that came first."""
        wanted = packed({"number": number} for number in numbers)
        found = self._connection.execute(_games_of(self._connection.dialect.name), wanted)
        return [_game(row) for row in found]

    def all_marks(self) -> dict[int, GameMark]:
        """How far each game of all boxes is here, by their numbers, the first that came first."""
        wanted = select(GAME.c.number, GAME.c.identity, GAME.c.revision, GAME.c.digest).order_by(GAME.c.number)
        return {row[0]: GameMark(*row[1:]) for row in self._connection.execute(wanted)}

    def latest_games(self, boxes: Sequence[str] | None = None) -> dict[str, StoredGame]:
        """The game of each box, or of each of these, that came last, by the boxes' names."""
        last = select(func.max(GAME.c.number)).group_by(GAME.c.box)
        if boxes is not None:
            last = last.where(GAME.c.box.in_(boxes))
        return {game.box: game for game in map(_game, self._connection.execute(_GAMES.where(GAME.c.number.in_(last))))}

    def marks(self, box: str) -> list[GameMark]:
        """How far each game of a box is here."""
        wanted = select(GAME.c.identity, GAME.c.revision, GAME.c.digest).where(GAME.c.box == box)
        return [GameMark(*row) for row in self._connection.execute(wanted.order_by(GAME.c.number))]

    def lines(self, game: int, after: int = 0) -> list[JournalRow]:
        """The lines of a game's record, after so many."""
        wanted = select(LINE.c.kind, LINE.c.text).where(LINE.c.game == game, LINE.c.place > after)
        wanted = wanted.order_by(LINE.c.place)
        return [JournalRow(RowKind(kind), words) for kind, words in self._connection.execute(wanted)]

    def replaced(self, game: int) -> list[tuple[int, int, JournalRow]]:
        """Lines that revisions took back: the revision's number, the line's place, and the line."""
        columns = select(REPLACED.c.revision, REPLACED.c.place, REPLACED.c.kind, REPLACED.c.text)
        wanted = columns.where(REPLACED.c.game == game).order_by(REPLACED.c.revision, REPLACED.c.place)
        return [
            (revision, place, JournalRow(RowKind(kind), words))
            for revision, place, kind, words in self._connection.execute(wanted)
        ]

    def digest_of(self, game: int, revision: int) -> str | None:
        """The digest of a revision that was committed; None if there was none of that number."""
        wanted = select(REVISION.c.digest).where(REVISION.c.game == game, REVISION.c.number == revision)
        found: str | None = self._connection.execute(wanted).scalar()
        return found

    def only_added(self, game: int, mark: GameMark, length: int) -> bool:
        """Whether a game that had so many lines at a mark has had nothing but lines added to them since."""
        columns = select(REVISION.c.number, REVISION.c.digest, REVISION.c.keeps)
        since = columns.where(REVISION.c.game == game, REVISION.c.number >= mark.number).order_by(REVISION.c.number)
        found = [(GameMark(mark.game, *row[:2]), int(row[2])) for row in self._connection.execute(since)]
        return bool(found) and found[0][0] == mark and all(keeps >= length for _, keeps in found[1:])

    def add_game(self, box: str, identity: str, begun: float | None, now: float) -> int:
        """A game of which nothing is here yet. Returns its number."""
        values = {
            "box": box, "identity": identity, "revision": 0, "digest": "", "length": 0, "begun": begun,
            "received": now, "changed": now, "kind": "", "finished": False, "facts": encoded(None),
        }  # fmt: skip
        found = self._connection.execute(insert(GAME).values(values).returning(GAME.c.number))
        number: int = found.scalar_one()
        return number

    def add_lines(self, changes: Sequence[NewLines]) -> None:
        """What these revisions change, in order: at most one takes lines back that another one of them brought."""
        for one in changes:
            if one.before:
                self._replace(one)
        rows = [
            {"game": one.game, "place": place, "kind": line.kind.value, "text": line.text}
            for one in changes
            for place, line in enumerate(one.lines, one.keeps + 1)
        ]
        add_rows(self._connection, LINE, rows)
        revisions = [
            {
                "game": one.game, "number": one.mark.number, "digest": one.mark.digest, "keeps": one.keeps,
                "length": one.length, "received": one.received,
            }
            for one in changes
        ]  # fmt: skip
        add_rows(self._connection, REVISION, revisions)

    def _replace(self, change: NewLines) -> None:
        taken = [
            {"game": change.game, "revision": change.mark.number, "place": place, "kind": line.kind.value,
             "text": line.text}
            for place, line in enumerate(change.before, change.keeps + 1)
        ]  # fmt: skip
        add_rows(self._connection, REPLACED, taken)
        self._connection.execute(LINE.delete().where(LINE.c.game == change.game, LINE.c.place > change.keeps))

    def move_games(self, last: Iterable[NewLines]) -> None:
        """How far games are after their last revisions."""
        moved = [
            {
                "number": one.game, "revision": one.mark.number, "digest": one.mark.digest, "length": one.length,
                "changed": one.received,
            }
            for one in last
        ]  # fmt: skip
        change_rows(self._connection, GAME, GAME.c.number, moved)

    def update_results(self, results: Sequence[tuple[int, GameResult | None]]) -> None:
        """What games, by number, have come to."""
        changed = [
            {
                "number": number, "kind": "" if result is None else result.game,
                "finished": result is not None and result.finished, "facts": encoded(result),
            }
            for number, result in results
        ]  # fmt: skip
        change_rows(self._connection, GAME, GAME.c.number, changed)
        self.evenings.place_games(number for number, result in results if result is not None and result.finished)

    def date_game(self, game: int, begun: float) -> None:
        """A game's date, which its box has learnt."""
        self._connection.execute(update(GAME).where(GAME.c.number == game, GAME.c.begun.is_(None)).values(begun=begun))

    def forget_game(self, game: int, now: float) -> None:
        """Begin a game anew: its box sends it again. Its lines stay as lines that were taken back."""
        lines = self.lines(game)
        last = 1 + int(
            self._connection.execute(
                select(func.coalesce(func.max(REPLACED.c.revision), 0)).where(REPLACED.c.game == game)
            ).scalar_one()
        )
        empty = GameMark("", max(last, self._revision_of(game)), "")
        if lines:
            self._replace(NewLines(game, empty, 0, (), lines, now))
        self._connection.execute(REVISION.delete().where(REVISION.c.game == game))
        values = {"revision": 0, "digest": "", "length": 0, "kind": "", "finished": False, "facts": encoded(None)}
        self._connection.execute(update(GAME).where(GAME.c.number == game).values(values | {"changed": now}))

    def _revision_of(self, game: int) -> int:
        found: int = self._connection.execute(select(GAME.c.revision).where(GAME.c.number == game)).scalar_one()
        return found

    # What was set aside

    def set_aside(self, box: str, mark: GameMark, sentence: Text, message: bytes, now: float) -> None:
        """Keep what is not to count for the director, in place of what there is of that game already."""
        open_ones = select(ASIDE.c.number).where(ASIDE.c.box == box, ASIDE.c.settled.is_(False))
        known = self._connection.execute(open_ones.where(ASIDE.c.identity == mark.game)).scalar()
        if known is None:
            waiting = (
                self._connection.execute(open_ones.order_by(ASIDE.c.number.desc()).limit(MOST_ASIDE)).scalars().all()
            )
            known = waiting[0] if len(waiting) == MOST_ASIDE else None
        values = {
            "box": box, "identity": mark.game, "revision": mark.number, "digest": mark.digest,
            "sentence": sentences.written(sentence), "message": message, "received": now, "settled": False,
        }  # fmt: skip
        if known is None:
            self._connection.execute(insert(ASIDE).values(values))
        else:
            self._connection.execute(update(ASIDE).where(ASIDE.c.number == known).values(values))

    def settle(self, box: str, identity: str) -> None:
        """What was set aside of a game needs the director no more."""
        of_game = ASIDE.c.box == box, ASIDE.c.identity == identity
        self._connection.execute(update(ASIDE).where(*of_game, ASIDE.c.settled.is_(False)).values(settled=True))

    def waiting(self, boxes: Iterable[str]) -> set[tuple[str, str]]:
        """The games of these boxes, by box and identity, of which something waits for the director."""
        wanted = packed({"name": name} for name in sorted(boxes))
        found = self._connection.execute(_waiting(self._connection.dialect.name), wanted)
        return {(box, identity) for box, identity in found}

    def aside(self) -> list[SetAside]:
        """What waits for the director, the oldest first."""
        columns = select(
            ASIDE.c.number, ASIDE.c.box, ASIDE.c.identity, ASIDE.c.revision, ASIDE.c.sentence, ASIDE.c.received
        )
        found = self._connection.execute(columns.where(ASIDE.c.settled.is_(False)).order_by(ASIDE.c.number))
        return [SetAside(*row[:4], sentences.read(row[4]), row[5]) for row in found]


_GAMES = select(
    GAME.c.number, GAME.c.box, GAME.c.identity, GAME.c.revision, GAME.c.digest, GAME.c.length, GAME.c.begun,
    GAME.c.received, GAME.c.changed, GAME.c.facts,
)  # fmt: skip


@cache
def _held_boxes(dialect: str) -> Select[Any]:
    given = given_rows(dialect, [BOX.c.name])
    columns = select(BOX.c.name, BOX.c.seat, BOX.c.commits, BOX.c.revoked)
    return columns.join(given, BOX.c.name == given.c.name).order_by(BOX.c.name).with_for_update(of=BOX)


@cache
def _games_of(dialect: str) -> Select[Any]:
    given = given_rows(dialect, [GAME.c.number])
    return _GAMES.join(given, GAME.c.number == given.c.number).order_by(GAME.c.number)


@cache
def _waiting(dialect: str) -> Select[Any]:
    given = given_rows(dialect, [BOX.c.name])
    columns = select(ASIDE.c.box, ASIDE.c.identity).join(given, ASIDE.c.box == given.c.name)
    return columns.where(ASIDE.c.settled.is_(False))


def _game(row: Any) -> StoredGame:
    number, box, identity, revision, digest, length, begun, received, changed, facts = row
    try:
        result = decoded(facts)
    except ValueError:
        result = None
    return StoredGame(number, box, GameMark(identity, revision, digest), length, begun, received, changed, result)


def _club(connection: Connection) -> tuple[int, str]:
    """The version of the tables, and what tells this store from another; both are entered in a new one."""
    found = connection.execute(select(CLUB.c.version, CLUB.c.store)).first()
    if found is not None:
        # What a store of an earlier version lacks are tables, which are there by now.
        connection.execute(update(CLUB).where(CLUB.c.version < VERSION).values(version=VERSION))
        return max(found[0], VERSION), found[1]
    identity = os.urandom(8).hex()
    connection.execute(insert(CLUB).values(number=1, version=VERSION, store=identity))
    return VERSION, identity


@contextmanager
def _sentences(engine: Engine) -> Iterator[None]:
    """Turn what a database says into a StoreFailed."""
    try:
        yield
    except DBAPIError as error:
        why = str(error.orig).strip().partition("\n")[0]
        where = engine.url.render_as_string()
        raise StoreFailed(text("The database {where} can't do it: {why}", where=where, why=why)) from error


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
