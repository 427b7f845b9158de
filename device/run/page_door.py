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
from device.run import page_wire as wire
from device.run.client_door import TIMEOUT_S, ClientDoor
from device.run.door_pin import PinLock
from device.run.page_answers import ServiceAnswerer
from device.run.web_service_phones import WebServicePhones
from device.system.unix_socket import listening_socket
from hal.browser.broadcaster import TranscriptLines
from hal.browser.invitations import Invitations
from hal.browser.table_pin import NO_PIN, TablePin
from hal.system.wakeup import Wakeup
from values.common_prefix import common_prefix_length
from values.named_tuple import NamedTuple

NEWS_DELAY_S = 0.02
"""News is held back for this many seconds, so that related news is sent together. The table has answered a key by then,
and the delay is too short to notice on a phone."""

EXPIRY_CHECK_S = 10.0
"""Seconds between checks for abandoned requests of phones."""

MAX_QUEUED_REQUESTS = 16
"""The maximum number of queued requests. Further ones get an empty answer at once."""

REQUEST_FOLDER = "asking"
"""The name of the folder beside the socket by which a web service is asked for (`WebServicePhones`). Most machines have
none, and a web service from the start."""


class PageNews:
    """The latest value of everything the page shows. Implements `hal.browser.broadcaster.TopicPublisher`.

    `fetch_picture` returns a picture of the panel by its name. `current_record` returns the record of the game.
    """

    def __init__(self, invitations: Invitations, wake_sender: Callable[[], None]) -> None:
        self._invitations = invitations
        self._wake_sender = wake_sender
        self._lock = threading.Lock()
        self._newest: dict[str, wire.TopicChanged] = {}
        self._transcript: TranscriptLines = ()
        self.fetch_picture: Callable[[str], bytes | None] = lambda name: None
        self.current_record: Callable[[], str] = lambda: ""

    def publish(self, topic: str, value: object) -> None:
        """Set the latest value of a topic, and wake the sending thread."""
        message = wire.TopicChanged(topic, value, self._invitations.is_code_shown)
        with self._lock:
            self._newest.pop(topic, None)
            self._newest[topic] = message
        self._wake_sender()

    def publish_transcript(self, lines: TranscriptLines) -> None:
        """Set the current lines of the transcript, and wake the sending thread."""
        with self._lock:
            self._transcript = lines
        self._wake_sender()

    def take_messages(self, sent: SentNews) -> list[wire.TableMessage]:
        """The messages a web service still needs, given what was sent to it (`sent`). Adds them to `sent`."""
        with self._lock:
            changes, transcript = tuple(self._newest.values()), self._transcript
        messages: list[wire.TableMessage] = []
        if (code := self._invitations.shown_code) != sent.code:
            sent.code = code
            messages.append(wire.CodeChanged(code))
        for change in changes:
            if sent.topics.get(change.topic) is not change:
                sent.topics[change.topic] = change
                messages.append(self._with_picture(change, sent))
        if transcript is not sent.transcript:
            same_count = common_prefix_length(sent.transcript, transcript)
            sent.transcript = transcript
            messages.append(wire.TranscriptGrown(same_count, [*transcript[same_count:]]))
            record = self.current_record()
            if record != sent.record:
                sent.record = record
                messages.append(wire.RecordChanged(record.encode()))
        return messages

    def _with_picture(self, message: wire.TopicChanged, sent: SentNews) -> wire.TopicChanged:
        """The same message, with the picture it names if that was not sent to this web service yet."""
        name = message.value.get("picture", "") if isinstance(message.value, dict) else ""
        picture = None if not name or name == sent.picture else self.fetch_picture(name)
        if picture is None:
            return message
        sent.picture = name
        return message._replace(picture=picture)


class SentNews:
    """The news that has already been sent to one web service."""

    def __init__(self) -> None:
        self.topics: dict[str, wire.TopicChanged] = {}
        self.transcript: TranscriptLines = ()
        self.record = ""
        self.code = ""
        self.picture = ""


class _Client(NamedTuple):
    """A connected web service: what was sent to it, the answers that wait for it, and whether it has sent the PIN."""

    sent: SentNews
    answers: deque[wire.TableAnswer]
    pin_lock: PinLock


class PageDoor:
    """Listens at a Unix socket and serves one web service at a time, which must send the table's `pin` before
    presses."""

    def __init__(self, path: Path, pin: TablePin = NO_PIN, clock: Callable[[], float] = time.monotonic) -> None:
        """Create the socket. An old socket at `path` is removed first. Raises OSError if that fails."""
        self.invitations = Invitations()
        self._pin = pin
        self._path = path
        self._handle_browser_request: Callable[[str], None] = lambda request: None
        self._answerer: ServiceAnswerer | None = None
        self._door = ClientDoor(
            listening_socket(path),
            Wakeup(),
            threading.Event(),
            wire.MAX_REQUEST_LENGTH,
            news_delay_s=NEWS_DELAY_S,
            clock=clock,
        )
        self.news = PageNews(self.invitations, self._door.wakeup.wake_up)
        self.phones = WebServicePhones(self._door.wakeup.wake_up, path.with_name(REQUEST_FOLDER))
        self._requests: Queue[tuple[_Client, wire.TableRequest] | None] = Queue(MAX_QUEUED_REQUESTS)
        serve = partial(self._door.serve, self._serve_client, wire.BadMessage)
        self._door_thread = threading.Thread(target=serve, name="page door", daemon=True)
        self._answer_thread = threading.Thread(target=self._answer_requests, name="page answers", daemon=True)

    def start(self, handle_browser_request: Callable[[str], None], answerer: ServiceAnswerer) -> None:
        """Start to serve. `handle_browser_request` is called in the socket's thread with each browser's request.
        `answerer` answers the service's own requests, which are slow, in another thread."""
        self._handle_browser_request, self._answerer = handle_browser_request, answerer
        self._door_thread.start()
        self._answer_thread.start()

    def create_code(self, is_shown: Callable[[], bool]) -> str:
        """Create a new code for phones. It is valid as long as `is_shown()` is true."""
        code = self.invitations.create_code(is_shown)
        self._door.wakeup.wake_up()
        return code

    def close(self) -> None:
        """Stop serving, and remove the socket."""
        self._door.close_requested.set()
        self._door.wakeup.wake_up()
        with suppress(Full):
            self._requests.put_nowait(None)
        if self._answerer is not None:
            self._door_thread.join(TIMEOUT_S)  # the other one may be busy with a slow answer, which is needed no more
            self._answerer.drop_files()
        with suppress(OSError):
            self._path.unlink()

    def _serve_client(self, peer: socket.socket) -> None:
        """Serve one web service until it disconnects. Raises OSError, FrameTooLong or BadMessage if it misbehaves."""
        client = _Client(SentNews(), deque(), PinLock(self._pin))
        self.phones.note_connected()
        try:
            peer.sendall(with_length(wire.encode(wire.PageHello(wire.VERSION))))
            for data in self._door.messages_of(peer):
                self._send_news(peer, client)
                if data is not None:
                    self._handle_message(data, client)
        finally:
            self.phones.note_disconnected()
            assert self._answerer is not None
            self._answerer.drop_files()

    def _send_news(self, peer: socket.socket, client: _Client) -> None:
        for message in (*self.phones.pop_wish(), *client.pin_lock.take_change(), *self.news.take_messages(client.sent)):
            peer.sendall(with_length(wire.encode(message)))
        while client.answers:
            peer.sendall(with_length(wire.encode(client.answers.popleft())))

    def _handle_message(self, data: bytes, client: _Client) -> None:
        message = wire.decode_from_service(data)
        if isinstance(message, wire.BrowserRequest):
            if client.pin_lock.is_unlocked:
                self._handle_browser_request(message.request)
        elif isinstance(message, wire.PageServed):
            self.phones.set_page_url(message.url)
        elif isinstance(message, wire.WifiChanged):
            self.phones.set_own_wifi(message.wifi)
        else:
            try:
                self._requests.put_nowait((client, message))
            except Full:
                client.answers.append(wire.TableAnswer(message.number, ()))

    def _answer_requests(self) -> None:
        """Answer the queued requests, one after the other. This has its own thread, so nothing else waits for it."""
        assert self._answerer is not None
        while not self._door.close_requested.is_set():
            self._answerer.expire()
            with suppress(Empty):
                queued = self._requests.get(timeout=EXPIRY_CHECK_S)
                if queued is None:
                    return
                client, request = queued
                client.answers.append(self._answerer.answer(request, client.pin_lock))
                self._door.wakeup.wake_up()
