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
from starlette.status import WS_1003_UNSUPPORTED_DATA, WS_1008_POLICY_VIOLATION
from starlette.websockets import WebSocket, WebSocketDisconnect

from guard.asgi import Application, Scope
from guard.captive import captive_portal
from guard.connections import ConnectionAcceptor
from guard.error_pages import exception_handlers, missing_page
from guard.gate import Gate, GateRules
from guard.names import is_same_host
from hal.browser import page_requests
from hal.browser.broadcaster import Broadcaster, Viewer, encode_message
from hal.browser.key_gate import KeyGate
from hal.browser.long_files import LongFileResponse
from hal.browser.networks import WifiNetworks, can_be_joined
from hal.browser.program_pieces import ProgramForwarder, read_body
from hal.browser.program_receiver import ProgramReceiver
from hal.browser.table_pin import PinCheck, PinVerdict
from hal.browser.token_limiter import TokenLimiter
from hal.table.sidebar import record_version
from hal.table.table import DirectAnswer

PAGE_DIRECTORY = Path(__file__).parent / "page"
PAGE_FILES = {
    "/": ("index.html", "text/html"),
    "/theme.css": ("theme.css", "text/css"),
    "/desk.css": ("desk.css", "text/css"),
    "/answers.js": ("answers.js", "text/javascript"),
    "/desk.js": ("desk.js", "text/javascript"),
    "/fit.js": ("fit.js", "text/javascript"),
    "/ink.js": ("ink.js", "text/javascript"),
    "/keys.js": ("keys.js", "text/javascript"),
    "/letters.js": ("letters.js", "text/javascript"),
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
TOKEN_WAIT_NOTICE_S = 0.2
"""Seconds after which a browser whose token has not been checked yet is told to wait."""

VISIT_SECRET_HEADER = "x-visit"
"""The header of POST requests that proves that the page has a web socket which may press keys."""

CSP_HEADER = "content-security-policy"
BACK_LINK_TEXT = "Back to the table"
BASE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self'"
REFERRER_HEADER = ("referrer-policy", "no-referrer")
UNKNOWN_NAME = "This table is not known by that name."
KEYS_NOT_OPEN = "Keys are not open to this browser.\n"
FORM_INCOMPLETE = "The form did not come to its end.\n"
RECORD_INCOMPLETE = "The record did not come to its end.\n"
NO_FORM = "No page here sends such a form.\n"
HTML_TYPE = "text/html"
_INLINE_PARTS = re.compile(rb"<(?:style|script)>(.*?)</(?:style|script)>", re.DOTALL)
MAX_FIELDS = 20
"""Maximum fields of a form; no page has one with more."""


class ServedTable(Protocol):
    """The interface of the table behind the web application."""

    broadcaster: Broadcaster
    key_gate: KeyGate

    @property
    def networks(self) -> WifiNetworks | None:
        """Joins Wi-Fi networks; None if the page does not offer that."""

    @property
    def program_receiver(self) -> ProgramReceiver | None:
        """Takes newer programs; None if the page does not offer that."""

    @property
    def program_control(self) -> page_requests.ProgramControl | None:
        """Restarts the simulator, plays records and makes the gallery; None beside a real panel."""

    def fetch_picture(self, name: str) -> bytes | None:
        """Return a picture of the panel as PNG; None if it is not stored any more."""

    def record_text(self) -> str:
        """Return the record of the current game, as an export gives it."""

    def now_s(self) -> float:
        """Return the time of the clock that dates the panel's refreshes."""

    def process_request(self, request: page_requests.PermittedRequest) -> None:
        """Carry out a request of a browser that may press keys."""

    def edit_record(self, record: bytes, base_version: str) -> page_requests.RequestResult:
        """Make the table show what an edited record would change. `base_version` is the version that was edited.

        May take long.
        """

    def find_document(self, path: str, query: page_requests.FormFields) -> page_requests.Document | None:
        """Return a page or file about past games; None if there is none."""

    def find_file(self, path: str, query: page_requests.FormFields) -> page_requests.DocumentFile | None:
        """Return a long file about past games, made while it is sent; None if there is none."""

    def process_form(self, fields: page_requests.FormFields) -> page_requests.RequestResult:
        """Do what a form of a page about past games requests."""


def page_application(table: ServedTable, acceptor: ConnectionAcceptor) -> Application:
    """Return the whole application, behind the gate."""
    visits = _OpenVisits(table, acceptor)
    routes = [
        *(Route(path, _page_file(path)) for path in PAGE_FILES),
        Route("/panel/{name}.png", partial(_panel_picture, table)),
        Route("/record.txt", partial(_record_file, table)),
        Route("/edited", partial(_show_edited_record, table, visits, asyncio.Lock()), methods=["POST"]),
        Route("/record", partial(_play_record, table, visits, asyncio.Lock()), methods=["POST"]),
        Route("/gallery/{path:path}", partial(_gallery_page, table, asyncio.Lock())),
        Route("/past/{name}.{ending}", partial(_document_file, table, acceptor, asyncio.Lock())),
        Route("/past/{path:path}", partial(_document_page, table, asyncio.Lock())),
        Route("/past/{path:path}", partial(_process_form, table, visits, asyncio.Lock()), methods=["POST"]),
        Route("/program", partial(_receive_program, table, visits, ProgramForwarder()), methods=["POST"]),
        Route("/networks", partial(_join_network, table, visits, asyncio.Lock()), methods=["POST"]),
        WebSocketRoute("/table", partial(_serve_socket, table, visits)),
    ]
    application = Starlette(routes=routes, exception_handlers=exception_handlers(BACK_LINK_TEXT))
    gate = table.key_gate

    def headers(scope: Scope) -> tuple[tuple[str, str], ...]:
        return REFERRER_HEADER, (CSP_HEADER, content_security_policy(gate, scope))

    rules = GateRules(gate.names, UNKNOWN_NAME, headers, gate.redirect_url)
    return Gate(application, rules, acceptor)


def redirecting_application(gate: KeyGate, acceptor: ConnectionAcceptor) -> Application:
    """Return the application for a box's own Wi-Fi. It redirects to the page, whatever a phone requests first."""
    headers = REFERRER_HEADER, (CSP_HEADER, BASE_POLICY)
    rules = GateRules(gate.names, UNKNOWN_NAME, lambda _: headers, gate.redirect_url)
    return Gate(captive_portal(gate.redirect_url, UNKNOWN_NAME), rules, acceptor)


def content_security_policy(gate: KeyGate, scope: Scope) -> str:
    """Return the Content-Security-Policy of the page. Nothing in it comes from the request."""
    return f"{BASE_POLICY}; script-src 'self'; style-src 'self'; {_socket_policy(gate, scope)}"


def _socket_policy(gate: KeyGate, scope: Scope) -> str:
    """Return the part of the policy that lists where the page may connect to."""
    address, port = scope["server"]
    address = address.partition("%")[0]
    hosts = {f"[{address}]" if ":" in address else address, *gate.names.other_names}
    # An old Safari does not take a web socket for “self”.
    sockets = " ".join(f"ws://{host}:{port}" for host in sorted(hosts))
    return f"connect-src 'self' {sockets}"


def _page_file(path: str) -> Callable[[Request], Awaitable[Response]]:
    file_name, media_type = PAGE_FILES[path]
    content = (PAGE_DIRECTORY / file_name).read_bytes()

    async def answer(_: Request) -> Response:
        return Response(content, media_type=media_type, headers={"cache-control": "no-cache"})

    return answer


async def _panel_picture(table: ServedTable, request: Request) -> Response:
    png = table.fetch_picture(request.path_params["name"])
    if png is None:
        return PlainTextResponse("This picture is no longer on the panel.\n", 404)
    return Response(png, media_type="image/png", headers={"cache-control": "max-age=3600, immutable"})


async def _record_file(table: ServedTable, _: Request) -> Response:
    disposition = 'attachment; filename="tablekeeper.txt"'
    record = table.record_text()
    headers = {"content-disposition": disposition, "cache-control": "no-store", "etag": f'"{record_version(record)}"'}
    return PlainTextResponse(record, headers=headers)


async def _gallery_page(table: ServedTable, lock: asyncio.Lock, request: Request) -> Response:
    if table.program_control is None:
        return missing_page(BACK_LINK_TEXT)
    path, game = request.path_params["path"], request.query_params.get("game", "")
    # One at a time: the many pictures of a gallery must not take all threads of the server.
    async with lock:
        content = await asyncio.to_thread(table.program_control.gallery_file, path, game)
    if content is None:
        return missing_page(BACK_LINK_TEXT)
    headers = {"cache-control": "no-cache"}
    if path:
        return Response(content, media_type="image/png", headers=headers)
    # Its style and script are inline. The policy allows only these, by their hashes.
    allowed_hashes = " ".join(f"'sha256-{_sha256(part)}'" for part in _INLINE_PARTS.findall(content))
    policy = f"{BASE_POLICY}; style-src {allowed_hashes}; script-src {allowed_hashes}; connect-src 'self'"
    return Response(content, media_type="text/html", headers=headers | {CSP_HEADER: policy})


async def _document_page(table: ServedTable, lock: asyncio.Lock, request: Request) -> Response:
    query = tuple(request.query_params.multi_items())
    async with lock:
        document = await asyncio.to_thread(table.find_document, request.path_params["path"], query)
    if document is None:
        return missing_page(BACK_LINK_TEXT)
    headers = {"cache-control": "no-store"}
    if document.name:
        headers["content-disposition"] = f'attachment; filename="{document.name}"'
    policy = BASE_POLICY.replace("form-action 'none'", "form-action 'self'")
    if document.media_type == HTML_TYPE:
        sockets = _socket_policy(table.key_gate, request.scope)
        headers[CSP_HEADER] = f"{policy}; script-src 'self'; style-src 'self'; {sockets}"
    return Response(document.content, media_type=document.media_type, headers=headers)


async def _document_file(
    table: ServedTable, acceptor: ConnectionAcceptor, lock: asyncio.Lock, request: Request
) -> Response:
    """Return a file of many games, which is never in memory as a whole."""
    path = f"{request.path_params['name']}.{request.path_params['ending']}"
    query = tuple(request.query_params.multi_items())
    headers = {"cache-control": "no-store"}
    return LongFileResponse(
        lambda: table.find_file(path, query), lock, acceptor.drop, partial(missing_page, BACK_LINK_TEXT), headers
    )


async def _process_form(table: ServedTable, visits: _OpenVisits, lock: asyncio.Lock, request: Request) -> Response:
    """Do what a form requests. The answer is empty, or (422) a sentence that says why it can't be done."""
    visits.check_permitted(request)
    fields = await _read_form_fields(request)
    async with lock:
        # A field that was left empty counts as not sent.
        result = await asyncio.to_thread(table.process_form, tuple((name, value) for name, value in fields if value))
    return _response_to(result)


async def _join_network(table: ServedTable, visits: _OpenVisits, lock: asyncio.Lock, request: Request) -> Response:
    """Return the Wi-Fi networks in reach, as JSON. If the form has a name and a password, begin to join that network;
    422 if no network can have them."""
    if table.networks is None:
        return PlainTextResponse("No networks are joined here.\n", 404)
    visits.check_permitted(request)
    if "name" in (fields := dict(await _read_form_fields(request))):
        name, password = fields["name"], fields.get("password", "")
        if not can_be_joined(name, password):
            return PlainTextResponse("", 422)
        table.networks.begin_joining(name, password)
    async with lock:
        found = await asyncio.to_thread(table.networks.networks_in_range)
    answer = {
        "networks": found.networks,
        "here": found.current_network,
        "own": found.is_own_wifi_active,
        "state": found.join_state.value,
        "name": found.joining_network,
    }
    return JSONResponse(answer, headers={"cache-control": "no-store"})


async def _receive_program(
    table: ServedTable, visits: _OpenVisits, forwarder: ProgramForwarder, request: Request
) -> Response:
    """Pass on a newer program's size, or a piece of it."""
    if table.program_receiver is None:
        return PlainTextResponse("No programs are taken here.\n", 404)
    visits.check_permitted(request)
    visits.acceptor.trust(request.scope["client"])
    return await forwarder.pass_on_request(table.program_receiver, request)


async def _play_record(table: ServedTable, visits: _OpenVisits, lock: asyncio.Lock, request: Request) -> Response:
    """Play from a record. The answer is empty once its game is stored, or (422) a sentence that says why it is not."""
    if table.program_control is None:
        return PlainTextResponse("This table takes no records.\n", 404)
    visits.check_permitted(request)
    visits.acceptor.trust(request.scope["client"])
    record = await _read_whole_body(request, RECORD_INCOMPLETE)
    # One record after the other: its game is stored before the next record is played.
    async with lock:
        result = await asyncio.to_thread(table.program_control.play_record, record)
    return _response_to(result)


async def _show_edited_record(
    table: ServedTable, visits: _OpenVisits, lock: asyncio.Lock, request: Request
) -> Response:
    """Show on the panel what an edited record would change. The answer is empty, or (422) why it can't be shown.

    The header `if-match` is the version of the edited record, which was its `etag` when it was fetched.
    """
    visits.check_permitted(request)
    record = await _read_whole_body(request, RECORD_INCOMPLETE)
    async with lock:
        result = await asyncio.to_thread(table.edit_record, record, request.headers.get("if-match", "").strip('"'))
    return _response_to(result)


def _response_to(result: page_requests.RequestResult) -> Response:
    if result is None:
        return PlainTextResponse("No table answers.\n", 503)
    return PlainTextResponse(result, 422 if result else 200)


async def _read_form_fields(request: Request) -> page_requests.FormFields:
    """Return the fields of a form that a request sends. Raises HTTPException if it is cut (408), or is no form of a
    page (400)."""
    form = await _read_whole_body(request, FORM_INCOMPLETE)
    try:
        return tuple(parse_qsl(form.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS))
    except ValueError:
        raise HTTPException(400, NO_FORM) from None


async def _read_whole_body(request: Request, incomplete_sentence: str) -> bytes:
    """Return what a request sends. Raises HTTPException if the connection ends before it is complete."""
    try:
        return await read_body(request, page_requests.MAX_RECORD_LENGTH)
    except ClientDisconnect:
        raise HTTPException(408, incomplete_sentence) from None


def _sha256(part: bytes) -> str:
    return base64.b64encode(hashlib.sha256(part).digest()).decode()


class _OpenVisits:
    """The open web sockets that may press keys, each with a secret that only its page knows; and shared limits."""

    def __init__(self, table: ServedTable, acceptor: ConnectionAcceptor) -> None:
        self.acceptor = acceptor
        self.token_limiter = TokenLimiter(table.key_gate.is_valid_token)
        self.pin_lock = asyncio.Lock()
        self._may_press_by_secret: dict[str, Callable[[], bool]] = {}

    def open_visit(self, may_press: Callable[[], bool]) -> str:
        """Return the secret of a visit that may press as long as `may_press()` is true."""
        secret = secrets.token_urlsafe(16)
        self._may_press_by_secret[secret] = may_press
        return secret

    def check_permitted(self, request: Request) -> None:
        """Raise HTTPException unless a request comes from a page of this server that may press keys."""
        headers = request.headers
        if not (
            self.is_valid_secret(headers.get(VISIT_SECRET_HEADER, ""))
            and is_same_host(headers.get("origin"), headers.get("host"))
        ):
            raise HTTPException(403, KEYS_NOT_OPEN)

    def is_valid_secret(self, secret: str) -> bool:
        """Whether a secret belongs to a visit that may press keys now."""
        return secret in self._may_press_by_secret and self._may_press_by_secret[secret]()

    def close_visit(self, secret: str) -> None:
        self._may_press_by_secret.pop(secret, None)


async def _serve_socket(table: ServedTable, visits: _OpenVisits, socket: WebSocket) -> None:
    """Serve one browser's web socket, from connection to disconnection."""
    headers = socket.headers
    if not is_same_host(headers.get("origin"), headers.get("host")):
        await socket.close(WS_1008_POLICY_VIOLATION)
        return
    await socket.accept()
    viewer = table.broadcaster.add_viewer(clock=table.now_s())
    visit = _Visit(table, viewer, visits, socket.scope["client"])
    sending = asyncio.create_task(_send_messages(socket, viewer))
    try:
        await _receive_requests(socket, visit)
    finally:
        visit.close()
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
            await visit.handle_request(page_requests.parse_request(message.get("text") or ""))
        except page_requests.InvalidRequest:
            await socket.close(WS_1003_UNSUPPORTED_DATA)
            return


class _Visit:
    """A browser's connection (a "visit"): whether it may press keys, and its requests."""

    def __init__(self, table: ServedTable, viewer: Viewer, visits: _OpenVisits, client: tuple[str, int]) -> None:
        self._table = table
        self._viewer = viewer
        self._visits = visits
        self._client = client
        self._visit_secret = ""
        self._guest_token = ""
        """The token of a phone that has joined."""
        self._token_check: asyncio.Task[None] | None = None
        if table.key_gate.is_owner_token(""):  # no token is needed
            self._permit(_always)
        self._send_permission()

    async def handle_request(self, request: page_requests.BrowserRequest) -> None:
        """Carry out a request. Pings and tokens need no permission, all others do."""
        self._revoke_if_pin_changed()
        if isinstance(request, page_requests.Ping):
            self._viewer.queue_message("pong", encode_message("pong", request.number))
        elif isinstance(request, page_requests.SendToken):
            await self._receive_token(request.token)
        elif isinstance(request, page_requests.SendPin):
            await self._check_pin(request.digits)
        elif self._visit_secret:
            await self._process_permitted(request)
        else:
            self._send_permission()

    async def _process_permitted(self, request: page_requests.PermittedRequest) -> None:
        """Carry out a request that needs permission."""
        if isinstance(request, page_requests.KeyRequest | DirectAnswer):
            self._table.broadcaster.move_to_front(self._viewer)
        if isinstance(request, page_requests.PlugInPod | page_requests.UnplugPod):
            # The seats of pods are written to a file, which must not delay the event loop.
            await asyncio.to_thread(self._table.process_request, request)
        else:
            self._table.process_request(request)

    def close(self) -> None:
        """End the visit: its secret becomes invalid."""
        self._visits.close_visit(self._visit_secret)
        if self._token_check is not None:
            self._token_check.cancel()

    async def _receive_token(self, token: str) -> None:
        """Begin to check a token, which may take long. A newer token replaces one that is still being checked."""
        if self._visit_secret or not self._table.key_gate.checks_unasked_tokens:
            self._send_permission()
            return
        if self._token_check is not None:
            self._token_check.cancel()
        self._token_check = asyncio.create_task(self._check_token(token))
        # Usually the check ends at once, so that the browser's next request already has the permission.
        _, pending = await asyncio.wait({self._token_check}, timeout=TOKEN_WAIT_NOTICE_S)
        if pending:
            self._send_permission(is_waiting=True)

    async def _check_token(self, token: str) -> None:
        gate = self._table.key_gate
        is_right = await self._visits.token_limiter.check_token(token, self._client[0])
        if is_right and gate.is_owner_token(token):
            self._permit(_always)
        elif is_right:
            guest_token = gate.invitations.join(token)
            if guest_token is not None:
                self._viewer.queue_message("guest", encode_message("guest", guest_token))
            self._guest_token = guest_token or token
            self._admit_phone()
        self._send_permission(is_wrong=not is_right)

    async def _check_pin(self, digits: str) -> None:
        """Check the PIN that a phone sends which has joined. Only one PIN is checked at a time."""
        gate = self._table.key_gate
        if self._visit_secret or not gate.invitations.is_valid(self._guest_token):
            self._send_permission()
            return
        async with self._visits.pin_lock:
            pin_id = gate.pin.pin_id
            check = await asyncio.to_thread(gate.pin.check_digits, digits)
        if check.verdict is PinVerdict.RIGHT:
            gate.invitations.note_pin_sent(self._guest_token, pin_id)
            self._admit_phone()
        elif check.verdict is PinVerdict.WRONG:
            gate.invitations.count_wrong_pin(self._guest_token)
        self._send_permission(pin_check=check)

    def _admit_phone(self) -> None:
        """Give the keys to a phone that has joined, if it has sent the PIN or the table has none."""
        guest_token, gate = self._guest_token, self._table.key_gate
        if gate.may_guest_press(guest_token):
            self._permit(lambda: gate.may_guest_press(guest_token))

    def _revoke_if_pin_changed(self) -> None:
        """Take the keys from a phone, and tell it so, if another PIN was chosen meanwhile."""
        if self._visit_secret and not self._visits.is_valid_secret(self._visit_secret):
            self._visits.close_visit(self._visit_secret)
            self._visit_secret = ""
            self._send_permission()

    def _permit(self, may_press: Callable[[], bool]) -> None:
        self._visits.close_visit(self._visit_secret)  # a token may turn out to be right after the PIN was
        self._visit_secret = self._visits.open_visit(may_press)
        self._visits.acceptor.trust(self._client)
        self._table.broadcaster.trust_viewer(self._viewer, may_press)
        self._viewer.queue_message("visit", encode_message("visit", self._visit_secret))

    def _send_permission(
        self, *, is_wrong: bool = False, is_waiting: bool = False, pin_check: PinCheck | None = None
    ) -> None:
        gate = self._table.key_gate
        permission: dict[str, object] = {"press": bool(self._visit_secret), "token": gate.asks_for_token}
        permission |= {"wrong": is_wrong and gate.asks_for_token, "waits": is_waiting}
        if not self._visit_secret and gate.invitations.is_valid(self._guest_token):
            permission["pin"] = "asked" if pin_check is None else pin_check.verdict.value
            permission["wait_s"] = 0 if pin_check is None else pin_check.wait_s
        self._viewer.queue_message("may", encode_message("may", permission))


def _always() -> bool:
    return True
