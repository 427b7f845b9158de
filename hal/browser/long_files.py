"""Send long files while they are made, one at a time; a browser that does not receive them is disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from starlette.responses import PlainTextResponse, Response

from hal.browser.requests import DocumentFile

TURN_S = 30.0
"""Timeout, in seconds, for other browsers that download a file."""

PART_S = 20.0
"""Timeout, in seconds, for a browser to receive a part of a file."""

WHOLE_S = 900.0
"""Timeout, in seconds, for a whole file: fifty megabytes on a Zero 2 W in a slow network."""

LEAVE_S = 2.0
"""Timeout, in seconds, for the end of a connection that was dropped."""

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class LongFile(Response):
    """A response with a file, sent while no other one holds the `turn`.

    `find` returns the file; None if there is none, and then `missing` makes the response. `drop` ends a client's
    connection if the file can't be sent completely, so that the client does not take it for complete.
    """

    def __init__(
        self,
        find: Callable[[], DocumentFile | None],
        turn: asyncio.Lock,
        drop: Callable[[tuple[str, int] | None], None],
        missing: Callable[[], Response],
        headers: Mapping[str, str],
    ) -> None:
        super().__init__(headers=headers)
        self._find = find
        self._turn = turn
        self._drop = drop
        self._missing = missing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(TURN_S):
                await self._turn.acquire()
        except TimeoutError:
            busy = PlainTextResponse("Another browser takes a file away. Try again in a minute.\n", 503)
            await busy(scope, receive, send)
            return
        try:
            await self._answer(scope, receive, send)
        finally:
            self._turn.release()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        file = await asyncio.to_thread(self._find)
        if file is None:
            await self._missing()(scope, receive, send)
            return
        try:
            async with asyncio.timeout(WHOLE_S):
                await self._send(file, send)
        except (OSError, TimeoutError):
            self._drop(scope["client"])
            with suppress(TimeoutError):
                async with asyncio.timeout(LEAVE_S):
                    while (await receive())["type"] != "http.disconnect":
                        pass
        finally:
            file.close()

    async def _send(self, file: DocumentFile, send: Send) -> None:
        self.headers["content-type"] = file.kind
        if file.name:
            self.headers["content-disposition"] = f'attachment; filename="{file.name}"'
        self.raw_headers = [each for each in self.raw_headers if each[0] != b"content-length"]
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        more = True
        while more:
            part = await asyncio.to_thread(file.read)
            more = bool(part)
            async with asyncio.timeout(PART_S):
                await send({"type": "http.response.body", "body": part, "more_body": more})
