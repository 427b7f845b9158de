"""Imports the Paho MQTT client without the modules that it needs only for proxies (HTTP, mail), to save memory.

These modules would take a tenth of a courier's memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from types import ModuleType

PROXY_MODULE = "urllib.request"
"""The module by which Paho finds proxies, if the library `socks` is installed to use them."""


@contextmanager
def _without_proxies_module() -> Iterator[None]:
    """Replace `PROXY_MODULE` by an empty module meanwhile, unless it is loaded already, or needed for `socks`."""
    if PROXY_MODULE in sys.modules or find_spec("socks") is not None:
        yield
        return
    sys.modules[PROXY_MODULE] = ModuleType(PROXY_MODULE)
    try:
        yield
    finally:
        del sys.modules[PROXY_MODULE]


with _without_proxies_module():
    from paho.mqtt.client import Client, MQTTMessage, MQTTv311
    from paho.mqtt.enums import CallbackAPIVersion

__all__ = ["CallbackAPIVersion", "Client", "MQTTMessage", "MQTTv311", "connect_when_started"]


def connect_when_started(client: Client, host: str, port: int, keepalive: int) -> None:
    """Have a client connect once its thread is started."""
    client.connect_async(_encoded_host(host), port, keepalive)


def _encoded_host(host: str) -> str:
    """An ASCII host name as bytes: for a str, Python would load its IDNA encoder, of half a megabyte."""
    can_be_bytes = host.isascii() and find_spec("socks") is None
    return host.encode() if can_be_bytes else host  # type: ignore[return-value]  # Paho passes it on; sockets accept both
