"""Web sockets as browsers open them, without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from hal.browser.desk import Desk
from tests.browser.timeouts import PATIENCE_S


@contextmanager
def visit(desk: Desk, origin: str | None = None) -> Iterator[ClientConnection]:
    """A browser's web socket, made by this server's page unless an origin is given."""
    address = f"127.0.0.1:{desk.url.rstrip('/').rpartition(':')[2]}"
    with opened(address, origin) as page:
        yield page


def opened(address: str, origin: str | None = None) -> ClientConnection:
    """A web socket of the server at an address and port, to be closed.

    What comes is kept without limit: one that nobody reads could not be closed for ten seconds.
    """
    own = Origin(origin or f"http://{address}")
    return connect(f"ws://{address}/table", origin=own, open_timeout=PATIENCE_S, max_queue=None)


def told(page: ClientConnection, topic: str) -> Any:
    """The next value that the server tells on a topic."""
    while True:
        for name, value in json.loads(page.recv(timeout=PATIENCE_S)):
            if name == topic:
                return value


def ask(page: ClientConnection, request: dict[str, Any]) -> None:
    page.send(json.dumps(request))


def settled(page: ClientConnection) -> None:
    """Wait until all that was asked before is done."""
    ask(page, {"do": "ping", "number": 7})
    assert told(page, "pong") == 7
