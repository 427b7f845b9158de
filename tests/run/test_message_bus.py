"""A connection to a message bus that takes only a part of a call."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from jeepney import DBusAddress

from device.run.message_bus import BusTimes, MessageBus
from tests.run.private_bus import needs_a_bus, private_bus

pytestmark = needs_a_bus

_BUS = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
LONG_NAME = "a" * 4_000_000
"""More than a socket takes while nobody reads it."""


def test_nothing_is_called_after_a_call_that_was_sent_in_part(tmp_path: Path) -> None:
    with private_bus(tmp_path) as daemon, closing(MessageBus(daemon.address, BusTimes(1.0))) as bus:
        daemon.freeze()
        with pytest.raises(TimeoutError):
            bus.call(_BUS, "GetNameOwner", "s", (LONG_NAME,))
        daemon.thaw()
        with pytest.raises(OSError, match="Bad file descriptor"):
            bus.call(_BUS, "ListNames")
