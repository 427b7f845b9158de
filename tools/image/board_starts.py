"""Boots the card as each model's firmware would: root, pins and buses must work, and a missing panel must be reported.

Nothing on the card is replaced: QEMU's board gets the card, and what the firmware loads from its first partition. The
result is read where the owner of a Pi would read it: in the text file that the card writes (on_card/trouble).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.emulation.commands import CannotEmulate, run
from tools.emulation.report import RunReport
from tools.image.card_copy import CardCopy
from tools.image.firmware import LoadedKernel, load
from tools.image.machine import EmulatedMachine, powered
from tools.image.models import MODELS, QEMU_PI_4, PiModel
from tools.image.root import BOOT

SD_MB = 2048
"""QEMU's slots require a power of two, and the whole file is read."""
TIMEOUT_S = 1200.0
LOOK_S = 2.0
LOG = "tablekeeper-log.txt"
SLOTS = {QEMU_PI_4: ("if=none,id=card", "-device", "sd-card,drive=card,bus=main-system-bus/generic-sdhci/sd-bus")}
"""The slot of a board's card: without options, QEMU's Pi 4 uses another slot than the real board."""

EXPECTED = (
    ("spi: spidev0.0", "no SPI"),
    ("i2c: /dev/i2c-1 is i2c@7e804000\n", "the header's I2C is not /dev/i2c-1"),
    ("waiting for others: \n", "a device waits for a driver"),
    ("GPIO 8, the panel's chip select, is not held by the kernel", "the kernel holds GPIO 8"),
    ("flashes 3 times", "it does not say that the panel is silent"),
)
"""The texts that the card's file must have on each model, and the complaint if one is missing."""


@dataclass(frozen=True)
class CardFault:
    """Something that was once wrong with the card: a function that restores the fault, and a model that shows it."""

    name: str
    model: str
    put_back: Callable[[CardCopy], None]


def run_all(image: Path, report: RunReport) -> None:
    """Boot the card on every model, and with each fault restored. Raises CannotEmulate."""
    for model in MODELS:
        begun = time.monotonic()
        wrong = _faults_in_boot(image, model)
        seconds = f", {time.monotonic() - begun:.0f} s"
        report.figure(f"{model.name}: root, SPI, I2C, pins", "; ".join(wrong) or f"there{seconds}", "", good=not wrong)
    for fault in FAULTS:
        model = next(one for one in MODELS if one.name == fault.model)
        wrong = _faults_in_boot(image, model, fault.put_back)
        report.figure(f"{model.name}, {fault.name}", "; ".join(wrong) or "not found", "found", good=bool(wrong))


def _faults_in_boot(image: Path, model: PiModel, change: Callable[[CardCopy], None] = lambda _: None) -> list[str]:
    """The faults found in one boot."""
    with TemporaryDirectory(dir=image.parent) as made:
        card = CardCopy(image, Path(made), SD_MB)
        change(card)
        loaded = load(card.first_partition(), model, card.place)
        console = image.parent / f"{model.tree}.console"
        with powered(model.name, _options(model, card, loaded, console), console) as machine:
            return list(_faults(_log_of(card, machine), machine))


def _options(model: PiModel, card: CardCopy, loaded: LoadedKernel, console: Path) -> list[str | Path]:
    slot, *more = SLOTS.get(model.board, ("if=sd",))
    # The first serial port belongs to the radio, and the second to the header.
    options: list[str | Path] = ["-M", model.board, "-serial", "null", "-serial", f"file:{console}"]
    options += ["-kernel", loaded.kernel, "-initrd", loaded.initrd, "-dtb", loaded.tree]
    return [*options, "-append", loaded.command_line, "-drive", f"file={card.file},format=raw,{slot}", *more]


def _log_of(card: CardCopy, machine: EmulatedMachine) -> str:
    until = time.monotonic() + TIMEOUT_S
    while not (log := card.text(LOG)) and machine.is_running and "no root" not in machine.console_text():
        if time.monotonic() > until:
            break
        time.sleep(LOOK_S)
    return log


def _faults(log: str, machine: EmulatedMachine) -> Iterator[str]:
    if not log:
        yield f"no text: {machine.console_text().strip()[-200:] or 'nothing on its console'}"
        return
    for text, says in EXPECTED:
        if text not in log:
            yield says
    for unit in re.findall(r"systemd\[1\]: Failed to start (\S+)", log):
        yield f"{unit} failed"


def _overlay_without(*lines: str) -> Callable[[CardCopy], None]:
    def put_back(card: CardCopy) -> None:
        source = (BOOT / "tablekeeper.dts").read_text(encoding="utf-8")
        for line in lines:
            if line not in source:
                raise CannotEmulate(f"the overlay has no {line}")
            source = source.replace(line, "")
        file = card.place / "overlay.dts"
        file.write_text(source, encoding="utf-8")
        run(["dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", f"{file}.dtbo", file])
        card.put("overlays/tablekeeper.dtbo", Path(f"{file}.dtbo").read_bytes())

    return put_back


def _without_i2c_dev(card: CardCopy) -> None:
    card.remove_from_root("/etc/modules-load.d/tablekeeper.conf")


def _root_by_number(card: CardCopy) -> None:
    line = (BOOT / "cmdline.txt").read_text(encoding="utf-8")
    card.put("cmdline.txt", line.replace("root=LABEL=tablekeeper", "root=/dev/mmcblk0p2").encode())


def _initrd_without(modules: Sequence[str]) -> Callable[[CardCopy], None]:
    def put_back(card: CardCopy) -> None:
        folder = card.place / "initrd"
        folder.mkdir()
        file = card.first_partition() / "initrd.zst"
        run(["sh", "-euc", 'cd "$1"; zstd -qdc "$2" | cpio -id --quiet', "sh", folder, file])
        for module in modules:
            for path in (folder / "lib").glob(f"*-{module}.ko"):
                path.unlink()
        run(["sh", "-euc", 'cd "$1"; find . | cpio -o -H newc --quiet | zstd -q -f -o "$2"', "sh", folder, file])
        card.put("initrd.zst", file.read_bytes())

    return put_back


FAULTS = (
    CardFault("nothing loads i2c-dev", "Pi 3 B", _without_i2c_dev),
    CardFault("the kernel's own chip select", "Pi 3 B", _overlay_without("cs-gpios = <&gpio 7 1>;")),
    CardFault("pins that hold themselves", "Zero 2 W", _overlay_without("brcm,pins = <4>;", "brcm,function = <0>;")),
    CardFault("an initrd without regulators", "Pi 4 B", _initrd_without(("fixed", "gpio-regulator"))),
    CardFault("the root by its number", "Pi 4 B", _root_by_number),
    CardFault("the header's bus without its number", "Pi 4 B", _overlay_without('i2c1 = "/soc/i2c@7e804000";')),
)
"""Faults of earlier cards, with which no Pi would have started: each must be detected."""
