"""The MQTT client of Paho, without what it loads and needs for proxies only: HTTP and mail, a tenth of a courier's
memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from types import ModuleType

PROXIES = "urllib.request"
"""Where Paho looks for proxies, if the library `socks` is there to use them."""


@contextmanager
def _spared() -> Iterator[None]:
    """Meanwhile nobody loads what knows proxies, unless it is there already, or is needed."""
    if PROXIES in sys.modules or find_spec("socks") is not None:
        yield
        return
    sys.modules[PROXIES] = ModuleType(PROXIES)
    try:
        yield
    finally:
        del sys.modules[PROXIES]


with _spared():
    from paho.mqtt.client import Client, MQTTMessage, MQTTv311
    from paho.mqtt.enums import CallbackAPIVersion

__all__ = ["CallbackAPIVersion", "Client", "MQTTMessage", "MQTTv311", "connect"]


def connect(client: Client, host: str, port: int, keepalive: int) -> None:
    """Have a client connect, whenever its thread is started."""
    client.connect_async(_as_looked_up(host), port, keepalive)


def _as_looked_up(host: str) -> str:
    """A host's name without what Python loads to encode letters that few names have: half a megabyte."""
    plain = host.isascii() and find_spec("socks") is None
    return host.encode() if plain else host  # type: ignore[return-value]  # Paho passes it on, and sockets take both
