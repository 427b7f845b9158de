"""The hub's web server: pages of tables, games and results, and forms for directors who have logged in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from importlib.resources import files
from itertools import chain
from pathlib import Path
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.concurrency import iterate_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from club.hub.login_limiter import LoginLimiter, TooManyAttempts
from club.hub.watchers import MAX_WATCHERS, TooManyWatchers, Watchers
from club.league.position import PositionCache
from club.pages import director, evenings, games, live, page_content, pairings, statistics, travellers
from club.pages.changes import apply_change
from club.pages.login import error_page, login_page
from club.pages.page_content import ClubPage, ClubView
from club.pages.paging import parse_query
from club.pages.paths import parse_person_name
from club.store.database import ClubStore, StoreFailed
from club.store.directors import LOGIN_SESSION_S
from device.system.not_done import NotDone
from display.words import Language, text
from guard.admission import LIMITS, network_of
from guard.asgi import Application
from guard.connections import ConnectionAcceptor
from guard.error_pages import exception_handlers, missing_page
from guard.fair_turns import FairTurns
from guard.gate import Gate, GateRules
from guard.names import ServerNames, is_same_host
from guard.server import ServerOptions, WebServer
from guard.sockets import listening_socket, socket_url
from values.named_tuple import NamedTuple

MAX_CONCURRENT_PAGES = 2
"""Maximum number of pages built at the same time, so that the hub still has time for its boxes."""

MAX_FORM_SIZE = 64 * 1024
"""Maximum number of bytes of a submitted form: enough for a thousand names."""

HUB_LIMITS = LIMITS._replace(max_connections=LIMITS.max_connections + MAX_WATCHERS, input_burst_bytes=2 * MAX_FORM_SIZE)
"""Limits for unknown clients. Event streams have connections of their own. `input_burst_bytes` is twice the largest
form, so that a form that is too large still gets an answer."""

_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = (
    ("content-security-policy", _POLICY),
    # Without a referrer, browsers send no Origin header with forms either.
    ("referrer-policy", "same-origin"),
    ("cache-control", "no-store"),
)
SESSION_COOKIE = "tablekeeper"
"""The name of the cookie with a director's session token."""
_EVENT_STREAM_HEADERS = {"x-accel-buffering": "no"}
"""Headers of an event stream: they have a reverse proxy (nginx) pass on each event at once."""
_HTML = "text/html; charset=utf-8"
_PLAIN = "text/plain; charset=utf-8"
_CSV = "text/csv; charset=utf-8"
_BACK_LINK_TEXT = "Back to the tables"
_STORE_FAILED = "The hub's database can't do it now. Try again in a moment, or tell whoever keeps the hub."
_DAMAGED_FORM = "This form did not arrive whole. Load the page anew, and try again."
_UNKNOWN_NAME = "This hub does not go by that name. Whoever keeps it can add the name: --name NAME."

PageFunction = Callable[[ClubView, Mapping[str, str]], ClubPage | None]


class PageOptions(NamedTuple):
    """How pages are served: at a port, under the server's names.

    Without `is_public`, only directors may see the pages. With a `certificate` and its `private_key`, the server uses
    TLS. `proxies` are addresses of reverse proxies that are trusted to give the browser's address.
    """

    names: ServerNames
    port: int
    is_public: bool = True
    certificate: Path | None = None
    private_key: Path | None = None
    proxies: tuple[str, ...] = ()


class HubPageServer:
    """Serves the pages in a thread of its own until it is closed."""

    def __init__(self, store: ClubStore, language: Language, options: PageOptions) -> None:
        """Start the server. Raises CannotServe, StoreFailed, OSError for a certificate that can't be used, and
        ValueError for a proxy that is no address."""
        self._store = store
        self._language = language
        self._options = options
        self._positions = PositionCache()
        self.watchers = Watchers(store, language)
        """The browsers that watch the tables."""
        self._login_limiter = LoginLimiter(store, time.monotonic)
        self._page_turns = FairTurns(MAX_CONCURRENT_PAGES)
        bound_socket = listening_socket(options.names.address, options.port, "--page")
        self.port: int = bound_socket.getsockname()[1]
        """The TCP port of the server."""
        self.url = socket_url(bound_socket, "http" if options.certificate is None else "https")
        """The URL of the pages."""
        try:
            self._server = WebServer(
                self._gated_application,
                bound_socket,
                ServerOptions(
                    HUB_LIMITS, options.proxies, certificate=options.certificate, private_key=options.private_key
                ),
            )
        except BaseException:
            bound_socket.close()
            raise

    def _gated_application(self, acceptor: ConnectionAcceptor) -> Application:
        """The application behind a gate that checks each request."""
        rules = GateRules(self._options.names, _UNKNOWN_NAME, lambda _: _HEADERS)
        return Gate(self.application(acceptor), rules, acceptor)

    def application(self, acceptor: ConnectionAcceptor) -> Starlette:
        """The ASGI application with all routes."""
        self._acceptor = acceptor
        pages: dict[str, PageFunction] = {
            "/": lambda view, _: live.tables_page(view, self._positions),
            "/games": lambda view, _: games.games_page(view),
            "/games/{box}/{game}": lambda view, params: games.game_page(view, params["box"], params["game"]),
            "/statistics": lambda view, _: statistics.statistics_page(view),
            "/aside": lambda view, _: games.set_aside_page(view),
            "/evenings": lambda view, _: evenings.evenings_page(view),
            "/evenings/{number:int}": lambda view, params: evenings.evening_page(view, int(params["number"])),
            "/evenings/{number:int}/travellers": lambda view, params: travellers.travellers_page(
                view, int(params["number"])
            ),
            "/seasons/{number:int}": lambda view, params: evenings.season_page(view, int(params["number"])),
            "/people/{name}": lambda view, params: travellers.person_page(view, parse_person_name(params["name"])),
            "/pairings": lambda view, _: pairings.pairings_page(view),
        }
        routes = [
            *(self._page_route(path, page, needs_director=not self._options.is_public) for path, page in pages.items()),
            self._page_route("/directing", lambda view, _: director.directing_page(view), needs_director=True),
            self._file_route("/hub.css", "text/css; charset=utf-8"),
            self._file_route("/hub.js", "text/javascript; charset=utf-8"),
            Route("/games.csv", self._games_file),
            Route("/changes", self._stream_changes),
            Route("/login", self._respond_to_login, methods=["GET", "POST"]),
            Route("/logout", self._respond_to_logout, methods=["POST"]),
            Route("/do/{change}", self._apply_change, methods=["POST"]),
        ]
        return Starlette(routes=routes, exception_handlers=exception_handlers(_BACK_LINK_TEXT))

    def close(self) -> None:
        """Stop the server, and end all event streams."""
        self._server.stop_accepting()
        self.watchers.close()
        self._server.close()

    async def _respond_in_turn(
        self, request: Request, respond: Callable[[ClubView], Response], *, needs_director: bool
    ) -> Response:
        """Call `respond` in a thread once it is the turn of the browser's network, and return its response.

        With `needs_director`, a browser in which no director has logged in is redirected to the login instead. If the
        store fails, the response is a 503.
        """

        def respond_to_view() -> Response:
            try:
                view = self._view(request)
                if needs_director and view.director is None:
                    return RedirectResponse("/login", 303)
                return respond(view)
            except StoreFailed:  # its sentence is only for the hub's administrator: it names machines and users
                return Response(_STORE_FAILED, 503, media_type=_PLAIN)

        async with self._page_turns.hold_turn(network_of(_client_address(request))):
            response = await asyncio.to_thread(respond_to_view)
        if getattr(request.state, "is_director", False):
            self._acceptor.trust(request.scope["client"])
        return response

    def _page_route(self, path: str, make_page: PageFunction, *, needs_director: bool) -> Route:
        async def answer(request: Request) -> Response:
            def respond(view: ClubView) -> Response:
                page = make_page(view, request.path_params)
                if page is None:
                    return missing_page(_BACK_LINK_TEXT)
                return _in_requested_format(view, page, request.query_params)

            return await self._respond_in_turn(request, respond, needs_director=needs_director)

        return Route(path, answer)

    def _file_route(self, path: str, media_type: str) -> Route:
        content = files("club.pages").joinpath("files", path.removeprefix("/")).read_bytes()

        async def answer(_: Request) -> Response:
            return Response(content, media_type=media_type)

        return Route(path, answer)

    def _view(self, request: Request) -> ClubView:
        """The view for a request, with the director who has logged in, if any. Raises StoreFailed."""
        now, token = time.time(), request.cookies.get(SESSION_COOKIE)
        director_name = None
        if token is not None:
            with self._store.read_only_transaction() as transaction:
                director_name = transaction.directors.director_of_session(token, now)
        request.state.is_director = director_name is not None
        return ClubView(self._store, now, self._language, director_name, parse_query(request.query_params))

    async def _games_file(self, request: Request) -> Response:
        def all_games(view: ClubView) -> Response:
            parts = games.games_file(view.store)
            # The first part is only the byte order mark. The second one is read here, too: if the store fails at it, no
            # response has begun yet, and the browser gets the sentence about that.
            first = next(parts) + next(parts)
            return StreamingResponse(iterate_in_threadpool(chain([first], parts)), media_type=_CSV)

        return await self._respond_in_turn(request, all_games, needs_director=not self._options.is_public)

    async def _stream_changes(self, request: Request) -> Response:
        return await self._respond_in_turn(
            request, lambda _: _EventStream(self.watchers), needs_director=not self._options.is_public
        )

    # Forms

    async def _respond_to_login(self, request: Request) -> Response:
        fields = await _read_form(request) if request.method == "POST" else {}
        return await self._respond_in_turn(
            request, lambda view: self._login_response(view, request, fields), needs_director=False
        )

    def _login_response(self, view: ClubView, request: Request, fields: Mapping[str, str]) -> Response:
        """The login form; or, for a form that was sent, the response to it. Raises StoreFailed."""
        if request.method != "POST":
            return _html_response(view, login_page(view))
        try:
            token = self._login_limiter.log_in(
                fields.get("name", ""), fields.get("password", ""), _client_address(request), view.now_s
            )
        except TooManyAttempts as error:
            sentence = text("Too many wrong passwords: try again in {seconds} seconds.", seconds=error.seconds)
            return _html_response(view, login_page(view, sentence), 429)
        if token is None:
            return _html_response(view, login_page(view, text("Name or password is wrong.")), 403)
        answer = RedirectResponse("/directing", 303)
        secure = request.url.scheme == "https"
        answer.set_cookie(
            SESSION_COOKIE, token, max_age=int(LOGIN_SESSION_S), httponly=True, samesite="strict", secure=secure
        )
        return answer

    async def _respond_to_logout(self, request: Request) -> Response:
        await _read_form(request)
        return await self._respond_in_turn(request, lambda _: self._log_out(request), needs_director=False)

    def _log_out(self, request: Request) -> Response:
        """End the browser's session. Raises StoreFailed."""
        request.state.is_director = False  # so that the connection does not become a trusted one
        with self._store.transaction() as transaction:
            transaction.directors.log_out(request.cookies.get(SESSION_COOKIE, ""))
        answer = RedirectResponse("/", 303)
        answer.delete_cookie(SESSION_COOKIE)
        return answer

    async def _apply_change(self, request: Request) -> Response:
        fields = await _read_form(request)

        def respond(view: ClubView) -> Response:
            try:
                return RedirectResponse(apply_change(view, request.path_params["change"], fields), 303)
            except NotDone as error:
                return _html_response(view, error_page(view, error.sentence), 409)

        return await self._respond_in_turn(request, respond, needs_director=True)


class _EventStream(Response):
    """The event stream of changes at the tables. The browser's place is taken until the stream ends."""

    def __init__(self, watchers: Watchers) -> None:
        super().__init__()
        self._watchers = watchers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope["client"]
        try:
            with self._watchers.subscription(network_of(client[0] if client else "")) as queue:
                response = StreamingResponse(
                    self._watchers.event_stream(queue), headers=_EVENT_STREAM_HEADERS, media_type="text/event-stream"
                )
                await response(scope, receive, send)
        except TooManyWatchers:
            refusal = Response("Too many watch. Load the page anew now and then.", 503, media_type=_PLAIN)
            await refusal(scope, receive, send)


def _client_address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


async def _read_form(request: Request) -> dict[str, str]:
    """The fields of a form of this server.

    Raises HTTPException if it comes from another site, is too large, does not arrive whole, or can't be parsed.
    """
    if not is_same_host(request.headers.get("origin"), request.headers.get("host")):
        raise HTTPException(403, "This was not sent by a page of this server. Load it anew, and try again.")
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > MAX_FORM_SIZE:
                raise HTTPException(413, "This form is too large, and nothing was changed. Enter less at once.")
    except ClientDisconnect:  # also raised if the rest of the form does not arrive in time
        raise HTTPException(400, _DAMAGED_FORM) from None
    try:
        return dict(parse_qsl(body.decode("ascii"), keep_blank_values=True, strict_parsing=bool(body), errors="strict"))
    except ValueError:
        raise HTTPException(400, _DAMAGED_FORM) from None


def _in_requested_format(view: ClubView, page: ClubPage, query: Mapping[str, str]) -> Response:
    """A page in the format that the query asks for: HTML, or its tables as JSON or CSV."""
    format_name = query.get("as")
    if format_name == "json":
        return Response(page_content.page_as_json(page), media_type="application/json")
    if format_name == "csv":
        csv_text = page_content.table_as_csv(page, query.get("table", ""))
        return missing_page(_BACK_LINK_TEXT) if csv_text is None else Response(csv_text, media_type=_CSV)
    return _html_response(view, page)


def _html_response(view: ClubView, page: ClubPage, status: int = 200) -> Response:
    return Response(page_content.page_as_html(view, page), status, media_type=_HTML)
