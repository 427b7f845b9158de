"""How phones of the network reach a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from hal.browser.own_wifi import OwnWifi


class OwnWifiAccess(Protocol):
    """A Wi-Fi of the box's own, which another program opens where no network is."""

    changed: Callable[[], None]
    """Called, in any thread, when it has become another: whoever wants to know sets it."""

    @property
    def now(self) -> OwnWifi: ...

    def want(self, wanted: bool) -> None:
        """Have it opened, or closed. Returns at once."""


class PhoneAccess(NamedTuple):
    """Where phones find the page of a table just now, "" for nowhere, and what gives a new code that opens the keys
    there while a function says so. `wifi` may bring phones to a box that is in no network."""

    url: Callable[[], str]
    invite: Callable[[Callable[[], bool]], str]
    wifi: OwnWifiAccess | None = None
