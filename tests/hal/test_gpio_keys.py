"""Keys on gpiozero's mock pins, and what the debounce machine makes of them. Time is a clock that the test moves."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from gpiozero.pins.mock import MockFactory

from hal.clock import VirtualClock
from hal.debounce import Debouncer
from hal.gpio import GpioError
from hal.gpio_keys import GpioKeys
from hal.keys import Edge, Gesture, Key, Outcome, Press, Stuck
from hal.wiring import KeyWiring, Pull

PINS = (5, 6, 16, 24)


class Bench:
    """Four keys under a finger that the test moves."""

    def __init__(self, factory: MockFactory, pull: Pull = Pull.UP) -> None:
        self.clock = VirtualClock(100.0)
        self.edges: list[Edge] = []
        self.outcomes: list[Outcome] = []
        self._factory = factory
        self._pull = pull
        self._debouncer = Debouncer()

    def open(self) -> GpioKeys:
        return GpioKeys(KeyWiring(PINS, self._pull), self.clock, self.edges.append, self._factory)

    def move(self, key: Key, down: bool, after: float = 0.0) -> None:
        """Close or open a contact, some seconds after the last move."""
        self.wait(after)
        pin = self._factory.pin(PINS[list(Key).index(key)])
        if down == (self._pull is Pull.UP):
            pin.drive_low()
        else:
            pin.drive_high()
        self._hear()

    def wait(self, seconds: float) -> None:
        self.clock.advance_to(self.clock.now() + seconds)
        self._hear()
        self.outcomes += self._debouncer.tick(self.clock.now())

    def press(self, key: Key, length: float = 0.1) -> None:
        self.move(key, True)
        self.move(key, False, after=length)
        self.wait(0.1)

    @property
    def presses(self) -> list[tuple[Key, Gesture]]:
        return [(one.key, one.gesture) for one in self.outcomes if isinstance(one, Press)]

    def _hear(self) -> None:
        while self.edges:
            self.outcomes += self._debouncer.edge(self.edges.pop(0))


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory()
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
    assert bench.edges == [Edge(Key.A, True, 100.0, held=True)]
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
    assert bench.outcomes == [Stuck(Key.B, 108.0)]
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
        bench._hear()
        pin.states.clear()
    bench.wait(0.1)
    assert bench.outcomes == []
    assert len(bench._debouncer._contacts) == 0
    bench.press(Key.C)
    assert bench.presses == [(Key.C, Gesture.PRESS)]


def test_edges_are_posted_from_any_thread(factory: MockFactory) -> None:
    """lgpio calls back from a thread of its own."""
    bench = Bench(factory)
    bench.open()
    thread = threading.Thread(target=factory.pin(24).drive_low)
    thread.start()
    thread.join(10)
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
