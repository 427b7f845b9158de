"""Sends browsers on to one page, whatever they ask for: phones ask for pages of their own first, in a network that has
no internet, and show what they are sent to."""

from __future__ import annotations

from collections.abc import Callable

from guard.asgi import Application, Receive, Scope, Send, answer, turn_away


def nowhere() -> str:
    """There is no such page."""
    return ""


def captive(where: Callable[[], str], sentence: str) -> Application:
    """An application (ASGI) that sends to a page while there is one, and else answers with a sentence only. Nothing of
    a request is in the answer."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        place = where()
        if place and scope["type"] == "http":
            await answer(send, 302, f"The page is at {place}", ((b"location", place.encode()), _NOT_KEPT))
        else:
            await turn_away(scope, receive, send, 421, sentence)

    return application


_NOT_KEPT = (b"cache-control", b"no-store")
"""What is asked for may be there in the next network."""
