"""A Mosquitto of a test's own, where the machine has one: with passwords, an access list and a certificate."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from club.broker.link import BrokerAddress

HUB = "hub"
CONFIGURATION = """\
user root
listener {port} 127.0.0.1
certfile {place}/hub.pem
keyfile {place}/hub.key
allow_anonymous false
password_file {place}/passwords
acl_file {place}/access
listener {open_port} 127.0.0.1
"""


class Mosquitto:
    """A broker that can be killed and started again."""

    def __init__(self, place: Path, boxes: tuple[str, ...]) -> None:
        self.place = place
        self.port, self.open_port = free_port(), free_port()
        self.certify("hub")
        (place / "mosquitto.conf").write_text(
            CONFIGURATION.format(port=self.port, open_port=self.open_port, place=place)
        )
        (place / "access").write_text(access_list())
        (place / "passwords").write_text("".join(f"{name}:secret of {name}\n" for name in (HUB, *boxes)))
        (place / "passwords").chmod(0o600)
        subprocess.run(["mosquitto_passwd", "-U", str(place / "passwords")], check=True, capture_output=True)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def certify(self, name: str) -> Path:
        """A certificate of this name's own."""
        new = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        certificate = self.place / f"{name}.pem"
        files = ("-keyout", str(self.place / f"{name}.key"), "-out", str(certificate))
        subprocess.run([*new, "-days", "2", "-subj", "/CN=hub", *files], check=True, capture_output=True)
        return certificate

    def address(self, user: str, password: str | None = None) -> BrokerAddress:
        secret = f"secret of {user}" if password is None else password
        return BrokerAddress("127.0.0.1", self.port, user, secret, self.place / "hub.pem")

    def open_address(self, user: str, port: int) -> BrokerAddress:
        """Where somebody listens who passes everything on to the port that nothing is encrypted for."""
        return BrokerAddress("127.0.0.1", port, user, f"secret of {user}")

    def start(self) -> None:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        assert program is not None
        with (self.place / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [program, "-c", str(self.place / "mosquitto.conf")], stderr=log, stdout=log
            )
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(OSError), closing(socket.create_connection(("127.0.0.1", self.port), 1)):
                return
            time.sleep(0.02)
        pytest.fail((self.place / "log").read_text())

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()


def free_port() -> int:
    """A port that nobody listened at just now."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def access_list() -> str:
    """The access list that the docs tell people to write."""
    page = Path("docs/club.md").read_text(encoding="utf-8")
    _, _, rest = page.partition("       user hub\n")
    lines = f"user hub\n{rest.partition('3. A password')[0]}"
    return "\n".join(line.strip() for line in lines.splitlines()) + "\n"


@contextmanager
def mosquitto(*boxes: str) -> Iterator[Mosquitto]:
    """A broker that knows the hub and these boxes. Skips the test where there is none."""
    for name in ("mosquitto", "mosquitto_passwd", "openssl"):
        if shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin") is None:
            pytest.skip(f"{name} (Debian's mosquitto and openssl) is missing")
    with TemporaryDirectory(prefix="club-") as place:
        broker = Mosquitto(Path(place), boxes)
        try:
            yield broker
        finally:
            broker.kill()
