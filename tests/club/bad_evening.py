"""An evening of a club in which everything fails now and then, and what must be at its hub in the end."""

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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from urllib.request import urlopen

from club.store.database import ClubStore, StoreFailed
from device.history.results import GameResult
from device.journal.errors import JournalError
from device.journal.store import Journal
from device.outbox.digest import digest
from device.outbox.public import public_record
from device.session.rows import JournalRow
from tests.club.brokers import HUB, broker_of
from tests.club.databases import PostgreSQL
from tests.club.ports import free_port
from tests.club.tables import EveningPlan, TablePlan, play
from tests.history.dealt_games import result_of

TOGETHER = 50
"""Tables in one process: what they wait for with `select` must have small numbers."""

_LOOK_S = 0.1

Rows = tuple[JournalRow, ...]

Records = Mapping[tuple[str, str], Rows]

_APART = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Differences:
    """What is not at the hub as it is at the boxes, in games; and what was set aside."""

    compared: int
    lost: int
    doubled: int
    invented: int
    other_results: int
    aside: int
    standings_differ: bool

    @property
    def none(self) -> bool:
        """Whether all is there, once and as it was declared."""
        return not (
            self.lost or self.doubled or self.invented or self.other_results or self.aside or self.standings_differ
        )


class PlayingTables:
    """A process of tables, which lose their power together."""

    def __init__(self, plans: Sequence[TablePlan], evening: EveningPlan, seed: int) -> None:
        self._plans = plans
        self._evening = evening
        self._start(seed)

    def _start(self, seed: int) -> None:
        self._told, heard = _APART.Pipe()
        self._process = _APART.Process(target=play, args=(self._plans, self._evening, seed, heard))
        self._process.start()

    def power_cut(self, seed: int) -> None:
        """Cut the power of all boxes, in mid-message, if one is under way; then they are switched on again."""
        self._process.kill()
        self._process.join()
        for plan in self._plans:
            with suppress(FileNotFoundError, ProcessLookupError):
                os.kill(int((plan.place / "courier.pid").read_text()), signal.SIGKILL)
        self._start(seed)

    def rest(self) -> None:
        """Nobody declares anything any more."""
        self._told.send("rest")

    def end(self) -> None:
        """Have it end soon."""
        with suppress(OSError):
            self._told.send("end")

    def wait(self) -> None:
        """Until it has ended."""
        self._process.join()


class HubProcess:
    """A hub in a process of its own, and its page."""

    def __init__(self, place: Path, url: str, broker: int) -> None:
        """`url` is that of its store, `broker` the port of the network that it shares with the boxes."""
        self._page = free_port()
        self._log = place / "hub.log"
        password = place / "hub.password"
        password.write_text(f"secret of {HUB}\n")
        self._command = [sys.executable, "-m", "device", "hub", "run", "--store", url, "--page", str(self._page)]
        self._command += ["--broker", f"127.0.0.1:{broker}", "--password", str(password)]
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, start_new_session=True)

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """As the kernel would."""
        self._process.kill()
        self._process.wait()

    def standings(self) -> Counter[tuple[str, ...]]:
        """What its pages say that games came to."""
        with urlopen(f"http://127.0.0.1:{self._page}/games.csv", timeout=600) as answer:
            _, *rows = csv.reader(StringIO(answer.read().decode("utf-8-sig")))
        return Counter(
            (kind, over, name, points, place, won)
            for _, _, kind, over, _, _, name, _, _, points, place, won, *_ in rows
        )


class BadNetworkProcess:
    """A network of bad weather, in a process of its own (`tests/club/networks.py`)."""

    def __init__(self, broker: int, seed: int) -> None:
        command = [sys.executable, "-m", "tests.club.networks", str(broker), str(seed)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    def tell(self, weather: str) -> None:
        """`calm`, `bad` or `cut`."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{weather}\n")
        self._process.stdin.flush()

    def close(self) -> Counter[str]:
        """End it. What was done to messages."""
        out, _ = self._process.communicate("end\n", timeout=60)
        return Counter(json.loads(out))


class ClubEvening:
    """Broker, network, store and hub, and tables at play. Everything is ended on `close`, and not by Ctrl-C, which a
    terminal sends to all processes of a group."""

    def __init__(self, place: Path, plan: EveningPlan, server: PostgreSQL | None = None) -> None:
        """Without a server the store is SQLite."""
        self.done: Counter[str] = Counter()
        self._chance = random.Random(plan.seed)
        self._evening, self._server = plan, server
        names = [f"box-{number}" for number in range(plan.boxes)]
        with ExitStack() as opened:
            self._broker = opened.enter_context(broker_of(*names))
            self._network = BadNetworkProcess(self._broker.open_port, plan.seed)
            opened.callback(self._end_network)
            self._begin(place, names)
            self._opened = opened.pop_all()

    def _begin(self, place: Path, names: Sequence[str]) -> None:
        plan = self._evening
        url = f"sqlite:///{place / 'club.db'}" if self._server is None else self._server.url
        self._store = ClubStore.open(url)
        with self._store.transaction() as kept:
            for name in names:
                kept.boxes.add(name)
        self.hub = HubProcess(place, url, self._network.port)
        self._plans = [self._plan(place, number, name, number < plan.apart) for number, name in enumerate(names)]
        together = self._plans[plan.apart :]
        groups = [[one] for one in self._plans[: plan.apart]]
        groups += [together[at : at + TOGETHER] for at in range(0, len(together), TOGETHER)]
        self._tables = [PlayingTables(plans, plan, self._seed()) for plans in groups]

    def _seed(self) -> int:
        return self._chance.randrange(10**9)

    def _plan(self, place: Path, number: int, name: str, apart: bool) -> TablePlan:
        address = (
            self._broker.address(name)
            if apart
            else self._broker.address(name)._replace(port=self._network.port, certificate=None)
        )
        return TablePlan(number, name, place / name, address, apart)

    def weather(self, word: str) -> None:
        """`calm`, `bad` or `cut`."""
        self._network.tell(word)

    def trouble(self) -> None:
        """One thing that fails, by chance, and is there again after a while."""
        kind = self._chance.choice(("broker", "store", "hub", "network", "power", "power"))
        self.fail(kind, self._chance.choice((0.0, 0.5, 2.0, 6.0)))

    def fail(self, kind: str, down_s: float) -> None:
        """Have something fail for so many seconds: broker, store, hub, network, or the power of some boxes."""
        self.done[f"{kind} failed"] += 1
        if kind == "broker":
            self._broker.kill()
            time.sleep(down_s)
            self._broker.start()
        elif kind == "store" and self._server is not None:
            self._server.kill()
            time.sleep(down_s)
            self._server.start()
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

    def wait_for_rows(self, more: int) -> None:
        """Until so many rows more were declared, at all tables together."""
        wanted = self._rows() + more
        while self._rows() < wanted:
            time.sleep(_LOOK_S)

    def _rows(self) -> int:
        found = 0
        for plan in self._plans:
            with suppress(JournalError), closing(Journal.read(plan.place)) as journal:
                found += sum(game.length for game in journal.lengths())
        return found

    def rest(self) -> None:
        """Nobody declares anything any more, and all works."""
        self.weather("calm")
        for tables in self._tables:
            tables.rest()
        if not self.hub.runs:
            self.hub.start()

    def arrived(self, wanted: Records) -> int:
        """How many of these records the hub has, by their digests."""
        try:
            with self._store.reading() as kept:
                found = {(game.box, game.mark.game): game.mark.digest for game in kept.games.all()}
        except StoreFailed:
            return 0
        return sum(found.get(key) == digest(lines) for key, lines in wanted.items() if lines)

    def records(self) -> Records:
        """What all journals have of each game, as far as anybody may see it, by box and identity."""
        found = {}
        for plan in self._plans:
            with suppress(JournalError), closing(Journal.read(plan.place)) as journal:
                for game in journal.lengths():
                    rows = tuple(journal.kept_rows(game.number))
                    self.done["rows declared"] += len(rows)
                    found[plan.name, game.identity] = public_record(rows)
        return found

    def differences(self, wanted: Records) -> Differences:
        """Compare what the hub has with what the boxes have, line by line, and its table of results with one that is
        worked out here from the first line on."""
        begun = {key: lines for key, lines in wanted.items() if lines}
        results = {key: result_of(lines) for key, lines in begun.items()}
        with self._store.reading() as kept:
            games = kept.games.all()
            found = {(game.box, game.mark.game): game for game in games}
            lost = [
                key for key, lines in begun.items()
                if key not in found or tuple(kept.lines.of(found[key].number)) != lines
            ]  # fmt: skip
            aside = len(kept.asides.all())
            self.done["revisions committed"] = sum(box.commits for box in kept.boxes.all())
        told = self.hub.standings()
        return Differences(
            len(begun),
            len(lost),
            len(games) - len(found),
            len(found.keys() - begun.keys()),
            sum(found[key].result != result for key, result in results.items() if key in found),
            aside,
            told != Counter(row for result in results.values() if result is not None for row in _rows(result)),
        )

    def close(self) -> None:
        """End everything."""
        for tables in self._tables:
            tables.end()
        for tables in self._tables:
            tables.wait()
        self.hub.kill()
        self._store.close()
        self._opened.close()

    def _end_network(self) -> None:
        for what, count in self._network.close().items():
            self.done["connections made" if what == "connections" else f"messages {what}"] += count


def _rows(result: GameResult) -> Iterator[tuple[str, ...]]:
    for seat in result.seats:
        cells = (result.game, int(result.finished), seat.name, seat.points, seat.place, int(seat.won))
        yield tuple(map(str, cells))
