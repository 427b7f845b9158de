"""`tablekeeper page`: serves the page to phones, in a program that has the network and nothing of the table.

It knows what the table's door tells it (`page_door`), and hands in what browsers ask for that may press keys.
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

from device.outbox.frames import Frames, FrameTooLong, frame
from device.run.door_pin import RemotePin
from device.run.page_wifi import PageWifi
from device.run.page_wire import (
    HIGHEST_NUMBER,
    LONGEST_ANSWER,
    VERSION,
    Asking,
    BadMessage,
    Grown,
    Invited,
    PageHello,
    PinKept,
    RecordKept,
    Requested,
    Served,
    ServiceMessage,
    TableAnswered,
    TableAsked,
    TableMessage,
    TopicTold,
    WifiWanted,
    encode,
    from_table,
)
from guard.names import ServerNames, server_names
from guard.sockets import bounded, listen, url
from hal.browser.broadcaster import Broadcaster
from hal.browser.invitations import Invitations
from hal.browser.key_gate import KeyGate
from hal.browser.panels import KEPT
from hal.browser.requests import Document, DocumentFile, Fields, OfRealTable, Permitted, write

ANSWER_S = 30.0
"""For how many seconds a question waits for its answer: an edit of a record may take 20."""

AGAIN_S = 1.0
"""After so many seconds a table is looked for again that is not there, and whether the own address is another one."""

MOST_WAITING = 64
"""Messages that wait for a table which does not take them. More are lost, as presses at a table that is gone."""

NO_TABLE = "No table answers."

_READ = 64 * 1024


class TableLink:
    """The connection to the table's door: made again whenever it ends, until it is closed.

    `hear` is given what the table says, and `lost` called when it is gone, both in a thread of the link's own. `wifi`
    knows where phones find the page now.
    """

    def __init__(
        self, door: Path, hear: Callable[[TableMessage], None], lost: Callable[[], None], wifi: PageWifi
    ) -> None:
        self._door = door
        self._hear = hear
        self._lost = lost
        self._wifi = wifi
        self._closed = threading.Event()
        self._peer: socket.socket | None = None
        self._waiting: Queue[ServiceMessage | None] = Queue(MOST_WAITING)
        self._threads = [
            threading.Thread(target=work, name=f"table {name}", daemon=True)
            for name, work in (("reader", self._read), ("writer", self._write))
        ]

    def start(self) -> TableLink:
        """Begin to look for the table."""
        for thread in self._threads:
            thread.start()
        return self

    def say(self, message: ServiceMessage) -> None:
        """Say something to the table, as soon as it listens; returns at once."""
        with suppress(Full):
            self._waiting.put_nowait(message)

    def close(self) -> None:
        """Look for no table any more."""
        self._closed.set()
        with suppress(Full):
            self._waiting.put_nowait(None)
        peer = self._peer
        if peer is not None:
            with suppress(OSError):
                peer.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(AGAIN_S + 1.0)

    def _read(self) -> None:
        while not self._closed.is_set():
            with suppress(OSError, FrameTooLong, BadMessage), closing(socket.socket(socket.AF_UNIX)) as peer:
                peer.connect(str(self._door))
                self._peer = peer
                self._listen(peer)
            self._peer = None
            self._lost()
            self._closed.wait(AGAIN_S)

    def _listen(self, peer: socket.socket) -> None:
        frames = Frames(LONGEST_ANSWER)
        while data := peer.recv(_READ):
            frames.feed(data)
            while (said := frames.next()) is not None:
                message = from_table(said)
                if isinstance(message, PageHello):
                    if message.version != VERSION:
                        raise BadMessage(str(message.version))
                    for told in self._wifi.all():
                        self.say(told)
                elif isinstance(message, WifiWanted):
                    self._wifi.want(message.wanted)
                else:
                    self._hear(message)

    def _write(self) -> None:
        url = ""
        while not self._closed.is_set():
            message: ServiceMessage | None = None
            with suppress(Empty):
                message = self._waiting.get(timeout=AGAIN_S)
            if message is None and (now := self._wifi.url()) != url:
                message, url = Served(now), now
            peer = self._peer
            if message is not None and peer is not None:
                with suppress(OSError):
                    peer.sendall(frame(encode(message)))


class Questions:
    """What the table was asked and has not answered yet. Any thread may ask, and waits."""

    def __init__(self, say: Callable[[ServiceMessage], None]) -> None:
        self._say = say
        self._numbers = count()
        self._open: dict[int, SimpleQueue[TableAnswered | None]] = {}

    def ask(self, what: Asking, words: tuple[str, ...] = (), content: bytes = b"") -> TableAnswered | None:
        """The table's answer; None if there is none."""
        number = next(self._numbers) % HIGHEST_NUMBER
        answers: SimpleQueue[TableAnswered | None] = SimpleQueue()
        self._open[number] = answers
        try:
            self._say(TableAsked(number, what, words, content))
            with suppress(Empty):
                answer = answers.get(timeout=ANSWER_S)
                return answer if answer is not None and answer.words else None
            return None
        finally:
            del self._open[number]

    def answered(self, answer: TableAnswered) -> None:
        """The table has answered."""
        asked = self._open.get(answer.number)
        if asked is not None:
            asked.put(answer)

    def lost(self) -> None:
        """The table is gone: nothing will be answered."""
        for asked in tuple(self._open.values()):
            asked.put(None)


class RemoteFile:
    """A long file that the table makes while it is read."""

    def __init__(self, questions: Questions, handle: str, kind: str, name: str) -> None:
        self.kind = kind
        self.name = name
        self._questions = questions
        self._handle = handle

    def read(self) -> bytes:
        """The next part of it; nothing at its end. Raises OSError if it can't be made to its end."""
        found = self._questions.ask(Asking.PART, (self._handle,))
        if found is None:
            raise OSError(self.name)
        return found.content

    def close(self) -> None:
        """It is not wanted any more, or has been read."""
        threading.Thread(target=self._questions.ask, args=(Asking.SHUT, (self._handle,)), daemon=True).start()


class RemoteTable:
    """The table as the page knows it, by its door: a `hal.browser.web.ServedTable`."""

    takes_records = False

    def __init__(self, named: tuple[ServerNames, Callable[[], str]], say: Callable[[ServiceMessage], None]) -> None:
        """`named` is by which names the page is known, and where else browsers are sent that ask by another."""
        self.broadcaster = Broadcaster(lambda: self._secret)
        self.questions = Questions(say)
        self._pin = RemotePin(self.questions.ask)
        names, elsewhere = named
        self.gate = KeyGate(names, Invitations(), keys=False, elsewhere=elsewhere, pin=self._pin)
        self._say = say
        self._secret = False
        """Whether what is published just now is secret. The link's thread alone publishes."""
        self._lines: list[object] = []
        self._record = ""
        self._pictures: OrderedDict[str, bytes] = OrderedDict()

    def hear(self, message: TableMessage) -> None:
        """The table has said this."""
        match message:
            case TopicTold(topic, value, secret, picture):
                if picture and isinstance(value, dict):
                    self._keep(str(value.get("picture", "")), picture)
                self._secret = secret
                self.broadcaster.publish(topic, value)
            case Grown(same, lines):
                self._lines = [*self._lines[:same], *lines]
                self.broadcaster.publish_transcript(tuple(self._lines))
            case RecordKept(record):
                self._record = record.decode(errors="replace")
            case Invited(code):
                self.gate.invitations.put(code, lambda: True)
            case PinKept(mark):
                self._pin.mark = mark
            case TableAnswered():
                self.questions.answered(message)

    def lost(self) -> None:
        """There is no table now: nobody may press, and no code is shown."""
        self.gate.invitations.put("", lambda: False)
        self.questions.lost()
        self._secret = False
        self.broadcaster.publish("open", False)

    # What the page shows and its socket asks for: `hal.browser.web.ServedTable`.

    def picture(self, name: str) -> bytes | None:
        return self._pictures.get(name)

    def record(self) -> str:
        return self._record

    def now(self) -> float:
        # One clock of the machine dates the refreshes of the table and tells the time here.
        return time.monotonic()

    def do(self, request: Permitted) -> None:
        if isinstance(request, OfRealTable):  # a real panel takes its time, and its pods are no pictures
            self._say(Requested(write(request)))

    def edit(self, record: bytes, since: str) -> str | None:
        found = self.questions.ask(Asking.EDIT, (since,), record)
        return None if found is None else found.words[0]

    def play(self, record: bytes) -> str:
        return ""

    def gallery(self, path: str, game: str) -> bytes | None:
        return None

    def find(self, path: str, query: Fields) -> Document | None:
        found = self.questions.ask(Asking.FIND, (path, *chain.from_iterable(query)))
        if found is None or len(found.words) != 2:
            return None
        kind, name = found.words
        return Document(kind, found.content, name)

    def file(self, path: str, query: Fields) -> DocumentFile | None:
        found = self.questions.ask(Asking.FILE, (path, *chain.from_iterable(query)))
        return None if found is None or len(found.words) != 3 else RemoteFile(self.questions, *found.words)

    def change(self, fields: Fields) -> str:
        found = self.questions.ask(Asking.CHANGE, tuple(chain.from_iterable(fields)))
        return NO_TABLE if found is None else found.words[0]

    def _keep(self, name: str, picture: bytes) -> None:
        pictures = OrderedDict(self._pictures)
        pictures[name] = picture
        while len(pictures) > KEPT:
            pictures.popitem(last=False)
        self._pictures = pictures


class PageService:
    """The page, served at an address and port for the table behind a door. `names` are those that the network has for
    this machine, besides its own, and `bus` is the address of the message bus, by which a Wi-Fi is opened. On the
    sockets that were `handed` to it, browsers are sent to the page while that Wi-Fi is open."""

    def __init__(
        self,
        door: Path,
        address: str,
        port: int,
        names: tuple[str, ...] = (),
        *,
        bus: str = "SYSTEM",
        handed: Sequence[socket.socket] = (),
    ) -> None:
        """Raises CannotServe, and ImportError where the web framework is not installed."""
        from guard.server import WebServer
        from hal.browser import server, web

        listening = listen(address, port, "--port")
        self._wifi = PageWifi(listening, self._say, lambda: self._table.broadcaster.viewers > 0, bus)
        self._table = RemoteTable((server_names(address, names), self._wifi.own_url), self._say)
        self._link = TableLink(door, self._table.hear, self._table.lost, self._wifi)
        self.url = url(listening)
        """Where browsers find the page."""
        self._server = server.PageServer(partial(web.application, self._table), self._table.broadcaster, listening)
        self._sending_on = [WebServer(partial(web.sent_on, self._table.gate), bounded(each)) for each in handed]
        self._link.start()

    def close(self) -> None:
        """End the page."""
        self._link.close()
        self._wifi.close()
        self._server.close()
        for each in self._sending_on:
            each.close()

    def _say(self, message: ServiceMessage) -> None:
        self._link.say(message)
