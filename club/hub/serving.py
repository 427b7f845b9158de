"""The hub's pages for browsers: who is asked for looks, and directors who have logged in change things by forms."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import parse_qsl

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from club.hub.access import COOKIE, Doorkeeper, Hosts, TooMany, same_site
from club.hub.watching import MOST_WATCHING, Watchers
from club.league.position import Positions
from club.pages import directing, evenings, games, live, page_content, pairings
from club.pages.changes import FormRefused, change
from club.pages.login import login_page, trouble_page
from club.pages.page_content import ClubPage, ClubView
from club.pages.past_games import PastGames
from club.store.database import ClubStore, StoreFailed
from club.store.directing import BELIEVED_S
from display.words import Language, text

MOST_CONNECTIONS = 200 + MOST_WATCHING
"""Browsers that are served at a time, those that watch among them; others are told to come again."""

START_S = 10.0
"""Seconds within which the server is expected to listen."""

LARGEST_FORM = 64 * 1024
"""Bytes that a form may have: a thousand names."""

_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
}
_EVENTS = _HEADERS | {"x-accel-buffering": "no"}
"""Of a stream of events: nginx between is to pass each on at once."""
_HTML = "text/html; charset=utf-8"
_PLAIN = "text/plain; charset=utf-8"
_CSV = "text/csv; charset=utf-8"
_MISSING = (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Tablekeeper</title></head>'
    '<body><p>There is no such page. <a href="/">Back to the tables</a></p></body></html>\n'
)
_NO_STORE = "The hub's database can't do it now. Try again in a moment, or tell whoever keeps the hub."
_NO_NAME = "This hub does not go by that name. Whoever keeps it can add the name: --name NAME."

MakePage = Callable[[ClubView, Mapping[str, str]], ClubPage | None]


class CannotServePages(Exception):
    """The pages can't be served; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class PageOptions:
    """How pages are served. Without `public`, only directors may look. `hosts` are the names that the server may be
    called by. With a `certificate` and its `key`, browsers are spoken to over TLS."""

    address: str
    port: int
    hosts: Hosts
    public: bool = True
    certificate: Path | None = None
    key: Path | None = None


class HubPages:
    """Serves the pages in a thread of its own until it is closed."""

    def __init__(self, store: ClubStore, language: Language, options: PageOptions) -> None:
        """Raises CannotServePages, StoreFailed, and OSError for a certificate that can't be used."""
        self._store = store
        self._language = language
        self._options = options
        self._positions, self._past = Positions(), PastGames()
        self.watchers = Watchers(store, language)
        """Browsers that are to be told what changes."""
        self._doorkeeper = Doorkeeper(store, time.monotonic)
        config = uvicorn.Config(
            self.application(),
            host=options.address,
            port=options.port,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            # Pages are told what changes by server-sent events.
            ws="none",
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=1,
            ssl_certfile=options.certificate,
            ssl_keyfile=options.key,
        )
        config.load()
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._work, name="hub pages", daemon=True)
        self._thread.start()
        until = time.monotonic() + START_S
        while not self._server.started and self._thread.is_alive() and time.monotonic() < until:
            time.sleep(0.01)
        if not self._server.started:
            raise CannotServePages(f"the pages can't be served at {options.address}, port {options.port}: is it taken?")
        self.port: int = self._server.servers[0].sockets[0].getsockname()[1]
        """Where browsers knock."""
        host = f"[{options.address}]" if ":" in options.address else options.address
        self.url = f"{'http' if options.certificate is None else 'https'}://{host}:{self.port}/"
        """Where a browser finds the pages."""

    def application(self) -> Starlette:
        """What answers browsers."""
        found: dict[str, MakePage] = {
            "/": lambda view, _: live.tables_page(view, self._positions),
            "/games": lambda view, _: games.games_page(view),
            "/games/{box}/{game}": lambda view, path: games.game_page(view, path["box"], path["game"]),
            "/statistics": lambda view, _: games.statistics_page(view),
            "/aside": lambda view, _: games.aside_page(view),
            "/evenings": lambda view, _: evenings.evenings_page(view),
            "/evenings/{number:int}": lambda view, path: evenings.evening_page(view, int(path["number"])),
            "/evenings/{number:int}/travellers": lambda view, path: evenings.travellers_page(view, int(path["number"])),
            "/seasons/{number:int}": lambda view, path: evenings.season_page(view, int(path["number"])),
            "/people/{name}": lambda view, path: evenings.person_page(view, path["name"]),
            "/pairings": lambda view, _: pairings.pairings_page(view),
        }
        routes = [
            *(self._page(path, page) for path, page in found.items()),
            self._page("/directing", lambda view, _: directing.directing_page(view), directors=True),
            self._file("/hub.css", "text/css; charset=utf-8"),
            self._file("/hub.js", "text/javascript; charset=utf-8"),
            Route("/games.csv", self._games_file),
            Route("/changes", self._watch),
            Route("/login", self._login, methods=["GET", "POST"]),
            Route("/logout", self._logout, methods=["POST"]),
            Route("/do/{word}", self._change, methods=["POST"]),
        ]
        known = Middleware(_KnownHosts, hosts=self._options.hosts)
        return Starlette(routes=routes, middleware=[known], exception_handlers={404: _nowhere, 405: _nowhere})

    def close(self) -> None:
        """Serve no more."""
        self._server.should_exit = True
        self.watchers.close()
        self._thread.join(START_S)

    def _work(self) -> None:
        try:
            self._server.run()
        except SystemExit:
            return  # uvicorn's word for a port that is taken

    def _page(self, path: str, make: MakePage, *, directors: bool = False) -> Route:
        async def answer(request: Request) -> Response:
            return await run_in_threadpool(self._answer, request, make, directors)

        return Route(path, answer)

    def _file(self, path: str, kind: str) -> Route:
        content = files("club.pages").joinpath("files", path.removeprefix("/")).read_bytes()

        async def answer(_: Request) -> Response:
            return Response(content, 200, _HEADERS, kind)

        return Route(path, answer)

    def _view(self, request: Request) -> ClubView:
        """What a browser may see. Raises StoreFailed."""
        now, token = time.time(), request.cookies.get(COOKIE)
        director = None
        if token is not None:
            with self._store.reading() as kept:
                director = kept.directors.logged_in(token, now)
        return ClubView(self._store, now, self._language, director, self._past)

    def _answer(self, request: Request, make: MakePage, directors: bool) -> Response:
        def formed(view: ClubView) -> Response:
            page = make(view, request.path_params)
            return _missing() if page is None else _formed(view, page, request.query_params)

        return self._allowed(request, formed, directors=directors)

    def _allowed(self, request: Request, act: Callable[[ClubView], Response], *, directors: bool) -> Response:
        """What somebody gets who may see it, or who is a director; others are asked to log in."""

        def answer() -> Response:
            view = self._view(request)
            if view.director is None and (directors or not self._options.public):
                return RedirectResponse("/login", 303, _HEADERS)
            return act(view)

        return _unless_the_store_fails(answer)

    async def _games_file(self, request: Request) -> Response:
        def all_games(view: ClubView) -> Response:
            return Response(games.games_file(view), 200, _HEADERS, _CSV)

        return await run_in_threadpool(self._allowed, request, all_games, directors=False)

    async def _watch(self, request: Request) -> Response:
        def told(_: ClubView) -> Response:
            if self.watchers.full:
                return Response("Too many watch. Load the page anew now and then.", 503, _HEADERS, _PLAIN)
            return StreamingResponse(self.watchers.stream(), 200, _EVENTS, "text/event-stream")

        return await run_in_threadpool(self._allowed, request, told, directors=False)

    # Forms

    async def _login(self, request: Request) -> Response:
        fields = await _fields(request) if request.method == "POST" else {}
        if fields is None:
            return _refused()
        return await run_in_threadpool(_unless_the_store_fails, lambda: self._log_in(request, fields))

    def _log_in(self, request: Request, fields: Mapping[str, str]) -> Response:
        """Raises StoreFailed."""
        view = self._view(request)
        if request.method != "POST":
            return _html(view, login_page(view))
        try:
            address = request.client.host if request.client is not None else ""
            token = self._doorkeeper.log_in(fields.get("name", ""), fields.get("password", ""), address, view.now)
        except TooMany as many:
            words = text("Too many wrong passwords: try again in {seconds} seconds.", seconds=many.seconds)
            return _html(view, login_page(view, words), 429)
        if token is None:
            return _html(view, login_page(view, text("Name or password is wrong.")), 403)
        answer = RedirectResponse("/directing", 303, _HEADERS)
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, token, max_age=int(BELIEVED_S), httponly=True, samesite="strict", secure=secure)
        return answer

    async def _logout(self, request: Request) -> Response:
        if await _fields(request) is None:
            return _refused()
        token = request.cookies.get(COOKIE, "")
        return await run_in_threadpool(_unless_the_store_fails, lambda: self._log_out(token))

    def _log_out(self, token: str) -> Response:
        """Raises StoreFailed."""
        with self._store.transaction() as kept:
            kept.directors.log_out(token)
        answer = RedirectResponse("/", 303, _HEADERS)
        answer.delete_cookie(COOKIE)
        return answer

    async def _change(self, request: Request) -> Response:
        fields = await _fields(request)
        if fields is None:
            return _refused()

        def done(view: ClubView) -> Response:
            try:
                return RedirectResponse(change(view, request.path_params["word"], fields), 303, _HEADERS)
            except FormRefused as refused:
                return _html(view, trouble_page(view, refused.sentence), 409)

        return await run_in_threadpool(self._allowed, request, done, directors=True)


def _unless_the_store_fails(act: Callable[[], Response]) -> Response:
    """What this answers; where the database can't do it now, the sentence that says so."""
    try:
        return act()
    except StoreFailed:  # whose sentence is for whoever keeps the hub: it names machines and users
        return Response(_NO_STORE, 503, _HEADERS, _PLAIN)


class _KnownHosts:
    """Lets in who calls the server by a name that it has: a stranger's page can have its own name lead here, and would
    see what only this network may."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._hosts.knows(Request(scope).headers.get("host")):
            answer = Response(_NO_NAME, 421, _HEADERS, _PLAIN)
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)


async def _fields(request: Request) -> dict[str, str] | None:
    """What a form of this server's own says; None for what no page of it sends."""
    if not same_site(request.headers.get("origin"), request.headers.get("host")):
        return None
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST_FORM:
            return None
    try:
        return dict(parse_qsl(body.decode("ascii"), keep_blank_values=True, strict_parsing=bool(body), errors="strict"))
    except ValueError:
        return None


def _formed(view: ClubView, page: ClubPage, query: Mapping[str, str]) -> Response:
    """A page as what the address asks for: HTML, or its tables as JSON or CSV."""
    wanted = query.get("as")
    if wanted == "json":
        return Response(page_content.as_json(page), 200, _HEADERS, "application/json")
    if wanted == "csv":
        found = page_content.as_csv(page, query.get("table", ""))
        return _missing() if found is None else Response(found, 200, _HEADERS, _CSV)
    return _html(view, page)


def _html(view: ClubView, page: ClubPage, status: int = 200) -> Response:
    return Response(page_content.as_html(view, page), status, _HEADERS, _HTML)


async def _nowhere(_: Request, error: Exception) -> Response:
    """No such path, or one that is not asked so."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    return _missing(status)


def _missing(status: int = 404) -> Response:
    """What an address is told where nothing is, with the way back to the tables."""
    return Response(_MISSING, status, _HEADERS, _HTML)


def _refused() -> Response:
    return Response("This was not sent by a page of this server. Load it anew, and try again.", 403, _HEADERS, _PLAIN)
