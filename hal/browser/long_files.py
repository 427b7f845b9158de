"""Send long files while they are made, one at a time; a browser that does not receive them is disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

from starlette.responses import PlainTextResponse, Response

from guard.asgi import Receive, Scope, Send
from hal.browser.page_requests import DocumentFile

MAX_TURN_WAIT_S = 30.0
"""Timeout, in seconds, for other browsers that download a file."""

MAX_PART_S = 20.0
"""Timeout, in seconds, for a browser to receive a part of a file."""

MAX_FILE_S = 900.0
"""Timeout, in seconds, for a whole file: fifty megabytes on a Zero 2 W in a slow network."""

MAX_DISCONNECT_S = 2.0
"""Timeout, in seconds, for the end of a connection that was dropped."""


class LongFileResponse(Response):
    """A response with a file, sent while no other one holds the `download_lock`.

    `find_file` returns the file; None if there is none, and then `missing_response` makes the response. `drop_client`
    ends a client's connection if the file can't be sent completely, so that the client does not take it for complete.
    """

    def __init__(
        self,
        find_file: Callable[[], DocumentFile | None],
        download_lock: asyncio.Lock,
        drop_client: Callable[[tuple[str, int] | None], None],
        missing_response: Callable[[], Response],
        headers: Mapping[str, str],
    ) -> None:
        super().__init__(headers=headers)
        self._find_file = find_file
        self._download_lock = download_lock
        self._drop_client = drop_client
        self._missing_response = missing_response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(MAX_TURN_WAIT_S):
                await self._download_lock.acquire()
        except TimeoutError:
            busy = PlainTextResponse("Another browser takes a file away. Try again in a minute.\n", 503)
            await busy(scope, receive, send)
            return
        try:
            await self._find_and_send(scope, receive, send)
        finally:
            self._download_lock.release()

    async def _find_and_send(self, scope: Scope, receive: Receive, send: Send) -> None:
        file = await asyncio.to_thread(self._find_file)
        if file is None:
            await self._missing_response()(scope, receive, send)
            return
        try:
            async with asyncio.timeout(MAX_FILE_S):
                await self._send_file(file, send)
        except (OSError, TimeoutError):
            self._drop_client(scope["client"])
            with suppress(TimeoutError):
                async with asyncio.timeout(MAX_DISCONNECT_S):
                    while (await receive())["type"] != "http.disconnect":
                        pass
        finally:
            file.close()

    async def _send_file(self, file: DocumentFile, send: Send) -> None:
        self.headers["content-type"] = file.media_type
        if file.name:
            self.headers["content-disposition"] = f'attachment; filename="{file.name}"'
        self.raw_headers = [header for header in self.raw_headers if header[0] != b"content-length"]
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        has_more = True
        while has_more:
            part = await asyncio.to_thread(file.read)
            has_more = bool(part)
            async with asyncio.timeout(MAX_PART_S):
                await send({"type": "http.response.body", "body": part, "more_body": has_more})
