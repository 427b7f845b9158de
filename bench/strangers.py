"""Hostile sockets: half of them never complete a request's header, half never complete a frame of 1 MiB.

A socket that is refused connects again, after a pause. All addresses are of this machine.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

ADDRESSES = 25
"""The number of client addresses, each with the same share of the sockets."""

AGAIN_S = 0.25
MAX_S = 120
"""Seconds after which the attack ends by itself, if nobody has ended the process."""

Attack = Callable[[asyncio.StreamReader, asyncio.StreamWriter, str], Awaitable[None]]


async def main(url: str, count: int) -> None:
    """Keep `count` sockets busy until this process is ended. Print a line once all have connected."""
    address = url.removeprefix("http://").rstrip("/")
    came = [asyncio.Event() for _ in range(count)]
    with suppress(TimeoutError):
        async with asyncio.timeout(MAX_S), asyncio.TaskGroup() as group:
            for number, each in enumerate(came):
                attack = (_half_a_header, _half_a_frame)[number % 2]
                group.create_task(_come(attack, address, f"127.0.1.{1 + number % ADDRESSES}", each))
            for each in came:
                await each.wait()
            print("all have come", flush=True)


async def _come(attack: Attack, address: str, own: str, came: asyncio.Event) -> None:
    while True:
        host, port = address.split(":")
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(host, int(port), local_addr=(own, 0))
            came.set()
            try:
                await attack(reader, writer, address)
                await reader.read()
            finally:
                writer.close()
        await asyncio.sleep(AGAIN_S)


async def _half_a_header(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
    writer.write(f"GET / HTTP/1.1\r\nHost: {address}\r\nCookie: ".encode())


async def _half_a_frame(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
    head = (
        f"GET /table HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    writer.write(head.encode())
    await reader.readuntil(b"\r\n\r\n")
    frame = b"\x81\xff" + (2**20).to_bytes(8, "big") + b"mask" + b"x" * (2**20)
    writer.write(frame[:-1])


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    # Real attackers bring processors of their own.
    os.nice(19)
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
