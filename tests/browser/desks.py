"""Runs `tablekeeper --hal desktop`, for tests through its web page."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import wait
from pathlib import Path
from types import TracebackType

from device.journal.export import exported_lines
from tests import preloaded_program
from tests.browser.timeouts import TIMEOUT_S

NAMES = ("Ann", "Bo", "Cleo", "Dan")
KIND = "what-black"


class Served:
    """A running desktop program. `url` is the page's address, and `token` unlocks its keys, if that is required."""

    def __init__(self, data: Path, *, port: int = 0, extra: str = "", kind: str = KIND) -> None:
        self.data = data
        data.mkdir(parents=True, exist_ok=True)
        config = data / "tablekeeper.toml"
        config.write_text(f"roster = {list(NAMES)!r}\n{extra}", encoding="utf-8")
        arguments = ["--hal", "desktop", "--no-browser", "--port", str(port), "--panel", kind]
        arguments += ["--config", str(config), "--data", str(data)]
        environment = {**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": ""}
        (self._out, out), (self._err, err) = ((os.fdopen(read), write) for read, write in (os.pipe(), os.pipe()))
        self.process = preloaded_program.begin(arguments, out, err, environment)
        for each in (out, err):
            os.close(each)
        if self._out.fileno() not in wait([self._out.fileno(), self.process.sentinel], TIMEOUT_S):
            raise AssertionError("the program did not begin")
        said = self._out.readline()
        if "http://" not in said:
            raise AssertionError(said + self.ended()[1])
        address, _, fragment = said.split(" ")[4].partition("#")
        self.url = address
        self.token = fragment.removeprefix("token=")

    @property
    def port(self) -> int:
        return int(self.url.rstrip("/").rpartition(":")[2])

    def record(self) -> str:
        """The record as another process exports it."""
        return "".join(f"{line}\n" for line in exported_lines(self.data, None))

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[str, str, int | None]:
        """End the program. Returns its remaining output, and its exit status."""
        if self.process.is_alive() and self.process.pid is not None:
            os.kill(self.process.pid, how)
        return (*self.ended(), self.process.exitcode)

    def ended(self) -> tuple[str, str]:
        """Wait for the program's end. Returns its remaining output."""
        self.process.join(TIMEOUT_S)
        if self.process.is_alive():
            self.process.kill()
            raise AssertionError("the program did not end")
        if self._out.closed:
            return "", ""
        with self._out, self._err:
            return self._out.read(), self._err.read()

    def __enter__(self) -> Served:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.stop()
