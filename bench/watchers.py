"""Many browsers that look on, as far as a server can tell: each reads what it is told, and fetches every picture."""

from __future__ import annotations

import asyncio
import json
import sys

from websockets.asyncio.client import connect
from websockets.typing import Origin


async def main(url: str, count: int) -> None:
    """Look on until somebody ends this process; a line says when all do."""
    address = url.removeprefix("http://").rstrip("/")
    ready = asyncio.Barrier(count + 1)
    async with asyncio.TaskGroup() as group:
        for number in range(count):
            # As on a network, each has an address of its own.
            group.create_task(_watch(address, f"127.0.0.{2 + number}", ready))
        await ready.wait()
        print("watching", flush=True)


async def _watch(address: str, own: str, ready: asyncio.Barrier) -> None:
    origin = Origin(f"http://{address}")
    async with connect(f"ws://{address}/table", origin=origin, local_addr=(own, 0)) as socket:
        await socket.recv()
        await ready.wait()
        seen = ""
        async for message in socket:
            for topic, value in json.loads(message):
                if topic == "panel" and value["picture"] != seen:
                    seen = value["picture"]
                    await _fetch(address, own, f"/panel/{seen}.png")


async def _fetch(address: str, own: str, path: str) -> None:
    host, port = address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(own, 0))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n".encode())
    await reader.read()
    writer.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
