"""The error page that all web servers of this program share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse

Handler = Callable[[Request, Exception], Awaitable[HTMLResponse]]


def missing_page(link_text: str) -> HTMLResponse:
    """Return the page for an address that does not exist, with the text `link_text` of a link to the first page."""
    page = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Tablekeeper</title></head>'
        f'<body><p>There is no such page. <a href="/">{link_text}</a></p></body></html>\n'
    )
    return HTMLResponse(page, 404)


def exception_handlers(link_text: str) -> Mapping[int, Handler]:
    """Return exception handlers for a Starlette application: for unknown paths, and for methods that a path lacks."""

    async def answer(_: Request, error: Exception) -> HTMLResponse:
        page = missing_page(link_text)
        if isinstance(error, HTTPException):
            page.status_code = error.status_code
            page.headers.update(error.headers or {})
        return page

    return {404: answer, 405: answer}
