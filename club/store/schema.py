"""The tables of a hub's store, for SQLite and PostgreSQL alike."""

from __future__ import annotations

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

from device.session.names import LONGEST_NAME

LONGEST_TITLE = 80
"""Characters of what an evening or a season is called."""

LONGEST_DIRECTOR = 40
"""Characters of a director's name."""

VERSION = 4
"""Of the tables. A store of an earlier version lacks some, which it is given; one of a later version is refused."""

METADATA = MetaData()

_NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only where the type is INTEGER."""

CLUB = Table(
    "club",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("store", String(16), nullable=False),
)
"""One row: which version the tables have, and what tells this store from another."""

BOX = Table(
    "box",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("seat", Integer, nullable=False, unique=True),
    Column("commits", Integer, nullable=False),
    Column("revoked", Boolean, nullable=False),
)
"""A box by the name it has at the broker, which table of the club it is, and how many of its revisions are here."""

GAME = Table(
    "game",
    METADATA,
    Column("number", _NUMBER, primary_key=True),
    Column("box", ForeignKey("box.name"), nullable=False),
    Column("identity", String(200), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("digest", String(32), nullable=False),
    Column("length", Integer, nullable=False),
    Column("begun", Float),
    Column("received", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("facts", Text, nullable=False),
    UniqueConstraint("box", "identity"),
    Index("game_by_identity", "identity"),
    Index("game_by_change", "changed"),
)
"""A game as it stands here: its last committed revision, and what it has come to (`device.history.encoding`)."""

LINE = Table(
    "line",
    METADATA,
    Column("game", ForeignKey("game.number"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
)
"""The lines of each game's record, by place from 1."""

REVISION = Table(
    "revision",
    METADATA,
    Column("game", ForeignKey("game.number"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("digest", String(32), nullable=False),
    Column("keeps", Integer, nullable=False),
    Column("length", Integer, nullable=False),
    Column("received", Float, nullable=False),
)
"""Each revision that was committed: which lines it kept, and how many there were then."""

REPLACED = Table(
    "replaced",
    METADATA,
    Column("game", ForeignKey("game.number"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
)
"""Lines that a revision took back or corrected, as they were before it: nothing that was committed is removed."""

ASIDE = Table(
    "aside",
    METADATA,
    Column("number", _NUMBER, primary_key=True),
    Column("box", ForeignKey("box.name"), nullable=False),
    Column("identity", String(200), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("digest", String(32), nullable=False),
    Column("sentence", Text, nullable=False),
    Column("message", LargeBinary, nullable=False),
    Column("received", Float, nullable=False),
    Column("settled", Boolean, nullable=False),
    Index("aside_by_game", "box", "identity"),
)
"""What was set aside for the director, with the sentence that says why. At most one of a game is not settled."""

TOLD = Table(
    "told",
    METADATA,
    Column("number", _NUMBER, primary_key=True, autoincrement=False),
    Column("box", ForeignKey("box.name"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("message", LargeBinary, nullable=False),
    Column("told", Float, nullable=False),
    Column("done", Boolean, nullable=False),
    UniqueConstraint("box", "kind"),
)
"""What was told the tables, of each kind the last; its number grows, and is the message's own."""

CALL = Table(
    "call",
    METADATA,
    Column("box", ForeignKey("box.name"), primary_key=True),
    Column("since", Float, nullable=False),
)
"""Which tables call their director now."""

SEASON = Table(
    "season",
    METADATA,
    Column("number", _NUMBER, primary_key=True),
    Column("title", String(LONGEST_TITLE), nullable=False, unique=True),
    Column("begun", Float, nullable=False),
)
"""Seasons group evenings."""

EVENING = Table(
    "evening",
    METADATA,
    Column("number", _NUMBER, primary_key=True),
    Column("title", String(LONGEST_TITLE), nullable=False),
    Column("season", ForeignKey("season.number")),
    Column("begun", Float, nullable=False),
    Column("ended", Float),
)
"""An evening, from when the director began it until it was ended; one at a time."""

PLAYED = Table(
    "played",
    METADATA,
    Column("game", ForeignKey("game.number"), primary_key=True),
    Column("evening", ForeignKey("evening.number"), nullable=False, index=True),
)
"""To which evening a game belongs: the one in which its end came here, or the one that the director says."""

PRESENT = Table(
    "present",
    METADATA,
    Column("evening", ForeignKey("evening.number"), primary_key=True),
    Column("name", String(LONGEST_NAME), primary_key=True),
)
"""Who is here on an evening."""

DRAW = Table(
    "draw",
    METADATA,
    Column("number", _NUMBER, primary_key=True),
    Column("evening", ForeignKey("evening.number"), nullable=False, index=True),
    Column("made", Float, nullable=False),
    Column("told", Boolean, nullable=False),
)
"""A pairing of an evening: who sits where; `told` once the tables have been told."""

PLACE = Table(
    "place",
    METADATA,
    Column("draw", ForeignKey("draw.number"), primary_key=True),
    Column("name", String(LONGEST_NAME), primary_key=True),
    Column("seat", Integer, nullable=False),
)
"""At which table somebody sits by a draw; 0 for who sits out."""

DIRECTOR = Table(
    "director",
    METADATA,
    Column("name", String(LONGEST_DIRECTOR), primary_key=True),
    Column("password", String(200), nullable=False),
)
"""Who may direct, with what their passwords are checked by (`club.store.passwords`)."""

LOGIN = Table(
    "login",
    METADATA,
    Column("token", String(64), primary_key=True),
    Column("director", ForeignKey("director.name"), nullable=False),
    Column("until", Float, nullable=False),
)
"""Browsers that a director has logged in with: the digest of what each says, and until when it is believed."""

CONNECTED = Table(
    "connected",
    METADATA,
    Column("box", ForeignKey("box.name"), primary_key=True),
    Column("online", Boolean, nullable=False),
    Column("since", Float, nullable=False),
)
"""Whether a box is connected to the broker, and since when the hub knows."""

PAST_CALL = Table(
    "past_call",
    METADATA,
    Column("number", _NUMBER, primary_key=True),
    Column("box", ForeignKey("box.name"), nullable=False),
    Column("since", Float, nullable=False),
    Column("until", Float, nullable=False),
)
"""Calls for the director that are over: from when to when a table called."""

NOTICE = Table(
    "notice",
    METADATA,
    Column("number", _NUMBER, primary_key=True),
    Column("box", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("subject", String(200), nullable=False),
    Column("since", Float, nullable=False),
    Column("answer", String(16), nullable=False),
    UniqueConstraint("box", "kind", "subject"),
)
"""What the director is told and asked of boxes and games (`club.store.notices`), and what the answer was."""

OTHER = Table(
    "other",
    METADATA,
    Column("number", _NUMBER, primary_key=True),
    Column("game", ForeignKey("game.number"), nullable=False, index=True),
    Column("revision", Integer, nullable=False),
    Column("digest", String(32), nullable=False),
    Column("lines", Text, nullable=False),
    Column("received", Float, nullable=False),
    Column("counted", Boolean, nullable=False),
)
"""Records of a game other than the one that counts, whole; `counted` where it did once."""

TOUCHED = Table(
    "touched", METADATA, Column("number", _NUMBER, primary_key=True), Column("game", _NUMBER, nullable=False)
)
"""Games that have changed since they were counted; a game may be there several times."""

KIND = Table(
    "kind",
    METADATA,
    Column("number", _NUMBER, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("title", String(200), nullable=False),
    Column("words", Text, nullable=False),
    Column("lowest_wins", Boolean, nullable=False),
    Column("unrated", Boolean, nullable=False),
    UniqueConstraint("game", "title"),
)
"""Kinds of games (`device.history.kinds`), with their titles as sentences (`club.store.sentences`), where a table
has not said them itself; `unrated` where some
may not be rated yet."""

SCORE = Table(
    "score",
    METADATA,
    Column("game", _NUMBER, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(LONGEST_NAME), nullable=False),
    Column("kind", _NUMBER, nullable=False),
    Column("played", Float, nullable=False),
    Column("evening", _NUMBER),
    Column("finished", Boolean, nullable=False),
    Column("rates", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("share", BigInteger),
    Index("score_by_person", "person", "game"),
    Index("score_by_person_and_kind", "kind", "person"),
    Index("score_by_evening", "evening"),
    Index("score_in_order", "kind", "played", "game"),
)
"""What each person came to in each game, as it was last counted: `played` orders games for ratings, `rates` whether
this one says who is better; `share` is what a league gives, in units of `club.league.keeping`, where it gives any."""

PARTNER = Table(
    "partner",
    METADATA,
    Column("game", _NUMBER, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, nullable=False),
)
"""The side of each seat, of games in which there are partners."""

TALLY = Table(
    "tally",
    METADATA,
    Column("sort", String(8), primary_key=True),
    Column("of", _NUMBER, primary_key=True, autoincrement=False),
    Column("person", String(LONGEST_NAME), primary_key=True),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("shares", BigInteger, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("least", BigInteger, nullable=False),
    Column("most", BigInteger, nullable=False),
    Index("tally_by_shares", "sort", "of", "shares", "won", "person"),
    Index("tally_by_wins", "sort", "of", "won", "person"),
)
"""What everybody comes to in an evening, a season, a kind of game, or all games: sums of their scores."""

EVENING_KIND = Table(
    "evening_kind",
    METADATA,
    Column("evening", _NUMBER, primary_key=True, autoincrement=False),
    Column("kind", _NUMBER, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
)
"""How many games of each kind were played to their ends on an evening."""

RATED = Table(
    "rated",
    METADATA,
    Column("game", _NUMBER, primary_key=True, autoincrement=False),
    Column("person", String(LONGEST_NAME), primary_key=True),
    Column("kind", _NUMBER, nullable=False),
    Column("played", Float, nullable=False),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Index("rated_in_order", "kind", "played", "game"),
)
"""Everybody's rating in a kind of game after each game of it, as far as games are rated."""

RATING = Table(
    "rating",
    METADATA,
    Column("kind", _NUMBER, primary_key=True, autoincrement=False),
    Column("person", String(LONGEST_NAME), primary_key=True),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("games", Integer, nullable=False),
)
"""The last of these."""

LEFT_OUT = Table(
    "left_out",
    METADATA,
    Column("number", _NUMBER, primary_key=True),
    Column("what", String(200), nullable=False),
    Column("since", Float, nullable=False),
)
"""What a director has left out at a time: games count nowhere as long as they are left out."""

LEFT_OUT_GAME = Table(
    "left_out_game",
    METADATA,
    Column("game", ForeignKey("game.number"), primary_key=True),
    Column("number", ForeignKey("left_out.number"), nullable=False, index=True),
)
"""The games that are left out, each by the number of what it was left out with."""
