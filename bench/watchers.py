"""Simulates many browsers that watch a table: each reads all messages, and fetches every picture."""

from __future__ import annotations

import asyncio
import json
import re
import sys

from websockets.asyncio.client import connect
from websockets.typing import Origin

RECONNECT_DELAY_S = 1.0
"""Seconds before a refused client tries again, like a browser: the table limits new connections per second."""

_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def main(url: str, count: int) -> None:
    """Watch until this process is ended. Print a line once all are connected."""
    address = url.removeprefix("http://").rstrip("/")
    ready = asyncio.Barrier(count + 1)
    async with asyncio.TaskGroup() as group:
        for number in range(count):
            # As on a network, each has its own address.
            group.create_task(_watch(address, f"127.0.0.{2 + number}", ready))
        await ready.wait()
        print("watching", flush=True)


async def _watch(address: str, local_address: str, ready: asyncio.Barrier) -> None:
    origin = Origin(f"http://{address}")
    async with connect(f"ws://{address}/table", origin=origin, local_addr=(local_address, 0)) as socket:
        await socket.recv()
        connection = await _connect(address, local_address)
        await ready.wait()
        seen = ""
        async for message in socket:
            for topic, value in json.loads(message):
                if topic == "panel" and value["picture"] != seen:
                    seen = value["picture"]
                    connection = await _fetch_reconnecting(connection, address, local_address, f"/panel/{seen}.png")


async def _fetch_reconnecting(connection: Connection, address: str, local_address: str, path: str) -> Connection:
    """Fetch a picture over a kept connection, as browsers do. Returns the connection for the next picture."""
    while True:
        try:
            await _fetch(connection, address, path)
            return connection
        except (OSError, asyncio.IncompleteReadError):
            connection[1].close()
            await asyncio.sleep(RECONNECT_DELAY_S)
            connection = await _connect(address, local_address)


async def _connect(address: str, local_address: str) -> Connection:
    host, port = address.split(":")
    while True:
        try:
            return await asyncio.open_connection(host, int(port), local_addr=(local_address, 0))
        except OSError:
            await asyncio.sleep(RECONNECT_DELAY_S)


async def _fetch(connection: Connection, address: str, path: str) -> None:
    reader, writer = connection
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
    header = await reader.readuntil(b"\r\n\r\n")
    length = _LENGTH.search(header)
    assert length is not None, header
    await reader.readexactly(int(length[1]))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
