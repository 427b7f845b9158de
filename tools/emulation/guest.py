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
from dataclasses import dataclass
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


class GuestProcesses:
    """The processes of all guests of a run. It may be used by several threads, and by a signal handler."""

    def __init__(self) -> None:
        self.start_lock = threading.Lock()
        """A lock held while a guest is started, so that two guests do not choose the same processor."""
        self._processor_by_process: dict[int, int] = {}
        self._is_ended = False

    def least_used_processor(self) -> int:
        """The host's processor with the fewest guests."""
        taken = tuple(self._processor_by_process.values())
        return min(sorted(os.sched_getaffinity(0)), key=taken.count)

    def register(self, process: int, processor: int) -> None:
        """Register a started guest's process, the leader of its group. Raises CannotEmulate if all are ended."""
        self._processor_by_process[process] = processor
        if self._is_ended:
            self.kill(process)
            raise CannotEmulate("the emulation is being ended.")

    def kill(self, process: int) -> None:
        """Kill a guest's processes. May be called again."""
        # Of one that was killed before, the id may be another process's by now.
        if self._processor_by_process.pop(process, None) is not None:
            with suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)

    @property
    def is_ended(self) -> bool:
        """Whether all guests are ended."""
        return self._is_ended

    def kill_all(self) -> None:
        """Kill all guests, and let no more be started."""
        self._is_ended = True
        for process in tuple(self._processor_by_process):
            self.kill(process)


@dataclass(frozen=True)
class GuestMachine:
    """The parts of a guest. `root` is copied on write to `changes`; `write_log` records what is written to `games`.

    A card has a read-only root on its second partition, and games on its third, without a disk of its own for them.
    """

    kernel: Kernel
    root: Path
    changes: Path
    games: Path
    console: Path
    processes: GuestProcesses
    write_log: Path | None = None
    refresh_s: float = REFRESH_S
    panel: str = PANEL
    more_arguments: Sequence[str] = ()
    is_card: bool = False

    def command(self, request_fd: int, answer_fd: int) -> list[str]:
        """The command line that boots it. The agent's serial line is connected to two file descriptors."""
        disks = [f"ubd0={self.changes},{self.root}"]
        if self.is_card:
            disks += ["root=/dev/ubda2", "ro", "box.card"]
        else:
            disks += [f"ubd1={self.games}", "root=/dev/ubda", "rw"]
        disks += [] if self.write_log is None else [f"ubd2={self.write_log}", "box.log"]
        return [
            str(self.kernel.program),
            f"mem={MEMORY}",
            f"dtb={self.kernel.tree}",
            *disks,
            "dummy_hcd.num=2",
            *("con=null", "con0=null,fd:1", "console=tty0", "quiet", "systemd.show_status=0"),
            *("ssl=null", f"ssl0=fd:{request_fd},fd:{answer_fd}", f"box.agent={AGENT}"),
            *(f"box.panel={self.panel}", f"box.refresh={self.refresh_s}"),
            *self.more_arguments,
        ]


class Guest:
    """A running guest. Use it in a `with`: afterwards only its disks and its console are left."""

    def __init__(self, machine: GuestMachine) -> None:
        self.machine = machine
        request_fd, self._request_pipe = os.pipe()
        self._answer_pipe, answer_fd = os.pipe()
        self._unread = b""
        with machine.console.open("wb") as console, machine.processes.start_lock:
            processor = machine.processes.least_used_processor()
            self._process = subprocess.Popen(
                # The guest's kernel and programs take turns: on two processors they would wake each other up, at three
                # times the cost.
                ["taskset", "-c", str(processor), *machine.command(request_fd, answer_fd)],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                pass_fds=(request_fd, answer_fd),
                env={**os.environ, "TMPDIR": "/dev/shm"},
                start_new_session=True,
            )
            os.close(request_fd)
            os.close(answer_fd)
            machine.processes.register(self._process.pid, processor)

    def __enter__(self) -> Guest:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        os.close(self._request_pipe)
        os.close(self._answer_pipe)

    def cut(self) -> None:
        """Cut its power at once. May be called again."""
        self.machine.processes.kill(self._process.pid)
        self._process.wait()

    def stall(self, seconds: float) -> None:
        """Stop the guest's process for a while, as a busy host would; its clock goes on."""
        os.kill(self._process.pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(self._process.pid, signal.SIGCONT)

    def wait_until_off(self, seconds: float) -> bool:
        """Wait until it has switched itself off; False if it has not after this many seconds."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def wait_for_agent(self, seconds: float = TIMEOUT_S) -> None:
        """Wait for its agent. Raises CannotEmulate."""
        self._answer(seconds)

    def shell(self, command: str, seconds: float = 60.0) -> CommandResult:
        """Run a shell command in the guest. Raises CannotEmulate after this many seconds."""
        answer = self._ask({"shell": command, "seconds": seconds}, seconds)
        return CommandResult(answer["status"], answer["output"])

    def run(self, command: str, seconds: float = 60.0) -> str:
        """Run a command that must succeed, and return its output. Raises CannotEmulate."""
        result = self.shell(command, seconds)
        if result.status:
            raise CannotEmulate(f"in the guest, {command} failed with status {result.status}:\n{result.output[-2000:]}")
        return result.output.strip()

    def journal_rows(self, journal: str) -> list[str]:
        """The rows of all games in a journal in the guest. Raises CannotEmulate."""
        found: list[str] = self._ask({"rows": journal}, 0.0)["rows"]
        return found

    def press(self, presses: Sequence[TimedPress]) -> list[Move]:
        """Press keys. Returns the moves of their contacts."""
        seconds = sum(press.down_s + press.rest_s for press in presses)
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

    def _ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        os.write(self._request_pipe, json.dumps(request).encode() + b"\n")
        answer = self._answer(seconds + TIMEOUT_S)
        if "failed" in answer:
            raise CannotEmulate(f"the guest could not do {', '.join(request)}: {answer['failed']}")
        return answer

    def _answer(self, seconds: float) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while b"\n" not in self._unread:
            left = end - time.monotonic()
            ready = select.select([self._answer_pipe], [], [], max(left, 0.0))[0]
            data = os.read(self._answer_pipe, 65536) if ready else b""
            if not data:
                console = f"its console, {self.machine.console}, ends with:\n{self.console_text()[-2000:]}"
                raise CannotEmulate(f"the guest says nothing; {console}")
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def console_text(self) -> str:
        """The output of its console so far."""
        return self.machine.console.read_bytes().decode(errors="replace")

    def messages(self) -> list[str]:
        """The service's messages so far, from the console: line by line, without levels."""
        return messages_in(self.console_text())


def messages_in(console: str) -> list[str]:
    """The service's messages in a console's output."""
    return re.findall(r"tablekeeper\[\d+\]: (?:<\d>)?(.*?)\r?$", console, re.MULTILINE)
