"""A booted guest: its process, its console, and the agent that does in it what the host asks for."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from tools.emulation.commands import CannotEmulate
from tools.emulation.kernel import Kernel

MEMORY = "512M"
"""As a Zero 2 W has it."""
AGENT = "ttyS0"
PATIENCE_S = 180.0
"""How long an answer may take beyond what was asked for: two cores may have other work."""
PANEL = "impression-7.3-spectra"
REFRESH_S = 3.0
"""A tenth of the real panel's time: what is asked about it does not depend on how long it takes."""


class CommandResult(NamedTuple):
    """What became of a command in the guest."""

    status: int
    output: str


class Move(NamedTuple):
    """A key's contact was moved between two moments, in nanoseconds of the guest's clock since its start."""

    key: str
    closes: bool
    before_ns: int
    after_ns: int


class TimedPress(NamedTuple):
    """Keys pressed together for `down_s` seconds, and none for `rest_s` after that."""

    keys: str
    down_s: float
    rest_s: float


class Power:
    """What all guests of a run get theirs from. Used by several threads, and by a signal's handler."""

    def __init__(self) -> None:
        self.giving = threading.Lock()
        """Held while a guest is started, so that two don't choose one processor."""
        self._on: dict[int, int] = {}
        self._gone = False

    def processor(self) -> int:
        """The host's processor that has the fewest guests."""
        taken = tuple(self._on.values())
        return min(sorted(os.sched_getaffinity(0)), key=taken.count)

    def give(self, process: int, processor: int) -> None:
        """A guest's process, the leader of its group, has been started. Raises CannotEmulate if the power has gone."""
        self._on[process] = processor
        if self._gone:
            self.take(process)
            raise CannotEmulate("the emulation is being ended.")

    def take(self, process: int) -> None:
        """End a guest's processes, at once. May be done again."""
        self._on.pop(process, None)
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)

    @property
    def gone(self) -> bool:
        """Whether it has failed."""
        return self._gone

    def fail(self) -> None:
        """End all guests, and let none be started any more."""
        self._gone = True
        for process in tuple(self._on):
            self.take(process)


@dataclass(frozen=True)
class GuestMachine:
    """What a guest is made of. `root` is copied on writing to `changes`; `log` records what is written to `games`.

    A `card` has a root for reading only on its second partition, and games on its third: there is no disk for them.
    """

    kernel: Kernel
    root: Path
    changes: Path
    games: Path
    console: Path
    power: Power
    log: Path | None = None
    refresh_s: float = REFRESH_S
    panel: str = PANEL
    more: Sequence[str] = field(default=())
    card: bool = False

    def command(self, heard: int, said: int) -> list[str]:
        """The command line that boots it; the agent's line is two descriptors."""
        disks = [f"ubd0={self.changes},{self.root}"]
        if self.card:
            disks += ["root=/dev/ubda2", "ro", "box.card"]
        else:
            disks += [f"ubd1={self.games}", "root=/dev/ubda", "rw"]
        disks += [] if self.log is None else [f"ubd2={self.log}", "box.log"]
        return [
            str(self.kernel.program),
            f"mem={MEMORY}",
            f"dtb={self.kernel.tree}",
            *disks,
            "dummy_hcd.num=2",
            *("con=null", "con0=null,fd:1", "console=tty0", "quiet", "systemd.show_status=0"),
            *("ssl=null", f"ssl0=fd:{heard},fd:{said}", f"box.agent={AGENT}"),
            *(f"box.panel={self.panel}", f"box.refresh={self.refresh_s}"),
            *self.more,
        ]


class Guest:
    """A guest that runs. Use it in a `with`: afterwards nothing of it is left but its disks and its console."""

    def __init__(self, machine: GuestMachine) -> None:
        self.machine = machine
        heard, self._to = os.pipe()
        self._from, said = os.pipe()
        self._waiting = b""
        with machine.console.open("wb") as console, machine.power.giving:
            processor = machine.power.processor()
            self._process = subprocess.Popen(
                # The guest's kernel and programs take turns: on two processors they would wake each other, at
                # three times the price.
                ["taskset", "-c", str(processor), *machine.command(heard, said)],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                pass_fds=(heard, said),
                env={**os.environ, "TMPDIR": "/dev/shm"},
                start_new_session=True,
            )
            os.close(heard)
            os.close(said)
            machine.power.give(self._process.pid, processor)

    def __enter__(self) -> Guest:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        os.close(self._to)
        os.close(self._from)

    def cut(self) -> None:
        """Take away its power, at once. May be done again."""
        self.machine.power.take(self._process.pid)
        self._process.wait()

    def stall(self, seconds: float) -> None:
        """Have the host do something else for a while: no time of the processor, and the clock goes on."""
        os.kill(self._process.pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(self._process.pid, signal.SIGCONT)

    def off(self, seconds: float) -> bool:
        """Whether it switches itself off within so many seconds."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def ready(self, seconds: float = PATIENCE_S) -> None:
        """Wait for its agent. Raises CannotEmulate."""
        self._answer(seconds)

    def shell(self, command: str, seconds: float = 60.0) -> CommandResult:
        """Run a command of the guest's shell. Raises CannotEmulate if it takes longer."""
        said = self._ask({"shell": command, "seconds": seconds}, seconds)
        return CommandResult(said["status"], said["output"])

    def must(self, command: str, seconds: float = 60.0) -> str:
        """What a command prints that must end well. Raises CannotEmulate."""
        done = self.shell(command, seconds)
        if done.status:
            raise CannotEmulate(f"in the guest, {command} failed with status {done.status}:\n{done.output[-2000:]}")
        return done.output.strip()

    def rows(self, journal: str) -> list[str]:
        """The rows of all games in a journal of the guest's. Raises CannotEmulate."""
        found: list[str] = self._ask({"rows": journal}, 0.0)["rows"]
        return found

    def press(self, presses: Sequence[TimedPress]) -> list[Move]:
        """Press keys; how their contacts moved."""
        seconds = sum(one.down_s + one.rest_s for one in presses)
        return [Move(*move) for move in self._ask({"press": presses}, seconds)["moves"]]

    def plug(self, pod: int) -> None:
        """Plug in a pod."""
        self._ask({"plug": pod}, 0.0)

    def unplug(self, pod: int) -> None:
        """Pull a pod's cable."""
        self._ask({"unplug": pod}, 0.0)

    def press_pod(self, pod: int, keys: str, pause_s: float = 0.3) -> None:
        """Press keys of a pod one after the other."""
        self._ask({"pod": pod, "keys": keys, "pause": pause_s}, len(keys) * pause_s)

    def _ask(self, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        os.write(self._to, json.dumps(asked).encode() + b"\n")
        said = self._answer(seconds + PATIENCE_S)
        if "failed" in said:
            raise CannotEmulate(f"the guest could not do {', '.join(asked)}: {said['failed']}")
        return said

    def _answer(self, seconds: float) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while b"\n" not in self._waiting:
            left = end - time.monotonic()
            ready = select.select([self._from], [], [], max(left, 0.0))[0]
            data = os.read(self._from, 65536) if ready else b""
            if not data:
                console = f"its console, {self.machine.console}, ends with:\n{self.seen()[-2000:]}"
                raise CannotEmulate(f"the guest says nothing; {console}")
            self._waiting += data
        one, _, self._waiting = self._waiting.partition(b"\n")
        said: dict[str, Any] = json.loads(one)
        return said

    def seen(self) -> str:
        """What its console has shown so far."""
        return self.machine.console.read_bytes().decode(errors="replace")

    def told(self) -> list[str]:
        """What the service has told so far, as the console has it: line by line, without levels."""
        return told(self.seen())


def told(console: str) -> list[str]:
    """What the service told, by a console that shows it among other things."""
    return re.findall(r"tablekeeper\[\d+\]: (?:<\d>)?(.*?)\r?$", console, re.MULTILINE)
