"""Presses on real boards under injected faults: noise, pulled cables, and a program or a board that begins again."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack
from pathlib import Path

from hal.pods.news import What
from tests.firmware.faults import Noise, Tally, fingers
from tests.firmware.hosts import SPEED, hosted, laid, powered

BOARDS = 3


def run(seed: int, presses: int, marks: Path) -> Tally:
    """Make so many presses on three pods, and let all come through. Raises AssertionError if anything went wrong."""
    chance = random.Random(seed)
    with ExitStack() as stack:
        noises = [Noise(random.Random(seed * BOARDS + number), 900) for number in range(BOARDS)]
        cables = [laid(stack, f"1-{number}", noise) for number, noise in enumerate(noises)]
        boards = [powered(stack, cable, chip=f"{number:016x}") for number, cable in enumerate(cables)]
        host = hosted(stack, *cables, marks=marks)
        host.heard(What.ARRIVED, BOARDS)
        made: list[list[str]] = [[] for _ in boards]
        makers = [fingers(chance) for _ in boards]
        restarts = pulled = powered_anew = 0
        for turn in range(-(-presses // BOARDS)):
            for number, (board, maker) in enumerate(zip(boards, makers, strict=True)):
                finger = next(maker)
                board.play(finger.moves)
                made[number].append(finger.name)
            time.sleep(0.3 / SPEED)
            cable = cables[turn // 7 % BOARDS]
            if turn % 7 == 3:
                pulled += 1
                cable.pull()
            elif turn % 7 == 5:
                cable.plug()
            if turn % 20 == 19:
                restarts += 1
                host.restart()
            # Pods keep 256 edges; people wait for what they have pressed sooner than that.
            if turn % 12 == 11:
                for one in cables:
                    one.plug()
                host.pressed(sum(map(len, made)))
                number = powered_anew % BOARDS
                powered_anew += 1
                boards[number].off()
                boards[number] = powered(stack, cables[number], chip=f"{number:016x}")
        for one in cables:
            one.plug()
        host.pressed(sum(map(len, made)))
        for number, names in enumerate(made):
            heard = host.by_pod[f"pod-{number:08x}"]
            assert heard == names, f"{number}\n{heard}\n{names}\n{host.log[-12:]}\n{host.news[-8:]}"
        return Tally(len(host.presses), 0, sum(noise.bursts for noise in noises), restarts, powered_anew, pulled, 0)
