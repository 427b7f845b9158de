"""Simulated boxes that declare at the pace of people, the hub that answers them, and the times until its answers."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

from bench.processes import beside
from club.broker import topics
from club.broker.link import BrokerConnected, BrokerLink, MessageArrived
from device.outbox.club_messages import CommittedGame, GameMark, GameRevision
from device.outbox.codec import decode, encode
from device.outbox.digest import digest
from device.session.rows import JournalRow, RowKind
from tests.club.brokers import HUB, Mosquitto
from tests.games.registered import deal, written
from tools.figures import NotTaken

BOX_COUNT = 20
PACE_S = 2.0
"""Seconds between two declarations of a box, on average."""

DURATION_S = 60.0
"""Seconds for which the answers are measured."""

REPEAT_INTERVAL_S = 10.0
"""Seconds without an answer after which a box repeats its message, as couriers do."""

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def p95_of_answers(boxes: Sequence[HonestBox], duration_s: float = DURATION_S) -> float:
    """The 95th percentile of the times until an answer, in seconds, while people declare. Raises NotTaken."""
    deadline = time.monotonic() + duration_s
    threads = [threading.Thread(target=box.declare, args=(deadline,)) for box in boxes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if not all(box.is_answered for box in boxes):
        raise NotTaken("a box was not answered")
    return quantiles([one for box in boxes for one in box.answer_times()], n=20)[-1]


class HonestBox:
    """A box that sends one line after another of a long game, and waits for each answer."""

    def __init__(self, broker: Mosquitto, name: str, seed: int) -> None:
        self._topic, self._game = topics.messages_topic(name), f"{seed:04x}"
        self._chance = random.Random(seed)
        chosen = (("rounds", "99"),)
        lines = written("no-thanks", NAMES, chosen, deal("no-thanks", 1, len(NAMES), chosen))
        self._rows = [JournalRow(RowKind.RECORD, line) for line in lines]
        self._line_count = 0
        self._base: GameMark | None = None
        self._answer_times: list[float] = []
        self._link = BrokerLink(broker.address(name), topics.topics_to_box(name))
        while not isinstance(self._link.next_event(1.0), BrokerConnected):
            pass

    def declare(self, deadline: float) -> None:
        """Declare at the pace of people until then."""
        self._answer_times.clear()
        while (pause := self._chance.expovariate(1 / PACE_S)) < deadline - time.monotonic():
            time.sleep(pause)
            begun = time.perf_counter()
            self._send_next_line(deadline + REPEAT_INTERVAL_S)
            self._answer_times.append(time.perf_counter() - begun)

    @property
    def is_answered(self) -> bool:
        """Whether the last line sent was answered."""
        return self._base is not None and self._base.number == self._line_count

    def answer_times(self) -> list[float]:
        """The seconds until each answer."""
        return self._answer_times

    def _send_next_line(self, deadline: float) -> None:
        """Send the next line, and repeat it until it is answered, or until time is over."""
        self._line_count += 1
        kept_line_count = 0 if self._base is None else self._base.number
        mark = GameMark(self._game, self._line_count, digest(self._rows[: self._line_count]))
        new_rows = tuple(self._rows[kept_line_count : self._line_count])
        message = encode(GameRevision(mark, self._base, kept_line_count, new_rows))
        while self._base != mark and time.monotonic() < deadline:
            self._link.publish(self._topic, message)
            self._wait(mark, time.monotonic() + REPEAT_INTERVAL_S)

    def _wait(self, mark: GameMark, deadline: float) -> None:
        while self._base != mark and time.monotonic() < deadline:
            event = self._link.next_event(REPEAT_INTERVAL_S)
            if isinstance(event, MessageArrived):
                answer = decode(event.payload)
                if isinstance(answer, CommittedGame) and answer.mark == mark:
                    self._base = mark

    def close(self) -> None:
        self._link.close()


@contextmanager
def hub_at_work(place: Path, broker: Mosquitto, url: str, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Run a hub with these additional options, connected to its broker."""
    address, password = broker.address(HUB), place / "hub.password"
    password.write_text(f"{address.password}\n", encoding="utf-8")
    command = [
        sys.executable, "-m", "device", "hub", "run", "--store", url, "--broker", f"{address.host}:{address.port}",
        "--certificate", str(address.certificate), "--password", str(password), *options,
    ]  # fmt: skip
    with beside(command, stdout=subprocess.PIPE) as hub:
        assert hub.stdout is not None
        while "connected" not in (line := hub.stdout.readline()):
            assert line
        yield hub
