"""The codes by which phones join a table, and the box's own Wi-Fi, which connects them if there is no network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.session.archive import ArchivePlace, InvitationPlace, PhonePlace, PhonesPlace, WifiEndPlace
from device.table.phone_access import PhoneAccess
from hal.browser.own_wifi import OwnWifi, WifiState
from hal.clock.clock import Clock

INVITED_S = 600.0
"""Maximum seconds for which a code for phones is valid: a page left open would let in people who come by later."""

OPENING_S = 60.0
"""Seconds after which opening a Wi-Fi has timed out: longer than the program that opens it tries."""


class PhoneInvitations:
    """What is shown to phones now. `shown` is where the panel is turned to, None where that is nothing for phones; any
    thread asks. While their PIN is typed, the code stays good, and who only looks on sees nothing of it."""

    def __init__(self, clock: Clock, phones: PhoneAccess, shown: Callable[[], PhonesPlace | None]) -> None:
        self._clock = clock
        self._phones = phones
        self._shown = shown
        self._until = 0.0
        self._open_until = 0.0

    def begin(self) -> InvitationPlace:
        """Create a new code. If phones can reach the page nowhere, open the box's own Wi-Fi."""
        now = self._clock.now()
        self._until, self._open_until = now + INVITED_S, now + OPENING_S
        wifi, url = self._phones.wifi, self._phones.url()
        if wifi is not None and not url:
            wifi.request_wifi(True)
        return InvitationPlace(url, self._phones.invite(self._invites), wifi=self._wifi())

    def prepared(self, place: ArchivePlace) -> ArchivePlace:
        """Add to a phone page the address of the web page. For `WifiEndPlace`, closes the box's own Wi-Fi. Other places
        are returned as they are."""
        if isinstance(place, PhonePlace):
            return replace(place, served=self._phones.url())
        if isinstance(place, WifiEndPlace) and self._phones.wifi is not None:
            self._phones.wifi.request_wifi(False)
        return place

    @property
    def is_another(self) -> bool:
        """Whether what is shown to phones is out of date."""
        place = self._shown()
        return place is not None and self.renewed() != place

    def renewed(self) -> PhonesPlace | None:
        """What should be shown to phones now; None once the code has expired."""
        place = self._shown()
        if place is None or not self._invites():
            return None
        if isinstance(place, InvitationPlace):
            return replace(place, address=self._phones.url(), wifi=self._wifi())
        return place

    def deadline(self) -> float | None:
        """When to check again, in seconds of the table's clock; None if nothing is shown to phones."""
        place = self._shown()
        if place is None:
            return None
        wifi = place.wifi if isinstance(place, InvitationPlace) else None
        opening = wifi is not None and wifi.state is WifiState.OPENING
        return self._open_until if opening else self._until

    def _invites(self) -> bool:
        return self._shown() is not None and self._clock.now() < self._until

    def _wifi(self) -> OwnWifi | None:
        wifi = self._phones.wifi
        if wifi is None:
            return None
        if wifi.now.state is WifiState.OPENING and self._clock.now() >= self._open_until:
            return OwnWifi(WifiState.TIMED_OUT)
        return wifi.now
