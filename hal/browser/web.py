"""The web application: the pages and the web socket of browsers."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from guard.asgi import Application, Scope
from guard.captive import captive_portal
from guard.connections import ConnectionAcceptor
from guard.error_pages import exception_handlers, missing_page
from guard.gate import Gate, GateRules
from guard.names import same_site
from hal.browser import requests
from hal.browser.broadcaster import Broadcaster, Viewer, encode
from hal.browser.key_gate import KeyGate
from hal.browser.long_files import LongFile
from hal.browser.networks import NetworkChoice, can_be_joined
from hal.browser.program_pieces import ProgramPieces, read_body
from hal.browser.program_taker import ProgramTaker
from hal.browser.table_pin import PinCheck, PinVerdict
from hal.browser.token_limiter import TokenLimiter
from hal.table.sidebar import record_version
from hal.table.table import DirectAnswer

PAGE = Path(__file__).parent / "page"
FILES = {
    "/": ("index.html", "text/html"),
    "/theme.css": ("theme.css", "text/css"),
    "/desk.css": ("desk.css", "text/css"),
    "/answers.js": ("answers.js", "text/javascript"),
    "/desk.js": ("desk.js", "text/javascript"),
    "/fit.js": ("fit.js", "text/javascript"),
    "/ink.js": ("ink.js", "text/javascript"),
    "/keys.js": ("keys.js", "text/javascript"),
    "/light.js": ("light.js", "text/javascript"),
    "/link.js": ("link.js", "text/javascript"),
    "/news.js": ("news.js", "text/javascript"),
    "/past.css": ("past.css", "text/css"),
    "/past.js": ("past.js", "text/javascript"),
    "/pods.js": ("pods.js", "text/javascript"),
    "/program.js": ("program.js", "text/javascript"),
    "/pointing.js": ("pointing.js", "text/javascript"),
    "/sound.js": ("sound.js", "text/javascript"),
    "/typing.js": ("typing.js", "text/javascript"),
    "/wifi": ("wifi.html", "text/html"),
    "/wifi.js": ("wifi.js", "text/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
TOKEN_S = 0.2
"""Seconds after which a browser whose token has not been checked yet is told to wait."""

VISIT_HEADER = "x-visit"
"""The header by which an upload proves that it comes from a web socket that may press keys."""

CSP = "content-security-policy"
LINK_TEXT = "Back to the table"
POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self'"
REFERRER = ("referrer-policy", "no-referrer")
NO_NAME = "This table is not known by that name."
NOT_OPEN = "Keys are not open to this browser.\n"
NOT_WHOLE = "The form did not come to its end.\n"
MAX_FIELDS = 20
"""Maximum fields of a form; no page has one with more."""


class ServedTable(Protocol):
    """The interface of the table behind the web application."""

    broadcaster: Broadcaster
    gate: KeyGate

    @property
    def networks(self) -> NetworkChoice | None:
        """Joins Wi-Fi networks; None if the page does not offer that."""

    @property
    def programs(self) -> ProgramTaker | None:
        """Takes newer programs; None if the page does not offer that."""

    @property
    def takes_records(self) -> bool:
        """Whether a game can be continued from an uploaded record."""

    def picture(self, name: str) -> bytes | None:
        """Return a picture of the panel as PNG; None if it is not stored any more."""

    def record(self) -> str:
        """Return the record of the current game, as an export gives it."""

    def now(self) -> float:
        """Return the time of the clock that dates the panel's refreshes."""

    def carry_out(self, request: requests.PermittedRequest) -> None:
        """Carry out a request of a browser that may press keys."""

    def edit_record(self, record: bytes, since: str) -> str | None:
        """Make the table show what an edited record would change. `since` is the version that was edited.

        Returns "" or a sentence that says why it can't; None if no table answers. May take long.
        """

    def play_record(self, record: bytes) -> str:
        """Continue from a record. Returns "" once its game is stored, or a sentence that says why it is not."""

    def gallery_file(self, path: str, game: str) -> bytes | None:
        """Return a file of the gallery: for no path the index of a game, else a picture; None if there is none."""

    def find_document(self, path: str, query: requests.Fields) -> requests.Document | None:
        """Return a page or file about past games; None if there is none."""

    def find_file(self, path: str, query: requests.Fields) -> requests.DocumentFile | None:
        """Return a long file about past games, made while it is sent; None if there is none."""

    def change_past(self, fields: requests.Fields) -> str | None:
        """Do what a form of those pages requests. Returns "" or a sentence that says why it can't be done; None if no
        table answers."""


def page_application(table: ServedTable, acceptor: ConnectionAcceptor) -> Application:
    """Return the whole application, behind the gate."""
    visits = _Visits(table, acceptor)
    routes = [
        *(Route(path, _file(path)) for path in FILES),
        Route("/panel/{name}.png", partial(_picture, table)),
        Route("/record.txt", partial(_record, table)),
        Route("/edited", partial(_show_edited, table, visits, asyncio.Lock()), methods=["POST"]),
        Route("/record", partial(_upload, table, visits, asyncio.Lock()), methods=["POST"]),
        Route("/gallery/{path:path}", partial(_gallery, table, asyncio.Lock())),
        Route("/past/{name}.{ending}", partial(_past_file, table, acceptor, asyncio.Lock())),
        Route("/past/{path:path}", partial(_past, table, asyncio.Lock())),
        Route("/past/{path:path}", partial(_change, table, visits, asyncio.Lock()), methods=["POST"]),
        Route("/program", partial(_program, table, visits, ProgramPieces()), methods=["POST"]),
        Route("/networks", partial(_networks, table, visits, asyncio.Lock()), methods=["POST"]),
        WebSocketRoute("/table", partial(_serve_socket, table, visits)),
    ]
    inner = Starlette(routes=routes, exception_handlers=exception_handlers(LINK_TEXT))
    gate = table.gate
    rules = GateRules(
        gate.names, NO_NAME, lambda scope: (REFERRER, (CSP, content_security_policy(gate, scope))), gate.redirect_url
    )
    return Gate(inner, rules, acceptor)


def redirecting_application(gate: KeyGate, acceptor: ConnectionAcceptor) -> Application:
    """Return the application for a box's own Wi-Fi. It redirects to the page, whatever a phone requests first."""
    rules = GateRules(gate.names, NO_NAME, lambda _: (REFERRER, (CSP, POLICY)), gate.redirect_url)
    return Gate(captive_portal(gate.redirect_url, NO_NAME), rules, acceptor)


def content_security_policy(gate: KeyGate, scope: Scope) -> str:
    """Return the Content-Security-Policy of the page. Nothing in it comes from the request."""
    return f"{POLICY}; script-src 'self'; style-src 'self'; {_socket_policy(gate, scope)}"


def _socket_policy(gate: KeyGate, scope: Scope) -> str:
    """Return the part of the policy that lists where the page may connect to."""
    address, port = scope["server"]
    address = address.partition("%")[0]
    own = {f"[{address}]" if ":" in address else address, *gate.names.others}
    # An old Safari does not take a web socket for “self”.
    sockets = " ".join(f"ws://{each}:{port}" for each in sorted(own))
    return f"connect-src 'self' {sockets}"


def _file(path: str) -> Callable[[Request], Awaitable[Response]]:
    name, kind = FILES[path]
    content = (PAGE / name).read_bytes()

    async def answer(_: Request) -> Response:
        return Response(content, media_type=kind, headers={"cache-control": "no-cache"})

    return answer


async def _picture(table: ServedTable, request: Request) -> Response:
    found = table.picture(request.path_params["name"])
    if found is None:
        return PlainTextResponse("This picture is no longer on the panel.\n", 404)
    return Response(found, media_type="image/png", headers={"cache-control": "max-age=3600, immutable"})


async def _record(table: ServedTable, _: Request) -> Response:
    disposition = 'attachment; filename="tablekeeper.txt"'
    record = table.record()
    headers = {"content-disposition": disposition, "cache-control": "no-store", "etag": f'"{record_version(record)}"'}
    return PlainTextResponse(record, headers=headers)


async def _gallery(table: ServedTable, turn: asyncio.Lock, request: Request) -> Response:
    path = request.path_params["path"]
    # A gallery's many pictures keep one thread busy, not all that there are for what browsers ask.
    async with turn:
        found = await asyncio.to_thread(table.gallery_file, path, request.query_params.get("game", ""))
    if found is None:
        return missing_page(LINK_TEXT)
    headers = {"cache-control": "no-cache"}
    if path:
        return Response(found, media_type="image/png", headers=headers)
    # Its style and script stand in it, and only they may.
    allowed = " ".join(f"'sha256-{_sha256(part)}'" for part in _INLINE.findall(found))
    policy = f"{POLICY}; style-src {allowed}; script-src {allowed}; connect-src 'self'"
    return Response(found, media_type="text/html", headers=headers | {CSP: policy})


async def _past(table: ServedTable, turn: asyncio.Lock, request: Request) -> Response:
    query = tuple(request.query_params.multi_items())
    async with turn:
        document = await asyncio.to_thread(table.find_document, request.path_params["path"], query)
    if document is None:
        return missing_page(LINK_TEXT)
    headers = {"cache-control": "no-store"}
    if document.name:
        headers["content-disposition"] = f'attachment; filename="{document.name}"'
    policy = POLICY.replace("form-action 'none'", "form-action 'self'")
    if document.kind == HTML:
        headers[CSP] = f"{policy}; script-src 'self'; style-src 'self'; {_socket_policy(table.gate, request.scope)}"
    return Response(document.content, media_type=document.kind, headers=headers)


async def _past_file(
    table: ServedTable, acceptor: ConnectionAcceptor, turn: asyncio.Lock, request: Request
) -> Response:
    """Return a file of many games, which is never in memory as a whole."""
    path = f"{request.path_params['name']}.{request.path_params['ending']}"
    query = tuple(request.query_params.multi_items())
    headers = {"cache-control": "no-store"}
    return LongFile(
        lambda: table.find_file(path, query), turn, acceptor.drop, partial(missing_page, LINK_TEXT), headers
    )


HTML = "text/html"


async def _change(table: ServedTable, visits: _Visits, turn: asyncio.Lock, request: Request) -> Response:
    """Do what a form requests. The answer is empty, or (422) a sentence that says why it can't be done."""
    visits.check_permitted(request)
    fields = await _sent_fields(request)
    async with turn:
        # A field that was left empty is none here.
        sentence = await asyncio.to_thread(table.change_past, tuple((name, value) for name, value in fields if value))
    return _answer_response(sentence)


async def _networks(table: ServedTable, visits: _Visits, turn: asyncio.Lock, request: Request) -> Response:
    """Return the Wi-Fi networks in reach, as JSON. If the form has a name and a password, begin to join that network;
    422 if no network can have them."""
    if table.networks is None:
        return PlainTextResponse("No networks are joined here.\n", 404)
    visits.check_permitted(request)
    if "name" in (fields := dict(await _sent_fields(request))):
        name, password = fields["name"], fields.get("password", "")
        if not can_be_joined(name, password):
            return PlainTextResponse("", 422)
        table.networks.join(name, password)
    async with turn:
        seen = await asyncio.to_thread(table.networks.networks_in_range)
    return JSONResponse(seen._asdict() | {"state": seen.state.value}, headers={"cache-control": "no-store"})


async def _program(table: ServedTable, visits: _Visits, pieces: ProgramPieces, request: Request) -> Response:
    """Pass on a newer program's size, or a piece of it."""
    if table.programs is None:
        return PlainTextResponse("No programs are taken here.\n", 404)
    visits.check_permitted(request)
    visits.acceptor.trust(request.scope["client"])
    return await pieces.pass_on(table.programs, request)


async def _upload(table: ServedTable, visits: _Visits, turn: asyncio.Lock, request: Request) -> Response:
    """Play from a record. The answer is empty once its game is stored, or (422) a sentence that says why it is not."""
    if not table.takes_records:
        return PlainTextResponse("This table takes no records.\n", 404)
    visits.check_permitted(request)
    visits.acceptor.trust(request.scope["client"])
    record = await _sent_record(request)
    # One after the other: each has its game before the next.
    async with turn:
        sentence = await asyncio.to_thread(table.play_record, record)
    return _answer_response(sentence)


async def _show_edited(table: ServedTable, visits: _Visits, turn: asyncio.Lock, request: Request) -> Response:
    """Show on the panel what an edited record would change. The answer is empty, or (422) why it can't be shown.

    The header `if-match` is the version of the edited record, which was its `etag` when it was fetched.
    """
    visits.check_permitted(request)
    record = await _sent_record(request)
    async with turn:
        sentence = await asyncio.to_thread(table.edit_record, record, request.headers.get("if-match", "").strip('"'))
    return _answer_response(sentence)


def _answer_response(sentence: str | None) -> Response:
    """The answer to a request that the table did ("") or refused in a sentence; None if there was no table."""
    if sentence is None:
        return PlainTextResponse("No table answers.\n", 503)
    return PlainTextResponse(sentence, 422 if sentence else 200)


async def _sent_fields(request: Request) -> requests.Fields:
    """Return the fields of a form that a request sends. Raises HTTPException if it is cut, or no form of a page."""
    with suppress(ClientDisconnect, ValueError):
        form = (await read_body(request, requests.MAX_RECORD_LENGTH)).decode()
        return tuple(parse_qsl(form, keep_blank_values=True, max_num_fields=MAX_FIELDS))
    raise HTTPException(408, NOT_WHOLE)


async def _sent_record(request: Request) -> bytes:
    """Return the record that a request sends. Raises HTTPException if the connection ends before it is complete."""
    with suppress(ClientDisconnect):
        return await read_body(request, requests.MAX_RECORD_LENGTH)
    raise HTTPException(408, "The record did not come to its end.\n")


_INLINE = re.compile(rb"<(?:style|script)>(.*?)</(?:style|script)>", re.DOTALL)


def _sha256(part: bytes) -> str:
    return base64.b64encode(hashlib.sha256(part).digest()).decode()


class _Visits:
    """The open web sockets that may press keys, each with a secret key that only its page knows; and shared limits."""

    def __init__(self, table: ServedTable, acceptor: ConnectionAcceptor) -> None:
        self.acceptor = acceptor
        self.limiter = TokenLimiter(table.gate.is_valid)
        self.pin_turn = asyncio.Lock()
        self._keys: dict[str, Callable[[], bool]] = {}

    def open_visit(self, may_press: Callable[[], bool]) -> str:
        """Return the key of a visit that may press as long as `while_so()` is true."""
        key = secrets.token_urlsafe(16)
        self._keys[key] = may_press
        return key

    def check_permitted(self, request: Request) -> None:
        """Raise HTTPException unless a request comes from a page of this server that may press keys."""
        headers = request.headers
        if not (
            self.is_valid_key(headers.get(VISIT_HEADER, "")) and same_site(headers.get("origin"), headers.get("host"))
        ):
            raise HTTPException(403, NOT_OPEN)

    def is_valid_key(self, key: str) -> bool:
        """Whether a key belongs to a visit that may press keys now."""
        return key in self._keys and self._keys[key]()

    def close_visit(self, key: str) -> None:
        self._keys.pop(key, None)


async def _serve_socket(table: ServedTable, visits: _Visits, socket: WebSocket) -> None:
    """Serve one browser's web socket, from connection to disconnection."""
    headers = socket.headers
    if not same_site(headers.get("origin"), headers.get("host")):
        await socket.close(1008)
        return
    await socket.accept()
    viewer = table.broadcaster.add_viewer(clock=table.now())
    visit = _Visit(table, viewer, visits, socket.scope["client"])
    sending = asyncio.create_task(_send_messages(socket, viewer))
    try:
        await _receive_requests(socket, visit)
    finally:
        visit.end()
        table.broadcaster.remove_viewer(viewer)
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending


async def _send_messages(socket: WebSocket, viewer: Viewer) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await viewer.next_message())


async def _receive_requests(socket: WebSocket, visit: _Visit) -> None:
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        try:
            await visit.handle_request(requests.parse_request(message.get("text") or ""))
        except requests.BadRequest:
            await socket.close(1003)
            return


class _Visit:
    """A browser's connection (a "visit"): whether it may press keys, and its requests."""

    def __init__(self, table: ServedTable, viewer: Viewer, visits: _Visits, client: tuple[str, int]) -> None:
        self._table = table
        self._viewer = viewer
        self._visits = visits
        self._client = client
        self._key = ""
        self._guest_token = ""
        """The token of a phone that has joined."""
        self._token_check: asyncio.Task[None] | None = None
        if table.gate.is_owner(""):
            self._permit(_always)
        self._send_permission()

    async def handle_request(self, request: requests.Request) -> None:
        """Carry out a request. Pings and tokens need no permission, all others do."""
        self._check_pin_again()
        if isinstance(request, requests.Ping):
            self._viewer.queue_message("pong", encode("pong", request.number))
        elif isinstance(request, requests.Token):
            await self._receive_token(request.token)
        elif isinstance(request, requests.PinTyped):
            await self._check_pin(request.digits)
        elif self._key:
            await self._carry_out(request)
        else:
            self._send_permission()

    async def _carry_out(self, request: requests.PermittedRequest) -> None:
        """Carry out a request that needs permission."""
        if isinstance(request, requests.KeyRequest | DirectAnswer):
            self._table.broadcaster.move_to_front(self._viewer)
        if isinstance(request, requests.PlugPod | requests.UnplugPod):
            # Where pods sit is written down.
            await asyncio.to_thread(self._table.carry_out, request)
        else:
            self._table.carry_out(request)

    def end(self) -> None:
        """End the visit: its key becomes invalid."""
        self._visits.close_visit(self._key)
        if self._token_check is not None:
            self._token_check.cancel()

    async def _receive_token(self, token: str) -> None:
        """Check a token while the visit continues; a newer one replaces one that waits."""
        if self._key or not self._table.gate.checks_unasked_tokens:
            self._send_permission()
            return
        if self._token_check is not None:
            self._token_check.cancel()
        self._token_check = asyncio.create_task(self._check_token(token))
        # Mostly it is at once, and what the browser asks for next comes after it.
        _, waits = await asyncio.wait({self._token_check}, timeout=TOKEN_S)
        if waits:
            self._send_permission(waits=True)

    async def _check_token(self, token: str) -> None:
        gate = self._table.gate
        right = await self._visits.limiter.is_right(token, self._client[0])
        if right and gate.is_owner(token):
            self._permit(_always)
        elif right:
            joined = gate.invitations.join(token)
            if joined is not None:
                self._viewer.queue_message("guest", encode("guest", joined))
            self._guest_token = joined or token
            self._admit_phone()
        self._send_permission(wrong=not right)

    async def _check_pin(self, digits: str) -> None:
        """Check the PIN that a phone sends which has joined. Only one PIN is checked at a time."""
        gate = self._table.gate
        if self._key or not gate.invitations.is_valid(self._guest_token):
            self._send_permission()
            return
        async with self._visits.pin_turn:
            mark = gate.pin.mark
            check = await asyncio.to_thread(gate.pin.check_digits, digits)
        if check.verdict is PinVerdict.RIGHT:
            gate.invitations.note_pin_sent(self._guest_token, mark)
            self._admit_phone()
        elif check.verdict is PinVerdict.WRONG:
            gate.invitations.count_wrong_pin(self._guest_token)
        self._send_permission(pin=check)

    def _admit_phone(self) -> None:
        """Give the keys to a phone that has joined, if it has sent the PIN or the table has none."""
        guest, gate = self._guest_token, self._table.gate
        if gate.may_press(guest):
            self._permit(lambda: gate.may_press(guest))

    def _check_pin_again(self) -> None:
        """Take the keys from a phone, and tell it so, if another PIN was chosen meanwhile."""
        if self._key and not self._visits.is_valid_key(self._key):
            self._visits.close_visit(self._key)
            self._key = ""
            self._send_permission()

    def _permit(self, may_press: Callable[[], bool]) -> None:
        self._key = self._visits.open_visit(may_press)
        self._visits.acceptor.trust(self._client)
        self._table.broadcaster.trust(self._viewer, may_press)
        self._viewer.queue_message("visit", encode("visit", self._key))

    def _send_permission(self, *, wrong: bool = False, waits: bool = False, pin: PinCheck | None = None) -> None:
        gate = self._table.gate
        permission: dict[str, object] = {"press": bool(self._key), "token": gate.asks_for_token}
        permission |= {"wrong": wrong and gate.asks_for_token, "waits": waits}
        if not self._key and gate.invitations.is_valid(self._guest_token):
            permission["pin"] = "asked" if pin is None else pin.verdict.value
            permission["wait_s"] = 0 if pin is None else pin.wait_s
        self._viewer.queue_message("may", encode("may", permission))


def _always() -> bool:
    return True
