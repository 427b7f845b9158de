"""Keys on gpiozero's mock pins, and what the debounce machine makes of them. Time is a clock that the test moves."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from gpiozero.pins.mock import MockFactory

from hal.clock.clock import VirtualClock
from hal.gpio.gpio import GpioError
from hal.gpio.gpio_keys import GpioKeys
from hal.gpio.wiring import KeyWiring, Pull
from hal.keys.debounce import Debouncer
from hal.keys.keys import Edge, Gesture, Key, KeyOutcome, KeyStuck, Press

PINS = (5, 6, 16, 24)


class Bench:
    """Four keys under a finger that the test moves."""

    def __init__(self, factory: MockFactory, pull: Pull = Pull.UP) -> None:
        self.clock: VirtualClock = factory.clock
        self.edges: list[Edge] = []
        self.outcomes: list[KeyOutcome] = []
        self.factory = factory
        self._pull = pull
        self.debouncer = Debouncer()

    def open(self) -> GpioKeys:
        self.keys = GpioKeys(KeyWiring(PINS, self._pull), self.clock, self.edges.append, self.factory)
        return self.keys

    def move(self, key: Key, down: bool, after: float = 0.0) -> None:
        """Close or open a contact, some seconds after the last move."""
        self.wait(after)
        pin = self.factory.pin(PINS[list(Key).index(key)])
        if down == (self._pull is Pull.UP):
            pin.drive_low()
        else:
            pin.drive_high()
        self.hear()

    def wait(self, seconds: float) -> None:
        self.clock.advance_to(self.clock.now() + seconds)
        self.hear()
        self.outcomes += self.debouncer.outcomes_until(self.clock.now())

    def press(self, key: Key, length: float = 0.1) -> None:
        self.move(key, True)
        self.move(key, False, after=length)
        self.wait(0.1)

    @property
    def presses(self) -> list[tuple[Key, Gesture]]:
        return [(one.key, one.gesture) for one in self.outcomes if isinstance(one, Press)]

    def hear(self) -> None:
        while self.edges:
            self.outcomes += self.debouncer.process_edge(self.edges.pop(0))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> VirtualClock:
    """The test's clock, which is the mock pins' too."""
    clock = VirtualClock(100.0)
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", clock.now)
    return clock


@pytest.fixture
def factory(clock: VirtualClock) -> Iterator[MockFactory]:
    factory = MockFactory()
    factory.clock = clock
    yield factory
    factory.reset()


@pytest.mark.parametrize("pull", Pull)
def test_every_key_is_pressed_and_held_on_its_pin(factory: MockFactory, pull: Pull) -> None:
    bench = Bench(factory, pull)
    bench.open()
    for key in Key:
        bench.press(key)
        bench.press(key, 1.0)
    assert bench.presses == [(key, gesture) for key in Key for gesture in (Gesture.PRESS, Gesture.HOLD)]


def test_pins_are_pulled_to_their_open_side_and_never_bounced_by_a_driver(factory: MockFactory) -> None:
    Bench(factory).open()
    assert {(factory.pin(pin).pull, factory.pin(pin).bounce) for pin in PINS} == {("up", None)}


def test_edges_carry_the_clock_and_no_source(factory: MockFactory) -> None:
    bench = Bench(factory)
    bench.open()
    bench.clock.advance_to(123.5)
    factory.pin(16).drive_low()
    assert bench.edges == [Edge(Key.C, True, 123.5)]


def test_a_bouncing_contact_is_one_press(factory: MockFactory) -> None:
    bench = Bench(factory)
    bench.open()
    for down in (True, False, True, False, True):
        bench.move(Key.B, down, after=0.001)
    bench.wait(0.1)
    for down in (False, True, False, True, False):
        bench.move(Key.B, down, after=0.001)
    bench.wait(0.1)
    assert bench.presses == [(Key.B, Gesture.PRESS)]


def test_a_key_held_at_power_on_means_nothing_when_it_is_let_go(factory: MockFactory) -> None:
    bench = Bench(factory)
    with kept_low(factory, 5):
        bench.open()
    assert bench.edges == [Edge(Key.A, True, 100.0, was_closed_at_start=True)]
    bench.wait(3.0)
    bench.move(Key.A, False)
    bench.wait(0.1)
    assert bench.outcomes == []
    bench.press(Key.A)
    assert bench.presses == [(Key.A, Gesture.PRESS)]


def test_a_key_that_was_stuck_at_power_on_is_told_and_the_others_work(factory: MockFactory) -> None:
    bench = Bench(factory)
    with kept_low(factory, 6):
        bench.open()
    bench.wait(8.1)
    assert bench.outcomes == [KeyStuck(Key.B, 108.0)]
    bench.press(Key.D)
    assert bench.presses == [(Key.D, Gesture.PRESS)]


def test_chatter_for_hours_is_no_press_and_fills_no_memory(factory: MockFactory) -> None:
    """A worn contact that closes for 5 ms every 10 ms: minutes of it stand for hours."""
    bench = Bench(factory)
    bench.open()
    pin = factory.pin(16)
    pin.clear_states()
    for _ in range(12_000):
        bench.clock.advance_to(bench.clock.now() + 0.005)
        pin.drive_low()
        bench.clock.advance_to(bench.clock.now() + 0.005)
        pin.drive_high()
        bench.hear()
        pin.states.clear()
    bench.wait(0.1)
    assert bench.outcomes == []
    assert bench.debouncer.is_idle
    bench.press(Key.C)
    assert bench.presses == [(Key.C, Gesture.PRESS)]


class Late:
    """A machine that hears of its pins later than the kernel did."""

    def __init__(self, factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kernel, self.bench = VirtualClock(100.0), Bench(factory)
        monkeypatch.setattr("gpiozero.pins.mock.monotonic", self.kernel.now)
        self.bench.open()

    def move(self, key: Key, down: bool, happened: float, heard: float) -> None:
        """Something that happened and is heard so many seconds after the last."""
        self.kernel.advance_to(self.kernel.now() + happened)
        self.bench.clock.advance_to(self.bench.clock.now() + heard)
        pin = self.bench.factory.pin(PINS[list(Key).index(key)])
        (pin.drive_low if down else pin.drive_high)()


def test_a_press_that_is_heard_late_is_as_long_as_it_was(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is drawn meanwhile: both edges are heard at the same moment, or the second after a second."""
    for wait in (0.0, 1.0):
        late = Late(factory, monkeypatch)
        late.move(Key.B, True, 10.0, 10.5)
        late.move(Key.B, False, 0.1, wait)
        down, up = late.bench.edges
        assert up.time_s - down.time_s == pytest.approx(0.1, abs=0.02)
        assert up.time_s <= late.bench.clock.now()
        factory.reset()


def test_a_bounce_that_is_heard_slowly_is_one_press(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each edge takes a busy Pi Zero longer than a contact must be still."""
    late = Late(factory, monkeypatch)
    for down in (True, False, True, False, True):
        late.move(Key.B, down, 0.001, 0.03)
    late.move(Key.B, False, 0.15, 0.03)
    late.bench.wait(1.0)
    assert late.bench.presses == [(Key.B, Gesture.PRESS)]


def test_edges_are_posted_from_any_thread(factory: MockFactory) -> None:
    """Edges are read in a thread of their own."""
    bench = Bench(factory)
    bench.open()
    thread = threading.Thread(target=factory.pin(24).drive_low)
    thread.start()
    thread.join(60)
    assert [edge.key for edge in bench.edges] == [Key.D]


def test_a_pin_in_use_is_named_and_no_other_is_kept(factory: MockFactory) -> None:
    from gpiozero import DigitalOutputDevice

    lamp = DigitalOutputDevice(16, pin_factory=factory)
    bench = Bench(factory)
    with pytest.raises(GpioError, match=r"key C can't be read on pin 16 .*name another under \[keys\].* C = "):
        bench.open()
    lamp.close()
    bench.open()


def test_closed_keys_say_nothing_and_their_pins_are_free(factory: MockFactory) -> None:
    bench = Bench(factory)
    keys = bench.open()
    keys.close()
    keys.close()
    factory.pin(5).drive_low()
    assert bench.edges == []
    bench.open()


def test_no_keys_at_all(factory: MockFactory) -> None:
    clock, edges = VirtualClock(), list[Edge]()
    GpioKeys(KeyWiring(), clock, edges.append, factory).close()
    assert not edges
    assert not factory.pins


@contextmanager
def kept_low(factory: MockFactory, number: int) -> Iterator[None]:
    """A contact that is closed already while its pin is opened, which pulls the pin up."""
    pin = factory.pin(number)
    pin.drive_low()
    pin.drive_high = lambda: None
    yield
    del pin.drive_high
