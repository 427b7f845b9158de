"""Tests the card in QEMU's machine without pins: its messages, updates and power cuts. Pi models: `board_starts.py`."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.emulation.commands import HostTooBusy
from tools.emulation.report import RunReport
from tools.image.card import DATA_MB, ROOT_LABEL
from tools.image.card_copy import CardCopy
from tools.image.machine import EmulatedMachine, powered

LOG_OPTIONS = (
    "systemd.show_status=0 systemd.journald.forward_to_console=1 systemd.log_target=journal loglevel=4 console=ttyAMA0"
)
STARTING, STARTED = "Starting tablekeeper.service", "Started tablekeeper.service"
TAKING, TAKEN = "Starting tablekeeper-update.service", "it is played with from the next start on"
KEPT = "plays, and is kept"
MISSING = "no table can be played at; its hardware is looked for"
MIRRORED = "the table is mirrored at"
WRONG_SETTINGS, WRONG_SETTINGS_SENTENCE = "colour = 1\n", "tablekeeper.toml:1: there is no setting “colour”"
RIGHT_SETTINGS, RIGHT_SETTINGS_SENTENCE = "[desktop]\nmirror = true\n", "mirror"
FORGED = "tablekeeper-forged.update is not taken"
CARD_MB = 32 * 1024
"""The size of a usual card."""
SHARES = (0.05, 0.2, 0.4, 0.6, 0.8, 0.95)
"""The times of power cuts during an update, as shares of the update's duration."""
MIN_INSIDE = 4
"""The minimum number of cuts before the update is complete: another start may be quicker than the timed one."""
SECONDS = (1.0, 4.0)
"""Seconds after which the power is cut during the newer program's first starts. A third cut would make the card give it
up."""
VIRT = ("-M", "virt", "-cpu", "cortex-a53", "-m", "512")
"""The options of QEMU's machine without pins."""


@contextmanager
def _powered(card: CardCopy, console: Path) -> Iterator[EmulatedMachine]:
    """Run the card in that machine."""
    first = card.first_partition()
    options: list[str | Path] = [*VIRT, "-serial", f"file:{console}"]
    options += ["-append", f"root=LABEL={ROOT_LABEL} ro rootwait panic=10 {LOG_OPTIONS}"]
    options += ["-kernel", first / "vmlinuz", "-initrd", first / "initrd.zst"]
    with powered("virt", [*options, "-drive", f"file={card.file},format=raw,if=virtio"], console) as machine:
        yield machine


def run_all(image: Path, update: Path, report: RunReport) -> None:
    """Start the card in many ways. Raises CannotEmulate."""
    with TemporaryDirectory(dir=image.parent) as made:
        place, consoles = Path(made), image.parent
        card = CardCopy(image, place / "card", CARD_MB)
        with _powered(card, consoles / "virt.console") as machine:
            _start_first(machine, report)
        grown = card.data_mb()
        report.figure("the last partition has grown to (MB)", grown, f"> {DATA_MB}", good=grown > DATA_MB)
        _report_order(card, report, "it is in order after the power went")
        _try_settings(card, consoles, report)
        seconds = _update(card, update, consoles, report)
        _cut_in_time(image, place, update, seconds, report)


def _start_first(machine: EmulatedMachine, report: RunReport) -> None:
    """First start, without panel, pins and own settings; then a power cut."""
    machine.wait(STARTED)
    report.figure("without pins: the service is active after (s)", f"{active_after_s(machine.console_text()):.0f}")
    machine.wait(MISSING)
    report.figure("without a panel and pins, it says", first_complaint(machine.console_text()), "so")
    failed = re.findall(r"systemd\[1\]: Failed to start (\S+)", machine.console_text())
    report.figure("units that failed", ", ".join(failed) or "none", "none", good=not failed)
    report.say(f"units by the time that they took, in seconds: {slowest_units(machine.console_text())}")


def _report_order(card: CardCopy, report: RunReport, name: str) -> None:
    fine = card.check_data()
    report.figure(name, "yes" if fine else "no", "yes", good=fine)


def _try_settings(card: CardCopy, consoles: Path, report: RunReport) -> None:
    """Start with unusable settings and an unsigned update; then with usable settings."""
    card.put("tablekeeper.toml", WRONG_SETTINGS)
    card.put("tablekeeper-forged.update", b"nobody signed this")
    with _powered(card, consoles / "virt-wrong.console") as machine:
        machine.wait(WRONG_SETTINGS_SENTENCE)
        machine.wait(FORGED)
        machine.wait(STARTED)
    report.figure("settings that can't be used", "are told", "are told")
    report.figure("a file that nobody signed", "is not taken", "is not taken")
    card.put("tablekeeper.toml", RIGHT_SETTINGS)
    with _powered(card, consoles / "virt-right.console") as machine:
        machine.wait(RIGHT_SETTINGS_SENTENCE)
        machine.wait(STARTED)
        fine = WRONG_SETTINGS_SENTENCE not in machine.console_text()
    report.figure("settings that can be used", "are taken" if fine else "are told", "are taken", good=fine)


def _update(card: CardCopy, update: Path, consoles: Path, report: RunReport) -> float:
    """Install a signed update, and start it. Returns the seconds that installing it took on this host."""
    card.put("tablekeeper-newer.update", update)
    with _powered(card, consoles / "virt-update.console") as machine:
        begun = machine.wait(TAKING)
        seconds = machine.wait(TAKEN) - begun
    with _powered(card, consoles / "virt-updated.console") as machine:
        machine.wait(KEPT)
    report.figure("a signed file", "is played with", "is played with")
    return seconds


def _cut_in_time(image: Path, place: Path, update: Path, seconds: float, report: RunReport) -> None:
    """Cut the power while a signed update is installed, on a fresh card. Raises CannotEmulate."""
    for part in (1.0, 0.5):
        try:
            return _cut(CardCopy(image, place / f"cut-{part}", CARD_MB), update, part * seconds, image.parent, report)
        except HostTooBusy as error:
            report.say(f"{error}: once more, with half the time")
    return _cut(CardCopy(image, place / "cut", CARD_MB), update, seconds / 4, image.parent, report)


def _cut(card: CardCopy, update: Path, seconds: float, consoles: Path, report: RunReport) -> None:
    """Cut the power while an update is installed, and while it starts: a program must start each time.

    Raises HostTooBusy if the update was complete before it was cut often enough, because the host was busier when the
    duration was measured.
    """
    card.put("tablekeeper-newer.update", update)
    console = consoles / "virt-cut.console"
    inside = _cut_while_taken(card, console, seconds)
    if inside < MIN_INSIDE:
        raise HostTooBusy(f"the file was taken after {inside} cuts")
    # The next two starts begin the newer program.
    for after in SECONDS:
        with _powered(card, console) as machine:
            machine.wait(STARTING)
            time.sleep(after)
    with _powered(card, console) as machine:
        machine.wait(KEPT)
        machine.wait(STARTED)
    report.figure(f"after {inside} cuts while it is taken and {len(SECONDS)} while it begins, it plays", "yes", "yes")
    _report_order(card, report, "its partition is in order after that")


def _cut_while_taken(card: CardCopy, console: Path, seconds: float) -> int:
    """Cut the power until the update is complete. Returns the number of cuts before that."""
    for inside, share in enumerate(SHARES):
        with _powered(card, console) as machine:
            machine.wait(STARTED)
            machine.wait(TAKING)
            time.sleep(share * seconds)
            if TAKEN in machine.console_text():
                return inside
    with _powered(card, console) as machine:
        machine.wait(STARTED)
        machine.wait(TAKEN)
    return len(SHARES)


def first_complaint(console: str) -> str:
    """The service's first message about something to be mended."""
    found = re.findall(r"tablekeeper\[\d+\]: (?:<\d>)?(.*)", console)
    return next((line.strip()[:60] for line in found if MISSING not in line and MIRRORED not in line), "nothing")


def active_after_s(console: str) -> float:
    """The seconds of the machine's own clock until the service was active."""
    found = re.search(rf"\[ *(\d+\.\d+)\] systemd\[1\]: {STARTED}", console)
    return float(found[1]) if found else float("nan")


def slowest_units(console: str, count: int = 10) -> str:
    """The units that took longest, from systemd's messages about their starts and ends."""
    begun, took = dict[str, float](), dict[str, float]()
    for moment, word, unit in re.findall(r"\[ *(\d+\.\d+)\] systemd\[1\]: (\w+) (\S+\.\w+) - ", console):
        if word in ("Starting", "Mounting"):
            begun[unit] = float(moment)
        elif word in ("Started", "Finished", "Mounted") and unit in begun:
            took[unit] = float(moment) - begun.pop(unit)
    longest = sorted(took, key=lambda unit: took[unit], reverse=True)[:count]
    return ", ".join(f"{unit} {took[unit]:.1f}" for unit in longest)
