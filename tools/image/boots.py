"""The card in QEMU, as a Raspberry Pi 3 and as a machine without pins: what it says, takes, and survives."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.emulation.commands import CannotEmulate, HostTooBusy, run
from tools.emulation.report import RunReport
from tools.image.card import DATA_MB, FAT_MB, MIB, ROOT_MB

PATIENCE_S = 1800.0
"""Emulated, and on a busy machine, a start takes minutes."""
CLOCK = ("-icount", "shift=1,sleep=off")
"""The machine's time goes with what it has done, 2 ns an instruction: a busy host makes nothing late."""
TOLD = (
    "systemd.show_status=0 systemd.journald.forward_to_console=1 systemd.log_target=journal loglevel=4 console=ttyAMA0"
)
STARTING, STARTED = "Starting tablekeeper.service", "Started tablekeeper.service"
TAKING, TAKEN = "Starting tablekeeper-update.service", "it is played with from the next start on"
KEPT = "plays, and is kept"
MISSING = "no table can be played at; its hardware is looked for"
WRONG, SAID_OF_IT = "colour = 1\n", "tablekeeper.toml:1: there is no setting “colour”"
RIGHT, DONE_WITH_IT = "[desktop]\nmirror = true\n", "mirror"
FORGED = "tablekeeper-forged.update is not taken"
LOOK_S = 0.2
CARD_MB = 32 * 1024
"""The size of a usual card."""
SD_MB = 2048
"""The same for QEMU's Pi, which wants a power of two, and reads all of it."""
SHARES = (0.05, 0.2, 0.4, 0.6, 0.8, 0.95)
"""When the power goes while an update is taken, as shares of the time that this takes."""
LEAST_INSIDE = 4
"""So many of them must come before the file is taken; a start may take it more quickly than the one that was timed."""
SECONDS = (1.0, 4.0)
"""When it goes while the newer program begins for the first time. A third time, and it would be given up."""


@dataclass(frozen=True)
class EmulatedBoard:
    """A machine of QEMU's, and what its kernel calls the card's root."""

    name: str
    options: tuple[str, ...]
    root: str


VIRT = EmulatedBoard("virt", ("-M", "virt", "-cpu", "cortex-a53", "-m", "512"), "/dev/vda2")
PI = EmulatedBoard("raspi3b", ("-M", "raspi3b"), "/dev/mmcblk0p2")


class CardCopy:
    """A copy of the image, as large as a card, and what its first partition holds."""

    def __init__(self, image: Path, place: Path, megabytes: int = CARD_MB) -> None:
        place.mkdir()
        self.file, self.place = place / "card.img", place
        run(["cp", "--sparse=always", image, self.file])
        with self.file.open("r+b") as file:
            file.truncate(megabytes * MIB)
        for name in ("vmlinuz", "initrd.zst", "bcm2837-rpi-3-b.dtb"):
            run(["mcopy", "-o", "-i", self._fat, f"::/{name}", place / name])

    @property
    def _fat(self) -> str:
        return f"{self.file}@@1M"

    def put(self, name: str, content: bytes | str | Path) -> None:
        """Put a file on its first partition, as somebody does with a laptop."""
        file = self.place / "put"
        if isinstance(content, Path):
            run(["cp", content, file])
        else:
            file.write_bytes(content.encode() if isinstance(content, str) else content)
        run(["mcopy", "-o", "-i", self._fat, file, f"::/{name}"])
        file.unlink()

    def data_mb(self) -> int:
        """How large its last partition is, by the card's first sector."""
        with self.file.open("rb") as file:
            entry = file.read(512)[446 + 2 * 16 : 446 + 3 * 16]
        return int.from_bytes(entry[12:16], "little") * 512 // MIB

    def check_data(self) -> bool:
        """Whether the file system of its last partition is in order, once its journal is played back."""
        # On its own: e2fsck loses the place of a partition within a file once it has played a journal back.
        part = self.place / "data.img"
        copy_written(self.file, part, (1 + FAT_MB + ROOT_MB) * MIB)
        checked = subprocess.run(["e2fsck", "-fy", part], capture_output=True, check=False).returncode
        part.unlink()
        return checked in (0, 1)


def copy_written(source: Path, target: Path, begin: int) -> None:
    """Copy a file from a byte on, but for the holes in it: a card's file is mostly holes."""
    with source.open("rb") as read, target.open("wb") as written:
        size = source.stat().st_size
        written.truncate(size - begin)
        at = begin
        while at < size:
            try:
                at = os.lseek(read.fileno(), at, os.SEEK_DATA)
            except OSError as error:
                if error.errno == errno.ENXIO:
                    break
                raise
            end = os.lseek(read.fileno(), at, os.SEEK_HOLE)
            for place in range(at, end, MIB):
                data = os.pread(read.fileno(), min(MIB, end - place), place)
                os.pwrite(written.fileno(), data, place - begin)
            at = end


class EmulatedMachine:
    """A card in a machine that runs."""

    def __init__(self, board: EmulatedBoard, process: subprocess.Popen[bytes], console: Path) -> None:
        self._board, self._process, self._console = board, process, console
        self._begun = time.monotonic()

    def seen(self) -> str:
        """What its console has shown so far."""
        return self._console.read_bytes().decode(errors="replace")

    def wait(self, for_: str) -> float:
        """Wait until the console shows something; the seconds since the power came. Raises CannotEmulate."""
        while for_ not in self.seen():
            if time.monotonic() - self._begun > PATIENCE_S or self._process.poll() is not None:
                raise CannotEmulate(
                    f"{self._board.name} does not show “{for_}”; its console ends with:\n{self.seen()[-3000:]}"
                )
            time.sleep(LOOK_S)
        return time.monotonic() - self._begun


@contextmanager
def powered(board: EmulatedBoard, card: CardCopy, console: Path) -> Iterator[EmulatedMachine]:
    """The card in a machine with power; afterwards it has none, without a warning."""
    options = [*CLOCK, "-nographic", "-monitor", "none", "-serial", f"file:{console}", "-no-reboot", "-net", "none"]
    append = f"root={board.root} ro rootwait panic=10 {TOLD}"
    starting = ["-kernel", card.place / "vmlinuz", "-initrd", card.place / "initrd.zst", "-append", append]
    if board is PI:
        starting += ["-dtb", card.place / "bcm2837-rpi-3-b.dtb"]
    drive = f"file={card.file},format=raw,if={'sd' if board is PI else 'virtio'}"
    console.write_bytes(b"")
    command = ["qemu-system-aarch64", *board.options, *options, *starting, "-drive", drive]
    with subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL) as process:
        try:
            yield EmulatedMachine(board, process, console)
        finally:
            process.kill()


def run_all(image: Path, update: Path, report: RunReport) -> None:
    """Start the card in both machines, and again and again. Raises CannotEmulate."""
    for file in (image, update):
        if not file.exists():
            raise CannotEmulate(f"there is no {file}. Type: make image update")
    with TemporaryDirectory(dir=image.parent) as made:
        place, consoles = Path(made), image.parent
        pi = CardCopy(image, place / "pi", SD_MB)
        with powered(PI, pi, consoles / "raspi3b.console") as machine:
            _first(machine, "raspi3b", report)
        card = CardCopy(image, place / "card")
        with powered(VIRT, card, consoles / "virt.console") as machine:
            _first(machine, "virt", report)
        grown = card.data_mb()
        report.figure("the last partition has grown to (MB)", grown, f"> {DATA_MB}", good=grown > DATA_MB)
        _in_order(card, report, "it is in order after the power went")
        _settings(card, consoles, report)
        seconds = _updated(card, update, consoles, report)
        _cut_in_time(image, place, update, seconds, report)


def _first(machine: EmulatedMachine, where: str, report: RunReport) -> None:
    """Without a panel, pins and settings of its own; then the power goes."""
    machine.wait(STARTED)
    report.figure(f"{where}: the service is active after (s)", f"{active_after(machine.seen()):.0f}")
    machine.wait(MISSING)
    report.figure(f"{where}: without a panel and pins, it says", said(machine.seen()), "so")
    failed = re.findall(r"systemd\[1\]: Failed to start (\S+)", machine.seen())
    report.figure(f"{where}: units that failed", ", ".join(failed) or "none", "none", good=not failed)
    report.say(f"{where}: units by the time that they took, in seconds: {dearest(machine.seen())}")


def _in_order(card: CardCopy, report: RunReport, name: str) -> None:
    fine = card.check_data()
    report.figure(name, "yes" if fine else "no", "yes", good=fine)


def _settings(card: CardCopy, consoles: Path, report: RunReport) -> None:
    """With settings that can't be used, and a file that nobody signed; then with others."""
    card.put("tablekeeper.toml", WRONG)
    card.put("tablekeeper-forged.update", b"nobody signed this")
    with powered(VIRT, card, consoles / "virt-wrong.console") as machine:
        machine.wait(SAID_OF_IT)
        machine.wait(FORGED)
        machine.wait(STARTED)
    report.figure("settings that can't be used", "are told", "are told")
    report.figure("a file that nobody signed", "is not taken", "is not taken")
    card.put("tablekeeper.toml", RIGHT)
    with powered(VIRT, card, consoles / "virt-right.console") as machine:
        machine.wait(DONE_WITH_IT)
        machine.wait(STARTED)
        fine = SAID_OF_IT not in machine.seen()
    report.figure("settings that can be used", "are taken" if fine else "are told", "are taken", good=fine)


def _updated(card: CardCopy, update: Path, consoles: Path, report: RunReport) -> float:
    """Take a signed file, and play with it; the seconds that taking it took on this host."""
    card.put("tablekeeper-newer.update", update)
    with powered(VIRT, card, consoles / "virt-update.console") as machine:
        begun = machine.wait(TAKING)
        seconds = machine.wait(TAKEN) - begun
    with powered(VIRT, card, consoles / "virt-updated.console") as machine:
        machine.wait(KEPT)
    report.figure("a signed file", "is played with", "is played with")
    return seconds


def _cut_in_time(image: Path, place: Path, update: Path, seconds: float, report: RunReport) -> None:
    """Cut the taking of a signed file short, on a card that has not taken it. Raises CannotEmulate."""
    for part in (1.0, 0.5):
        try:
            return _cut(CardCopy(image, place / f"cut-{part}"), update, part * seconds, image.parent, report)
        except HostTooBusy as error:
            report.say(f"{error}: once more, with half the time")
    return _cut(CardCopy(image, place / "cut"), update, seconds / 4, image.parent, report)


def _cut(card: CardCopy, update: Path, seconds: float, consoles: Path, report: RunReport) -> None:
    """The power goes while a signed file is taken, and while what is in it begins: something plays each time.

    Raises HostTooBusy if the file was taken before it was cut often enough, as by a host that was busier when
    that was timed.
    """
    card.put("tablekeeper-newer.update", update)
    console = consoles / "virt-cut.console"
    inside = _cut_while_taken(card, console, seconds)
    if inside < LEAST_INSIDE:
        raise HostTooBusy(f"the file was taken after {inside} cuts")
    # The next two starts begin with the newer program.
    for after in SECONDS:
        with powered(VIRT, card, console) as machine:
            machine.wait(STARTING)
            time.sleep(after)
    with powered(VIRT, card, console) as machine:
        machine.wait(KEPT)
        machine.wait(STARTED)
    report.figure(f"after {inside} cuts while it is taken and {len(SECONDS)} while it begins, it plays", "yes", "yes")
    _in_order(card, report, "its partition is in order after that")


def _cut_while_taken(card: CardCopy, console: Path, seconds: float) -> int:
    """How often the power went before the file was taken; after that it is taken, and the power goes at once."""
    for inside, share in enumerate(SHARES):
        with powered(VIRT, card, console) as machine:
            machine.wait(STARTED)
            machine.wait(TAKING)
            time.sleep(share * seconds)
            if TAKEN in machine.seen():
                return inside
    with powered(VIRT, card, console) as machine:
        machine.wait(STARTED)
        machine.wait(TAKEN)
    return len(SHARES)


def said(console: str) -> str:
    """What the service said first that somebody has to mend."""
    found = re.findall(r"tablekeeper\[\d+\]: (?:<\d>)?(.*)", console)
    return next((line.strip()[:60] for line in found if MISSING not in line), "nothing")


def active_after(console: str) -> float:
    """The seconds of the machine's own time until the service was active."""
    found = re.search(rf"\[ *(\d+\.\d+)\] systemd\[1\]: {STARTED}", console)
    return float(found[1]) if found else float("nan")


def dearest(console: str, count: int = 10) -> str:
    """The units that took longest, by what systemd tells of their beginnings and ends."""
    begun, took = dict[str, float](), dict[str, float]()
    for moment, word, unit in re.findall(r"\[ *(\d+\.\d+)\] systemd\[1\]: (\w+) (\S+\.\w+) - ", console):
        if word in ("Starting", "Mounting"):
            begun[unit] = float(moment)
        elif word in ("Started", "Finished", "Mounted") and unit in begun:
            took[unit] = float(moment) - begun.pop(unit)
    longest = sorted(took, key=lambda unit: took[unit], reverse=True)[:count]
    return ", ".join(f"{unit} {took[unit]:.1f}" for unit in longest)
