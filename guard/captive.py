"""A captive portal: an application that redirects every request to one page.

In a network without internet, phones first request pages of their own, and show the page that they are redirected to.
"""

from __future__ import annotations

from collections.abc import Callable

from guard.asgi import Application, Receive, Scope, Send, refuse, send_text


def no_redirect() -> str:
    """Return no page to redirect to."""
    return ""


def captive_portal(page_url: Callable[[], str], sentence: str) -> Application:
    """Return an ASGI application that redirects to the page of `page_url()`; if that is empty, it answers with a
    sentence.

    Nothing of a request is in the answer.
    """

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        url = page_url()
        if url and scope["type"] == "http":
            await send_text(send, 302, f"The page is at {url}", ((b"location", url.encode()), _NO_STORE))
        else:
            await refuse(scope, receive, send, 421, sentence)

    return application


_NO_STORE = (b"cache-control", b"no-store")
"""Not to be cached: the requested page may exist in the next network."""
