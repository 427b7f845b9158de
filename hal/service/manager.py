"""What a service manager is told: that the table is ready, that its loop still turns, and that it may switch off.

One datagram a message, as sd_notify(3) has it; without `NOTIFY_SOCKET` nobody asked, and nothing is sent.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

OFF_FILE = "off"
"""The file in the service's runtime directory that asks for the computer to be switched off."""
HARDWARE_FILE = "hardware"
"""The file there that says, once it is known, whether a page is on the panel: `PLAYS`, or a word for what is lacking;
then a sentence."""
PLAYS = "plays"


class ServiceManager:
    """The service manager that started this program, if there is one. Never fails, never waits.

    `environment` is where sd_notify(3) looks: `NOTIFY_SOCKET` (a path; a leading @ is the abstract namespace),
    `WATCHDOG_USEC` and `WATCHDOG_PID`; `RUNTIME_DIRECTORY` is systemd.exec(5)'s.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self.watchdog_s = _watchdog(environment) if self._address else None
        self._runtime = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]

    def ready(self) -> None:
        """The table takes presses from now on; a wish to switch off from before is over."""
        self._remove(HARDWARE_FILE)
        self._up()

    def ready_without(self, hardware: str, sentence: str) -> None:
        """The service is up, and no table can be played at, since `hardware`, one word, is lacking."""
        self.lacks(hardware, sentence)
        self._up()

    def plays(self) -> None:
        """The first page is on the panel."""
        self._tell_hardware(PLAYS, "")

    def lacks(self, hardware: str, sentence: str) -> None:
        """The table is up without some `hardware`, one word."""
        self._tell_hardware(hardware, sentence)

    def _up(self) -> None:
        self._remove(OFF_FILE)
        self._send("READY=1")

    def _remove(self, name: str) -> None:
        # A directory that has gone, or a file that is kept from us, is no reason not to play.
        with suppress(OSError):
            self._file(name).unlink(missing_ok=True)

    def _tell_hardware(self, word: str, sentence: str) -> None:
        with suppress(OSError):
            file = self._file(HARDWARE_FILE)
            # Replaced whole: somebody looks again and again, and must not find it empty.
            part = file.with_name(f"{file.name}.part")
            part.write_text(f"{word}\n{sentence}\n", encoding="utf-8")
            part.replace(file)

    def _file(self, name: str) -> Path:
        """A file of the service's runtime directory. Raises FileNotFoundError if it has none."""
        if not self._runtime:
            raise FileNotFoundError(name)
        return Path(self._runtime, name)

    def ping(self) -> None:
        """The loop turns."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The table is being closed; a refresh under way is still waited for."""
        self._send("STOPPING=1")

    def switch_off(self) -> bool:
        """Ask for the computer to be switched off; whether there was somebody to ask.

        A service without rights can't do it: it leaves a file, for which `systemd/tablekeeper-off.path` waits.
        """
        try:
            self._file(OFF_FILE).touch()
        except OSError:
            return False
        return True

    def _send(self, message: str) -> None:
        if self._address is None:
            return
        # A manager that has gone, or has no room for the message just now, is no reason to stop a game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sending:
            sending.setblocking(False)
            sending.sendto(message.encode(), self._address)


def _address(given: str) -> str | None:
    if given.startswith("/"):
        return given
    return "\0" + given[1:] if given.startswith("@") and len(given) > 1 else None


def _watchdog(environment: Mapping[str, str]) -> float | None:
    """The seconds within which the manager wants a ping; None if it does not, or not of this process."""
    pid = environment.get("WATCHDOG_PID")
    microseconds = environment.get("WATCHDOG_USEC", "")
    if (pid is not None and pid != str(os.getpid())) or not microseconds.isdecimal():
        return None
    return int(microseconds) / 1_000_000 or None
