"""Light and sound on the Pi's own GPIO pins: plays the patterns of `hal.signal.patterns`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from hal.clock.clock import Clock
from hal.gpio.gpio import PinFactory
from hal.gpio.wiring import SignalWiring
from hal.signal.patterns import SILENT_BEAT, Beat, LightColour, PatternPlayer
from hal.signal.signal import Cue

MAX_CLOSE_S = 1.0
"""Timeout for the end of the player's thread, in seconds."""

_OCTAVE_COUNT = 3
"""Octaves below and above A4: 55 Hz to 3.5 kHz."""


class SignalOutput(Protocol):
    """A lamp or a buzzer."""

    def play_beat(self, beat: Beat) -> None:
        """Show or sound as much of a beat as this output can."""

    def close(self) -> None: ...


class GpioOutput:
    """A lamp, or an active buzzer, which has one fixed tone: it is on during the beats for which `is_on` is true."""

    def __init__(self, device: Any, is_on: Callable[[Beat], bool]) -> None:
        self._device = device
        self._is_on = is_on

    def play_beat(self, beat: Beat) -> None:
        self._device.value = int(self._is_on(beat))

    def close(self) -> None:
        self._device.close()


class GpioTonalBuzzer:
    """A passive (tonal) buzzer, which plays any tone."""

    def __init__(self, device: Any) -> None:
        self._device = device

    def play_beat(self, beat: Beat) -> None:
        from gpiozero.tones import Tone

        if beat.tone_hertz is None:
            self._device.stop()
        else:
            self._device.play(Tone.from_frequency(beat.tone_hertz))

    def close(self) -> None:
        self._device.close()


class GpioSignal:
    """Plays cues on all outputs.

    `is_silent` is called before every sound and returns whether sound is off. `start` plays in a thread of its own;
    without it, callers call `play_due` when a change is due. Outputs that fail are skipped.
    """

    def __init__(
        self, outputs: tuple[SignalOutput, ...], clock: Clock, is_silent: Callable[[], bool] = lambda: False
    ) -> None:
        self._outputs = outputs
        self._clock = clock
        self._is_silent = is_silent
        self._player = PatternPlayer()
        self._cues: SimpleQueue[Cue | None] = SimpleQueue()
        self._current_beat = SILENT_BEAT
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def start(self) -> GpioSignal:
        """Start playing, in a thread."""
        # A daemon thread, so that a pin that hangs cannot keep the program from ending.
        self._thread = threading.Thread(target=self._play_cues, name="signal", daemon=True)
        self._thread.start()
        return self

    def play(self, cue: Cue) -> None:
        self._cues.put(cue)

    def close(self) -> None:
        """Stop playing, and switch all outputs off. May be called again."""
        self._is_closed = True
        if self._thread is not None:
            self._cues.put(None)  # it may wait for a cue
            self._thread.join(MAX_CLOSE_S)
            self._thread = None
        outputs, self._outputs = self._outputs, ()
        for output in outputs:
            # gpiozero switches a device off when it closes it.
            with suppress(Exception):
                output.close()

    def play_due(self) -> float | None:
        """Process new cues and show what is due; returns when the next change is due, in seconds of the clock."""
        for cue in self._queued_cues():
            if cue is not None:
                self._player.add_cue(cue, self._clock.now())
        now = self._clock.now()
        self._output_beat(self._player.beat_at(now))
        return self._player.next_change(now)

    def _play_cues(self) -> None:
        next_change_s: float | None = None
        while not self._is_closed:
            with suppress(Empty):
                wait_s = None if next_change_s is None else max(0.0, next_change_s - self._clock.now())
                cue = self._cues.get(timeout=wait_s)
                if cue is not None:
                    self._player.add_cue(cue, self._clock.now())
            next_change_s = self.play_due()

    def _queued_cues(self) -> Iterator[Cue | None]:
        with suppress(Empty):
            while True:
                yield self._cues.get_nowait()

    def _output_beat(self, beat: Beat) -> None:
        if beat.tone_hertz is not None and self._is_silent():
            beat = beat._replace(tone_hertz=None)
        if beat == self._current_beat:
            return
        self._current_beat = beat
        for output in self._outputs:
            # Whatever a driver raises, the game continues without this output.
            with suppress(Exception):
                output.play_beat(beat)


def open_outputs(wiring: SignalWiring, factory: PinFactory) -> tuple[tuple[SignalOutput, ...], tuple[str, ...]]:
    """Open the lamps and buzzers that can be used. Also return a sentence for each that can't."""
    outputs: list[SignalOutput] = []
    failures: list[str] = []
    for setting, pin in wiring.pins.items():
        try:
            outputs.append(_open_output(setting, pin, wiring, factory))
        # gpiozero's errors and the kernel's have no common class.
        except Exception as error:
            failures.append(
                f"signal.{setting} can't use pin {pin} ({error}). If something else uses that pin, name another under "
                f"[signal] in the configuration."
            )
    return tuple(outputs), tuple(failures)


def _open_output(setting: str, pin: int, wiring: SignalWiring, factory: PinFactory) -> SignalOutput:
    from gpiozero import DigitalOutputDevice, TonalBuzzer  # imported late: needed only if there are pins

    if setting == "tone":
        return GpioTonalBuzzer(TonalBuzzer(pin, octaves=_OCTAVE_COUNT, pin_factory=factory))
    active_high = wiring.is_buzzer_active_high if setting == "buzzer" else wiring.is_led_active_high
    device = DigitalOutputDevice(pin, active_high=active_high, initial_value=False, pin_factory=factory)
    if setting == "buzzer":
        return GpioOutput(device, lambda beat: beat.tone_hertz is not None)
    shown_colours = _shown_colours(setting, wiring)
    return GpioOutput(device, lambda beat: beat.colour in shown_colours)


def _shown_colours(setting: str, wiring: SignalWiring) -> frozenset[LightColour]:
    """Return the colours that a lamp shows, alone or as the red, green or blue part of one."""
    parts = wiring.pins.keys() & {part for colour in LightColour for part in colour.value}
    # A colour that no lamp has a part of is shown by all of them: a wrong colour is better than none.
    return frozenset(
        colour
        for colour in LightColour
        if setting == "led" or setting in colour.value or parts.isdisjoint(colour.value)
    )
