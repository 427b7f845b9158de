"""Starts a RabbitMQ for a test, with its MQTT plug-in, users, topic permissions and a certificate."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import time
from collections.abc import Sequence
from glob import glob
from pathlib import Path

import pytest

from club.broker.link import BrokerAddress
from tests.club.certificates import certify
from tests.club.ports import answers, free_port

CONFIGURATION = """\
listeners.tcp = none
mqtt.listeners.ssl.default = {port}
mqtt.listeners.tcp.default = {open_port}
mqtt.allow_anonymous = false
mqtt.vhost = /
mqtt.exchange = amq.topic
ssl_options.certfile = {place}/hub.pem
ssl_options.keyfile = {place}/hub.key
ssl_options.cacertfile = {place}/hub.pem
ssl_options.verify = verify_none
load_definitions = {place}/definitions.json
"""
TIMEOUT_S = 120.0

ASSISTANT = "homeassistant"
ALL_OF_IT = r"^(tablekeeper|homeassistant)\."


class RabbitMQ:
    """A broker that can be killed and started again."""

    def __init__(self, place: Path, hub: str, boxes: Sequence[str]) -> None:
        """Start the broker. Skips the test if there is no RabbitMQ."""
        programs = sorted(glob("/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin/rabbitmq-server"))
        if not programs:
            pytest.skip("RabbitMQ (Debian's rabbitmq-server) is missing")
        self._program, self.place = programs[-1], place
        self.port, self.open_port, self._mapper, self._nodes = (free_port() for _ in range(4))
        certify(place, "hub")
        (place / "rabbitmq.conf").write_text(
            CONFIGURATION.format(place=place, port=self.port, open_port=self.open_port)
        )
        (place / "plugins").write_text("[rabbitmq_mqtt].\n")
        (place / "definitions.json").write_text(json.dumps(definitions(hub, boxes)))
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def address(self, user: str, password: str | None = None) -> BrokerAddress:
        secret = f"secret of {user}" if password is None else password
        return BrokerAddress("127.0.0.1", self.port, user, secret, self.place / "hub.pem")

    def certify(self, name: str) -> Path:
        """Make a certificate for this name."""
        return certify(self.place, name)

    def start(self) -> None:
        """Start it. Returns when it listens."""
        with (self.place / "log").open("ab") as log:
            self._process = subprocess.Popen([self._program], env=self._environment(), stdout=log, stderr=log)
        until = time.monotonic() + TIMEOUT_S
        while time.monotonic() < until:
            if answers(self.port) and answers(self.open_port):
                return
            time.sleep(0.1)
        pytest.fail((self.place / "log").read_text())

    def kill(self) -> None:
        """Kill it, as the kernel would."""
        process = self.place / "rabbit.pid"
        if process.exists():
            os.kill(int(process.read_text()), 9)
            process.unlink()
        if self._process is not None:
            self._process.wait()

    def close(self) -> None:
        """Kill it, and Erlang's port mapper."""
        self.kill()
        subprocess.run(["epmd", "-port", str(self._mapper), "-kill"], check=False, capture_output=True)

    def _environment(self) -> dict[str, str]:
        place = str(self.place)
        own = {
            "HOME": place,
            "RABBITMQ_NODENAME": f"club{self.port}@localhost",
            "RABBITMQ_DIST_PORT": str(self._nodes),
            "ERL_EPMD_PORT": str(self._mapper),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_CONFIG_FILE": f"{place}/rabbitmq",
            "RABBITMQ_ENABLED_PLUGINS_FILE": f"{place}/plugins",
            "RABBITMQ_MNESIA_BASE": f"{place}/mnesia",
            "RABBITMQ_LOG_BASE": f"{place}/logs",
            "RABBITMQ_PID_FILE": f"{place}/rabbit.pid",
        }
        return os.environ | own


def definitions(hub: str, boxes: Sequence[str]) -> dict[str, object]:
    """The users and permissions: a box writes only below its own name, and reads only what is for it.

    Topics here have dots instead of MQTT's slashes.
    """
    all_of_it = {"configure": ".*", "write": ".*", "read": ".*"}
    names = (hub, *boxes)
    return {
        "vhosts": [{"name": "/"}],
        "users": [
            {"name": name, "password_hash": _hashed(f"secret of {name}"), "tags": "",
             "hashing_algorithm": "rabbit_password_hashing_sha256"}
            for name in names
        ],
        "permissions": [{"user": name, "vhost": "/", **all_of_it} for name in names],
        "topic_permissions": [
            {
                "user": name, "vhost": "/", "exchange": "amq.topic",
                "write": _write(hub, name), "read": _read(hub, name),
            }
            for name in names
        ],
    }  # fmt: skip


def _write(hub: str, name: str) -> str:
    """The topics to which a user may write, as a pattern."""
    known = {hub: ALL_OF_IT, ASSISTANT: r"^homeassistant\.status$"}
    return known.get(name, rf"^tablekeeper\.box\.{name}\.")


def _read(hub: str, name: str) -> str:
    """The topics that a user may read, as a pattern."""
    of_assistant = r"^homeassistant\.|^tablekeeper\.assistant\.|^tablekeeper\.box\.[^.]+\.online$"
    return {hub: ALL_OF_IT, ASSISTANT: of_assistant}.get(name, rf"^tablekeeper\.hub\.{name}\.")


def _hashed(password: str) -> str:
    salt = os.urandom(4)
    return base64.b64encode(salt + hashlib.sha256(salt + password.encode()).digest()).decode()
