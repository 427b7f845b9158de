"""A pin factory for gpiozero on gpiod, the kernel's own GPIO library.

gpiozero comes with factories for lgpio, RPi.GPIO and pigpio, none of which can be installed on every Debian. gpiod,
which inky needs as well, has wheels for all of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gpiod import EdgeEvent, LineRequest, LineSettings
from gpiod.line import Bias, Clock, Direction, Edge, Value
from gpiozero.exc import PinInvalidBounce, PinInvalidFunction, PinInvalidPull, PinSetInput
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hal.gpio.edge_reader import EdgeReader
from hal.gpio.header import CONSUMER, open_header
from hal.gpio.square_wave import SquareWave

EDGE_QUEUE_SIZE = 256
"""Size of the kernel's queue of edges of a pin; the default is 16. A key bounces a dozen times."""

_PULLS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
_FUNCTIONS = {"input": Direction.INPUT, "output": Direction.OUTPUT}
_EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}


def _unused_settings() -> LineSettings:
    return LineSettings(direction=Direction.INPUT, bias=Bias.DISABLED, event_clock=Clock.MONOTONIC)


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero has no types
    """The header's pins. Raises OSError if they can't be opened, and gpiozero's PinUnknownPi on another machine."""

    def __init__(self, devices: Path = Path("/dev")) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        self.chip = open_header(devices)
        self.edge_reader = EdgeReader()

    def close(self) -> None:
        """Close all pins. May be called again."""
        super().close()
        if self.chip:
            self.edge_reader.close()
            self.chip.close()


class GpiodPin(LocalPiPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin, requested from the kernel at its first use.

    gpiozero calls its methods: `pin.state = 1` calls `_set_state`, and so on for each property. `pin.when_changed = …`
    calls `_enable_event_detect`, or `_disable_event_detect` for None.

    Ticks of edges are seconds of the machine's monotonic clock, from the kernel's timestamps. A pin with a frequency,
    in hertz, plays a tone for any state but 0, with a duty cycle of one half.
    """

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._request: LineRequest | None = None
        self._settings = _unused_settings()
        self._edges = Edge.BOTH
        self._tone_hertz: float | None = None
        self._wave: SquareWave | None = None

    def close(self) -> None:
        """Make the pin an input, so that a lamp goes out, and release it."""
        self.frequency = None
        self.when_changed = None
        if self._request is not None:
            self._settings = _unused_settings()
            self._apply_settings()
            self._request.release()
            self._request = None

    def output_with_state(self, state: float) -> None:
        """Make the pin an output with the initial `state`. It never has the other level, not even for a moment."""
        self._settings.output_value = Value(int(state))
        self.function = "output"

    def _request_line(self) -> LineRequest:
        if self._request is None:
            self._request = self.factory.chip.request_lines(
                {self._number: self._settings}, consumer=CONSUMER, event_buffer_size=EDGE_QUEUE_SIZE
            )
        return self._request

    def _apply_settings(self) -> None:
        if self._request is None:
            self._request_line()
        else:
            self._request.reconfigure_lines({self._number: self._settings})

    def _get_function(self) -> str:
        return next(name for name, value in _FUNCTIONS.items() if value is self._settings.direction)

    def _set_function(self, value: str) -> None:
        if value not in _FUNCTIONS:
            raise PinInvalidFunction(f"{self!r} can't be an {value}")
        self.when_changed = None
        self._end_wave()
        self._settings.direction = _FUNCTIONS[value]
        if value == "output":
            self._settings.bias = Bias.AS_IS
        self._apply_settings()

    def _get_state(self) -> float:
        if self._wave is not None:
            return 0.5
        return int(self._request_line().get_value(self._number) is Value.ACTIVE)

    def _set_state(self, value: float) -> None:
        if self.function == "input":
            raise PinSetInput(f"{self!r} is an input")
        if self._tone_hertz is None:
            self._switch_pin(bool(value))
        elif not value:
            self._end_wave()
        elif self._wave is None:
            self._wave = SquareWave(self._switch_pin, self._tone_hertz)

    def _switch_pin(self, is_high: bool) -> None:
        self._settings.output_value = Value(int(is_high))  # or the next reconfiguration would set an older value
        self._request_line().set_value(self._number, self._settings.output_value)

    def _end_wave(self) -> None:
        if self._wave is not None:
            self._wave.close()
            self._wave = None

    def _get_pull(self) -> str:
        return next((name for name, bias in _PULLS.items() if bias is self._settings.bias), "floating")

    def _set_pull(self, value: str) -> None:
        if value not in _PULLS:
            raise PinInvalidPull(f"{self!r} can't be pulled {value}")
        self._settings.bias = _PULLS[value]
        self._apply_settings()

    def _get_frequency(self) -> float | None:
        return self._tone_hertz

    def _set_frequency(self, value: float | None) -> None:
        was_playing = self._wave is not None
        self._end_wave()
        self._tone_hertz = value or None
        if was_playing and self._tone_hertz is not None:
            self._wave = SquareWave(self._switch_pin, self._tone_hertz)

    def _get_bounce(self) -> None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            raise PinInvalidBounce("bounces are passed on as they are: hal.keys.debounce filters them")

    def _get_edges(self) -> str:
        return next(name for name, edge in _EDGES.items() if edge is self._edges)

    def _set_edges(self, value: str) -> None:
        callback, self.when_changed = self.when_changed, None
        self._edges = _EDGES[value]
        self.when_changed = callback

    def _enable_event_detect(self) -> None:
        self._settings.edge_detection = self._edges
        self._apply_settings()
        self.factory.edge_reader.watch(self._request_line(), self._on_edge)

    def _disable_event_detect(self) -> None:
        self.factory.edge_reader.unwatch(self._request_line())
        self._settings.edge_detection = Edge.NONE
        self._apply_settings()

    def _on_edge(self, edge: EdgeEvent) -> None:
        with self._when_changed_lock:
            if self._when_changed is not None:
                self._call_when_changed(edge.timestamp_ns / 1e9, int(edge.event_type is EdgeEvent.Type.RISING_EDGE))
