"""Opens web sockets as browsers do, without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from hal.browser.desk import Desk
from tests.browser.timeouts import TIMEOUT_S


@contextmanager
def visit(desk: Desk, origin: str | None = None) -> Iterator[ClientConnection]:
    """Open a browser's web socket. The origin is this server's page, unless another is given."""
    address = f"127.0.0.1:{desk.url.rstrip('/').rpartition(':')[2]}"
    with opened(address, origin) as page:
        yield page


def opened(address: str, origin: str | None = None) -> ClientConnection:
    """Open a web socket of the server at an address and port. The caller closes it.

    Received messages are stored without limit: otherwise, closing would wait ten seconds for unread ones.
    """
    own = Origin(origin or f"http://{address}")
    return connect(f"ws://{address}/table", origin=own, open_timeout=TIMEOUT_S, max_queue=None)


def told(page: ClientConnection, topic: str) -> Any:
    """Wait for the next value of a topic, and return it."""
    while True:
        for name, value in json.loads(page.recv(timeout=TIMEOUT_S)):
            if name == topic:
                return value


def ask(page: ClientConnection, request: dict[str, Any]) -> None:
    page.send(json.dumps(request))


def settled(page: ClientConnection) -> None:
    """Wait until all earlier requests are done."""
    ask(page, {"do": "ping", "number": 7})
    assert told(page, "pong") == 7


def wait_for_code_question(address: str) -> None:
    """Wait until a page, which this may only watch, asks for the table's code.

    It is asked through one web socket: the page refuses more connections than browsers make.
    """
    with opened(address) as page:
        while not told(page, "may")["token"]:
            ask(page, {"do": "off"})  # without permission, it is only answered
