"""A network between boxes and broker that loses, doubles, swaps and delays messages, and breaks in mid-message.

Usage: `python -m tests.club.networks BROKER-PORT SEED CERTIFICATE KEY`. TCP hides doubled and swapped packets from
programs, so this is done to whole messages of MQTT. With TLS, it uses the broker's own certificate and key, and speaks
to the broker without TLS. A lost message was acknowledged before, as by a broker that died with it in memory. It prints
its two ports, the one with TLS last. It reads `calm`, `bad`, `cut` or `end` from its input, and after `end` prints what
it did.
"""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import sys
from collections import Counter
from contextlib import suppress

_PUBLISH = 3
LOST, DOUBLED, HELD, DELAYED, CUT = 0.01, 0.02, 0.02, 0.05, 0.001
"""The probabilities of these faults for a message."""

MAX_DELAY_S = 1.0


class BadNetwork:
    """Passes connections on to a broker, according to its `weather`: calm, bad or cut."""

    def __init__(self, broker: int, seed: int) -> None:
        self.weather = "calm"
        self.done: Counter[str] = Counter()
        self._broker = broker
        self._chance = random.Random(seed)
        self._open: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """End every connection, and accept no new ones."""
        self.weather = "cut"
        for writer in self._open:
            writer.transport.abort()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on."""
        opened = [writer]
        try:
            if self.weather == "cut":
                return
            from_broker, to_broker = await asyncio.open_connection("127.0.0.1", self._broker)
            opened.append(to_broker)
            self._open.update(opened)
            self.done["connections"] += 1
            ways = [asyncio.create_task(self._pass_on(reader, to_broker, writer))]
            ways.append(asyncio.create_task(self._pass_on(from_broker, writer, to_broker)))
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
        except OSError:
            return  # the broker is down
        finally:
            for one in opened:
                self._open.discard(one)
                one.transport.abort()

    async def _pass_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, back: asyncio.StreamWriter
    ) -> None:
        held = b""
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                packet = await _packet(source)
                published = packet[0] >> 4 == _PUBLISH
                what = self._fate() if published else ""
                self.done[what or "passed"] += published
                if what == "lost":
                    back.write(_acknowledgement(packet))
                elif what == "held" and not held:
                    held = packet
                elif what == "cut":
                    target.write(packet[: len(packet) // 2])
                    await target.drain()
                    return
                else:
                    if what == "delayed":
                        await asyncio.sleep(self._chance.uniform(0.0, MAX_DELAY_S))
                    target.write(packet * (2 if what == "doubled" else 1) + held)
                    held = b""
                await target.drain()

    def _fate(self) -> str:
        drawn = self._chance.random() if self.weather == "bad" else 1.0
        for name, often in (("lost", LOST), ("doubled", DOUBLED), ("held", HELD), ("delayed", DELAYED), ("cut", CUT)):
            if drawn < often:
                return name
            drawn -= often
        return ""


async def _packet(source: asyncio.StreamReader) -> bytes:
    """Read the next packet of MQTT 3.1.1."""
    found = bytearray(await source.readexactly(2))
    while found[-1] & 0x80:
        found += await source.readexactly(1)
    length = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(found[1:]))
    return bytes(found) + await source.readexactly(length)


def _acknowledgement(packet: bytes) -> bytes:
    """A broker's acknowledgement of a message at QoS 1; empty for one at QoS 0."""
    if not packet[0] >> 1 & 3:
        return b""
    at = 1
    while packet[at] & 0x80:
        at += 1
    topic = int.from_bytes(packet[at + 1 : at + 3], "big")
    return b"\x40\x02" + packet[at + 3 + topic : at + 5 + topic]


async def _serve(broker: int, seed: int, certificate: str, key: str) -> None:
    network = BadNetwork(broker, seed)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    servers = [await asyncio.start_server(network.connect, "127.0.0.1", 0, ssl=tls) for tls in (None, context)]
    print(*(server.sockets[0].getsockname()[1] for server in servers), flush=True)
    told = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(told), sys.stdin)
    while (word := (await told.readline()).decode().strip()) not in ("", "end"):
        if word == "cut":
            network.cut()
        else:
            network.weather = word
    print(json.dumps(network.done), flush=True)


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:5]))
