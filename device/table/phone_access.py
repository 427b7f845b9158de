"""How phones in the network reach a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from hal.browser.own_wifi import OwnWifi


class OwnWifiAccess(Protocol):
    """The box's own Wi-Fi, which another program opens if there is no network."""

    on_change: Callable[[], None]
    """Called, in any thread, when the state has changed. Its user sets it."""

    @property
    def own_wifi(self) -> OwnWifi: ...

    def request_wifi(self, is_wanted: bool) -> None:
        """Open or close the Wi-Fi. Returns at once."""


class PhoneAccess(NamedTuple):
    """Access of phones to a table. `page_url` returns the page's address, "" if there is none.

    `create_code` creates a code that unlocks the page's keys while the given function returns true. `wifi` connects
    phones to a box that is in no network.
    """

    page_url: Callable[[], str]
    create_code: Callable[[Callable[[], bool]], str]
    wifi: OwnWifiAccess | None = None
