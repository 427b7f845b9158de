"""Runs a Mosquitto broker for a club on this machine: a free port, passwords for all, and the docs' access list."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path

HUB = "hub"
PROGRAMS = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"
"""Debian installs the broker outside an ordinary user's PATH."""

START_S = 20.0
"""Timeout in seconds for the broker to listen."""

_CONFIGURATION = """\
{user}set_tcp_nodelay true
listener {port} 127.0.0.1
allow_anonymous false
use_username_as_clientid true
max_packet_size 600000
password_file {place}/passwords
acl_file {place}/access
"""
_ACCESS = """\
user hub
topic readwrite #

pattern write tablekeeper/box/%u/said
pattern write tablekeeper/box/%u/online
pattern write tablekeeper/box/%u/table
pattern read tablekeeper/hub/%u/#
"""


class BrokerMissing(Exception):
    """There is no broker, or it does not start; the message is a sentence that says what to do."""


class OwnBroker:
    """A broker that runs until `close`."""

    def __init__(self, place: Path, boxes: tuple[str, ...]) -> None:
        """Start the broker, with its files in a directory. Raises BrokerMissing."""
        program, maker = (shutil.which(name, path=PROGRAMS) for name in ("mosquitto", "mosquitto_passwd"))
        if program is None or maker is None:
            raise BrokerMissing("make club needs the broker Mosquitto. Install it with: sudo apt install mosquitto")
        self._place = place
        self.port = free_port()
        user = "user root\n" if os.geteuid() == 0 else ""
        (place / "broker.conf").write_text(_CONFIGURATION.format(user=user, port=self.port, place=place))
        (place / "access").write_text(_ACCESS)
        self._write_passwords(maker, (HUB, *boxes))
        for name in ("access", "passwords"):
            (place / name).chmod(0o600)
        with (place / "broker.log").open("wb") as log:
            self._process = subprocess.Popen(
                [program, "-c", str(place / "broker.conf")],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            self._wait()
        except BrokerMissing:
            self.close()
            raise

    def password(self, user: str) -> Path:
        """The file with a user's password."""
        return self._place / f"{user}.password"

    def close(self) -> None:
        """End the broker."""
        self._process.terminate()
        try:
            self._process.wait(START_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _write_passwords(self, maker: str, users: tuple[str, ...]) -> None:
        words = {user: secrets.token_urlsafe(18) for user in users}
        passwords = self._place / "passwords"
        passwords.write_text("".join(f"{user}:{word}\n" for user, word in words.items()))
        passwords.chmod(0o600)
        subprocess.run([maker, "-U", str(passwords)], check=True, capture_output=True)
        for user, word in words.items():
            self.password(user).write_text(word)
            self.password(user).chmod(0o600)

    def _wait(self) -> None:
        until = time.monotonic() + START_S
        while time.monotonic() < until and self._process.poll() is None:
            with suppress(OSError), closing(socket.create_connection(("127.0.0.1", self.port), 1)):
                return
            time.sleep(0.02)
        said = (self._place / "broker.log").read_text(errors="replace").strip().splitlines()
        raise BrokerMissing(f"Mosquitto does not start: {said[-1] if said else 'it says nothing'}")


def free_port(wished: int = 0) -> int:
    """A free TCP port of this machine: `wished`, if it is free."""
    with closing(socket.socket()) as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", wished))
        except OSError:
            found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
