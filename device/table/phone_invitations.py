"""The codes by which phones join a table, and the box's own Wi-Fi, which connects them if there is no network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.session.places import ArchivePlace, GameCodePlace, InvitationPlace, PhonesPlace, WifiEndPlace
from device.table.phone_access import PhoneAccess
from hal.browser.own_wifi import OwnWifi, WifiState
from hal.clock.clock import Clock

CODE_VALIDITY_S = 600.0
"""Maximum seconds for which a code for phones is valid: a page left open would let in people who come by later."""

WIFI_ACTIVATION_S = 60.0
"""Seconds after which activating a Wi-Fi has timed out: longer than the program that activates it tries."""


class PhoneInvitations:
    """Makes the pages by which phones join. While their PIN is typed, the code stays valid, and nobody else sees it.

    `shown_place` returns the page for phones that is on the panel, None if there is none; any thread may call it.
    """

    def __init__(self, clock: Clock, phones: PhoneAccess, shown_place: Callable[[], PhonesPlace | None]) -> None:
        self._clock = clock
        self._phones = phones
        self._shown_place = shown_place
        self._valid_until = 0.0
        self._activating_until = 0.0

    def create(self) -> InvitationPlace:
        """Create a new code. If phones can reach the page nowhere, open the box's own Wi-Fi."""
        now = self._clock.now()
        self._valid_until, self._activating_until = now + CODE_VALIDITY_S, now + WIFI_ACTIVATION_S
        wifi, url = self._phones.wifi, self._phones.page_url()
        if wifi is not None and not url:
            wifi.request_wifi(is_wanted=True)
        return InvitationPlace(url, self._phones.create_code(self._is_valid), wifi=self._wifi())

    def prepare_place(self, place: ArchivePlace) -> ArchivePlace:
        """Add the web page's address to a `GameCodePlace`, and close the box's own Wi-Fi for a `WifiEndPlace`."""
        if isinstance(place, GameCodePlace):
            return replace(place, page_address=self._phones.page_url())
        if isinstance(place, WifiEndPlace) and self._phones.wifi is not None:
            self._phones.wifi.request_wifi(is_wanted=False)
        return place

    @property
    def is_outdated(self) -> bool:
        """Whether the page for phones is out of date."""
        place = self._shown_place()
        return place is not None and self.current_place() != place

    def current_place(self) -> PhonesPlace | None:
        """The page for phones as it should be now; None once the code has expired."""
        place = self._shown_place()
        if place is None or not self._is_valid():
            return None
        if isinstance(place, InvitationPlace):
            return replace(place, address=self._phones.page_url(), wifi=self._wifi())
        return place

    def deadline(self) -> float | None:
        """When to check again, in seconds of the table's clock; None if nothing is shown to phones."""
        place = self._shown_place()
        if place is None:
            return None
        wifi = place.wifi if isinstance(place, InvitationPlace) else None
        is_activating = wifi is not None and wifi.state is WifiState.ACTIVATING
        return self._activating_until if is_activating else self._valid_until

    def _is_valid(self) -> bool:
        return self._shown_place() is not None and self._clock.now() < self._valid_until

    def _wifi(self) -> OwnWifi | None:
        access = self._phones.wifi
        if access is None:
            return None
        if access.own_wifi.state is WifiState.ACTIVATING and self._clock.now() >= self._activating_until:
            return OwnWifi(WifiState.TIMED_OUT)
        return access.own_wifi
