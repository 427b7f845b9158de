"""Presses on real boards under injected faults: noise, pulled cables, and restarts of the program or a board."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack
from pathlib import Path

from hal.pods.events import PodEventKind
from tests.firmware.faults import Noise, Tally, pod_keys
from tests.firmware.hosts import SPEED, hosted, laid, powered
from tests.firmware.microcontrollers import Microcontroller

BOARDS = 3


def run(seed: int, presses: int, checkpoints: Path) -> Tally:
    """Make this many presses on three pods, and let all arrive. Raises AssertionError if anything went wrong."""
    with ExitStack() as stack:
        faulty = _FaultyTable(stack, seed, checkpoints)
        for turn in range(-(-presses // BOARDS)):
            faulty.press()
            time.sleep(0.3 / SPEED)
            faulty.disturb(turn)
        return faulty.settled()


class _FaultyTable:
    """Three boards, their cables and the host, with the presses made on each board."""

    def __init__(self, stack: ExitStack, seed: int, checkpoints: Path) -> None:
        self._stack = stack
        self._noises = [Noise(random.Random(seed * BOARDS + number), 900) for number in range(BOARDS)]
        self._cables = [laid(stack, f"1-{number}", noise) for number, noise in enumerate(self._noises)]
        self._microcontrollers = [self._powered(number) for number in range(BOARDS)]
        self._host = hosted(stack, *self._cables, checkpoints=checkpoints)
        self._host.heard(PodEventKind.ARRIVED, BOARDS)
        self._made: list[list[str]] = [[] for _ in range(BOARDS)]
        chance = random.Random(seed)
        self._keys = [pod_keys(chance) for _ in range(BOARDS)]
        self._restarts = self._pulled = self._powered_anew = 0

    def _powered(self, number: int) -> Microcontroller:
        return powered(self._stack, self._cables[number], chip=f"{number:016x}")

    def press(self) -> None:
        """Make one press on each board."""
        for microcontroller, maker, made in zip(self._microcontrollers, self._keys, self._made, strict=True):
            finger = next(maker)
            microcontroller.play(finger.moves)
            made.append(finger.name)

    def disturb(self, turn: int) -> None:
        """Inject the faults of a turn: pull or plug a cable, restart the host or a board."""
        cable = self._cables[turn // 7 % BOARDS]
        if turn % 7 == 3:
            self._pulled += 1
            cable.pull()
        elif turn % 7 == 5:
            cable.plug()
        if turn % 20 == 19:
            self._restarts += 1
            self._host.restart()
        # Pods store 256 edges, and people would wait for their presses before that.
        if turn % 12 == 11:
            self._come_through()
            number = self._powered_anew % BOARDS
            self._powered_anew += 1
            self._microcontrollers[number].off()
            self._microcontrollers[number] = self._powered(number)

    def _come_through(self) -> None:
        for cable in self._cables:
            cable.plug()
        self._host.pressed(sum(map(len, self._made)))

    def settled(self) -> Tally:
        """Wait until all presses have arrived, and return the results. Raises AssertionError if they differ."""
        self._come_through()
        host = self._host
        for number, names in enumerate(self._made):
            heard = host.by_pod[f"pod-{number:08x}"]
            assert heard == names, f"{number}\n{heard}\n{names}\n{host.log[-12:]}\n{host.news[-8:]}"
        bursts = sum(noise.bursts for noise in self._noises)
        return Tally(len(host.presses), 0, bursts, self._restarts, self._powered_anew, self._pulled, 0)
