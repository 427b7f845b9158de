"""The hub's pages for browsers: whoever reaches the port may look, and nobody can change anything by it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from club.hub import pages
from club.hub.pages import ClubView
from club.store.database import ClubStore, StoreFailed
from display.words import Language

MOST_CONNECTIONS = 200
"""Browsers that are served at a time; others are told to come again."""

START_S = 10.0
"""Seconds within which the server is expected to listen."""

STYLE = """\
:root { color-scheme: light dark; font: 1rem/1.4 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; }
nav a { margin-right: 1rem; }
nav a[aria-current] { font-weight: bold; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { display: none; }
th, td { border-bottom: 1px solid; padding: 0.3rem 0.6rem; text-align: left; }
"""

_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}

Page = Callable[[ClubView], bytes | None]


class CannotServePages(Exception):
    """The pages can't be served; the message is a sentence."""


class HubPages:
    """Serves the pages in a thread of its own until it is closed."""

    def __init__(
        self, store: ClubStore, online: Mapping[str, bool], language: Language, address: str, port: int
    ) -> None:
        """Raises CannotServePages."""
        self._store = store
        self._online = online
        self._language = language
        config = uvicorn.Config(
            self.application(),
            host=address,
            port=port,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._work, name="hub pages", daemon=True)
        self._thread.start()
        until = time.monotonic() + START_S
        while not self._server.started and self._thread.is_alive() and time.monotonic() < until:
            time.sleep(0.01)
        if not self._server.started:
            raise CannotServePages(f"the pages can't be served at {address}, port {port}: is it taken?")
        self.port: int = self._server.servers[0].sockets[0].getsockname()[1]
        """Where browsers knock."""
        host = f"[{address}]" if ":" in address else address
        self.url = f"http://{host}:{self.port}/"
        """Where a browser finds the pages."""

    def application(self) -> Starlette:
        """What answers browsers."""
        style = STYLE.encode()
        return Starlette(
            routes=[
                self._route("/", pages.tables_page),
                self._route("/games", pages.games_page),
                self._route("/statistics", pages.statistics_page),
                self._route("/aside", pages.aside_page),
                self._route("/games.csv", pages.games_file, "text/csv; charset=utf-8"),
                self._route("/hub.css", lambda _: style, "text/css; charset=utf-8"),
                Route("/games/{box}/{game}", self._game),
            ]
        )

    def close(self) -> None:
        """Serve no more."""
        self._server.should_exit = True
        self._thread.join(START_S)

    def _work(self) -> None:
        try:
            self._server.run()
        except SystemExit:
            return  # uvicorn's word for a port that is taken

    def _view(self) -> ClubView:
        return ClubView(self._store, self._online, time.time(), self._language)

    def _route(self, path: str, page: Page, kind: str = "text/html; charset=utf-8") -> Route:
        async def answer(_: Request) -> Response:
            return await self._answer(page, kind)

        return Route(path, answer)

    async def _game(self, request: Request) -> Response:
        box, game = request.path_params["box"], request.path_params["game"]
        return await self._answer(lambda view: pages.game_page(view, box, game), "text/html; charset=utf-8")

    async def _answer(self, page: Page, kind: str) -> Response:
        try:
            found = await run_in_threadpool(lambda: page(self._view()))
        except StoreFailed as failed:
            return Response(str(failed), 503, _HEADERS, "text/plain; charset=utf-8")
        if found is None:
            return Response("There is no such page.", 404, _HEADERS, "text/plain; charset=utf-8")
        return Response(found, 200, _HEADERS, kind)
