"""The program as `tablekeeper --hal desktop` starts it, for tests that meet it by its web page."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from device.exporting import export

ROOT = Path(__file__).parents[2]
NAMES = ("Ann", "Bo", "Cleo", "Dan")
KIND = "what-black"
PATIENCE_S = 20


class Served:
    """A running desk. `url` is where a browser finds it, `token` what opens its keys, if anything must."""

    def __init__(self, data: Path, *, port: int = 0, extra: str = "", kind: str = KIND) -> None:
        self.data = data
        data.mkdir(parents=True, exist_ok=True)
        config = data / "tablekeeper.toml"
        config.write_text(f"roster = {list(NAMES)!r}\n{extra}", encoding="utf-8")
        arguments = ["--hal", "desktop", "--no-browser", "--port", str(port), "--panel", kind]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "device", *arguments, "--config", str(config), "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": "", "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
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
        return "".join(f"{line}\n" for line in export(self.data, None))

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[str, str, int]:
        """End the program: what it had still to say, and its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return (*self.ended(), self.process.returncode)

    def ended(self) -> tuple[str, str]:
        try:
            return self.process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def __enter__(self) -> Served:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.stop()
