"""What stands before a web application: who is let through, how long they may take, and what browsers are told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from guard.admission import network_of
from guard.asgi import Application, Message, Receive, Scope, Send, turn_away
from guard.captive import captive, nowhere
from guard.connections import ConnectionAcceptor
from guard.names import ServerNames
from guard.proxies import Proxies, says_where
from values.named_tuple import NamedTuple

PATIENCE_S = 20.0
"""How long somebody may take to send what a request announces, and to take each part of an answer."""

HEADERS = (
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)
"""What browsers are told with each answer."""

NO_PROXY = "somebody says for whom they ask (X-Forwarded-For), and is no proxy that was configured"

HeadersFor = Callable[[Scope], Iterable[tuple[str, str]]]


class GateRules(NamedTuple):
    """Which names a server has, what it says to who asks by another, and which headers it adds to `HEADERS` where an
    answer has none of its own. While there is an `elsewhere`, who asks by another name is sent there."""

    names: ServerNames
    no_name: str
    headers: HeadersFor
    elsewhere: Callable[[], str] = nowhere


class Gate:
    """An application (ASGI) behind a guard. All of it runs in the server's loop."""

    def __init__(self, inner: Application, rules: GateRules, acceptor: ConnectionAcceptor) -> None:
        self._inner = inner
        self._rules = rules
        self._acceptor = acceptor
        self._strangers = captive(rules.elsewhere, rules.no_name)
        self._asking: Counter[str] = Counter()
        """Requests that are under way by way of proxies, by address."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope["client"]
        with self._acceptor.answering(client):
            await self._let_through(scope, self._coming(scope, receive), self._going(scope, send, client))

    async def _let_through(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._rules.names.know(header(scope, b"host")):
            await self._strangers(scope, receive, send)
            return
        with self._counted(scope) as many:
            if many > self._acceptor.limits.by_address:
                await turn_away(scope, receive, send, 503, "Too many requests from one address. Try again in a moment.")
            else:
                await self._inner(scope, receive, send)

    @contextmanager
    def _counted(self, scope: Scope) -> Iterator[int]:
        """How many requests somebody has under way who comes by way of a proxy; 0 for others, whose connections are
        counted. The scope says from now on where that is."""
        proxies: Proxies = self._acceptor.proxies
        client, headers = scope["client"], scope["headers"]
        if client is None or not proxies.have(client[0]):
            if says_where(headers):
                self._acceptor.tell(NO_PROXY)
            yield 0
            return
        scope["scheme"] = proxies.scheme(headers) or scope["scheme"]
        address = proxies.address(headers)
        if address is None:
            yield 0
            return
        scope["client"] = address, 0
        network = network_of(address)
        self._asking[network] += 1
        try:
            yield self._asking[network]
        finally:
            self._asking[network] -= 1
            if not self._asking[network]:
                del self._asking[network]

    def _coming(self, scope: Scope, receive: Receive) -> Receive:
        """The same, for so long: who sends a part of a form and no more is gone then."""
        if scope["type"] != "http":
            return receive
        until = asyncio.get_running_loop().time() + PATIENCE_S
        ended = False

        async def coming() -> Message:
            nonlocal ended
            if ended:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                return {"type": "http.disconnect"}
            ended = not message.get("more_body", False)
            return message

        return coming

    def _going(self, scope: Scope, send: Send, client: tuple[str, int] | None) -> Send:
        """The same with the headers; who does not take what is sent is dropped."""

        async def going(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                headers = [(name.encode(), value.encode()) for name, value in (*HEADERS, *self._rules.headers(scope))]
                message["headers"] = [*message["headers"], *(each for each in headers if each[0] not in given)]
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await send(message)
            except TimeoutError:
                self._acceptor.drop(client)
                raise OSError("nobody takes what is sent") from None

        return going


def header(scope: Scope, wanted: bytes) -> str | None:
    """A header of a request, by its name in small letters."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), None)
