"""The pages and the socket that browsers are served."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hal.desktop import requests
from hal.desktop.gate import Gate
from hal.desktop.hub import Hub, Viewer, encode
from hal.desktop.requests import Choose, Off, Ping, Plug, Speed, Strange, Stroke, Token, Unplug

PAGE = Path(__file__).parent / "page"
FILES = {
    "/": ("index.html", "text/html"),
    "/desk.css": ("desk.css", "text/css"),
    "/desk.js": ("desk.js", "text/javascript"),
    "/ink.js": ("ink.js", "text/javascript"),
    "/keys.js": ("keys.js", "text/javascript"),
    "/light.js": ("light.js", "text/javascript"),
    "/link.js": ("link.js", "text/javascript"),
    "/pods.js": ("pods.js", "text/javascript"),
    "/sound.js": ("sound.js", "text/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
MOST_VIEWERS = 200
"""Browsers that may look on at once; more are turned away rather than slowing down the table."""

WRONG_TOKEN_S = 0.5
"""How long somebody who guesses at tokens has to wait for each answer."""

CSP = "content-security-policy"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    # An old Safari does not take a web socket for “self”.
    "connect-src 'self' ws://{host}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class Table(Protocol):
    """What the pages show and the socket asks for."""

    hub: Hub
    gate: Gate

    def picture(self, name: str) -> bytes | None:
        """A picture of the panel as PNG; None if it is none of the last."""

    def record(self) -> str:
        """The record of the game in play, as an export gives it."""

    def now(self) -> float:
        """The time by the clock that dates the panel's refreshes."""

    def press(self, stroke: Stroke) -> None: ...

    def plug(self, seat: int | None) -> None: ...

    def unplug(self, pod: int) -> None: ...

    def off(self) -> None: ...

    def hurry(self, *, instant: bool) -> None: ...

    def choose(self, choice: Choose) -> None: ...

    def play(self, record: bytes) -> str: ...

    def gallery(self, path: str, game: str) -> bytes | None:
        """A file of the gallery: the index of a game for no path, else a picture; None if there is no such."""


def application(table: Table) -> Application:
    """All that is served, behind the gate."""
    routes = [
        *(Route(path, _file(path)) for path in FILES),
        Route("/panel/{name}.png", partial(_picture, table)),
        Route("/record.txt", partial(_record, table)),
        Route("/gallery/{path:path}", partial(_gallery, table, asyncio.Lock())),
        WebSocketRoute("/table", partial(_talk, table)),
    ]
    return _gated(Starlette(routes=routes), table.gate)


def _gated(inner: Application, gate: Gate) -> Application:
    """Let in only who asks for this server by a name it has, and tell browsers what the page may do."""

    async def outer(scope: Scope, receive: Receive, send: Send) -> None:
        host = _header(scope, b"host")
        if not gate.knows(host):
            await _turn_away(scope, receive, send)
            return

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                headers = (
                    (name.encode(), value.encode()) for name, value in (*HEADERS, (CSP, POLICY.format(host=host)))
                )
                message["headers"] = [*message["headers"], *(each for each in headers if each[0] not in given)]
            await send(message)

        await inner(scope, receive, sending)

    return outer


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
    else:
        await PlainTextResponse("This table is not known by that name.\n", 421)(scope, receive, send)


def _header(scope: Scope, wanted: bytes) -> str | None:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), None)


def _file(path: str) -> Callable[[Request], Awaitable[Response]]:
    name, kind = FILES[path]
    content = (PAGE / name).read_bytes()

    async def answer(_: Request) -> Response:
        return Response(content, media_type=kind, headers={"cache-control": "no-cache"})

    return answer


async def _picture(table: Table, request: Request) -> Response:
    found = table.picture(request.path_params["name"])
    if found is None:
        return PlainTextResponse("This picture is no longer on the panel.\n", 404)
    return Response(found, media_type="image/png", headers={"cache-control": "max-age=3600, immutable"})


async def _record(table: Table, _: Request) -> Response:
    disposition = 'attachment; filename="tablekeeper.txt"'
    return PlainTextResponse(table.record(), headers={"content-disposition": disposition, "cache-control": "no-store"})


async def _gallery(table: Table, turn: asyncio.Lock, request: Request) -> Response:
    path = request.path_params["path"]
    # A gallery's many pictures keep one thread busy, not all that there are for what browsers ask.
    async with turn:
        found = await asyncio.to_thread(table.gallery, path, request.query_params.get("game", ""))
    if found is None:
        return PlainTextResponse("There is no such page.\n", 404)
    headers = {"cache-control": "no-cache"}
    if path:
        return Response(found, media_type="image/png", headers=headers)
    # Its style and script stand in it, and only they may.
    allowed = " ".join(f"'sha256-{_sha256(part)}'" for part in _INLINE.findall(found))
    policy = f"default-src 'none'; img-src 'self'; style-src {allowed}; script-src {allowed}; base-uri 'none'"
    return Response(found, media_type="text/html", headers=headers | {CSP: policy})


_INLINE = re.compile(rb"<(?:style|script)>(.*?)</(?:style|script)>", re.DOTALL)


def _sha256(part: bytes) -> str:
    return base64.b64encode(hashlib.sha256(part).digest()).decode()


async def _talk(table: Table, socket: WebSocket) -> None:
    """One browser, from its coming to its going."""
    headers = socket.headers
    if not table.gate.same_site(headers.get("origin"), headers.get("host")):
        await socket.close(1008)
        return
    if table.hub.viewers >= MOST_VIEWERS:
        await socket.close(1013)
        return
    await socket.accept()
    viewer = table.hub.join(clock=table.now())
    visit = _Visit(table, viewer)
    telling = asyncio.create_task(_tell(socket, viewer))
    try:
        await _listen(socket, visit)
    finally:
        table.hub.leave(viewer)
        telling.cancel()
        with suppress(asyncio.CancelledError):
            await telling


async def _tell(socket: WebSocket, viewer: Viewer) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await viewer.fetch())


async def _listen(socket: WebSocket, visit: _Visit) -> None:
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        try:
            if message.get("text") is not None:
                await visit.hear(requests.read(message["text"]))
            else:
                await visit.play(message["bytes"])
        except Strange:
            await socket.close(1003)
            return


class _Visit:
    """A browser's visit: whether it may press, and what it asks for."""

    def __init__(self, table: Table, viewer: Viewer) -> None:
        self._table = table
        self._viewer = viewer
        self._may = table.gate.opens("")
        self._say_may()

    async def hear(self, request: requests.Request) -> None:
        """Do what is asked for. Looking on needs no permission, all else does."""
        if isinstance(request, Ping):
            self._viewer.tell("pong", encode("pong", request.number))
        elif isinstance(request, Token):
            await self._token(request.token)
        elif not self._may:
            self._say_may()
        elif isinstance(request, Stroke):
            self._table.hub.prefer(self._viewer)
            self._table.press(request)
        elif isinstance(request, Plug):
            # Where pods sit is written down.
            await asyncio.to_thread(self._table.plug, request.seat)
        elif isinstance(request, Unplug):
            await asyncio.to_thread(self._table.unplug, request.pod)
        elif isinstance(request, Off):
            self._table.off()
        elif isinstance(request, Speed):
            self._table.hurry(instant=request.instant)
        else:
            self._table.choose(request)

    async def play(self, record: bytes) -> None:
        """Play from an uploaded record, and tell this browser if it can't be."""
        if not self._may:
            self._say_may()
            return
        answer = await asyncio.to_thread(self._table.play, record)
        self._viewer.tell("upload", encode("upload", answer))

    async def _token(self, token: str) -> None:
        self._may = self._table.gate.opens(token)
        if not self._may:
            await asyncio.sleep(WRONG_TOKEN_S)
        self._say_may(wrong=not self._may)

    def _say_may(self, *, wrong: bool = False) -> None:
        gate = self._table.gate
        needed = gate.keys and gate.token is not None
        may = {"press": self._may, "token": needed, "wrong": wrong and needed}
        self._viewer.tell("may", encode("may", may))
