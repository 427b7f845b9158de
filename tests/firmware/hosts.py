"""The program's side of the tests: real ports and threads; boards and cables are removed at the end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from hal.keys.keys import Press
from hal.pods.events import PodEvent, PodEventKind
from hal.pods.plugged_pods import PodOutput, PodTiming
from hal.pods.ports import FoundPort
from hal.pods.serial_pods import SerialPods
from tests.firmware.cables import Cable
from tests.firmware.faults import Noise, named
from tests.firmware.microcontrollers import TIMEOUT_S, Microcontroller

LOOK_S = 0.02
SPEED = 3
"""The speed of the boards' clocks, as a multiple of the host's, so that tests take less time."""


WAITS = 40
"""The number of parts of a timeout: if the computer stands still for long, only one part is over."""


def next_event(events: SimpleQueue[PodOutput]) -> PodOutput:
    """Wait for the next event. Raises Empty."""
    for _ in range(WAITS):
        with suppress(Empty):
            return events.get(timeout=TIMEOUT_S / WAITS)
    raise Empty


class Host:
    """The program's side: real ports, real threads. `pods` can be closed and started again."""

    def __init__(self, *cables: Cable, checkpoints: Path | None = None) -> None:
        self.cables = cables
        self.news: list[PodEvent] = []
        self.presses: list[Press] = []
        self.log: list[tuple[str, Press]] = []
        self.by_pod: dict[str, list[str]] = {}
        """The presses on each pod, by its identity."""
        self._events: SimpleQueue[PodOutput] = SimpleQueue()
        self._checkpoints = checkpoints
        self.pods = self._begin()

    def _begin(self) -> SerialPods:
        return SerialPods(
            self._events.put,
            find_ports=self._find,
            checkpoints=self._checkpoints,
            timing=PodTiming(scan_interval_s=LOOK_S),
        ).start()

    def _find(self) -> list[FoundPort]:
        return [found for cable in self.cables for found in cable.found()]

    def restart(self) -> None:
        self.pods.close()
        assert not self.pods._thread.is_alive()
        self.pods = self._begin()

    def next_event(self) -> PodOutput:
        """Return the next event, as reported by the pods. Fails if none comes."""
        return next_event(self._events)

    def until(self, done: Callable[[], bool]) -> None:
        """Receive events until a condition is true."""
        while not done():
            try:
                event = next_event(self._events)
            except Empty:
                raise AssertionError(self._report()) from None
            if isinstance(event, PodEvent):
                self.news.append(event)
            elif isinstance(event, Press):
                self.presses.append(event)
                who = next(news.identity for news in reversed(self.news) if news.source == event.source)
                self.by_pod.setdefault(who.pod_name, []).append(named(event))
                self.log.append((who.pod_name, event))

    def _report(self) -> str:
        """The text that explains a failure."""
        alive = [cable.alive for cable in self.cables]
        return f"{self.presses[-5:]}\n{self.news[-5:]}\n{self.pods.connected_pods()}\n{self._find()} {alive}"

    def heard(self, what: PodEventKind, count: int = 1) -> None:
        """Wait for `count` pod events of a kind."""
        self.until(lambda: sum(news.kind is what for news in self.news) >= count)

    def pressed(self, count: int) -> list[str]:
        """Wait for this many presses, and return them."""
        self.until(lambda: len(self.presses) >= count)
        return [named(press) for press in self.presses]


def powered(
    stack: ExitStack, cable: Cable, *, chip: str = "e66118604b1234af", display: bool = False, speed: int = SPEED
) -> Microcontroller:
    microcontroller = Microcontroller(cable.line, chip=chip, display=display, speed=speed)
    stack.callback(microcontroller.off)
    return microcontroller


def laid(stack: ExitStack, place: str = "1-1", noise: Noise | None = None) -> Cable:
    cable = Cable(place, noise)
    stack.callback(cable.close)
    return cable


def hosted(stack: ExitStack, *cables: Cable, checkpoints: Path | None = None) -> Host:
    host = Host(*cables, checkpoints=checkpoints)
    stack.callback(lambda: host.pods.close())  # noqa: PLW0108  (`pods` may have been replaced by then)
    return host
