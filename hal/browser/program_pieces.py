"""Take a newer program from a browser, in pieces that the table answers one by one. None is stored here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from hal.browser.program_receiver import MAX_PIECE_BYTES, PieceAnswer, ProgramReceiver

MIN_PIECE_INTERVAL_S = 0.04
"""Minimum seconds between two pieces, of all browsers together: half of the messages that the table takes in a second
are left for presses."""

MAX_NUMBER_DIGITS = 12
"""Maximum digits of a size or an offset."""


class ProgramForwarder:
    """Passes on the pieces of all browsers, one after the other, with pauses. For the server's loop only."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._piece_lock = asyncio.Lock()
        self._next_piece_at = float("-inf")

    async def pass_on_request(self, receiver: ProgramReceiver, request: Request) -> Response:
        """Pass on a size or a piece. The answer is empty; after a size, it is a handle.

        If the program is refused, the answer is 422 with a sentence. It is 400 if the request makes no sense, 408 if
        its end is missing, and 503 if there is no table.
        """
        pass_piece = _function_for(receiver, request.query_params)
        if pass_piece is None:
            return PlainTextResponse("A size or a piece is expected.\n", 400)
        try:
            piece = await read_body(request, MAX_PIECE_BYTES)
        except ClientDisconnect:
            return PlainTextResponse("The piece did not come to its end.\n", 408)
        async with self._piece_lock:
            await self._sleep(max(0.0, self._next_piece_at - self._clock()))
            self._next_piece_at = self._clock() + MIN_PIECE_INTERVAL_S
            answer = await asyncio.to_thread(pass_piece, piece)
        if answer is None:
            return PlainTextResponse("No table answers.\n", 503)
        return PlainTextResponse(answer.sentence or answer.handle, 422 if answer.sentence else 200)


def _function_for(receiver: ProgramReceiver, query: QueryParams) -> Callable[[bytes], PieceAnswer | None] | None:
    """Return the function that passes on the content of a request; None if the request makes no sense."""
    size, handle, offset = _parse_number(query.get("size", "")), query.get("to", ""), _parse_number(query.get("at", ""))
    if size is not None:
        return lambda _: receiver.announce_size(size)
    return None if offset is None or not handle else lambda piece: receiver.add_piece(handle, offset, piece)


async def read_body(request: Request, max_bytes: int) -> bytes:
    """Return the body; if it is longer than `max_bytes` bytes, only one byte more than that. Raises
    ClientDisconnect."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > max_bytes:
            break
    return bytes(body[: max_bytes + 1])


def _parse_number(digits: str) -> int | None:
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_NUMBER_DIGITS else None
