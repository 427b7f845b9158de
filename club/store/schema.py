"""The database schema of a hub's store, for both SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import SchemaItem

from device.session.names import MAX_NAME_LENGTH

MAX_TITLE_LENGTH = 80
"""Maximum number of characters of the title of an evening or a season."""

MAX_DIRECTOR_LENGTH = 40
"""Maximum number of characters of a director's name."""

SCHEMA_VERSION = 4
"""The schema's version. Tables that a store of an earlier version lacks are added. A later version is refused."""

METADATA = sa.MetaData()

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
"""SQLite numbers rows by itself only if the column's type is INTEGER."""


def _table(name: str, *columns: SchemaItem) -> sa.Table:
    return sa.Table(name, METADATA, *columns)


def _column(name: str, column_type: Any, **options: Any) -> sa.Column[Any]:
    """A NOT NULL column."""
    return sa.Column(name, column_type, nullable=False, **options)


CLUB = _table(
    "club",
    sa.Column("number", sa.Integer, primary_key=True),
    _column("version", sa.Integer),
    _column("store", sa.String(16)),
)
"""One row: the schema's version, and the identifier of this store."""

BOX = _table(
    "box",
    sa.Column("name", sa.String(32), primary_key=True),
    _column("seat", sa.Integer, unique=True),
    _column("commits", sa.Integer),
    _column("revoked", sa.Boolean),
)
"""A box: its name at the broker, its table's number in the club, and how many of its revisions are committed here."""

GAME = _table(
    "game",
    sa.Column("number", _NUMBER, primary_key=True),
    _column("box", sa.ForeignKey("box.name")),
    _column("identity", sa.String(200)),
    _column("revision", sa.Integer),
    _column("digest", sa.String(32)),
    _column("length", sa.Integer),
    sa.Column("begun", sa.Float),
    _column("received", sa.Float),
    _column("changed", sa.Float),
    _column("kind", sa.String(40)),
    _column("finished", sa.Boolean),
    _column("facts", sa.Text),
    sa.UniqueConstraint("box", "identity"),
    sa.Index("game_by_identity", "identity"),
    sa.Index("game_by_change", "changed"),
)
"""A game: its last committed revision, and its result so far in `facts` (encoded by `device.history.encoding`)."""

LINE = _table(
    "line",
    sa.Column("game", sa.ForeignKey("game.number"), primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    _column("kind", sa.String(16)),
    _column("text", sa.Text),
)
"""The lines of each game's record; `place` is the line's number, from 1."""

REVISION = _table(
    "revision",
    sa.Column("game", sa.ForeignKey("game.number"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    _column("digest", sa.String(32)),
    _column("keeps", sa.Integer),
    _column("length", sa.Integer),
    _column("received", sa.Float),
)
"""Each committed revision: how many first lines it kept, and how many lines the record had after it."""

REPLACED_LINE = _table(
    "replaced",
    sa.Column("game", sa.ForeignKey("game.number"), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    _column("kind", sa.String(16)),
    _column("text", sa.Text),
)
"""Lines that a revision took back or corrected, as they were before it: no committed line is lost."""

SET_ASIDE_MESSAGE = _table(
    "aside",
    sa.Column("number", _NUMBER, primary_key=True),
    _column("box", sa.ForeignKey("box.name")),
    _column("identity", sa.String(200)),
    _column("revision", sa.Integer),
    _column("digest", sa.String(32)),
    _column("sentence", sa.Text),
    _column("message", sa.LargeBinary),
    _column("received", sa.Float),
    _column("settled", sa.Boolean),
    sa.Index("aside_by_game", "box", "identity"),
)
"""Messages set aside for the director to settle, with a sentence that says why. A game has at most one open one."""

SENT_MESSAGE = _table(
    "told",
    sa.Column("number", _NUMBER, primary_key=True, autoincrement=False),
    _column("box", sa.ForeignKey("box.name")),
    _column("kind", sa.String(16)),
    _column("message", sa.LargeBinary),
    _column("told", sa.Float),
    _column("done", sa.Boolean),
    sa.UniqueConstraint("box", "kind"),
)
"""The last message of each kind that the director sent to each box. `number` is the message's own, and always grows."""

OPEN_CALL = _table("call", sa.Column("box", sa.ForeignKey("box.name"), primary_key=True), _column("since", sa.Float))
"""The tables that are calling the director now."""

SEASON = _table(
    "season",
    sa.Column("number", _NUMBER, primary_key=True),
    _column("title", sa.String(MAX_TITLE_LENGTH), unique=True),
    _column("begun", sa.Float),
)
"""Seasons group evenings."""

EVENING = _table(
    "evening",
    sa.Column("number", _NUMBER, primary_key=True),
    _column("title", sa.String(MAX_TITLE_LENGTH)),
    sa.Column("season", sa.ForeignKey("season.number")),
    _column("begun", sa.Float),
    sa.Column("ended", sa.Float),
)
"""An evening, from when the director began it until it was ended. Only one is open at a time."""

GAME_EVENING = _table(
    "played",
    sa.Column("game", sa.ForeignKey("game.number"), primary_key=True),
    _column("evening", sa.ForeignKey("evening.number"), index=True),
)
"""The evening of each game: the one during which its end was received, or the one that the director chose."""

PERSON_PRESENT = _table(
    "present",
    sa.Column("evening", sa.ForeignKey("evening.number"), primary_key=True),
    sa.Column("name", sa.String(MAX_NAME_LENGTH), primary_key=True),
)
"""The people present on an evening."""

DRAW = _table(
    "draw",
    sa.Column("number", _NUMBER, primary_key=True),
    _column("evening", sa.ForeignKey("evening.number"), index=True),
    _column("made", sa.Float),
    _column("told", sa.Boolean),
)
"""A seating draw of an evening. `told` is true once it was sent to the tables. The seats are in `DRAWN_SEAT`."""

DRAWN_SEAT = _table(
    "place",
    sa.Column("draw", sa.ForeignKey("draw.number"), primary_key=True),
    sa.Column("name", sa.String(MAX_NAME_LENGTH), primary_key=True),
    _column("seat", sa.Integer),
)
"""The number of the table at which a person sits in a draw; 0 for a person who sits out."""

DIRECTOR = _table(
    "director", sa.Column("name", sa.String(MAX_DIRECTOR_LENGTH), primary_key=True), _column("password", sa.String(200))
)
"""The directors, with their password hashes (`club.store.passwords`)."""

LOGIN = _table(
    "login",
    sa.Column("token", sa.String(64), primary_key=True),
    _column("director", sa.ForeignKey("director.name")),
    _column("until", sa.Float),
)
"""Login sessions of directors' browsers: the digest of the session token, and when the session expires."""

BOX_CONNECTION = _table(
    "connected",
    sa.Column("box", sa.ForeignKey("box.name"), primary_key=True),
    _column("online", sa.Boolean),
    _column("since", sa.Float),
)
"""Whether a box is connected to the broker, and when the hub learnt it."""

PAST_CALL = _table(
    "past_call",
    sa.Column("number", _NUMBER, primary_key=True),
    _column("box", sa.ForeignKey("box.name")),
    _column("since", sa.Float),
    _column("until", sa.Float),
)
"""Past calls for the director: when each began and ended."""

NOTICE = _table(
    "notice",
    sa.Column("number", _NUMBER, primary_key=True),
    _column("box", sa.String(32)),
    _column("kind", sa.String(16)),
    _column("subject", sa.String(200)),
    _column("since", sa.Float),
    _column("answer", sa.String(16)),
    sa.UniqueConstraint("box", "kind", "subject"),
)
"""Notices and questions to the director about boxes and games (`club.store.notices`), with the director's answer."""

OTHER_RECORD = _table(
    "other",
    sa.Column("number", _NUMBER, primary_key=True),
    _column("game", sa.ForeignKey("game.number"), index=True),
    _column("revision", sa.Integer),
    _column("digest", sa.String(32)),
    _column("lines", sa.Text),
    _column("received", sa.Float),
    _column("counted", sa.Boolean),
)
"""Whole records of a game that do not count, because another record does. `counted` is true if this one once did."""

RECOUNT_QUEUE = _table("touched", sa.Column("number", _NUMBER, primary_key=True), _column("game", _NUMBER))
"""The queue of games to count again, because they have changed. A game may be queued several times."""

KIND = _table(
    "kind",
    sa.Column("number", _NUMBER, primary_key=True),
    _column("game", sa.String(40)),
    _column("title", sa.String(200)),
    _column("words", sa.Text),
    _column("lowest_wins", sa.Boolean),
    _column("unrated", sa.Boolean),
    sa.UniqueConstraint("game", "title"),
)
"""Kinds of games (`device.history.kinds`). `words` is the title as a sentence (`club.store.sentences`), or empty if a
table chose the title itself. `unrated` is true if some games may not be rated yet."""

SCORE = _table(
    "score",
    sa.Column("game", _NUMBER, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    _column("person", sa.String(MAX_NAME_LENGTH)),
    _column("kind", _NUMBER),
    _column("played", sa.Float),
    sa.Column("evening", _NUMBER),
    _column("finished", sa.Boolean),
    _column("rates", sa.Boolean),
    _column("place", sa.Integer),
    _column("won", sa.Integer),
    _column("points", sa.BigInteger),
    sa.Column("share", sa.BigInteger),
    sa.Index("score_by_person", "person", "game"),
    sa.Index("score_by_person_and_kind", "kind", "person"),
    sa.Index("score_by_evening", "evening"),
    sa.Index("score_in_order", "kind", "played", "game"),
)
"""Each person's score in each game, as last counted. `played` orders games for ratings; `rates` says whether the game
counts for ratings. `share` is the person's share in a league, in units of `club.league.tally_updates`, or NULL."""

PARTNER = _table(
    "partner",
    sa.Column("game", _NUMBER, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    _column("side", sa.Integer),
)
"""The side of each seat, for games with partners."""

TALLY = _table(
    "tally",
    sa.Column("sort", sa.String(8), primary_key=True),
    sa.Column("of", _NUMBER, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(MAX_NAME_LENGTH), primary_key=True),
    _column("played", sa.Integer),
    _column("won", sa.Integer),
    _column("shares", sa.BigInteger),
    _column("points", sa.BigInteger),
    _column("least", sa.BigInteger),
    _column("most", sa.BigInteger),
    sa.Index("tally_by_shares", "sort", "of", "shares", "won", "person"),
    sa.Index("tally_by_wins", "sort", "of", "won", "person"),
)
"""Each person's totals over an evening, a season, a kind of game, or all games. `sort` and `of` say which."""

EVENING_KIND = _table(
    "evening_kind",
    sa.Column("evening", _NUMBER, primary_key=True, autoincrement=False),
    sa.Column("kind", _NUMBER, primary_key=True, autoincrement=False),
    _column("games", sa.Integer),
)
"""How many games of each kind were finished on an evening."""

RATED_SEAT = _table(
    "rated",
    sa.Column("game", _NUMBER, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(MAX_NAME_LENGTH), primary_key=True),
    _column("kind", _NUMBER),
    _column("played", sa.Float),
    _column("mean", sa.Float),
    _column("deviation", sa.Float),
    _column("games", sa.Integer),
    sa.Index("rated_in_order", "kind", "played", "game"),
)
"""Everybody's rating in a kind of game after each rated game of it."""

RATING = _table(
    "rating",
    sa.Column("kind", _NUMBER, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(MAX_NAME_LENGTH), primary_key=True),
    _column("mean", sa.Float),
    _column("deviation", sa.Float),
    _column("games", sa.Integer),
)
"""Everybody's current rating in each kind of game: the last one in `RATED_SEAT`."""

LEFT_OUT = _table(
    "left_out",
    sa.Column("number", _NUMBER, primary_key=True),
    _column("what", sa.String(200)),
    _column("since", sa.Float),
)
"""Groups of games that a director left out together. A left-out game counts nowhere until it is taken in again."""

LEFT_OUT_GAME = _table(
    "left_out_game",
    sa.Column("game", sa.ForeignKey("game.number"), primary_key=True),
    _column("number", sa.ForeignKey("left_out.number"), index=True),
)
"""The left-out games, each with the number of its group in `LEFT_OUT`."""
