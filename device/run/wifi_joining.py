"""Joins a Wi-Fi for the web page, one at a time, in a thread of its own. The thread closes the box's own Wi-Fi before,
and opens it again if joining fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from device.run.wifi_keeper import WifiKeeper
from hal.browser.networks import JoinState, Network, NetworksInRange
from hal.browser.own_wifi import WifiState
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.run.network_joiner import JoinTimes, NetworkJoiner

MIN_SCAN_INTERVAL_S = 15.0
"""Minimum seconds between two scans for networks: while it scans, the radio receives nothing else."""
CLOSING_S = 10.0
"""Timeout, in seconds, until the radio is free after the box's own Wi-Fi was closed."""
POLL_S = 0.5
"""Interval, in seconds, in which a radio that is not free is tried again."""

_SCAN_ERROR_STATES = (JoinState.NOT_JOINING, JoinState.JOINED)
"""The states of joining in which a failed scan is reported. In the others, the last join itself has failed."""


class _ScannedNetworks(NamedTuple):
    networks: tuple[Network, ...] = ()
    current: str = ""


class WifiJoining:
    """A `hal.browser.networks.WifiNetworks`, by the message bus at an address. `keeper` opens the box's own Wi-Fi."""

    def __init__(
        self,
        keeper: WifiKeeper,
        address: str,
        times: JoinTimes | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._keeper = keeper
        self._address = address
        self._times = times
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._scanned = _ScannedNetworks()
        self._scan_started_at = float("-inf")
        self._state, self._name = JoinState.NOT_JOINING, ""

    def networks_in_range(self) -> NetworksInRange:
        """The networks in range and the state of joining, for the page. May start a scan.

        While the box's own Wi-Fi is open, the radio can't scan: these are the networks that were found before.
        """
        is_own_active = self._keeper.own_wifi.state is WifiState.ACTIVE
        state, name = self._state, self._name
        if is_own_active:
            self._scanned = _ScannedNetworks(self._keeper.networks)
        elif (
            state is not JoinState.JOINING
            and (trouble := self._update_networks()) is not None
            and state in _SCAN_ERROR_STATES
        ):
            state = trouble
        return NetworksInRange(*self._scanned, is_own_active, state, name)

    def begin_joining(self, name: str, password: str) -> None:
        """Begin to join a network in a thread. Does nothing while another one is being joined."""
        with self._lock:
            if self._state is JoinState.JOINING:
                return
            self._state, self._name = JoinState.JOINING, name
        threading.Thread(target=self._run_joining, args=(name, password), name="joining", daemon=True).start()

    def _run_joining(self, name: str, password: str) -> None:
        was_own_active = self._keeper.own_wifi.state is WifiState.ACTIVE
        if was_own_active:
            self._keeper.request_wifi(is_wanted=False)
        state = JoinState.LOST
        try:
            state = self._join_once_radio_is_free(name, password)
        finally:
            if was_own_active and state is not JoinState.JOINED:
                self._keeper.request_wifi(is_wanted=True)
            self._state = state

    def _join_once_radio_is_free(self, name: str, password: str) -> JoinState:
        """Try to join a network until the radio is free: a moment after the box's own Wi-Fi is closed."""
        deadline = self._clock() + CLOSING_S
        state = JoinState.RADIO_BUSY
        while state is JoinState.RADIO_BUSY and self._clock() < deadline:
            if self._keeper.own_wifi.state is not WifiState.ACTIVE:
                state = self._try_to_join(name, password)
            if state is JoinState.RADIO_BUSY:
                self._sleep(POLL_S)
        return state

    def _try_to_join(self, name: str, password: str) -> JoinState:
        return self._with_network_manager(lambda joiner: joiner.join_network(name, password)) or JoinState.JOINED

    def _update_networks(self) -> JoinState | None:
        """Update the found networks, and start a scan if one is due. Returns the error as a state, or None."""

        def read_networks(joiner: NetworkJoiner) -> None:
            self._scanned = _ScannedNetworks(joiner.scan_results(), joiner.current_network())
            if self._clock() >= self._scan_started_at + MIN_SCAN_INTERVAL_S:
                self._scan_started_at = self._clock()
                joiner.start_scan()

        return self._with_network_manager(read_networks)

    def _with_network_manager(self, call: Callable[[NetworkJoiner], None]) -> JoinState | None:
        """Call a function with a connection to NetworkManager. Returns the error as a state, or None if it
        succeeded."""
        try:
            # imported late: needed only if somebody looks for networks; these modules cost memory
            from device.run.message_bus import MessageBus
            from device.run.network_joiner import NetworkJoiner, NotJoined
            from device.run.network_manager import WifiFailed, connection_failure
        except ImportError:
            return JoinState.NO_MANAGER
        try:
            with closing(MessageBus(self._address)) as bus:
                call(NetworkJoiner(bus) if self._times is None else NetworkJoiner(bus, self._times))
        except NotJoined as failed:
            return failed.state
        except WifiFailed as failed:
            return JoinState(failed.state.value)
        except OSError as error:
            return JoinState(connection_failure(error).value)
        return None
