"""An evening of a club in which everything fails now and then, and the comparison with its hub at the end."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path
from shutil import copytree, rmtree
from urllib.request import urlopen

from club.broker.link import BrokerAddress
from tests.club.brokers import HUB, Broker, broker_of
from tests.club.checking import STANDING, Differences, pressed_games
from tests.club.club_database import ClubDatabase
from tests.club.databases import PostgreSQL
from tests.club.hostile_guest import GUEST, hostile_guest
from tests.club.ports import free_port
from tests.club.pressing import NOTES, Notes
from tests.club.tables import COPY, EveningPlan, TablePlan, play

TOGETHER = 50
"""Tables in one process: `select` needs small file descriptors."""

SPARE = 40
"""Additional accounts, for boxes that get another name."""

_LOOK_S, _SETTLE_S = 0.1, 0.3

TIMEOUT_S = 120.0
"""Timeout in seconds for a few more rows of playing tables."""

AGREE_S = 30.0
"""Seconds within which a hub's pages must agree with its store: they are read one after the other."""

READING_S = 0.6
"""Seconds between two readings of a hub's pages, which admit two connections a second from one address."""

_APART = multiprocessing.get_context("spawn")


class PlayingTables:
    """A process of tables, which lose their power together."""

    def __init__(self, plans: Sequence[TablePlan], evening: EveningPlan, seed: int) -> None:
        self.plans = list(plans)
        self._evening = evening
        self._word = ""
        self.start(seed)

    def start(self, seed: int) -> None:
        """Switch all boxes on."""
        self._told, heard = _APART.Pipe()
        self._process = _APART.Process(target=play, args=(self.plans, self._evening, seed, heard))
        self._process.start()
        if self._word:
            self._told.send(self._word)

    def power_cut(self, seed: int) -> None:
        """Cut the power of all boxes, even in mid-message, and switch them on again."""
        self._process.kill()
        self._process.join()
        for plan in self.plans:
            with suppress(FileNotFoundError, ProcessLookupError):
                os.kill(int((plan.place / "courier.pid").read_text()), signal.SIGKILL)
        self.start(seed)

    @contextmanager
    def off(self, seed: int) -> Iterator[None]:
        """Switch all boxes off meanwhile."""
        self.end()
        self.wait()
        yield
        self.start(seed)

    def rest(self) -> None:
        """Let nobody declare anything any more."""
        self._word = "rest"
        self._told.send(self._word)

    def end(self) -> None:
        """Ask the process to end."""
        with suppress(OSError):
            self._told.send("end")

    def wait(self) -> None:
        """Wait until the process has ended."""
        self._process.join()

    @property
    def lives(self) -> bool:
        """Whether the process is running."""
        return self._process.is_alive()


class HubProcess:
    """A hub in a process of its own, and its page."""

    def __init__(self, place: Path, url: str, broker: int, fault: str = "") -> None:
        """`url` is that of its store, and `broker` the port of the network between it and the boxes.

        `fault` is one of `tests.club.faults`.
        """
        self._page = free_port()
        self._log = place / "hub.log"
        password = place / "hub.password"
        password.write_text(f"secret of {HUB}\n")
        program = ["tests.club.faults", fault] if fault else ["device"]
        self._command = [sys.executable, "-m", *program, "hub", "run", "--store", url, "--page", str(self._page)]
        self._command += ["--broker", f"127.0.0.1:{broker}", "--password", str(password)]
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, start_new_session=True)

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill it, as the kernel would."""
        self._process.kill()
        self._process.wait()

    def standings(self) -> Counter[tuple[str, ...]]:
        """The games' results on its pages."""
        with urlopen(f"http://127.0.0.1:{self._page}/games.csv", timeout=600) as answer:
            rows = csv.DictReader(StringIO(answer.read().decode("utf-8-sig")))
            return Counter(tuple(row[column] for column in STANDING) for row in rows)


class BadNetworkProcess:
    """A bad network in a process of its own (`tests/club/networks.py`)."""

    def __init__(self, broker: Broker, seed: int) -> None:
        keys = [str(broker.place / name) for name in ("hub.pem", "hub.key")]
        command = [sys.executable, "-m", "tests.club.networks", str(broker.open_port), str(seed), *keys]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stdout is not None
        self.open_port, self.port = map(int, self._process.stdout.readline().split())
        """The broker's ports without TLS, and with it."""

    def tell(self, weather: str) -> None:
        """Set the weather: `calm`, `bad` or `cut`."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{weather}\n")
        self._process.stdin.flush()

    def close(self) -> Counter[str]:
        """End it. Returns the number of messages for each kind of fault."""
        out, _ = self._process.communicate("end\n", timeout=60)
        return Counter(json.loads(out))


class ClubEvening:
    """Broker, network, store, hub, and playing tables. `close` ends everything, which Ctrl-C does not."""

    def __init__(self, place: Path, plan: EveningPlan, server: PostgreSQL | None = None) -> None:
        """Without a server the store is SQLite."""
        self.done: Counter[str] = Counter()
        self._chance = random.Random(plan.seed)
        self._evening, self._place = plan, place
        names = [f"box-{number}" for number in range(plan.boxes)]
        self._spare = [f"spare-{number}" for number in range(SPARE)]
        with ExitStack() as opened:
            self._broker = opened.enter_context(broker_of(*names, *self._spare, GUEST))
            self._network = BadNetworkProcess(self._broker, plan.seed)
            opened.callback(self._end_network)
            self._database = ClubDatabase(place, server, (*names, *self._spare, GUEST))
            opened.callback(self._database.close)
            self.hub = HubProcess(place, self._database.url, self._network.open_port, plan.fault)
            self._plans = [self._plan(number, name) for number, name in enumerate(names)]
            self._begin()
            self._opened = opened.pop_all()

    def _begin(self) -> None:
        plan = self._evening
        together = self._plans[plan.apart :]
        groups = [[one] for one in self._plans[: plan.apart]]
        groups += [together[at : at + TOGETHER] for at in range(0, len(together), TOGETHER)]
        self._tables = [PlayingTables(plans, plan, self._seed()) for plans in groups]

    def _seed(self) -> int:
        return self._chance.randrange(10**9)

    def _plan(self, number: int, name: str) -> TablePlan:
        apart = number < self._evening.apart
        return TablePlan(number, name, self._place / name, self._address(name, apart), apart, str(number))

    def _address(self, name: str, apart: bool) -> BrokerAddress:
        address = self._broker.address(name)
        if apart:
            return address._replace(port=self._network.port)
        return address._replace(port=self._network.open_port, certificate=None)

    @property
    def plans(self) -> list[TablePlan]:
        """All boxes, including copies."""
        return [plan for tables in self._tables for plan in tables.plans]

    def weather(self, word: str) -> None:
        """Set the network's weather: `calm`, `bad` or `cut`."""
        self._network.tell(word)

    def cause_random_trouble(self) -> None:
        """Let one random thing fail for a while."""
        kind = self._chance.choice(("broker", "store", "hub", "network", "power", "power"))
        self.fail(kind, self._chance.choice((0.0, 0.5, 2.0, 6.0)))

    def fail(self, kind: str, down_s: float) -> None:
        """Let something fail for this many seconds: broker, store, hub, network, or the power of some boxes."""
        self.done[f"{kind} failed"] += 1
        if kind == "broker":
            self._broker.kill()
            time.sleep(down_s)
            self._broker.start()
        elif kind == "store" and self._database.server is not None:
            self._database.server.kill()
            time.sleep(down_s)
            self._database.server.start()
        elif kind == "network":
            self.weather("cut")
            time.sleep(down_s)
            self.weather("bad")
        elif kind == "power":
            self._chance.choice(self._tables).power_cut(self._seed())
        else:
            self.hub.kill()
            time.sleep(down_s)
            self.hub.start()

    # What goes back, moves or is copied

    def back_up_card(self, number: int) -> None:
        """Copy a box's card, and store its notes."""
        tables, plan = self._at(number)
        with tables.off(self._seed()):
            copytree(plan.card, plan.place / "copy", dirs_exist_ok=True)
            (plan.place / "copy.json").write_text(json.dumps(Notes(plan.place).state()))
        self.done["cards copied"] += 1

    def restore_card(self, number: int, *, noted: bool = True) -> None:
        """Restore a box's card from its copy. What the hub has by then must stay: else a fault, unless `noted`."""
        tables, plan = self._at(number)
        with tables.off(self._seed()):
            rmtree(plan.card)
            copytree(plan.place / "copy", plan.card)
            if noted:
                Notes(plan.place).write("back", json.loads((plan.place / "copy.json").read_text()))
                self._database.remember(plan.name)
        self.done["cards put back"] += 1

    def clone_card(self, number: int) -> None:
        """Give another box of the same name a copy of the card, and people who go on there."""
        tables, plan = self._at(number)
        with tables.off(self._seed()):
            place = self._place / f"{plan.name}-{COPY}"
            copytree(plan.card, place / "card")
            (place / NOTES).write_bytes((plan.place / NOTES).read_bytes())
            tables.plans.append(replace(plan, place=place, presser=f"{plan.presser}{COPY}"))
        self.done["cards doubled"] += 1

    def rename(self, plan: TablePlan) -> None:
        """Give a box another name, as when its card is put into another box, or it joins again.

        The director then decides whose the games are: the new box's, or those of the one that still has this card.
        """
        (tables,) = (one for one in self._tables if plan in one.plans)
        name = self._spare.pop()
        with tables.off(self._seed()):
            tables.plans[tables.plans.index(plan)] = replace(plan, name=name, broker=self._address(name, plan.apart))
        stays = any(one.name == plan.name for one in self.plans)
        self._database.move(plan.name, name, moved=not stays)
        self.done["boxes renamed"] += 1

    def move(self, number: int) -> None:
        """Put a box's card into another box."""
        self.rename(self._at(number)[1])

    def _at(self, number: int) -> tuple[PlayingTables, TablePlan]:
        return next((one, plan) for one in self._tables for plan in one.plans if plan.number == number)

    def keep_database(self) -> None:
        """Make a backup of the hub's database."""
        self.hub.kill()
        self._database.copy()
        self.hub.start()
        self.done["backups of the database"] += 1

    def restore_database(self) -> None:
        """Restore the backup."""
        self.hub.kill()
        self._database.put_back()
        self.hub.start()
        self.done["databases put back"] += 1

    def hostile_guest(self) -> AbstractContextManager[None]:
        """A box of the club that claims games of others, and sends invalid messages."""
        self.done["hostile boxes"] += 1
        return hostile_guest(self._broker.address(GUEST), self._database.identities)

    # In the end

    def wait_for_rows(self, more: int) -> None:
        """Wait until this many more rows were declared, at all tables together. Fails if nobody declares any more."""
        wanted, until = self._rows() + more, time.monotonic() + TIMEOUT_S
        while (rows := self._rows()) < wanted:
            if time.monotonic() > until:
                raise AssertionError(f"only {rows} of {wanted} rows were declared within {TIMEOUT_S:.0f} s")
            time.sleep(_LOOK_S)

    def _rows(self) -> int:
        return sum(len(game.rows) for plan in self.plans for game in Notes(plan.place).games.values())

    def stop_declaring(self) -> None:
        """Stop all declarations, and let everything work. Copies get names of their own, as the docs say."""
        self.weather("calm")
        for tables in self._tables:
            tables.rest()
        if not self.hub.runs:
            self.hub.start()
        for plan in self.plans:
            if plan.presser.endswith(COPY):
                self.rename(plan)

    def settle(self, patience_s: float, told: Callable[[int], None] = lambda _: None) -> Differences:
        """Wait until everything has arrived, or the timeout, and compare; `told` is given the number of games."""
        until, wanted = time.monotonic() + patience_s, pressed_games(self.plans)
        while (there := self._database.arrived(self.plans)) < wanted and time.monotonic() < until:
            told(there)
            time.sleep(_SETTLE_S)
        found = self._database.check(self.plans, self.hub.standings())
        agree_until = time.monotonic() + AGREE_S
        while found.other_results and time.monotonic() < agree_until:
            time.sleep(READING_S)  # something arrived between the two reads
            found = self._database.check(self.plans, self.hub.standings())
        for tables in self._tables:
            if not tables.lives:
                found.add("unreadable", f"the people of {[plan.name for plan in tables.plans]} have stopped")
        return found

    def close(self) -> None:
        """End everything."""
        for tables in self._tables:
            tables.end()
        for tables in self._tables:
            tables.wait()
        self.hub.kill()
        self._opened.close()

    def _end_network(self) -> None:
        for what, count in self._network.close().items():
            self.done["connections made" if what == "connections" else f"messages {what}"] += count
