"""Opens a box's own Wi-Fi when it is wanted, and closes it when it is no longer wanted or used."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING

from hal.browser.networks import Network
from hal.browser.own_wifi import OwnWifi, WifiState, new_active_wifi
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.run.network_manager import NetworkManager

MAX_WISHES = 16
"""The maximum number of queued wishes. More are dropped: nobody presses so fast."""


class WifiTimes(NamedTuple):
    """Times in seconds of a `clock`: to activate a Wi-Fi, for an active one to stay unused, and between two checks."""

    activation_s: float = 45.0
    unused_s: float = 600.0
    poll_s: float = 1.0
    clock: Callable[[], float] = time.monotonic


class WifiKeeper:
    """A thread that keeps the Wi-Fi. It calls `report_wifi` with each new state of it.

    `is_used` returns whether somebody uses the Wi-Fi. `address` is that of the message bus, as D-Bus writes it.
    """

    def __init__(
        self,
        report_wifi: Callable[[OwnWifi], None],
        is_used: Callable[[], bool],
        times: WifiTimes = WifiTimes(),  # noqa: B008
        address: str = "SYSTEM",
    ) -> None:
        self.own_wifi = OwnWifi()
        """The Wi-Fi as it is now."""
        self.networks: tuple[Network, ...] = ()
        """The networks that were in reach before it was opened: meanwhile the radio sees none."""
        self._report_wifi = report_wifi
        self._is_used = is_used
        self._times = times
        self._address = address
        self._wishes: Queue[bool] = Queue(MAX_WISHES)
        self._close_requested = threading.Event()
        self._thread = threading.Thread(target=self._run, name="own Wi-Fi", daemon=True)

    def request_wifi(self, is_wanted: bool) -> None:
        """Ask for the Wi-Fi to be open or closed. Returns at once.

        Call this in any thread, but not in two at a time.
        """
        if self._thread.ident is None:
            self._thread.start()
        with suppress(Full):
            self._wishes.put_nowait(is_wanted)

    def close(self) -> None:
        """Close the Wi-Fi, and end the thread. Waits only for a moment: NetworkManager closes what is left."""
        self._close_requested.set()
        if self._thread.ident is not None:
            with suppress(Full):
                self._wishes.put_nowait(False)
            self._thread.join(2 * self._times.poll_s)

    def _run(self) -> None:
        while not self._close_requested.is_set():
            if self._wishes.get():
                self._set_wifi(OwnWifi(WifiState.ACTIVATING))
                self._set_wifi(self._keep_open())
            else:
                self._set_wifi(OwnWifi())

    def _set_wifi(self, wifi: OwnWifi) -> None:
        self.own_wifi = wifi
        self._report_wifi(wifi)

    def _keep_open(self) -> OwnWifi:
        """Open the Wi-Fi and keep it open. Returns the state afterwards."""
        try:
            # imported late: needed only if a box opens its own Wi-Fi; these modules cost memory
            from device.run.message_bus import MessageBus
            from device.run.network_joiner import NetworkJoiner
            from device.run.network_manager import NetworkManager, WifiFailed, connection_failure
        except ImportError:
            return OwnWifi(WifiState.NO_MANAGER)
        try:
            with closing(MessageBus(self._address)) as bus:
                manager, wifi = NetworkManager(bus), new_active_wifi()
                with suppress(WifiFailed):
                    self.networks = NetworkJoiner(bus).scan_results()
                return self._keep_until_unused(manager, manager.begin_activation(wifi), wifi)
        except WifiFailed as error:
            failure = error.state
        except OSError as error:
            failure = connection_failure(error)
        return OwnWifi(WifiState.LOST if self.own_wifi.state is WifiState.ACTIVE else failure)

    def _keep_until_unused(self, manager: NetworkManager, active_path: str, wifi: OwnWifi) -> OwnWifi:
        deadline = self._times.clock() + self._times.activation_s
        while not manager.is_active(active_path):
            if self._times.clock() >= deadline:
                return OwnWifi(WifiState.TIMED_OUT)
            if self._is_unwanted_after_wait():
                return OwnWifi()
        self._set_wifi(wifi)
        last_used_at = self._times.clock()
        while not self._is_unwanted_after_wait():
            if not manager.is_active(active_path):
                return OwnWifi(WifiState.LOST)
            if self._is_used():
                last_used_at = self._times.clock()
            elif self._times.clock() >= last_used_at + self._times.unused_s:
                break
        return OwnWifi()

    def _is_unwanted_after_wait(self) -> bool:
        """Wait for `poll_s`. Returns whether the Wi-Fi is to be closed."""
        with suppress(Empty):
            if not self._wishes.get(timeout=self._times.poll_s):
                return True
            self._report_wifi(self.own_wifi)
        return self._close_requested.is_set()
