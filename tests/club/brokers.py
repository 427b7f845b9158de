"""Starts a Mosquitto for a test, if it is installed: with passwords, an access list and a certificate."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import pytest

from club.broker.link import BrokerAddress
from tests.club.certificates import certify
from tests.club.ports import answers, free_port
from tests.club.rabbitmq import RabbitMQ

CHOICE = "TABLEKEEPER_BROKER"
"""The variable that names another broker than Mosquitto: `rabbitmq`."""

HUB = "hub"
PROBE = "probe"
"""An account for tests that receives its own messages, which nobody else does, and those of boxes."""

_DOCS = Path("docs/club.md")


class Broker(Protocol):
    """A broker that can be killed and started again."""

    place: Path
    port: int
    open_port: int
    """The port without TLS."""

    def address(self, user: str, password: str | None = None) -> BrokerAddress:
        """The address for one of its users."""

    def certify(self, name: str) -> Path:
        """Make a certificate for this name."""

    def start(self) -> None:
        """Start it. Returns when it listens."""

    def kill(self) -> None:
        """Kill it, as the kernel would."""


class Mosquitto:
    """A broker that can be killed and started again."""

    def __init__(self, place: Path, boxes: tuple[str, ...]) -> None:
        self.place = place
        self.port, self.open_port = free_port(), free_port()
        self.certify("hub")
        (place / "mosquitto.conf").write_text(
            f"user root\npid_file {place}/pid\n{configuration(place, self.port)}listener {self.open_port} 127.0.0.1\n"
        )
        of_probe = f"user {PROBE}\ntopic readwrite tablekeeper/{PROBE}\ntopic read tablekeeper/box/+/said\n\n"
        (place / "access").write_text(of_probe + access_list())
        (place / "passwords").write_text("".join(f"{name}:secret of {name}\n" for name in (HUB, PROBE, *boxes)))
        (place / "passwords").chmod(0o600)
        subprocess.run(["mosquitto_passwd", "-U", str(place / "passwords")], check=True, capture_output=True)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def certify(self, name: str) -> Path:
        """Make a certificate for this name."""
        return certify(self.place, name)

    def address(self, user: str, password: str | None = None) -> BrokerAddress:
        secret = f"secret of {user}" if password is None else password
        return BrokerAddress("127.0.0.1", self.port, user, secret, self.place / "hub.pem")

    def start(self) -> None:
        self._process = process = self._begun()
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if process.poll() is not None:
                # A connection of another program uses one of its ports now, which was free when it was chosen.
                time.sleep(0.2)
                self._process = process = self._begun()
            elif answers(self.port):
                return
            time.sleep(0.02)
        pytest.fail((self.place / "log").read_text())

    def _begun(self) -> subprocess.Popen[bytes]:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        assert program is not None
        command = [program, "-c", str(self.place / "mosquitto.conf")]
        with (self.place / "log").open("ab") as log:
            return subprocess.Popen(command, stderr=log, stdout=log, start_new_session=True)

    def close(self) -> None:
        self.kill()

    def read_again(self) -> None:
        """Let it read passwords and access list again."""
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()


def access_list() -> str:
    """The access list in the docs."""
    return _told("       user hub\n")


def configuration(place: Path, port: int) -> str:
    """The configuration in the docs, for a broker with its files in a directory."""
    found = _told("       set_tcp_nodelay true\n").replace("listener 8883", f"listener {port} 127.0.0.1")
    for there, here in (("/etc/mosquitto/certs", place), ("/etc/mosquitto/tablekeeper.acl", place / "access"),
                        ("/etc/mosquitto", place)):  # fmt: skip
        found = found.replace(str(there), str(here))
    return found


def _told(first: str) -> str:
    """The text in the docs from this line on, as long as it is indented."""
    _, _, rest = _DOCS.read_text(encoding="utf-8").partition(first)
    lines = (first + rest).splitlines()
    return "\n".join(line.strip() for line in takewhile(lambda one: not one or one.startswith("       "), lines)) + "\n"


@contextmanager
def broker_of(*boxes: str) -> Iterator[Broker]:
    """A broker that knows the hub and these boxes: Mosquitto, or the one that TABLEKEEPER_BROKER names.

    Skips the test if there is none.
    """
    with TemporaryDirectory(prefix="club-", ignore_cleanup_errors=True) as place:
        if os.environ.get(CHOICE) == "rabbitmq":
            with closing(RabbitMQ(Path(place), HUB, boxes)) as rabbit:
                yield rabbit
        else:
            with mosquitto(*boxes) as broker:
                yield broker


@contextmanager
def mosquitto(*boxes: str) -> Iterator[Mosquitto]:
    """A Mosquitto that knows the hub and these boxes. Skips the test if there is none."""
    _look_for_mosquitto()
    with TemporaryDirectory(prefix="club-") as place, closing(Mosquitto(Path(place), boxes)) as broker:
        yield broker


def _look_for_mosquitto() -> None:
    for name in ("mosquitto", "mosquitto_passwd", "openssl"):
        if shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin") is None:
            pytest.skip(f"{name} (Debian's mosquitto and openssl) is missing")
