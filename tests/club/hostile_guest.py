"""A hostile box of the club: claims the games of others, and sends invalid messages now and then."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import cycle

from bench.programs.hostile_box import BOMB, long_comments, many_lines
from club.broker import topics
from club.broker.link import BrokerAddress, BrokerLink
from device.outbox.club_messages import ConflictingRecord, GameMark, GameRevision
from device.outbox.codec import encode
from device.session.rows import JournalRow, RowKind
from tests.outbox.marks import mark_of_lines

GUEST = "guest"
EACH_S = 0.25
"""Seconds between two messages."""

_LINES = tuple(JournalRow(RowKind.RECORD, line) for line in ("game no-thanks", "players Mal Mel Mo"))


@contextmanager
def hostile_guest(address: BrokerAddress, identities: Callable[[], Sequence[GameMark]]) -> Iterator[None]:
    """Run one meanwhile. `identities` returns the marks of others' games, as pages show them."""
    stopped = threading.Event()
    thread = threading.Thread(target=_speak, args=(address, identities, stopped))
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


def _speak(address: BrokerAddress, identities: Callable[[], Sequence[GameMark]], stopped: threading.Event) -> None:
    said = topics.messages_topic(GUEST)
    with closing(BrokerLink(address, [])) as link:
        for number in cycle(range(10**6)):
            if stopped.wait(EACH_S):
                return
            junk = (BOMB, many_lines(number), long_comments(number), b"\0")[number % 4]
            link.publish(said, junk)
            for one in identities()[number % 7 :: 7][:20]:
                own = mark_of_lines(one.game, len(_LINES), _LINES)
                link.publish(said, encode(GameRevision(own, None, 0, _LINES, None, one.game)))
                link.publish(said, encode(ConflictingRecord(own._replace(number=10**6), one, _LINES)))
