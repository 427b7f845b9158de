"""Target `page`: messages on the page's web socket, and requests, sent to the complete web application.

An input is a request (a line like `GET /past/?game=loop`, header lines, an empty line, and the body), or the messages
of a web socket connection (a "visit"), one a line. As a message, `%` stands for the right token, and in a header, for
the visit's key.
"""

from __future__ import annotations

import asyncio
import json
import socket
import tempfile
from collections.abc import MutableMapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from device.journal.store import Journal
from device.people.store import FILE_NAME as PEOPLE
from device.reports import documents
from guard.asgi import Application
from guard.connections import ConnectionAcceptor
from guard.names import ServerNames
from hal.browser import page_requests
from hal.browser.broadcaster import Broadcaster
from hal.browser.invitations import Invitations
from hal.browser.key_gate import KeyGate
from hal.browser.page_requests import (
    ChooseSetting,
    CorrectLine,
    Document,
    FormFields,
    KeyRequest,
    PlugInPod,
    UnplugPod,
)
from hal.browser.program_receiver import MAX_PIECE_BYTES, PieceAnswer
from hal.browser.web import CSP_HEADER, page_application
from hal.table.table import PicturePointed
from tools.fuzz.journals import game_rows

TOKEN = "the right token"
HOST = "127.0.0.1:8080"
CLIENT = ("192.0.2.1", 40000)
RIGHT = json.dumps({"do": "token", "token": TOKEN})
MAX_MESSAGES = 6
"""The maximum number of messages of a visit: each wrong token delays those after it."""
METHODS = ("GET", "HEAD", "POST", "PUT")
STATUSES = frozenset((200, 307, 400, 403, 404, 405, 408, 421, 422, 503))
MAX_ANSWER_LENGTH = 200_000

Message = MutableMapping[str, Any]


class SentRequest(NamedTuple):
    """A request of a browser."""

    method: str
    path: str
    query: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


class FileAtOnce:
    """A file that is built in this process."""

    def __init__(self, made: documents.FileInParts) -> None:
        self.media_type, self.name = made.media_type, made.name
        self._content = b"".join(made.parts)

    def read(self) -> bytes:
        content, self._content = self._content, b""
        return content

    def close(self) -> None:
        """Do nothing: no process has to end."""


class FuzzedTable:
    """A table that accepts everything from the page, and checks that its values are valid."""

    networks = None

    def __init__(self, data: Path) -> None:
        self.program_receiver = self
        self.program_control = self
        self.broadcaster = Broadcaster()
        self.key_gate = KeyGate(ServerNames("127.0.0.1"), Invitations(), TOKEN)
        self.pressed = 0
        self._data = data

    def fetch_picture(self, name: str) -> bytes | None:
        return b"a picture" if name == "1" else None

    def record_text(self) -> str:
        return "game loop\n"

    def now_s(self) -> float:
        return 1.0

    def process_request(self, request: page_requests.PermittedRequest) -> None:
        match request:
            case KeyRequest(_, _, pod) | UnplugPod(pod):
                assert 0 <= pod <= page_requests.MAX_PODS
            case PlugInPod(seat):
                assert seat is None or seat >= 0
            case CorrectLine(line):
                assert 0 <= line <= page_requests.MAX_LINE_NUMBER
            case ChooseSetting(_, name):
                self.restart_with_panel(name)
            case PicturePointed(_, keys):
                assert set(keys) <= set("ABCD")
        self.pressed += 1

    def edit_record(self, record: bytes, since: str) -> str | None:
        self.pressed += 1
        return f"not as {since}" if record else None

    def restart_with_panel(self, name: str) -> None:
        name.encode()

    def restart_in_language(self, code: str) -> None:
        code.encode()

    def play_record(self, record: bytes) -> str:
        assert len(record) <= page_requests.MAX_RECORD_LENGTH + 1
        self.pressed += 1
        return "" if record else "There is nothing in it."

    def gallery_file(self, path: str, game: str) -> bytes | None:
        return b"<style>a</style>" if game == "loop" else None

    def find_document(self, path: str, query: FormFields) -> Document | None:
        return documents.find_document(self._data, path, query, "en")

    def find_file(self, path: str, query: FormFields) -> FileAtOnce | None:
        made = documents.make_file(self._data, path, query, "en")
        return None if made is None else FileAtOnce(made)

    def process_form(self, fields: FormFields) -> str:
        self.pressed += 1
        return documents.handle_form(self._data, fields, "en")

    def announce_size(self, size: int) -> PieceAnswer | None:
        assert size >= 0
        self.pressed += 1
        return PieceAnswer("", "handle") if size else None

    def add_piece(self, handle: str, at: int, piece: bytes) -> PieceAnswer | None:
        assert handle
        assert at >= 0
        assert len(piece) <= MAX_PIECE_BYTES + 1
        self.pressed += 1
        return PieceAnswer("It does not fit.") if at else PieceAnswer("")


def page(data: bytes) -> None:
    """Each request must get one answer with an expected status, each visit must end, and keys need the token."""
    (_data() / PEOPLE).unlink(missing_ok=True)  # so that an input always does the same
    table = FuzzedTable(_data())
    served = page_application(table, _acceptor())
    _loop().run_until_complete(_put(data, table, served))
    _loop().run_until_complete(_end_all())


async def _put(data: bytes, table: FuzzedTable, served: Application) -> None:
    request = read_request(data)
    if request is None:
        messages = data.decode("utf-8", "replace").split("\n")[:MAX_MESSAGES]
        await Visit(served, messages).over()
        assert {"%", RIGHT} & set(messages) or not table.pressed, "pressed without the token"
        return
    visit = None
    if any(value == "%" for _, value in request.headers):
        visit = Visit(served, ["%"], stays=True)
        key = await visit.key()
        request = request._replace(
            headers=tuple((name, key if value == "%" else value) for name, value in request.headers)
        )
    await _answer(served, request)
    assert visit is not None or not table.pressed, "changed without the token"
    if visit is not None:
        await visit.over()


async def _end_all() -> None:
    """Cancel tasks that still wait for a token's turn."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def read_request(data: bytes) -> SentRequest | None:
    """The request in an input; None if the input is a visit."""
    head, _, body = data.partition(b"\n\n")
    first, *lines = head.decode("latin-1").split("\n")
    method, _, target = first.partition(" ")
    if method not in METHODS or not target.startswith("/"):
        return None
    path, _, query = target.partition("?")
    named = (line.partition(": ") for line in lines)
    headers = tuple((name.lower(), value) for name, _, value in named)
    if "host" not in dict(headers):
        headers = (*headers, ("host", HOST), ("origin", f"http://{HOST}"))
    return SentRequest(method, unquote(path, errors="replace"), query, headers, body)


async def _answer(served: Application, request: SentRequest) -> None:
    sent: list[Message] = []
    coming: list[Message] = [{"type": "http.request", "body": request.body}]

    async def receive() -> Message:
        return coming.pop() if coming else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    kind = {"type": "http", "http_version": "1.1", "method": request.method, "scheme": "http"}
    await served(kind | _scope(request.path, request.query, request.headers), receive, send)
    started = [message for message in sent if message["type"] == "http.response.start"]
    assert len(started) == 1, sent
    assert started[0]["status"] in STATUSES, started
    policies = [value for name, value in started[0]["headers"] if name == CSP_HEADER.encode()]
    assert len(policies) == 1, started
    assert b"evil" not in policies[0], "the policy is the browser's own"
    assert sum(len(message.get("body", b"")) for message in sent) < MAX_ANSWER_LENGTH


class Visit:
    """A web socket connection that sends its messages, and then disconnects, unless it `stays` until `over`."""

    def __init__(self, served: Application, messages: list[str], *, stays: bool = False) -> None:
        self._coming: asyncio.Queue[Message] = asyncio.Queue()
        self._key: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._coming.put_nowait({"type": "websocket.connect"})
        for said in messages:
            self._coming.put_nowait({"type": "websocket.receive", "text": RIGHT if said == "%" else said})
        if not stays:
            self._leave()
        headers = (("host", HOST), ("origin", f"http://{HOST}"))
        scope = {"type": "websocket", "scheme": "ws", "subprotocols": []} | _scope("/table", "", headers)
        self._work: asyncio.Future[None] = asyncio.ensure_future(served(scope, self._coming.get, self._hear))

    async def key(self) -> str:
        """The key that the page gets after the right token was accepted."""
        return await self._key

    async def over(self) -> None:
        """Disconnect, and wait for the connection's end. Raises any exception of the server."""
        self._leave()
        await self._work

    def _leave(self) -> None:
        self._coming.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def _hear(self, message: Message) -> None:
        if message["type"] != "websocket.send":
            return
        for topic, value in json.loads(message["text"]):
            if topic == "visit" and not self._key.done():
                self._key.set_result(value)


def _scope(path: str, query: str, headers: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """The ASGI scope of a request."""
    return {
        "asgi": {"version": "3.0"},
        "path": path,
        "raw_path": path.encode("utf-8", "replace"),
        "root_path": "",
        # The server's own parser (h11) lets no other bytes through.
        "query_string": query.encode("ascii", "replace"),
        "headers": [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers],
        "client": CLIENT,
        "server": ("127.0.0.1", 8080),
    }


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


@cache
def _acceptor() -> ConnectionAcceptor:
    return ConnectionAcceptor(socket.socket(), lambda kind, details, count: None)


@cache
def _place() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


@cache
def _data() -> Path:
    """A journal with a game in play, for the pages of past games."""
    directory = Path(_place().name)
    journal = Journal.open(directory)
    journal.begin_game(game_rows())
    journal.close()
    return directory
