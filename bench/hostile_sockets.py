"""Hostile sockets: half of them never complete a request's header, half never complete a frame of 1 MiB.

Arguments: the server's URL, the number of sockets. A socket that is refused or closed connects again, after a pause.
All addresses are of this machine.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

ADDRESS_COUNT = 25
"""The number of client addresses, each with the same share of the sockets."""

RECONNECT_DELAY_S = 0.25
MAX_DURATION_S = 120
"""Seconds after which the attack ends by itself, if nobody has ended the process."""

Attack = Callable[[asyncio.StreamReader, asyncio.StreamWriter, str], Awaitable[None]]


async def main(url: str, count: int) -> None:
    """Keep `count` sockets busy. Print a line once all have connected."""
    server = url.removeprefix("http://").rstrip("/")
    first_connections = [asyncio.Event() for _ in range(count)]
    with suppress(TimeoutError):
        async with asyncio.timeout(MAX_DURATION_S), asyncio.TaskGroup() as group:
            for number, connected in enumerate(first_connections):
                attack = (_send_half_a_header, _send_half_a_frame)[number % 2]
                group.create_task(_attack_forever(attack, server, f"127.0.1.{1 + number % ADDRESS_COUNT}", connected))
            for connected in first_connections:
                await connected.wait()
            print("all have connected", flush=True)


async def _attack_forever(attack: Attack, server: str, local_address: str, connected: asyncio.Event) -> None:
    host, port = server.split(":")
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(host, int(port), local_addr=(local_address, 0))
            connected.set()
            try:
                await attack(reader, writer, server)
                await reader.read()
            finally:
                writer.close()
        await asyncio.sleep(RECONNECT_DELAY_S)


async def _send_half_a_header(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, server: str) -> None:
    writer.write(f"GET / HTTP/1.1\r\nHost: {server}\r\nCookie: ".encode())


async def _send_half_a_frame(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, server: str) -> None:
    head = (
        f"GET /table HTTP/1.1\r\nHost: {server}\r\nOrigin: http://{server}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    writer.write(head.encode())
    await reader.readuntil(b"\r\n\r\n")
    frame = b"\x81\xff" + (2**20).to_bytes(8, "big") + b"mask" + b"x" * (2**20)
    writer.write(frame[:-1])


if __name__ == "__main__":
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    os.nice(19)  # an attacker would not use this machine's processor
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
