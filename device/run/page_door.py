"""The Unix socket at which the table's program talks to the web service, which serves the page to phones.

The table's thread only stores news and returns. A second thread sends it, so a slow, dead or hostile web service
never blocks the table. Input from the web service passes the same checks as input from browsers and from keys.
"""

from __future__ import annotations

import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, Full, Queue

from device.outbox.frames import with_length
from device.run.door_phones import DoorPhones
from device.run.door_pin import SaidPin
from device.run.page_answers import PageAnswers
from device.run.page_wire import (
    MAX_QUESTION_LENGTH,
    VERSION,
    BadMessage,
    Grown,
    Invited,
    PageHello,
    RecordKept,
    Requested,
    Served,
    TableAnswered,
    TableAsked,
    TableMessage,
    TopicTold,
    WifiTold,
    decode_from_service,
    encode,
)
from device.run.visited_door import TIMEOUT_S, VisitedDoor
from device.system.unix_socket import listening_socket
from device.system.wakeup import Wakeup
from hal.browser.broadcaster import Lines
from hal.browser.invitations import Invitations
from hal.browser.table_pin import NO_PIN, TablePin
from values.common_prefix import common_prefix_length
from values.named_tuple import NamedTuple

TOGETHER_S = 0.02
"""News is held back for this many seconds, so that related news is sent together. The table has answered a key by then,
and the delay is too short to notice on a phone."""

CHECK_S = 10.0
"""Seconds between checks whether phones go on with what they have begun."""

MAX_QUESTIONS = 16
"""The maximum number of queued requests. Further ones get an empty answer at once."""

ASKING = "asking"
"""The name of the folder beside the socket by which a web service is asked for (`DoorPhones`). Most machines have
none, and a web service from the start."""


class PageNews:
    """The latest value of everything the page shows. Implements `hal.browser.broadcaster.Topics`.

    `picture` returns a picture of the panel by its name. `record` returns the record of the game.
    """

    def __init__(self, invitations: Invitations, ring: Callable[[], None]) -> None:
        self._invitations = invitations
        self._ring = ring
        self._lock = threading.Lock()
        self._newest: dict[str, TopicTold] = {}
        self._lines: Lines = ()
        self.picture: Callable[[str], bytes | None] = lambda name: None
        self.record: Callable[[], str] = lambda: ""

    def publish(self, topic: str, value: object) -> None:
        """Set the latest value of a topic, and wake the sending thread."""
        told = TopicTold(topic, value, self._invitations.open)
        with self._lock:
            self._newest.pop(topic, None)
            self._newest[topic] = told
        self._ring()

    def publish_transcript(self, lines: Lines) -> None:
        """Set the current lines of the record, and wake the sending thread."""
        with self._lock:
            self._lines = lines
        self._ring()

    def messages_since(self, known: KnownNews) -> list[TableMessage]:
        """The messages a web service still needs, given what was sent to it (`known`). Adds them to `known`."""
        with self._lock:
            newest, lines = tuple(self._newest.values()), self._lines
        found: list[TableMessage] = []
        if (code := self._invitations.shown_code) != known.code:
            known.code = code
            found.append(Invited(code))
        for told in newest:
            if known.sent.get(told.topic) is not told:
                known.sent[told.topic] = told
                found.append(self._with_picture(told, known))
        if lines is not known.lines:
            same = common_prefix_length(known.lines, lines)
            known.lines = lines
            found.append(Grown(same, [*lines[same:]]))
            record = self.record()
            if record != known.record:
                known.record = record
                found.append(RecordKept(record.encode()))
        return found

    def _with_picture(self, told: TopicTold, known: KnownNews) -> TopicTold:
        """The same message, with the picture it names if that was not sent to this web service yet."""
        name = told.value.get("picture", "") if isinstance(told.value, dict) else ""
        picture = None if not name or name == known.picture else self.picture(name)
        if picture is None:
            return told
        known.picture = name
        return told._replace(picture=picture)


class KnownNews:
    """What has already been sent to one web service."""

    def __init__(self) -> None:
        self.sent: dict[str, TopicTold] = {}
        self.lines: Lines = ()
        self.record = ""
        self.code = ""
        self.picture = ""


class _Visitor(NamedTuple):
    """A connected web service: what was sent to it, the answers that wait for it, and whether it has sent the PIN."""

    known: KnownNews
    answered: deque[TableAnswered]
    pin: SaidPin


class PageDoor:
    """Listens at a Unix socket and serves one web service at a time, which must send the table's `pin` before
    presses."""

    def __init__(self, path: Path, pin: TablePin = NO_PIN, clock: Callable[[], float] = time.monotonic) -> None:
        """Create the socket. An old socket at `path` is removed first. Raises OSError if that fails."""
        self.invitations = Invitations()
        self._pin = pin
        self._path = path
        self._hear: Callable[[str], None] = _nobody
        self._answers: PageAnswers | None = None
        self._door = VisitedDoor(
            listening_socket(path),
            Wakeup(),
            threading.Event(),
            MAX_QUESTION_LENGTH,
            max_clients=TOGETHER_S,
            clock=clock,
        )
        self.news = PageNews(self.invitations, self._door.bell.wake_up)
        self.phones = DoorPhones(self._door.bell.wake_up, path.with_name(ASKING))
        self._questions: Queue[tuple[_Visitor, TableAsked] | None] = Queue(MAX_QUESTIONS)
        serve = partial(self._door.serve, self._serve_visitor, BadMessage)
        self._threads = [
            threading.Thread(target=work, name=f"page {name}", daemon=True)
            for name, work in (("door", serve), ("answers", self._answer_requests))
        ]

    def open(self, hear: Callable[[str], None], answers: PageAnswers) -> None:
        """Start to serve. `hear` is called in the socket's thread with each browser request. `answers` handles the slow
        requests in another thread."""
        self._hear, self._answers = hear, answers
        for thread in self._threads:
            thread.start()

    def invite(self, shown: Callable[[], bool]) -> str:
        """Create a new code for phones. It is valid as long as `shown()` is true."""
        code = self.invitations.invite(shown)
        self._door.bell.wake_up()
        return code

    def close(self) -> None:
        """Stop serving, and remove the socket."""
        self._door.shut.set()
        self._door.bell.wake_up()
        with suppress(Full):
            self._questions.put_nowait(None)
        if self._answers is not None:
            self._threads[0].join(TIMEOUT_S)
            self._answers.drop_files()
        with suppress(OSError):
            self._path.unlink()

    def _serve_visitor(self, peer: socket.socket) -> None:
        """Serve one web service until it disconnects. Raises OSError, FrameTooLong or BadMessage if it misbehaves."""
        try:
            self._serve_service(peer)
        finally:
            self.phones.note_disconnected()
            assert self._answers is not None
            self._answers.drop_files()

    def _serve_service(self, peer: socket.socket) -> None:
        visitor = _Visitor(KnownNews(), deque(), SaidPin(self._pin))
        self.phones.note_connected()
        peer.sendall(with_length(encode(PageHello(VERSION))))
        for said in self._door.messages_of(peer):
            self._send_news(peer, visitor)
            if said is not None:
                self._handle(said, visitor)

    def _send_news(self, peer: socket.socket, visitor: _Visitor) -> None:
        for message in (*self.phones.pop_wish(), *visitor.pin.pop_news(), *self.news.messages_since(visitor.known)):
            peer.sendall(with_length(encode(message)))
        while visitor.answered:
            peer.sendall(with_length(encode(visitor.answered.popleft())))

    def _handle(self, said: bytes, visitor: _Visitor) -> None:
        message = decode_from_service(said)
        if isinstance(message, Requested):
            if visitor.pin.is_unlocked:
                self._hear(message.request)
        elif isinstance(message, Served):
            self.phones.set_page_url(message.url)
        elif isinstance(message, WifiTold):
            self.phones.set_wifi_state(message.wifi)
        else:
            try:
                self._questions.put_nowait((visitor, message))
            except Full:
                visitor.answered.append(TableAnswered(message.number, ()))

    def _answer_requests(self) -> None:
        """Answer the queued requests, one after the other. This has its own thread, so nothing else waits for it."""
        assert self._answers is not None
        while not self._door.shut.is_set():
            self._answers.expire()
            with suppress(Empty):
                asked = self._questions.get(timeout=CHECK_S)
                if asked is None:
                    return
                visitor, question = asked
                visitor.answered.append(self._answers.answer(question, visitor.pin))
                self._door.bell.wake_up()


def _nobody(_: str) -> None:
    """Ignores requests until `open` is called."""
