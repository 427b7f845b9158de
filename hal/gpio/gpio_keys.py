"""Keys on the Pi's own GPIO pins."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from hal.clock.clock import Clock
from hal.gpio.gpio import GpioError, PinFactory
from hal.gpio.wiring import KeyWiring, Pull
from hal.keys.keys import Edge, Key
from values.named_tuple import NamedTuple


class _KeyPin(NamedTuple):
    """A key's pin, and its callback. The callback is stored here, since gpiozero holds only a weak reference to it."""

    device: Any
    on_change: Callable[[float, float], None]


class GpioKeys:
    """Posts every edge of its keys, bounces included; `hal.keys.debounce` interprets them.

    An edge's time is the kernel's timestamp, which is from the machine's monotonic clock, as `clock` is: the length of
    a press stays right, however late a busy program receives its edges. `post` is called from the pins' thread, and
    must only put the edge on a queue: an error there would end that thread, and all keys with it.
    """

    def __init__(self, wiring: KeyWiring, clock: Clock, post: Callable[[Edge], None], factory: PinFactory) -> None:
        """Open the pins. Raises GpioError if one can't be used; all are closed then."""
        self._clock = clock
        self._post = post
        self._closed_level = wiring.pull is Pull.DOWN
        self._key_pins: list[_KeyPin] = []
        try:
            for key, pin in zip(Key, wiring.pins, strict=False):
                self._key_pins.append(self._open_pin(key, pin, wiring.pull, factory))
        except GpioError:
            self.close()
            raise

    def close(self) -> None:
        """Close the pins. May be called again."""
        while self._key_pins:
            # A factory that is closed already must not keep the other pins from being closed.
            with suppress(Exception):
                self._key_pins.pop().device.close()

    def _open_pin(self, key: Key, pin: int, pull: Pull, factory: PinFactory) -> _KeyPin:
        from gpiozero import DigitalInputDevice  # imported late: needed only if there are pins, and slow to load

        try:
            # Without bounce_time, with which some back ends lose the release.
            device = DigitalInputDevice(pin, pull_up=pull is Pull.UP, bounce_time=None, pin_factory=factory)
            # The pin's own event, not the device's: it has the time of the edge, and takes a Pi Zero less time.
            key_pin = _KeyPin(device, partial(self._post_edge, key))
            device.pin.when_changed = key_pin.on_change
        # gpiozero's errors and the kernel's have no common class.
        except Exception as error:
            raise GpioError(
                f"key {key} can't be read on pin {pin} ({error}). If something else uses that pin, "
                f"name another under [keys] in the configuration, as {key} = …"
            ) from None
        if device.is_active:
            self._post(Edge(key, is_closed=True, time_s=self._clock.now(), was_closed_at_start=True))
        return key_pin

    def _post_edge(self, key: Key, time_s: float, level: float) -> None:
        self._post(Edge(key, bool(level) is self._closed_level, time_s))
