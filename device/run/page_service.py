"""`tablekeeper page`: the web service that serves the page to phones. It uses the network, but holds no games.

It shows what the table sends through its socket (`page_door`), and passes on requests of browsers that may press keys.
"""

from __future__ import annotations

import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import chain, count
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue

from device.outbox.frames import FrameSplitter, FrameTooLong, with_length
from device.run import page_wire as wire
from device.run.door_pin import RemotePin
from device.run.page_wifi import PageWifi
from device.run.program_uploads import RemotePrograms
from guard.names import ServerNames, server_names
from guard.sockets import limit_buffers, listening_socket, socket_url
from hal.browser.broadcaster import Broadcaster
from hal.browser.invitations import Invitations
from hal.browser.key_gate import KeyGate
from hal.browser.page_requests import (
    Document,
    DocumentFile,
    FormFields,
    PermittedRequest,
    RealTableRequest,
    format_request,
)
from hal.browser.panels import MAX_PICTURES

ANSWER_TIMEOUT_S = 30.0
"""Timeout for an answer of the table in seconds: an edit of a record may take 20."""

RETRY_S = 1.0
"""Seconds between attempts to connect to a missing table, and between checks whether the page's address has changed."""

MAX_WAITING_MESSAGES = 64
"""The maximum number of queued messages for a table that does not read them. Further messages are dropped."""

_READ_BYTES = 64 * 1024


class TableLink:
    """The connection to the table's socket. It is made again whenever it ends, until `close`.

    `handle_message` is called with each message of the table. `on_disconnect` is called when the connection has ended,
    and after each attempt to connect that failed, so that nobody waits for a table that is missing. Both are called in
    the link's own thread. `wifi` has the current address of the page.
    """

    def __init__(
        self,
        door: Path,
        handle_message: Callable[[wire.TableMessage], None],
        on_disconnect: Callable[[], None],
        wifi: PageWifi,
    ) -> None:
        self._door = door
        self._handle_message = handle_message
        self._on_disconnect = on_disconnect
        self._wifi = wifi
        self._close_requested = threading.Event()
        self._peer: socket.socket | None = None
        self._outgoing: Queue[wire.ServiceMessage | None] = Queue(MAX_WAITING_MESSAGES)
        self._threads = [
            threading.Thread(target=work, name=f"table {name}", daemon=True)
            for name, work in (("reader", self._read), ("writer", self._write))
        ]

    def start(self) -> TableLink:
        """Begin to connect to the table."""
        for thread in self._threads:
            thread.start()
        return self

    def send(self, message: wire.ServiceMessage) -> None:
        """Queue a message for the table. Returns at once."""
        with suppress(Full):
            self._outgoing.put_nowait(message)

    def close(self) -> None:
        """Disconnect, and end the threads."""
        self._close_requested.set()
        with suppress(Full):
            self._outgoing.put_nowait(None)
        peer = self._peer
        if peer is not None:
            with suppress(OSError):
                peer.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(RETRY_S + 1.0)

    def _read(self) -> None:
        while not self._close_requested.is_set():
            with suppress(OSError, FrameTooLong, wire.BadMessage), closing(socket.socket(socket.AF_UNIX)) as peer:
                peer.connect(str(self._door))
                self._peer = peer
                self._receive_messages(peer)
            self._peer = None
            self._on_disconnect()
            self._close_requested.wait(RETRY_S)

    def _receive_messages(self, peer: socket.socket) -> None:
        frames = FrameSplitter(wire.MAX_ANSWER_LENGTH)
        while data := peer.recv(_READ_BYTES):
            frames.feed(data)
            while (frame := frames.next_message()) is not None:
                message = wire.decode_from_table(frame)
                if isinstance(message, wire.PageHello):
                    if message.version != wire.VERSION:
                        raise wire.BadMessage(str(message.version))
                    for state_message in self._wifi.state_messages():
                        self.send(state_message)
                elif isinstance(message, wire.WifiWanted):
                    self._wifi.request_wifi(message.is_wanted)
                else:
                    self._handle_message(message)

    def _write(self) -> None:
        url = ""
        while not self._close_requested.is_set():
            message: wire.ServiceMessage | None = None
            with suppress(Empty):
                message = self._outgoing.get(timeout=RETRY_S)
            if message is None and (new_url := self._wifi.url()) != url:
                message, url = wire.PageServed(new_url), new_url
            peer = self._peer
            if message is not None and peer is not None:
                with suppress(OSError):
                    peer.sendall(with_length(wire.encode(message)))


class PendingRequests:
    """Requests that the table has not answered yet. Any thread may call `ask`, which waits."""

    def __init__(self, send: Callable[[wire.ServiceMessage], None]) -> None:
        self._send = send
        self._numbers = count()
        self._answers_by_number: dict[int, SimpleQueue[wire.TableAnswer | None]] = {}

    def ask(self, kind: wire.RequestKind, words: tuple[str, ...] = (), content: bytes = b"") -> wire.TableAnswer | None:
        """Send a request and wait for the answer; None if there is none."""
        number = next(self._numbers) % wire.HIGHEST_NUMBER
        answers: SimpleQueue[wire.TableAnswer | None] = SimpleQueue()
        self._answers_by_number[number] = answers
        try:
            self._send(wire.TableRequest(number, kind, words, content))
            with suppress(Empty):
                answer = answers.get(timeout=ANSWER_TIMEOUT_S)
                return answer if answer is not None and answer.words else None
            return None
        finally:
            del self._answers_by_number[number]

    def deliver_answer(self, answer: wire.TableAnswer) -> None:
        """Deliver an answer of the table to the thread that waits for it."""
        answers = self._answers_by_number.get(answer.number)
        if answers is not None:
            answers.put(answer)

    def cancel_all(self) -> None:
        """Wake all waiting threads without an answer: the table has disconnected."""
        for answers in tuple(self._answers_by_number.values()):
            answers.put(None)


class RemoteFile:
    """A long file that the table makes while the service reads it."""

    def __init__(self, pending_requests: PendingRequests, handle: str, media_type: str, name: str) -> None:
        self.media_type = media_type
        self.name = name
        self._pending_requests = pending_requests
        self._handle = handle

    def read(self) -> bytes:
        """Return the next part of the file; empty at its end. Raises OSError if it can't be made completely."""
        answer = self._pending_requests.ask(wire.RequestKind.PART, (self._handle,))
        if answer is None:
            raise OSError(self.name)
        return answer.content

    def close(self) -> None:
        """Tell the table that the file is no longer needed. Returns at once."""
        request = wire.RequestKind.SHUT, (self._handle,)
        threading.Thread(target=self._pending_requests.ask, args=request, daemon=True).start()


class RemoteTable:
    """The table as the page sees it through the socket. Implements `hal.browser.web.ServedTable`."""

    program_control = None
    """None: only a simulator takes records, and has a gallery."""

    def __init__(self, names: ServerNames, wifi: PageWifi, send: Callable[[wire.ServiceMessage], None]) -> None:
        """`names` are those by which the page is known."""
        self.networks = wifi.networks
        self.broadcaster = Broadcaster(lambda: self._is_secret)
        self.pending_requests = PendingRequests(send)
        self.program_receiver = RemotePrograms(self.pending_requests.ask)
        self._pin = RemotePin(self.pending_requests.ask)
        self.key_gate = KeyGate(names, Invitations(), is_open_to_owner=False, redirect_url=wifi.own_url, pin=self._pin)
        self._send = send
        self._is_secret = False
        """Whether the message that is being published is secret. Only the link's thread publishes."""
        self._transcript: list[object] = []
        self._record = ""
        self._pictures: OrderedDict[str, bytes] = OrderedDict()

    def handle_message(self, message: wire.TableMessage) -> None:
        """Handle a message of the table."""
        match message:
            case wire.TopicChanged(topic, value, is_secret, picture):
                if picture and isinstance(value, dict):
                    self._store_picture(str(value.get("picture", "")), picture)
                self._is_secret = is_secret
                self.broadcaster.publish(topic, value)
            case wire.TranscriptGrown(same_count, lines):
                self._transcript = [*self._transcript[:same_count], *lines]
                self.broadcaster.publish_transcript(tuple(self._transcript))
            case wire.RecordChanged(record):
                self._record = record.decode(errors="replace")
            case wire.CodeChanged(code):
                # The table sends an empty code as soon as its panel no longer shows the code.
                self.key_gate.invitations.set_code(code, lambda: True)
            case wire.PinChanged(pin_id):
                self._pin.pin_id = pin_id
            case wire.TableAnswer():
                self.pending_requests.deliver_answer(message)

    def note_disconnected(self) -> None:
        """The table has disconnected: lock the keys, and remove the code."""
        self.key_gate.invitations.set_code("", lambda: False)
        self.pending_requests.cancel_all()
        self._is_secret = False
        self.broadcaster.publish("open", False)

    # The methods of `hal.browser.web.ServedTable`, for the page and its socket.

    def fetch_picture(self, name: str) -> bytes | None:
        return self._pictures.get(name)

    def record_text(self) -> str:
        return self._record

    def now_s(self) -> float:
        # All processes of a machine share one monotonic clock, so it fits the times of the table's refreshes.
        return time.monotonic()

    def process_request(self, request: PermittedRequest) -> None:
        if isinstance(request, RealTableRequest):  # other requests are only for simulators
            self._send(wire.BrowserRequest(format_request(request)))

    def edit_record(self, record: bytes, base_version: str) -> str | None:
        answer = self.pending_requests.ask(wire.RequestKind.EDIT, (base_version,), record)
        return None if answer is None else answer.words[0]

    def find_document(self, path: str, query: FormFields) -> Document | None:
        answer = self.pending_requests.ask(wire.RequestKind.FIND, (path, *chain.from_iterable(query)))
        if answer is None or len(answer.words) != 2:
            return None
        media_type, name = answer.words
        return Document(media_type, answer.content, name)

    def find_file(self, path: str, query: FormFields) -> DocumentFile | None:
        answer = self.pending_requests.ask(wire.RequestKind.FILE, (path, *chain.from_iterable(query)))
        return None if answer is None or len(answer.words) != 3 else RemoteFile(self.pending_requests, *answer.words)

    def process_form(self, fields: FormFields) -> str | None:
        answer = self.pending_requests.ask(wire.RequestKind.CHANGE, tuple(chain.from_iterable(fields)))
        return None if answer is None else answer.words[0]

    def _store_picture(self, name: str, picture: bytes) -> None:
        pictures = OrderedDict(self._pictures)
        pictures[name] = picture
        while len(pictures) > MAX_PICTURES:
            pictures.popitem(last=False)
        self._pictures = pictures


class PageService:
    """The page, served at an address and port for the table behind a socket.

    `other_names` are the machine's additional names in the network. `bus` is the address of the message bus, by which a
    Wi-Fi is opened. On the `redirecting_sockets` sockets, browsers are redirected to the page while that Wi-Fi is open.
    """

    def __init__(
        self,
        door: Path,
        address: str,
        port: int,
        other_names: tuple[str, ...] = (),
        *,
        bus: str = "SYSTEM",
        redirecting_sockets: Sequence[socket.socket] = (),
    ) -> None:
        """Start to serve. Raises CannotServe, and ImportError if the web framework is not installed."""
        from guard.server import WebServer
        from hal.browser import server, web

        page_socket = listening_socket(address, port, "--port")
        self._wifi = PageWifi(page_socket, self._send, lambda: self._table.broadcaster.viewer_count > 0, bus)
        self._table = RemoteTable(server_names(address, other_names), self._wifi, self._send)
        self._link = TableLink(door, self._table.handle_message, self._table.note_disconnected, self._wifi)
        self.url = socket_url(page_socket)
        """Where browsers find the page."""
        make_application = partial(web.page_application, self._table)
        self._server = server.PageServer(make_application, self._table.broadcaster, page_socket)
        self._redirecting_servers = [
            WebServer(partial(web.redirecting_application, self._table.key_gate), limit_buffers(redirecting_socket))
            for redirecting_socket in redirecting_sockets
        ]
        self._link.start()

    def close(self) -> None:
        """End the page."""
        self._link.close()
        self._wifi.close()
        self._server.close()
        for server in self._redirecting_servers:
            server.close()

    def _send(self, message: wire.ServiceMessage) -> None:
        self._link.send(message)
