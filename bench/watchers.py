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
        for _ in range(count):
            group.create_task(_watch(address, ready))
        await ready.wait()
        print("watching", flush=True)


async def _watch(address: str, ready: asyncio.Barrier) -> None:
    async with connect(f"ws://{address}/table", origin=Origin(f"http://{address}")) as socket:
        await socket.recv()
        await ready.wait()
        seen = ""
        async for message in socket:
            for topic, value in json.loads(message):
                if topic == "panel" and value["picture"] != seen:
                    seen = value["picture"]
                    await _fetch(address, f"/panel/{seen}.png")


async def _fetch(address: str, path: str) -> None:
    host, port = address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n".encode())
    await reader.read()
    writer.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
