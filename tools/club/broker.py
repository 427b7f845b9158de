"""Runs a Mosquitto broker for a club on this machine: a free port, passwords, and the access list of docs/club.md."""

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
PROGRAM_PATH = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"
"""Debian installs the broker outside an ordinary user's PATH."""

TIMEOUT_S = 20.0
"""Timeout in seconds for the broker to listen, and to end."""

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


class CannotStartBroker(Exception):
    """There is no broker, or it can't be started; the message is a sentence that says what to do."""


class OwnBroker:
    """A broker that runs until `close`."""

    def __init__(self, place: Path, boxes: tuple[str, ...]) -> None:
        """Start the broker, with its files in a directory. Raises CannotStartBroker."""
        program, passwd_program = (shutil.which(name, path=PROGRAM_PATH) for name in ("mosquitto", "mosquitto_passwd"))
        if program is None or passwd_program is None:
            raise CannotStartBroker("make club needs the broker Mosquitto. Install it with: sudo apt install mosquitto")
        self._place = place
        self.port = free_port()
        user = "user root\n" if os.geteuid() == 0 else ""
        (place / "broker.conf").write_text(_CONFIGURATION.format(user=user, port=self.port, place=place))
        _write_private(place / "access", _ACCESS)
        self._write_passwords(passwd_program, (HUB, *boxes))
        with (place / "broker.log").open("wb") as log:
            self._process = subprocess.Popen(
                [program, "-c", str(place / "broker.conf")],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            self._wait_until_it_listens()
        except CannotStartBroker:
            self.close()
            raise

    def password_file(self, user: str) -> Path:
        """The file with a user's password."""
        return self._place / f"{user}.password"

    def close(self) -> None:
        """End the broker."""
        self._process.terminate()
        try:
            self._process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _write_passwords(self, passwd_program: str, users: tuple[str, ...]) -> None:
        password_by_user = {user: secrets.token_urlsafe(18) for user in users}
        path = self._place / "passwords"
        _write_private(path, "".join(f"{user}:{word}\n" for user, word in password_by_user.items()))
        completed = subprocess.run([passwd_program, "-U", str(path)], check=False, capture_output=True, text=True)
        if completed.returncode:
            raise CannotStartBroker(f"mosquitto_passwd fails: {completed.stderr.strip() or 'it says nothing'}")
        path.chmod(0o600)  # `mosquitto_passwd` may have replaced the file
        for user, word in password_by_user.items():
            _write_private(self.password_file(user), word)

    def _wait_until_it_listens(self) -> None:
        until = time.monotonic() + TIMEOUT_S
        while time.monotonic() < until and self._process.poll() is None:
            with suppress(OSError), closing(socket.create_connection(("127.0.0.1", self.port), 1)):
                return
            time.sleep(0.02)
        lines = (self._place / "broker.log").read_text(errors="replace").strip().splitlines()
        raise CannotStartBroker(f"Mosquitto does not start: {lines[-1] if lines else 'it says nothing'}")


def _write_private(path: Path, content: str) -> None:
    """Write a file that only this user can read."""
    path.touch(0o600)
    path.write_text(content)


def free_port(preferred_port: int = 0) -> int:
    """A free TCP port of this machine: `preferred_port`, if it is free."""
    with closing(socket.socket()) as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", preferred_port))
        except OSError:
            found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
