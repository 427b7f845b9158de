"""A booted guest: its process, its console, and the connection to the agent that carries out requests in it."""

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
"""The guest's memory: that of a Zero 2 W."""
AGENT = "ttyS0"
TIMEOUT_S = 180.0
"""Additional seconds for an answer beyond the duration of the request: the two cores may be busy."""
PANEL = "impression-7.3-spectra"
REFRESH_S = 3.0
"""Seconds of a refresh: a tenth of the real panel's time. No test depends on its length."""


class CommandResult(NamedTuple):
    """The result of a command in the guest."""

    status: int
    output: str


class Move(NamedTuple):
    """A move of a key's contact between two moments, in nanoseconds of the guest's clock since its start."""

    key: str
    closes: bool
    before_ns: int
    after_ns: int


class TimedPress(NamedTuple):
    """Keys pressed together for `down_s` seconds, then released for `rest_s` seconds; without keys, a pause."""

    keys: str
    down_s: float
    rest_s: float


class Power:
    """The power of all guests of a run. It may be used by several threads, and by a signal handler."""

    def __init__(self) -> None:
        self.giving = threading.Lock()
        """A lock held while a guest is started, so that two guests do not choose the same processor."""
        self._on: dict[int, int] = {}
        self._gone = False

    def processor(self) -> int:
        """The host's processor with the fewest guests."""
        taken = tuple(self._on.values())
        return min(sorted(os.sched_getaffinity(0)), key=taken.count)

    def give(self, process: int, processor: int) -> None:
        """Register a started guest's process, the leader of its group. Raises CannotEmulate if the power has failed."""
        self._on[process] = processor
        if self._gone:
            self.take(process)
            raise CannotEmulate("the emulation is being ended.")

    def take(self, process: int) -> None:
        """Kill a guest's processes. May be called again."""
        # Of one that was killed before, the id may be another process's by now.
        if self._on.pop(process, None) is not None:
            with suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)

    @property
    def gone(self) -> bool:
        """Whether the power has failed."""
        return self._gone

    def fail(self) -> None:
        """Kill all guests, and let no more be started."""
        self._gone = True
        for process in tuple(self._on):
            self.take(process)


@dataclass(frozen=True)
class GuestMachine:
    """The parts of a guest. `root` is copied on write to `changes`; `log` records what is written to `games`.

    A `card` has a read-only root on its second partition, and games on its third, without a separate disk for them.
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
        """The command line that boots it. The agent's serial line is connected to two file descriptors."""
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
    """A running guest. Use it in a `with`: afterwards only its disks and its console are left."""

    def __init__(self, machine: GuestMachine) -> None:
        self.machine = machine
        heard, self._to = os.pipe()
        self._from, said = os.pipe()
        self._waiting = b""
        with machine.console.open("wb") as console, machine.power.giving:
            processor = machine.power.processor()
            self._process = subprocess.Popen(
                # The guest's kernel and programs take turns: on two processors they would wake each other up, at three
                # times the cost.
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
        """Cut its power at once. May be called again."""
        self.machine.power.take(self._process.pid)
        self._process.wait()

    def stall(self, seconds: float) -> None:
        """Stop the guest's process for a while, as a busy host would; its clock goes on."""
        os.kill(self._process.pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(self._process.pid, signal.SIGCONT)

    def off(self, seconds: float) -> bool:
        """Whether it switches itself off within this many seconds."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def ready(self, seconds: float = TIMEOUT_S) -> None:
        """Wait for its agent. Raises CannotEmulate."""
        self._answer(seconds)

    def shell(self, command: str, seconds: float = 60.0) -> CommandResult:
        """Run a shell command in the guest. Raises CannotEmulate after this many seconds."""
        said = self._ask({"shell": command, "seconds": seconds}, seconds)
        return CommandResult(said["status"], said["output"])

    def must(self, command: str, seconds: float = 60.0) -> str:
        """Run a command that must succeed, and return its output. Raises CannotEmulate."""
        done = self.shell(command, seconds)
        if done.status:
            raise CannotEmulate(f"in the guest, {command} failed with status {done.status}:\n{done.output[-2000:]}")
        return done.output.strip()

    def rows(self, journal: str) -> list[str]:
        """The rows of all games in a journal in the guest. Raises CannotEmulate."""
        found: list[str] = self._ask({"rows": journal}, 0.0)["rows"]
        return found

    def press(self, presses: Sequence[TimedPress]) -> list[Move]:
        """Press keys. Returns the moves of their contacts."""
        seconds = sum(one.down_s + one.rest_s for one in presses)
        return [Move(*move) for move in self._ask({"press": presses}, seconds)["moves"]]

    def plug(self, pod: int) -> None:
        """Plug in a pod."""
        self._ask({"plug": pod}, 0.0)

    def unplug(self, pod: int) -> None:
        """Pull a pod's cable."""
        self._ask({"unplug": pod}, 0.0)

    def press_pod(self, pod: int, keys: str, pause_s: float = 0.3) -> None:
        """Press keys of a pod one after another."""
        self._ask({"pod": pod, "keys": keys, "pause": pause_s}, len(keys) * pause_s)

    def _ask(self, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        os.write(self._to, json.dumps(asked).encode() + b"\n")
        said = self._answer(seconds + TIMEOUT_S)
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
        """The output of its console so far."""
        return self.machine.console.read_bytes().decode(errors="replace")

    def told(self) -> list[str]:
        """The service's messages so far, from the console: line by line, without levels."""
        return told(self.seen())


def told(console: str) -> list[str]:
    """The service's messages in a console's output."""
    return re.findall(r"tablekeeper\[\d+\]: (?:<\d>)?(.*?)\r?$", console, re.MULTILINE)
