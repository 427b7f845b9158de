"""A hostile box of a club: sends the worst messages that it can, as fast as it can, until it is ended.

Arguments: the broker's port, the file with its certificate, the name of the box and its password.
"""

from __future__ import annotations

import itertools
import sys
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from club.broker import topics
from club.broker.link import pinned_tls_context
from club.broker.mqtt import CallbackAPIVersion, Client, MQTTv311
from device.outbox.club_messages import GameMark, GameRevision
from device.outbox.codec import encode
from device.outbox.digest import digest
from device.session.rows import JournalRow, RowKind

HEADER = ("game no-thanks", "players Ann Ben Cleo")
POLL_INTERVAL_S = 0.02
"""Seconds between two checks for a connection."""

TIMEOUT_S = 1.0
"""Timeout in seconds for the broker to accept what was sent."""

ROUNDS_PER_LARGE_MESSAGE = 2_000
"""The number of rounds of all other messages after which one of 120 MB comes."""

BATCH_SIZE = 200
"""The number of messages between two waits for the broker to accept them."""

BOMB = zlib.compress(b"[" + b"[]," * 2_600_000 + b"[]]", 9)
"""8 MB of empty lists, compressed to few bytes."""

Publication = tuple[str, bytes, bool]
"""A topic, the payload, and whether it is retained."""


def main(port: int, certificate: Path, box: str, password: str) -> None:
    """Send all messages, again and again."""
    client = Client(CallbackAPIVersion.VERSION2, box, protocol=MQTTv311)
    client.username_pw_set(box, password)
    client.tls_set_context(pinned_tls_context(certificate))
    client.reconnect_delay_set(0.1, 0.2)  # type: ignore[arg-type]  # fractions work as well
    client.max_inflight_messages_set(10 * BATCH_SIZE)
    client.connect_async("127.0.0.1", port)
    client.loop_start()
    for number, (topic, payload, retain) in enumerate(messages(box)):
        while not client.is_connected():
            time.sleep(POLL_INTERVAL_S)
        publication = client.publish(topic, payload, qos=1, retain=retain)
        if number % BATCH_SIZE == 0:
            with suppress(RuntimeError, ValueError):
                publication.wait_for_publish(TIMEOUT_S)


def messages(box: str) -> Iterator[Publication]:
    """Yield messages, endlessly."""
    topic, table, online = topics.messages_topic(box), topics.table_topic(box), topics.online_topic(box)
    for number in itertools.count():
        yield topic, BOMB, False
        yield topic, many_lines(number), False
        yield topic, long_comments(number), False
        yield topic, short_game(number), False
        yield topic, many_people(number), False
        yield from ((topic, payload, False) for payload in taken_back_and_redeclared(number))
        yield topic, b"{}", True
        yield topic, f"junk {number}".encode(), False
        yield table, BOMB, False
        yield online, b"%d" % (number % 2), True
        yield f"tablekeeper/box/{box}/x{number}", b"x" * 1000, True
        yield topics.messages_topic("box-0"), b"forged", False
        if number % ROUNDS_PER_LARGE_MESSAGE == ROUNDS_PER_LARGE_MESSAGE - 1:
            yield topic, bytes(120_000_000), False


def many_lines(number: int) -> bytes:
    """A game of 3,001 lines, compressed to some hundred bytes."""
    return new_game(number, "aa", [*HEADER, *("set rounds 1" for _ in range(2_999))])


def long_comments(number: int) -> bytes:
    """Lines of the maximum length with next to no content."""
    return new_game(number, "bb", [*HEADER, *(f"set rounds 1 #{'x' * 11_000}" for _ in range(30))])


def short_game(number: int) -> bytes:
    """A new game of two lines."""
    return new_game(number, "cc", HEADER)


def many_people(number: int) -> bytes:
    """A finished game of people who have never played before: the database gets rows for each of them."""
    people = [f"P{number}n{seat}" for seat in range(10)]
    header = ("game score-pad", f"players {' '.join(people)}", f"title Game {number}", "set rounds 1")
    return new_game(number, "ee", [*header, *(f"{name} points 1" for name in people)])


def taken_back_and_redeclared(number: int) -> Iterator[bytes]:
    """Yield a game whose lines are taken back and declared again."""
    rows = [JournalRow(RowKind.RECORD, line) for line in (*HEADER, *(f"set rounds {1 + n % 9}" for n in range(300)))]
    game, base = f"dd{number:016x}", None
    for step in range(1, 6):
        kept_line_count = 0 if base is None else 2
        lines = rows if step % 2 else rows[:3]
        mark = GameMark(game, number=step * 400, digest=digest(lines))
        yield encode(GameRevision(mark, base, kept_line_count, tuple(lines[kept_line_count:])))
        base = mark


def new_game(number: int, kind: str, lines: Iterable[str]) -> bytes:
    """A new game of these lines."""
    rows = tuple(JournalRow(RowKind.RECORD, line) for line in lines)
    return encode(GameRevision(GameMark(f"{kind}{number:016x}", len(rows), digest(rows)), None, 0, rows))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4])
