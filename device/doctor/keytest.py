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
from hal.keys.keys import Edge, Gesture, HoldReached, Key, KeyStuck, Outcome, PairHeld, Press

TIMEOUT_S = 30.0
"""Timeout for a key, in seconds."""

Say = Callable[[str], None]
Wait = Callable[[float], Edge | None]
"""Returns the next edge; None if there is none for this many seconds."""


def test_keys(config: Config, panel: str | None, factory: PinFactory, clock: Clock, say: Say) -> bool:
    """Ask for every key on the pins. Returns whether all were pressed. `panel` names the panel. Raises GpioError."""
    wiring = config.keys.wiring(panel)
    if not wiring.pins:
        say("The configuration has no keys on pins ([keys] profile).")
        return True
    edges: SimpleQueue[Edge] = SimpleQueue()

    def wait(seconds: float) -> Edge | None:
        try:
            return edges.get(timeout=max(0.0, seconds))
        except Empty:
            return None

    with ExitStack() as opened:
        opened.callback(GpioKeys(wiring, clock, edges.put, factory).close)
        pins = ", ".join(f"{key} on {pin}" for key, pin in zip(Key, wiring.pins, strict=True))
        say(f"Press each key, and hold one for a second: {pins}. It ends once all were heard.")
        return listen_to_keys(wait, clock, say)


def listen_to_keys(wait: Wait, clock: Clock, say: Say) -> bool:
    """Print what the keys do until each was pressed.
    Returns False if no edge comes for `TIMEOUT_S` seconds before that."""
    debouncer, keys, bounces = Debouncer(), set[Key](), Counter[Key]()
    until = clock.now() + TIMEOUT_S
    while len(keys) < len(Key):
        due = debouncer.next_deadline()
        edge = wait((until if due is None else min(due, until)) - clock.now())
        outcomes = debouncer.process_edge(edge) if edge is not None else ()
        if edge is not None:
            bounces[edge.key] += 1
            until = clock.now() + TIMEOUT_S
        for outcome in (*outcomes, *debouncer.outcomes_until(clock.now())):
            say(_outcome_line(outcome, bounces))
            if isinstance(outcome, Press):
                keys.add(outcome.key)
        if edge is None and clock.now() >= until:
            break
    for sentence in _missing_keys(keys):
        say(sentence)
    return len(keys) == len(Key)


def _outcome_line(outcome: Outcome, edges: Counter[Key]) -> str:
    if isinstance(outcome, Press):
        what = "pressed" if outcome.gesture is Gesture.PRESS else "held"
        bounces = edges.pop(outcome.key, 2) - 2
        return f"{outcome.key} {what}" + (f", bounced {bounces} times" if bounces > 0 else "")
    if isinstance(outcome, HoldReached):
        return f"{outcome.key} is down long enough to be held: let go"
    if isinstance(outcome, KeyStuck):
        return f"{outcome.key} is stuck: it never comes up"
    if isinstance(outcome, PairHeld):
        return f"{' and '.join(sorted(outcome.keys))} held together"
    return "two keys at once: neither counts"


def _missing_keys(keys: set[Key]) -> Iterator[str]:
    silent = [key for key in Key if key not in keys]
    if silent:
        yield f"Not heard: {', '.join(silent)}. Look at the wires and at [keys] in the configuration."
    else:
        yield "All keys were heard."
