"""A machine of QEMU's that runs: its power, its console, and a clock that no busy host makes late."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.emulation.commands import CannotEmulate

PATIENCE_S = 1800.0
"""Emulated, and on a busy machine, a start takes minutes."""
CLOCK = ("-icount", "shift=1,sleep=off")
"""The machine's time goes with what it has done, 2 ns an instruction: a busy host makes nothing late."""
LOOK_S = 0.2


class EmulatedMachine:
    """A card in a machine that runs."""

    def __init__(self, name: str, process: subprocess.Popen[bytes], console: Path) -> None:
        self._name, self._process, self._console = name, process, console
        self._begun = time.monotonic()

    @property
    def runs(self) -> bool:
        """Whether it has neither been switched off nor begun anew."""
        return self._process.poll() is None

    def seen(self) -> str:
        """What its console has shown so far."""
        return self._console.read_bytes().decode(errors="replace")

    def wait(self, for_: str) -> float:
        """Wait until the console shows something; the seconds since the power came. Raises CannotEmulate."""
        while for_ not in self.seen():
            if time.monotonic() - self._begun > PATIENCE_S or not self.runs:
                raise CannotEmulate(
                    f"{self._name} does not show “{for_}”; its console ends with:\n{self.seen()[-3000:]}"
                )
            time.sleep(LOOK_S)
        return time.monotonic() - self._begun


@contextmanager
def powered(name: str, options: Sequence[str | Path], console: Path) -> Iterator[EmulatedMachine]:
    """A machine with power, by QEMU's options; afterwards it has none, without a warning. One of these has its console
    write into a file, `console`."""
    console.write_bytes(b"")
    command = ["qemu-system-aarch64", *CLOCK, "-display", "none", "-monitor", "none", "-no-reboot", "-net", "none"]
    with subprocess.Popen(
        [str(word) for word in (*command, *options)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield EmulatedMachine(name, process, console)
        finally:
            process.kill()
