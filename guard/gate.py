"""ASGI middleware before a web application: checks host names and limits, sets timeouts, and adds security headers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from guard.admission import network_of
from guard.asgi import Application, Message, Receive, Scope, Send, refuse
from guard.captive import captive_portal, no_redirect
from guard.connections import ConnectionAcceptor
from guard.names import ServerNames
from guard.proxies import has_forwarded_for
from values.named_tuple import NamedTuple

TIMEOUT_S = 20.0
"""Timeout, in seconds, for a request to arrive completely, and for a client to receive each part of an answer."""

HEADERS = (
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)
"""Headers that are added to each answer."""

UNKNOWN_PROXY_EVENT = "somebody says for whom they ask (X-Forwarded-For), and is no proxy that was configured"

HeadersFor = Callable[[Scope], Iterable[tuple[str, str]]]


class GateRules(NamedTuple):
    """The rules of a gate.

    They are the server's host names, the sentence for clients that use another name, and headers to add to `HEADERS`
    unless an answer has them. If `redirect_url` returns an address, clients that use another name are redirected there.
    """

    names: ServerNames
    unknown_host_sentence: str
    headers: HeadersFor
    redirect_url: Callable[[], str] = no_redirect


class Gate:
    """An ASGI application behind the checks. All of it runs in the server's loop."""

    def __init__(self, inner: Application, rules: GateRules, acceptor: ConnectionAcceptor) -> None:
        self._inner = inner
        self._rules = rules
        self._acceptor = acceptor
        self._unknown_host_application = captive_portal(rules.redirect_url, rules.unknown_host_sentence)
        self._requests_by_network: Counter[str] = Counter()
        """The number of proxied requests in progress, by network."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope["client"]
        with self._acceptor.while_answering(client):
            await self._let_through(
                scope, self._timed_receive(scope, receive), self._send_with_headers(scope, send, client)
            )

    async def _let_through(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._rules.names.matches(header(scope, b"host")):
            await self._unknown_host_application(scope, receive, send)
            return
        with self._resolve_and_count_client(scope) as request_count:
            if request_count > self._acceptor.limits.max_per_address:
                await refuse(scope, receive, send, 503, "Too many requests from one address. Try again in a moment.")
            else:
                await self._inner(scope, receive, send)

    @contextmanager
    def _resolve_and_count_client(self, scope: Scope) -> Iterator[int]:
        """Put the real address and scheme of a client of a proxy into the scope, and yield its number of requests in
        progress. For other clients, yield 0: their connections are limited instead.
        """
        proxies = self._acceptor.proxies
        client, headers = scope["client"], scope["headers"]
        if client is None or not proxies.is_trusted(client[0]):
            if has_forwarded_for(headers):
                self._acceptor.log_event(UNKNOWN_PROXY_EVENT)
            yield 0
            return
        scope["scheme"] = proxies.client_scheme(headers) or scope["scheme"]
        address = proxies.client_address(headers)
        if address is None:
            yield 0
            return
        scope["client"] = address, 0
        network = network_of(address)
        self._requests_by_network[network] += 1
        try:
            yield self._requests_by_network[network]
        finally:
            self._requests_by_network[network] -= 1
            if not self._requests_by_network[network]:
                del self._requests_by_network[network]

    def _timed_receive(self, scope: Scope, receive: Receive) -> Receive:
        """Wrap `receive` with a timeout: a client that sends only part of a request counts as disconnected."""
        if scope["type"] != "http":
            return receive
        deadline = asyncio.get_running_loop().time() + TIMEOUT_S
        is_complete = False

        async def timed_receive() -> Message:
            nonlocal is_complete
            if is_complete:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                return {"type": "http.disconnect"}
            is_complete = not message.get("more_body", False)
            return message

        return timed_receive

    def _send_with_headers(self, scope: Scope, send: Send, client: tuple[str, int] | None) -> Send:
        """Wrap `send`: add the headers, and drop a client that does not receive what is sent."""

        async def headed_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent_names = {name for name, _ in message["headers"]}
                headers = [(name.encode(), value.encode()) for name, value in (*HEADERS, *self._rules.headers(scope))]
                message["headers"] = [*message["headers"], *(entry for entry in headers if entry[0] not in sent_names)]
            try:
                async with asyncio.timeout(TIMEOUT_S):
                    await send(message)
            except TimeoutError:
                self._acceptor.drop(client)
                raise OSError("the client does not receive the answer") from None

        return headed_send


def header(scope: Scope, name: bytes) -> str | None:
    """Return a header of a request, by its name in lower case; None if it is missing."""
    return next((value.decode("latin-1") for header_name, value in scope["headers"] if header_name == name), None)
