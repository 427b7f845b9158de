"""The database schema of a hub's store, for both SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem

from device.session.names import MAX_NAME_LENGTH

MAX_TITLE_LENGTH = 80
"""Most characters of the title of an evening or a season."""

MAX_DIRECTOR_LENGTH = 40
"""Most characters of a director's name."""

VERSION = 4
"""The schema's version. Tables that a store of an earlier version lacks are added. A later version is refused."""

METADATA = MetaData()

_NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only if the column's type is INTEGER."""


def _table(name: str, *parts: SchemaItem) -> Table:
    return Table(name, METADATA, *parts)


def _column(name: str, kind: Any, **more: Any) -> Column[Any]:
    """A NOT NULL column."""
    return Column(name, kind, nullable=False, **more)


CLUB = _table(
    "club",
    Column("number", Integer, primary_key=True),
    _column("version", Integer),
    _column("store", String(16)),
)
"""One row: the schema's version, and the identifier of this store."""

BOX = _table(
    "box",
    Column("name", String(32), primary_key=True),
    _column("seat", Integer, unique=True),
    _column("commits", Integer),
    _column("revoked", Boolean),
)
"""A box: its name at the broker, its table's number in the club, and how many of its revisions are committed here."""

GAME = _table(
    "game",
    Column("number", _NUMBER, primary_key=True),
    _column("box", ForeignKey("box.name")),
    _column("identity", String(200)),
    _column("revision", Integer),
    _column("digest", String(32)),
    _column("length", Integer),
    Column("begun", Float),
    _column("received", Float),
    _column("changed", Float),
    _column("kind", String(40)),
    _column("finished", Boolean),
    _column("facts", Text),
    UniqueConstraint("box", "identity"),
    Index("game_by_identity", "identity"),
    Index("game_by_change", "changed"),
)
"""A game: its last committed revision, and its result so far in `facts` (encoded by `device.history.encoding`)."""

LINE = _table(
    "line",
    Column("game", ForeignKey("game.number"), primary_key=True),
    Column("place", Integer, primary_key=True),
    _column("kind", String(16)),
    _column("text", Text),
)
"""The lines of each game's record; `place` is the line's number, from 1."""

REVISION = _table(
    "revision",
    Column("game", ForeignKey("game.number"), primary_key=True),
    Column("number", Integer, primary_key=True),
    _column("digest", String(32)),
    _column("keeps", Integer),
    _column("length", Integer),
    _column("received", Float),
)
"""Each committed revision: how many first lines it kept, and how many lines the record had after it."""

REPLACED = _table(
    "replaced",
    Column("game", ForeignKey("game.number"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    _column("kind", String(16)),
    _column("text", Text),
)
"""Lines that a revision took back or corrected, as they were before it: no committed line is lost."""

ASIDE = _table(
    "aside",
    Column("number", _NUMBER, primary_key=True),
    _column("box", ForeignKey("box.name")),
    _column("identity", String(200)),
    _column("revision", Integer),
    _column("digest", String(32)),
    _column("sentence", Text),
    _column("message", LargeBinary),
    _column("received", Float),
    _column("settled", Boolean),
    Index("aside_by_game", "box", "identity"),
)
"""Messages set aside for the director to settle, with a sentence that says why. A game has at most one open one."""

SENT_MESSAGE = _table(
    "told",
    Column("number", _NUMBER, primary_key=True, autoincrement=False),
    _column("box", ForeignKey("box.name")),
    _column("kind", String(16)),
    _column("message", LargeBinary),
    _column("told", Float),
    _column("done", Boolean),
    UniqueConstraint("box", "kind"),
)
"""The last message of each kind that the director sent to each box. `number` is the message's own, and always grows."""

CALL = _table(
    "call",
    Column("box", ForeignKey("box.name"), primary_key=True),
    _column("since", Float),
)
"""The tables that are calling the director now."""

SEASON = _table(
    "season",
    Column("number", _NUMBER, primary_key=True),
    _column("title", String(MAX_TITLE_LENGTH), unique=True),
    _column("begun", Float),
)
"""Seasons group evenings."""

EVENING = _table(
    "evening",
    Column("number", _NUMBER, primary_key=True),
    _column("title", String(MAX_TITLE_LENGTH)),
    Column("season", ForeignKey("season.number")),
    _column("begun", Float),
    Column("ended", Float),
)
"""An evening, from when the director began it until it was ended. Only one is open at a time."""

GAME_EVENING = _table(
    "played",
    Column("game", ForeignKey("game.number"), primary_key=True),
    _column("evening", ForeignKey("evening.number"), index=True),
)
"""The evening of each game: the one during which its end was received, or the one that the director chose."""

PRESENT = _table(
    "present",
    Column("evening", ForeignKey("evening.number"), primary_key=True),
    Column("name", String(MAX_NAME_LENGTH), primary_key=True),
)
"""The people present on an evening."""

DRAW = _table(
    "draw",
    Column("number", _NUMBER, primary_key=True),
    _column("evening", ForeignKey("evening.number"), index=True),
    _column("made", Float),
    _column("told", Boolean),
)
"""A seating draw of an evening. `told` is true once it was sent to the tables. The seats are in `DRAWN_SEAT`."""

DRAWN_SEAT = _table(
    "place",
    Column("draw", ForeignKey("draw.number"), primary_key=True),
    Column("name", String(MAX_NAME_LENGTH), primary_key=True),
    _column("seat", Integer),
)
"""The number of the table at which a person sits in a draw; 0 for a person who sits out."""

DIRECTOR = _table(
    "director",
    Column("name", String(MAX_DIRECTOR_LENGTH), primary_key=True),
    _column("password", String(200)),
)
"""The directors, with their password hashes (`club.store.passwords`)."""

LOGIN = _table(
    "login",
    Column("token", String(64), primary_key=True),
    _column("director", ForeignKey("director.name")),
    _column("until", Float),
)
"""Login sessions of directors' browsers: the digest of the session token, and when the session expires."""

CONNECTED = _table(
    "connected",
    Column("box", ForeignKey("box.name"), primary_key=True),
    _column("online", Boolean),
    _column("since", Float),
)
"""Whether a box is connected to the broker, and when the hub learnt it."""

PAST_CALL = _table(
    "past_call",
    Column("number", _NUMBER, primary_key=True),
    _column("box", ForeignKey("box.name")),
    _column("since", Float),
    _column("until", Float),
)
"""Past calls for the director: when each began and ended."""

NOTICE = _table(
    "notice",
    Column("number", _NUMBER, primary_key=True),
    _column("box", String(32)),
    _column("kind", String(16)),
    _column("subject", String(200)),
    _column("since", Float),
    _column("answer", String(16)),
    UniqueConstraint("box", "kind", "subject"),
)
"""Notices and questions to the director about boxes and games (`club.store.notices`), with the director's answer."""

OTHER_RECORD = _table(
    "other",
    Column("number", _NUMBER, primary_key=True),
    _column("game", ForeignKey("game.number"), index=True),
    _column("revision", Integer),
    _column("digest", String(32)),
    _column("lines", Text),
    _column("received", Float),
    _column("counted", Boolean),
)
"""Whole records of a game that do not count, because another record does. `counted` is true if this one once did."""

RECOUNT_QUEUE = _table("touched", Column("number", _NUMBER, primary_key=True), _column("game", _NUMBER))
"""The queue of games to count again, because they have changed. A game may be queued several times."""

KIND = _table(
    "kind",
    Column("number", _NUMBER, primary_key=True),
    _column("game", String(40)),
    _column("title", String(200)),
    _column("words", Text),
    _column("lowest_wins", Boolean),
    _column("unrated", Boolean),
    UniqueConstraint("game", "title"),
)
"""Kinds of games (`device.history.kinds`). `words` is the title as a sentence (`club.store.sentences`), or empty if a
table chose the title itself. `unrated` is true if some games may not be rated yet."""

SCORE = _table(
    "score",
    Column("game", _NUMBER, primary_key=True),
    Column("seat", Integer, primary_key=True),
    _column("person", String(MAX_NAME_LENGTH)),
    _column("kind", _NUMBER),
    _column("played", Float),
    Column("evening", _NUMBER),
    _column("finished", Boolean),
    _column("rates", Boolean),
    _column("place", Integer),
    _column("won", Integer),
    _column("points", BigInteger),
    Column("share", BigInteger),
    Index("score_by_person", "person", "game"),
    Index("score_by_person_and_kind", "kind", "person"),
    Index("score_by_evening", "evening"),
    Index("score_in_order", "kind", "played", "game"),
)
"""Each person's score in each game, as last counted. `played` orders games for ratings; `rates` says whether the game
counts for ratings. `share` is the person's share in a league, in units of `club.league.tally_updates`, or NULL."""

PARTNER = _table(
    "partner",
    Column("game", _NUMBER, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _column("side", Integer),
)
"""The side of each seat, for games with partners."""

TALLY = _table(
    "tally",
    Column("sort", String(8), primary_key=True),
    Column("of", _NUMBER, primary_key=True, autoincrement=False),
    Column("person", String(MAX_NAME_LENGTH), primary_key=True),
    _column("played", Integer),
    _column("won", Integer),
    _column("shares", BigInteger),
    _column("points", BigInteger),
    _column("least", BigInteger),
    _column("most", BigInteger),
    Index("tally_by_shares", "sort", "of", "shares", "won", "person"),
    Index("tally_by_wins", "sort", "of", "won", "person"),
)
"""Each person's totals over an evening, a season, a kind of game, or all games. `sort` and `of` say which."""

EVENING_KIND = _table(
    "evening_kind",
    Column("evening", _NUMBER, primary_key=True, autoincrement=False),
    Column("kind", _NUMBER, primary_key=True, autoincrement=False),
    _column("games", Integer),
)
"""How many games of each kind were finished on an evening."""

RATED = _table(
    "rated",
    Column("game", _NUMBER, primary_key=True, autoincrement=False),
    Column("person", String(MAX_NAME_LENGTH), primary_key=True),
    _column("kind", _NUMBER),
    _column("played", Float),
    _column("mean", Float),
    _column("deviation", Float),
    _column("games", Integer),
    Index("rated_in_order", "kind", "played", "game"),
)
"""Everybody's rating in a kind of game after each rated game of it."""

RATING = _table(
    "rating",
    Column("kind", _NUMBER, primary_key=True, autoincrement=False),
    Column("person", String(MAX_NAME_LENGTH), primary_key=True),
    _column("mean", Float),
    _column("deviation", Float),
    _column("games", Integer),
)
"""Everybody's current rating in each kind of game: the last one in `RATED`."""

LEFT_OUT = _table(
    "left_out",
    Column("number", _NUMBER, primary_key=True),
    _column("what", String(200)),
    _column("since", Float),
)
"""Groups of games that a director left out together. A left-out game counts nowhere until it is taken in again."""

LEFT_OUT_GAME = _table(
    "left_out_game",
    Column("game", ForeignKey("game.number"), primary_key=True),
    _column("number", ForeignKey("left_out.number"), index=True),
)
"""The left-out games, each with the number of its group in `LEFT_OUT`."""
