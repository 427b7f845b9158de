"""A phone in the guest, in a network of its own: it asks for the page, joins, presses keys, or misbehaves.

    phone.py ask URL [SOURCE]             prints the status, and where it is sent on to; 0 where nobody answers
    phone.py open ADDRESS                 prints whether a table is behind the page
    phone.py join ADDRESS CODE            prints what opens the keys from then on
    phone.py press ADDRESS TOKEN          makes the presses of a key script, which it reads
    phone.py networks ADDRESS TOKEN [NAME PASSWORD]
                                          has the box join a network, or not; prints the networks in reach, as JSON
    phone.py flood ADDRESS SOURCE SECONDS prints how often it came, with nonsense of every kind, and was let in

ADDRESS is a host and a port. Run by the environment that Tablekeeper is installed in, which has web sockets.
"""

from __future__ import annotations

import http.client
import json
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

TIMEOUT_S = 20.0
ABSENT_S = 5.0
"""After so long nobody answers."""
PRESSES_S = 0.1
"""Between two presses: a finger is no quicker."""
SEEN_S = 12.0
"""Seconds after which a page is on the box's panel (`tools.emulation.box`)."""
NONSENSE = (
    b"GET / HTTP/1.1\r\nHost: box\r\n\r\n",
    b"GET /past/ HTTP/1.1\r\nHost: 192.168.7.1:8080\r\n\r\n",
    b"GET /table HTTP/1.1\r\nHost: 192.168.7.1:8080\r\nUpgrade: websocket\r\n\r\n",
    b"POST /record HTTP/1.1\r\nHost: 192.168.7.1:8080\r\nContent-Length: 999999999\r\n\r\n" + bytes(4096),
    b"X" * 8192,
    b"GET / HT",
)
MAX_HELD = 40
"""Connections that it keeps open, of which most wait for the end of a header."""


def connect_as_page(address: str) -> ClientConnection:
    """A web socket as the page opens it."""
    return connect(f"ws://{address}/table", origin=Origin(f"http://{address}"), open_timeout=TIMEOUT_S, max_queue=None)


def next_value(page: ClientConnection, topic: str, wanted: Callable[[Any], bool] = lambda value: True) -> Any:
    """The next value on a topic that is wanted."""
    while True:
        for name, value in json.loads(page.recv(timeout=TIMEOUT_S)):
            if name == topic and wanted(value):
                return value


def ask(page: ClientConnection, **request: Any) -> None:
    """Ask for something, as the page does."""
    page.send(json.dumps(request))


def ask_status(url: str, source: str | None = None) -> str:
    """How an address is answered: the status, and where it sends on to."""
    parts = urlsplit(url)
    own = None if source is None else (source, 0)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=ABSENT_S, source_address=own)
    try:
        connection.request("GET", parts.path or "/")
        answer = connection.getresponse()
        return f"{answer.status} {answer.getheader('location', '')}".strip()
    except OSError:
        return "0"
    finally:
        connection.close()


def is_open(address: str) -> str:
    """Whether a table is behind the page: yes or no."""
    with connect_as_page(address) as page:
        return "yes" if next_value(page, "open") else "no"


def join(address: str, code: str) -> str:
    """What opens the keys, for the code on the panel."""
    with connect_as_page(address) as page:
        ask(page, do="token", token=code)
        found: str = next_value(page, "guest")
        return found


def press(address: str, token: str, script: str) -> str:
    """Make the presses of a key script, lines like `A` and `hold D`; return how many there were.

    A round is accepted once its points have been on the panel: the table takes it only then.
    """
    lines = [(keys.split(), comment) for keys, _, comment in (line.partition("#") for line in script.splitlines())]
    pressed = [(words, comment) for words, comment in lines if words]
    with connect_as_page(address) as page:
        next_value(page, "open", bool)
        ask(page, do="token", token=token)
        next_value(page, "may", lambda may: may["press"])
        for words, comment in pressed:
            if comment.endswith("accept"):
                time.sleep(SEEN_S)
            ask(page, do="key", key=words[-1], gesture="hold" if words[0] == "hold" else "press", pod=0)
            time.sleep(PRESSES_S)
        ask(page, do="ping", number=1)
        next_value(page, "pong")
    return str(len(pressed))


def networks(address: str, token: str, *wish: str) -> str:
    """Have the box join a network by name and password, or with no wish only look; return what the page is told."""
    form = urlencode(tuple(zip(("name", "password"), wish, strict=False)))
    with connect_as_page(address) as page:
        next_value(page, "open", bool)
        ask(page, do="token", token=token)
        key = next_value(page, "visit")
        connection = http.client.HTTPConnection(address, timeout=TIMEOUT_S)
        try:
            connection.request("POST", "/networks", form, {"x-visit": key, "origin": f"http://{address}"})
            answer = connection.getresponse()
            found = answer.read().decode()
        finally:
            connection.close()
    return found if answer.status == http.client.OK else str(answer.status)


def flood(address: str, source: str, seconds: float) -> str:
    """Come again and again from an address of one's own, and stay; how often."""
    host, _, port = address.partition(":")
    held: list[socket.socket] = []
    came, end = 0, time.monotonic() + seconds
    for nonsense in cycle(NONSENSE):
        if time.monotonic() >= end:
            return str(came)
        with suppress(OSError):
            held.append(socket.create_connection((host, int(port)), 1.0, (source, 0)))
            held[-1].sendall(nonsense)
            came += 1
        while len(held) > MAX_HELD:
            held.pop(0).close()
    raise AssertionError("nonsense has an end")


def main(what: str, *words: str) -> str:
    """Do what is asked for, and return what it came to."""
    match what, *words:
        case "ask", url, *source:
            return ask_status(url, *source)
        case "open", address:
            return is_open(address)
        case "join", address, code:
            return join(address, code)
        case "press", address, token:
            return press(address, token, sys.stdin.read())
        case "networks", address, token, *wish:
            return networks(address, token, *wish)
        case "flood", address, source, seconds:
            return flood(address, source, float(seconds))
    raise SystemExit(__doc__)


if __name__ == "__main__":
    try:
        print(main(*sys.argv[1:]))
    except (OSError, WebSocketException) as error:
        sys.exit(f"{type(error).__name__}: {error}")
