"""Checks what is around the table's hardware: the machine, pods, disk and clock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from device.config import Config
from device.doctor.finding import Finding, defect, note, ok
from device.doctor.machine import Machine
from device.journal.errors import JournalError
from device.journal.store import FILE_NAME, Journal
from display.words import ENGLISH
from hal.clock import wallclock

MIN_FREE_BYTES = 50_000_000
"""Bytes that should be free at least. An evening needs less than a thousandth of that; the system needs more."""

_POD_VENDOR = "2e8a"
"""The USB vendor of boards with Raspberry Pi's chips, as in `hal.pods.ports`."""
_PICO_WITH_MICROPYTHON = (_POD_VENDOR, "0005")
_PICO_WITHOUT_FIRMWARE = (_POD_VENDOR, "0003")


def check_computer(machine: Machine) -> Finding:
    """The finding about the machine and its system."""
    lines = (machine.read_text("etc/os-release") or "").splitlines()
    os_release = dict(line.split("=", 1) for line in lines if "=" in line)
    system_name = os_release.get("PRETTY_NAME", "an unknown system").strip('"')
    versions = f"{system_name}, Python {machine.python_version}"
    if machine.model is None:
        return note(
            "machine", f"This is no Raspberry Pi ({versions}): keys and panel need one.", "tablekeeper --hal desktop"
        )
    return ok("machine", f"{machine.model}, {versions}.")


def check_pods(machine: Machine, config: Config) -> Iterator[Finding]:
    """Findings about the boards on USB that can be pods."""
    if not config.pods.enabled:
        yield note("pods", "Pods are switched off in the configuration ([pods] enabled).")
        return
    boards = list(_usb_boards(machine))
    if boards:
        yield ok("pods", f"On USB, boards that can be pods: {', '.join(boards)}.")
    elif _is_plugged_in(machine, _PICO_WITHOUT_FIRMWARE):
        yield note("pods", "A Pico waits for its firmware; see docs/pod.md.")
    else:
        yield ok("pods", "No pod is plugged in; the keys of the box do everything.")


def _usb_boards(machine: Machine) -> Iterator[str]:
    """Yield the port and USB ids of each serial board that can be a pod."""
    for tty in machine.find_files("sys/class/tty/ttyACM*"):
        device = (machine.root / tty.lstrip("/") / "device").resolve().parent
        identity = tuple(_read_usb_id(device / name) for name in ("idVendor", "idProduct"))
        if identity[0] == _POD_VENDOR:
            is_pico = identity == _PICO_WITH_MICROPYTHON
            yield f"/dev/{Path(tty).name} ({':'.join(identity)}{', a Pico' if is_pico else ''})"


def _is_plugged_in(machine: Machine, identity: tuple[str, str]) -> bool:
    devices = (machine.root / "sys/bus/usb/devices").glob("*")
    return any(
        (_read_usb_id(device / "idVendor"), _read_usb_id(device / "idProduct")) == identity for device in devices
    )


def _read_usb_id(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return "?"


def check_disk(machine: Machine, data: Path) -> Iterator[Finding]:
    """Findings about the disk and the journal on it: whether games can be stored, and the stored ones read."""
    folder = next(path for path in (data.absolute(), *data.absolute().parents) if os.path.exists(path))
    space = machine.disk_space(folder)
    if not folder.is_dir():
        yield defect("disk", f"{folder} is no directory: games can't be stored in it.")
    elif space.is_read_only:
        yield defect(
            "disk", f"{folder} is on a disk that is read-only; a worn card makes it so.", "sudo dmesg | grep -i ext4"
        )
    elif not machine.may_use(folder):
        sentence = f"{machine.user} may not write to {folder}; if a service plays here, ask as root."
        yield defect("disk", sentence, "sudo tablekeeper doctor")
    elif space.free_bytes < MIN_FREE_BYTES:
        yield defect(
            "disk", f"Only {space.free_bytes // 1_000_000} MB are free at {folder}.", "sudo apt clean && df -h"
        )
    else:
        yield ok("disk", f"{space.free_bytes // 1_000_000} MB are free at {folder}.")
    # Unlike Path.exists, this returns False if the user has no right to look.
    if os.path.exists(data / FILE_NAME):
        yield from _check_journal(data)


def _check_journal(data: Path) -> Iterator[Finding]:
    try:
        with closing(Journal.open_to_read(data)) as journal:
            count, losses = len(journal.games()), journal.losses
    except JournalError as error:
        yield defect("journal", str(error))
        return
    games = f"{count} game{'s' if count != 1 else ''}"
    remedy = "" if journal.is_incomplete else " At its next start, Tablekeeper keeps the file and goes on with these."
    if journal.trouble is None:
        yield ok("journal", f"{games} in {data / FILE_NAME}.")
    else:
        yield defect("journal", f"{ENGLISH.say(journal.trouble)} {games} of it can be read.{remedy}")
    for loss in losses:
        yield note("journal", ENGLISH.say(loss.sentence))


def check_clock(machine: Machine, config: Config) -> Finding:
    """The finding about the clock: whether the time is known. Only quiet hours and the dates of games need it."""
    zone = machine.read_text("etc/timezone") or "unknown"
    if wallclock.is_time_known(machine.root, machine.now, machine.is_clock_synchronised):
        return ok("clock", f"The time is known; the time zone is {zone}.")
    addition = " Quiet hours are not kept until it is." if config.signal.quiet is not None else ""
    return note("clock", f"The time is not known yet: no network, no clock with a battery.{addition}", "timedatectl")
