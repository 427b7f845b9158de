"""A running QEMU machine: its power, its console, and a clock that is independent of the host's load."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.emulation.commands import CannotEmulate

TIMEOUT_S = 1800.0
"""Timeout in seconds: an emulated start takes minutes on a busy machine."""
CLOCK = ("-icount", "shift=1,sleep=off")
"""The machine's clock counts instructions, 2 ns each, so that a busy host causes no timeouts."""
LOOK_S = 0.2


class EmulatedMachine:
    """A running machine with a card."""

    def __init__(self, name: str, process: subprocess.Popen[bytes], console: Path) -> None:
        self._name, self._process, self._console = name, process, console
        self._begun = time.monotonic()

    @property
    def is_running(self) -> bool:
        """Whether it was neither switched off nor restarted."""
        return self._process.poll() is None

    def console_text(self) -> str:
        """The output of its console so far."""
        return self._console.read_bytes().decode(errors="replace")

    def wait(self, for_: str) -> float:
        """Wait until the console shows a text. Returns the seconds since the start. Raises CannotEmulate."""
        while for_ not in self.console_text():
            if time.monotonic() - self._begun > TIMEOUT_S or not self.is_running:
                raise CannotEmulate(
                    f"{self._name} does not show “{for_}”; its console ends with:\n{self.console_text()[-3000:]}"
                )
            time.sleep(LOOK_S)
        return time.monotonic() - self._begun


@contextmanager
def powered(name: str, options: Sequence[str | Path], console: Path) -> Iterator[EmulatedMachine]:
    """Run a machine with QEMU's options, and kill it at the end, as a power cut.

    One of the options must write its console to the file `console`.
    """
    console.write_bytes(b"")
    command = ["qemu-system-aarch64", *CLOCK, "-display", "none", "-monitor", "none", "-no-reboot", "-net", "none"]
    with subprocess.Popen(
        [str(word) for word in (*command, *options)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield EmulatedMachine(name, process, console)
        finally:
            process.kill()
