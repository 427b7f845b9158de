"""Types of the interface between web servers and applications (ASGI), and answers of a single sentence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Refuse a request with a status and a sentence; close a web socket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
    else:
        await send_text(send, status, sentence)


async def send_text(send: Send, status: int, sentence: str, headers: tuple[tuple[bytes, bytes], ...] = ()) -> None:
    """Send a sentence as plain text, with these headers besides its type and length."""
    body = f"{sentence}\n".encode()
    all_headers = [*headers, (b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": all_headers})
    await send({"type": "http.response.body", "body": body})
