"""Tables of a club with simulated people: real journals, sockets and couriers, many of them in one process."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from multiprocessing.connection import Connection
from pathlib import Path

from club.broker.link import BrokerAddress
from club.courier import inventory
from club.courier.courier import Courier
from device.journal.store import Journal
from device.run.club_door import ClubDoor
from device.table.events import Declared
from hal.clock.wallclock import BootMoment, SystemCalendar
from tests.club.doors import AnswersAtOnce
from tests.club.pressing import Presser, Rows

SWITCHED_OFF = 0.005
"""The probability that a box is switched off after a declaration."""

COPY = "copy"
"""The suffix of the name of a copied card's people."""

_LOOK_S = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPlan:
    """The plan of an evening: the number of boxes, and the games they play, a step about every `pause_s` seconds.

    The number of boxes that are `apart` have a process for the table, one for the courier, and TLS. After `retry_s`
    seconds without an answer, couriers repeat a message. The hub has the named `fault`, if any.
    """

    boxes: int
    apart: int
    deals: Sequence[Rows]
    pause_s: float
    retry_s: float = inventory.RETRY_S
    seed: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The plan of a table. `name` is its box's name at the broker, and `presser` that of its people.

    `place` has its card and its people's notes. If `apart`, its courier is a process of its own.
    """

    number: int
    name: str
    place: Path
    broker: BrokerAddress
    apart: bool
    presser: str

    @property
    def card(self) -> Path:
        """The directory of its journal."""
        return self.place / "card"


class WrongCalendar:
    """The calendar of a machine whose clock is wrong by years."""

    def __init__(self, off_s: float) -> None:
        self._epoch = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME) + off_s

    def boot_moment(self) -> BootMoment:
        return SystemCalendar().boot_moment()

    def boot_time_s(self) -> float | None:
        return self._epoch


class SimulatedTable:
    """A table whose people declare dealt games; with a journal, a socket and a courier."""

    def __init__(self, plan: TablePlan, deals: Sequence[Rows], chance: random.Random) -> None:
        self.plan = plan
        self._deals = deals
        self._chance = chance
        self.switch_on()

    def switch_on(self) -> None:
        """Start with the journal's content."""
        plan = self.plan
        plan.card.mkdir(parents=True, exist_ok=True)
        calendar = WrongCalendar((plan.number % 7 - 3) * 3e8) if plan.number % 3 == 0 else None
        self._journal = Journal.open(plan.card, calendar)
        self._presser = Presser(plan.place, plan.presser, self._journal, self._deals, self._chance)
        if plan.apart:
            self._door = ClubDoor.for_directory(plan.place / "courier", plan.card)
            self._process = subprocess.Popen(courier_command(plan), stdout=subprocess.DEVNULL, start_new_session=True)
            (plan.place / "courier.pid").write_text(str(self._process.pid))
        else:
            self._door = ClubDoor(plan.place / "courier", AnswersAtOnce(plan.card))
            self._courier = Courier(plan.name, plan.place / "courier", plan.broker, lambda _: None)
            self._thread = threading.Thread(target=self._courier.run)
            self._thread.start()

    def declare(self, count: int) -> None:
        """Declare at most this many rows. After a whole game, another begins."""
        self._door.handle_event(Declared(self._presser.press(count), ()))

    def switch_off(self) -> None:
        """Switch off, without a warning to a courier in another process."""
        if self.plan.apart:
            self._process.kill()
            self._process.wait()
        else:
            self._courier.stop()
            self._thread.join()
        self._door.close()
        self._journal.close()


def courier_command(plan: TablePlan) -> list[str]:
    """The command line of a box's courier."""
    broker, password = plan.broker, plan.place / "password"
    password.write_text(f"{broker.password}\n")
    given = ["--box", plan.name, "--door", str(plan.place / "courier"), "--broker", f"{broker.host}:{broker.port}"]
    certificate = [] if broker.certificate is None else ["--certificate", str(broker.certificate)]
    return [sys.executable, "-m", "device", "courier", *given, "--password", str(password), *certificate]


def play(plans: Sequence[TablePlan], evening: EveningPlan, seed: int, told: Connection) -> None:
    """Play at these tables until told to `end`. After `rest`, nothing more is declared.

    Now and then a box is switched off and on.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ignore a terminal's Ctrl-C: the parent process ends this one
    inventory.RETRY_S = evening.retry_s
    pause_s = evening.pause_s
    chance = random.Random(seed)
    tables = [SimulatedTable(plan, evening.deals, chance) for plan in plans]
    due = [(time.monotonic() + chance.uniform(0, pause_s), table.plan.number, table) for table in tables]
    heapify(due)
    word = ""
    while word != "end":
        if told.poll(max(0.0, min(_LOOK_S, due[0][0] - time.monotonic()))):
            word = told.recv()
        while word == "" and due[0][0] <= time.monotonic():
            _, number, table = due[0]
            table.declare(chance.choice((1, 1, 1, 2, 4)))
            if chance.random() < SWITCHED_OFF:
                table.switch_off()
                table.switch_on()
            heapreplace(due, (time.monotonic() + chance.expovariate(1 / pause_s), number, table))
    for table in tables:
        table.switch_off()
