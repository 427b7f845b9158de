"""The live key test: prints every key press as the table would interpret it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from queue import Empty, SimpleQueue

from device.config import Config
from hal.clock.clock import Clock
from hal.gpio.gpio import PinFactory
from hal.gpio.gpio_keys import GpioKeys
from hal.keys.debounce import Debouncer
from hal.keys.keys import Edge, Gesture, HoldReached, Key, KeyOutcome, KeyStuck, PairHeld, Press

TIMEOUT_S = 30.0
"""Timeout for a key, in seconds."""

PrintLine = Callable[[str], None]
WaitForEdge = Callable[[float], Edge | None]
"""Returns the next edge; None if there is none for this many seconds."""


def run_key_test(
    config: Config, panel_name: str | None, pin_factory: PinFactory, clock: Clock, print_line: PrintLine
) -> bool:
    """Ask for every key on the pins. Returns whether all were pressed. `panel_name` names the panel. Raises
    GpioError."""
    wiring = config.keys.wiring(panel_name)
    if not wiring.pins:
        print_line("The configuration has no keys on pins ([keys] profile).")
        return True
    edges: SimpleQueue[Edge] = SimpleQueue()

    def wait(seconds: float) -> Edge | None:
        try:
            return edges.get(timeout=max(0.0, seconds))
        except Empty:
            return None

    with ExitStack() as exit_stack:
        exit_stack.callback(GpioKeys(wiring, clock, edges.put, pin_factory).close)
        pins = ", ".join(f"{key} on {pin}" for key, pin in zip(Key, wiring.pins, strict=True))
        print_line(f"Press each key, and hold one for a second: {pins}. It ends once all were heard.")
        return print_key_presses(wait, clock, print_line)


def print_key_presses(wait: WaitForEdge, clock: Clock, print_line: PrintLine) -> bool:
    """Print what the keys do until each was pressed.
    Returns False if no edge comes for `TIMEOUT_S` seconds before that."""
    debouncer, pressed_keys, edge_counts = Debouncer(), set[Key](), Counter[Key]()
    deadline = clock.now() + TIMEOUT_S
    while len(pressed_keys) < len(Key):
        debounce_deadline = debouncer.next_deadline()
        edge = wait((deadline if debounce_deadline is None else min(debounce_deadline, deadline)) - clock.now())
        outcomes: tuple[KeyOutcome, ...] = ()
        if edge is not None:
            outcomes = debouncer.process_edge(edge)
            edge_counts[edge.key] += 1
            deadline = clock.now() + TIMEOUT_S
        for outcome in (*outcomes, *debouncer.outcomes_until(clock.now())):
            print_line(_outcome_line(outcome, edge_counts))
            if isinstance(outcome, Press):
                pressed_keys.add(outcome.key)
        if debouncer.is_idle:
            edge_counts.clear()  # also of keys pressed together, which give no press: these are no later bounces
        if edge is None and clock.now() >= deadline:
            break
    for sentence in _closing_sentences(pressed_keys):
        print_line(sentence)
    return len(pressed_keys) == len(Key)


def _outcome_line(outcome: KeyOutcome, edge_counts: Counter[Key]) -> str:
    if isinstance(outcome, Press):
        verb = "pressed" if outcome.gesture is Gesture.PRESS else "held"
        # A press without bounces has two edges, and each bounce adds two: the contact opens and closes again.
        bounces = (edge_counts.pop(outcome.key, 2) - 1) // 2
        times = "once" if bounces == 1 else f"{bounces} times"
        return f"{outcome.key} {verb}" + (f", bounced {times}" if bounces > 0 else "")
    if isinstance(outcome, HoldReached):
        return f"{outcome.key} is down long enough to be held: let go"
    if isinstance(outcome, KeyStuck):
        return f"{outcome.key} is stuck: it never comes up"
    if isinstance(outcome, PairHeld):
        return f"{' and '.join(sorted(outcome.keys))} held together"
    return "two keys at once: neither counts"


def _closing_sentences(pressed_keys: set[Key]) -> Iterator[str]:
    missing_keys = [key for key in Key if key not in pressed_keys]
    if missing_keys:
        yield f"Not heard: {', '.join(missing_keys)}. Look at the wires and at [keys] in the configuration."
    else:
        yield "All keys were heard."
