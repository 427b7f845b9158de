"""Database access to messages set aside: they do not count until the director has looked at them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, delete, insert, select, update

from club.store import sentences
from club.store.judged_record import missing_game_sentence
from club.store.schema import SET_ASIDE_MESSAGE
from club.store.store_part import StorePart
from device.outbox.club_messages import GameMark
from display.words import Text
from values.named_tuple import NamedTuple

MAX_SET_ASIDE = 100
"""Maximum number of messages of one box that are set aside. A further one replaces the newest."""

MAX_MESSAGE_BYTES = 4096
"""Maximum number of bytes of a message that are stored, for debugging."""

MAX_RECORD_BYTES = 65_536
"""Maximum number of bytes stored of a record whose game the hub lacks, to judge it later: a long evening's takes
20,000."""

_ROW_BYTES = 500
"""Estimated bytes of a row besides the sentence and the message."""


class SetAsideMessage(NamedTuple):
    """A message about the game of an `identity` that was set aside for the director: `sentence` says why."""

    box: str
    identity: str
    sentence: Text


class RecordWithoutGame(NamedTuple):
    """A record that waits for its game's package: the box, the record's identity, the game's id in `game_id`, and the
    message, or the beginning of a long one."""

    box: str
    identity: str
    game_id: str
    message: bytes


class SetAsideMessages(StorePart):
    """Messages set aside for the director, within a transaction of the store."""

    def set_aside(
        self, box: str, mark: GameMark, sentence: Text, message: bytes, now: float, max_bytes: int = MAX_MESSAGE_BYTES
    ) -> int:
        """Set a message aside, in place of an earlier one of the same game. At most `max_bytes` bytes of it are stored.

        Returns about how many bytes of the database it takes.
        """
        open_messages = select(SET_ASIDE_MESSAGE.c.number).where(
            SET_ASIDE_MESSAGE.c.box == box, SET_ASIDE_MESSAGE.c.settled.is_(False)
        )
        number = self._execute(open_messages.where(SET_ASIDE_MESSAGE.c.identity == mark.game)).scalar()
        if number is None:
            newest = (
                self._execute(open_messages.order_by(SET_ASIDE_MESSAGE.c.number.desc()).limit(MAX_SET_ASIDE))
                .scalars()
                .all()
            )
            number = newest[0] if len(newest) == MAX_SET_ASIDE else None
        sentence_json, beginning = sentences.to_json(sentence), message[:max_bytes]
        values = {
            "box": box, "identity": mark.game, "revision": mark.number, "digest": mark.digest,
            "sentence": sentence_json, "message": beginning, "received": now, "settled": False,
        }  # fmt: skip
        if number is None:
            self._execute(insert(SET_ASIDE_MESSAGE).values(values))
        else:
            self._execute(update(SET_ASIDE_MESSAGE).where(SET_ASIDE_MESSAGE.c.number == number).values(values))
        return _ROW_BYTES + len(sentence_json) + len(beginning)

    def delete(self, box: str, identity: str) -> None:
        """Delete what was set aside of a game: the director need not look at it any more."""
        self._execute(
            delete(SET_ASIDE_MESSAGE).where(SET_ASIDE_MESSAGE.c.box == box, SET_ASIDE_MESSAGE.c.identity == identity)
        )

    def records_without_game(self) -> list[RecordWithoutGame]:
        """The records that wait because the hub lacked their game, the oldest first."""
        columns = SET_ASIDE_MESSAGE.c
        rows = self._unsettled_rows(columns.box, columns.identity, columns.sentence, columns.message)
        rows_with_sentences = (
            (box, identity, sentences.from_json(sentence), message) for box, identity, sentence, message in rows
        )
        # The sentence says why a message was set aside; this one names the kind of game whose package is missing.
        return [
            RecordWithoutGame(box, identity, str(dict(sentence.arguments)["game"]), message)
            for box, identity, sentence, message in rows_with_sentences
            if sentence.message == missing_game_sentence("").message
        ]

    def _unsettled_rows(self, *columns: Column[Any]) -> Iterator[tuple[Any, ...]]:
        """Yield the given columns of what is not settled, the oldest first."""
        unsettled = select(*columns).where(SET_ASIDE_MESSAGE.c.settled.is_(False))
        yield from map(tuple, self._execute(unsettled.order_by(SET_ASIDE_MESSAGE.c.number)))

    def list_messages(self) -> list[SetAsideMessage]:
        """Everything that is set aside, the oldest first."""
        columns = SET_ASIDE_MESSAGE.c
        return [
            SetAsideMessage(box, identity, sentences.from_json(sentence))
            for box, identity, sentence in self._unsettled_rows(columns.box, columns.identity, columns.sentence)
        ]
