"""gpiozero's devices on pins of gpiod: keys whose edges come late and out of order, lamps, and tones."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiod import EdgeEvent, LineSettings
from gpiod.line import Bias, Direction
from gpiod.line import Edge as Detection
from gpiozero import DigitalInputDevice, DigitalOutputDevice, TonalBuzzer
from gpiozero.exc import PinInvalidBounce
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hal.clock.clock import VirtualClock
from hal.gpio.edge_reader import MAX_READ_ROUNDS, EdgeReader
from hal.gpio.gpio import GpioError
from hal.gpio.gpio_keys import GpioKeys
from hal.gpio.gpiod_factory import GpiodFactory
from hal.gpio.square_wave import SquareWave
from hal.gpio.wiring import KeyWiring, Pull
from hal.keys.debounce import Debouncer
from hal.keys.keys import Edge, Key, KeyOutcome, Press
from tests.hal.gpio.header_chip import HeaderChip, HeaderRequest, raspberry_pi

PINS = (5, 6, 16, 24)
WAIT_S = 30
"""For how long a test waits for the reader's thread before it fails."""


@pytest.fixture
def chip(tmp_path: Path) -> Iterator[HeaderChip]:
    with raspberry_pi(tmp_path, {"gpiochip0": "pinctrl-bcm2837"}) as chip:
        yield chip


@pytest.fixture
def factory(chip: HeaderChip, tmp_path: Path) -> Iterator[GpiodFactory]:
    factory = GpiodFactory(tmp_path)
    yield factory
    factory.close()
    factory.close()
    assert not chip.open
    assert all(request.released for request in chip.requests.values())


class Heard:
    """The edges that keys have posted, from the reader's thread."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self._more = threading.Condition()

    def post(self, edge: Edge) -> None:
        with self._more:
            self.edges.append(edge)
            self._more.notify()

    def wait_for(self, count: int) -> list[Edge]:
        with self._more:
            assert self._more.wait_for(lambda: len(self.edges) >= count, WAIT_S), self.edges
        return self.edges


def opened(factory: GpiodFactory, pull: Pull = Pull.UP) -> tuple[Heard, GpioKeys]:
    heard = Heard()
    return heard, GpioKeys(KeyWiring(PINS, pull), VirtualClock(100.0), heard.post, factory)


@pytest.mark.parametrize(("pull", "bias"), [(Pull.UP, Bias.PULL_UP), (Pull.DOWN, Bias.PULL_DOWN)])
def test_keys_are_inputs_with_their_pull_and_both_edges(
    pull: Pull, bias: Bias, chip: HeaderChip, factory: GpiodFactory
) -> None:
    _, keys = opened(factory, pull)
    asked = [chip.requests[pin].settings for pin in PINS]
    assert {(one.direction, one.bias, one.edge_detection) for one in asked} == {(Direction.INPUT, bias, Detection.BOTH)}
    keys.close()
    assert all(request.released for request in chip.requests.values())


@pytest.mark.parametrize("pull", Pull)
def test_an_edge_has_the_kernels_stamp_however_late_it_is_read(
    pull: Pull, chip: HeaderChip, factory: GpiodFactory
) -> None:
    heard, keys = opened(factory, pull)
    pressed = pull is Pull.DOWN
    chip.requests[6].move(pressed, 71_250_000_000)
    chip.requests[6].move(not pressed, 71_290_000_000)
    chip.requests[6].show()
    assert heard.wait_for(2) == [Edge(Key.B, True, 71.25), Edge(Key.B, False, 71.29)]
    keys.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(turns=st.lists(st.integers(0, 3), min_size=1, max_size=24), shown=st.permutations(range(4)))
def test_no_press_is_lost_or_added_in_whatever_order_a_stalled_machine_finds_pins_ready(
    chip: HeaderChip, tmp_path: Path, turns: list[int], shown: list[int]
) -> None:
    factory = GpiodFactory(tmp_path)
    heard, keys = opened(factory)
    for number, turn in enumerate(turns):
        for down in (True, False):
            chip.requests[PINS[turn]].move(not down, 10**9 + 10**8 * number + (0 if down else 40_000_000))
    # Nothing is read before all is ready: the machine stood still.
    first, *_ = ready = [chip.requests[PINS[place]] for place in shown if place in turns]
    with first.gate:
        for request in ready:
            request.show()
    edges = heard.wait_for(2 * len(turns))
    keys.close()
    factory.close()
    machine, outcomes = Debouncer(), list[KeyOutcome]()
    for edge in edges:
        outcomes += machine.process_edge(edge)
    outcomes += machine.outcomes_until(100.0)
    assert [one.key for one in outcomes if isinstance(one, Press)] == [list(Key)[turn] for turn in turns]


def test_a_key_that_is_held_at_the_start_is_told(chip: HeaderChip, factory: GpiodFactory) -> None:
    pin = factory.pin(16)
    pin.function = "input"
    chip.requests[16].reconfigure_lines = lambda config: None  # type: ignore[method-assign]
    heard, keys = opened(factory)
    assert heard.edges == [Edge(Key.C, True, 100.0, was_closed_at_start=True)]
    keys.close()


def test_a_pin_in_use_is_named_and_no_other_is_kept(chip: HeaderChip, factory: GpiodFactory) -> None:
    chip.taken[16] = "hifiberry"
    with pytest.raises(GpioError, match=r"key C can't be read on pin 16 \(.*busy.*name another under \[keys\]"):
        opened(factory)
    assert all(request.released for request in chip.requests.values())


def test_edges_of_a_key_that_was_closed_are_not_told(chip: HeaderChip, factory: GpiodFactory) -> None:
    heard = list[Any]()
    device = DigitalInputDevice(5, pull_up=True, pin_factory=factory)
    device.pin.when_changed = handler = lambda at, state: heard.append(state)
    device.pin.edges = "falling"
    assert chip.requests[5].settings.edge_detection is Detection.FALLING
    assert device.pin.edges == "falling"
    pin, request = device.pin, chip.requests[5]
    device.close()
    request.move(False, 1)
    assert heard == []
    assert pin.when_changed is None
    del handler


def test_debouncing_by_the_kernel_is_refused(factory: GpiodFactory) -> None:
    with pytest.raises(PinInvalidBounce):
        DigitalInputDevice(5, bounce_time=0.01, pin_factory=factory)


def test_a_pin_that_never_rests_does_not_silence_the_others() -> None:
    """A pin without its resistor: it is ready again whenever it has been read."""
    told = threading.Event()

    class Restless(HeaderRequest):
        reads = 0

        def read_edge_events(self) -> list[EdgeEvent]:
            self.reads += 1
            return [EdgeEvent(EdgeEvent.Type.RISING_EDGE.value, self.reads, 5, 0, 0)]

    request = Restless(5, LineSettings())
    request.show()
    reader = EdgeReader()
    reader.watch(request, lambda edge: told.set() if edge.timestamp_ns == MAX_READ_ROUNDS else None)  # type: ignore[arg-type]
    assert told.wait(WAIT_S)
    reader.unwatch(request)  # type: ignore[arg-type]
    reader.close()
    request.release()


@pytest.mark.parametrize(("active_high", "off", "on"), [(True, "INACTIVE", "ACTIVE"), (False, "ACTIVE", "INACTIVE")])
def test_a_lamp_begins_dark_without_a_flash_and_ends_dark(
    active_high: bool, off: str, on: str, chip: HeaderChip, factory: GpiodFactory
) -> None:
    lamp = DigitalOutputDevice(12, active_high=active_high, initial_value=False, pin_factory=factory)
    assert lamp.value == 0
    lamp.on()
    assert lamp.value == 1
    lamp.off()
    lamp.close()
    assert chip.requests[12].history == [off, on, off, "input"]


def test_an_output_keeps_its_state_when_its_pin_is_set_up_anew(chip: HeaderChip, factory: GpiodFactory) -> None:
    lamp = DigitalOutputDevice(12, initial_value=False, pin_factory=factory)
    lamp.on()
    lamp.pin.function = "output"
    assert lamp.value == 1
    lamp.pin.pull = "floating"
    assert lamp.value == 1
    assert chip.requests[12].history == ["INACTIVE", "ACTIVE", "ACTIVE", "ACTIVE"]


def test_a_tone_ends_when_its_pin_becomes_an_input(chip: HeaderChip, factory: GpiodFactory) -> None:
    pin = factory.pin(13)
    pin.output_with_state(0)
    pin.frequency, pin.state = 880.0, 0.5
    pin.function = "input"
    assert chip.requests[13].history[-2:] == ["INACTIVE", "input"]
    assert pin.state == 0


def test_a_tone_is_silent_until_it_is_played(chip: HeaderChip, factory: GpiodFactory, monkeypatch: Any) -> None:
    played = list[float | str]()

    class Wave:
        def __init__(self, put: Any, frequency: float) -> None:
            played.append(frequency)

        def close(self) -> None:
            played.append("end")

    monkeypatch.setattr("hal.gpio.gpiod_factory.SquareWave", Wave)
    buzzer = TonalBuzzer(13, octaves=3, pin_factory=factory)
    assert played == []
    buzzer.play(880.0)
    buzzer.play(440.0)
    buzzer.stop()
    buzzer.close()
    assert played == [pytest.approx(880.0), "end", pytest.approx(440.0), "end"]


def test_a_square_wave_alternates_and_ends_low() -> None:
    states, enough = list[bool](), threading.Event()

    def put(high: bool) -> None:
        states.append(high)
        if len(states) >= 6:
            enough.set()

    wave = SquareWave(put, 2000.0)
    assert enough.wait(WAIT_S)
    wave.close()
    assert states[0] is True
    assert states[-1] is False
    assert all(before is not after for before, after in itertools.pairwise(states[:-1]))
