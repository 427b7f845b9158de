"""Notify the service manager (systemd): the table is ready, its loop is alive, the computer may be switched off.

Each message is one datagram, as in sd_notify(3). Without `NOTIFY_SOCKET`, nothing is sent.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

SWITCH_OFF_FILE = "off"
"""The file in the service's runtime directory that asks for the computer to be switched off."""
PROGRAM_REQUEST_FILE = "newer-program"
"""The file there that asks to examine a newer program, uploaded on the web page. Only the SD card image has a unit that
waits for it."""
HARDWARE_FILE = "hardware"
"""The file there that says whether a page is on the panel, once that is known. It has `PANEL_WORKS`, or a word for the
missing hardware, and then a sentence."""
PANEL_WORKS = "plays"


class ServiceManager:
    """The service manager that started this program, if any. Never fails, never waits.

    `environment` has the variables of sd_notify(3): `NOTIFY_SOCKET` (a path; a leading @ means the abstract namespace),
    `WATCHDOG_USEC` and `WATCHDOG_PID`; and `RUNTIME_DIRECTORY` of systemd.exec(5).
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = _socket_address(environment.get("NOTIFY_SOCKET", ""))
        self.watchdog_s = _watchdog_interval(environment) if self._address else None
        self._runtime_directory = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]

    def report_ready(self) -> None:
        """Report that the table accepts presses from now on. Removes earlier `HARDWARE_FILE` and `SWITCH_OFF_FILE`."""
        self._remove(HARDWARE_FILE)
        self._send_ready()

    def report_ready_without_hardware(self, hardware: str, sentence: str) -> None:
        """Report that the service is up without a playable table, since `hardware`, one word, is missing."""
        self.report_missing_hardware(hardware, sentence)
        self._send_ready()

    def report_panel_works(self) -> None:
        """Report that the first page is on the panel."""
        self._write_hardware_file(PANEL_WORKS, "")

    def report_missing_hardware(self, hardware: str, sentence: str) -> None:
        """Report that the table is up without some `hardware`, one word."""
        self._write_hardware_file(hardware, sentence)

    def _send_ready(self) -> None:
        self._remove(SWITCH_OFF_FILE)
        self._send("READY=1")

    def _remove(self, name: str) -> None:
        # A missing directory, or a file without access, is no reason not to play.
        with suppress(OSError):
            self._runtime_file(name).unlink(missing_ok=True)

    def _write_hardware_file(self, word: str, sentence: str) -> None:
        with suppress(OSError):
            file = self._runtime_file(HARDWARE_FILE)
            # Replaced atomically: another program polls the file, and must not find it empty.
            temporary_file = file.with_name(f"{file.name}.part")
            temporary_file.write_text(f"{word}\n{sentence}\n", encoding="utf-8")
            temporary_file.replace(file)

    def _runtime_file(self, name: str) -> Path:
        """Return the path of a file in the service's runtime directory.

        Raises FileNotFoundError if there is no directory.
        """
        if not self._runtime_directory:
            raise FileNotFoundError(name)
        return Path(self._runtime_directory, name)

    def ping(self) -> None:
        """Report that the loop is alive."""
        self._send("WATCHDOG=1")

    def report_stopping(self) -> None:
        """Report that the table is being closed; a refresh under way is still waited for."""
        self._send("STOPPING=1")

    def request_switch_off(self) -> bool:
        """Request that the computer is switched off. Returns False if there is no runtime directory for the request.

        The service has no rights to do that itself: it creates a file, for which `systemd/tablekeeper-off.path` waits.
        """
        try:
            self._runtime_file(SWITCH_OFF_FILE).touch()
        except OSError:
            return False
        return True

    def request_program_examination(self) -> None:
        """Request that a newer program is examined (`PROGRAM_REQUEST_FILE`)."""
        with suppress(OSError):
            self._runtime_file(PROGRAM_REQUEST_FILE).touch()

    def _send(self, message: str) -> None:
        if self._address is None:
            return
        # A manager that is gone, or whose queue is full just now, is no reason to stop a game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.setblocking(False)
            sender.sendto(message.encode(), self._address)


def _socket_address(address: str) -> str | None:
    if address.startswith("/"):
        return address
    return "\0" + address[1:] if address.startswith("@") and len(address) > 1 else None


def _watchdog_interval(environment: Mapping[str, str]) -> float | None:
    """Return the seconds within which the manager expects a ping; None if it expects none, or none of this process."""
    pid = environment.get("WATCHDOG_PID")
    microseconds = environment.get("WATCHDOG_USEC", "")
    if (pid is not None and pid != str(os.getpid())) or not microseconds.isdecimal():
        return None
    return int(microseconds) / 1_000_000 or None
