"""Simulates the Raspberry Pi firmware's work on a card's first partition, for QEMU's boards, which have no firmware.

It reads config.txt and cmdline.txt, takes the model's device tree, merges the overlays into it, and writes the board's
revision there (Raspberry Pi documentation, “config.txt” and “Device trees, overlays, and parameters”).
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.doctor.boot import boot_settings, model_filters
from tools.emulation.commands import CannotEmulate, run
from tools.image.models import QEMU_PI_3, QEMU_PI_4, PiModel

ABSENT = {
    QEMU_PI_3: ("/soc/watchdog@7e100000",),
    QEMU_PI_4: (
        "/soc/watchdog@7e100000", "/soc/interrupt-controller@7ef00100", "/soc/i2c@7ef04500", "/soc/i2c@7ef09500",
        "/soc/clock@7ef00000",
    ),
}  # fmt: skip
"""Devices in the tree that QEMU's boards lack. Their watchdog fires as soon as it is started; a kernel that looks for a
screen's connection hangs."""

LAST_TAKEN_BUS = {QEMU_PI_4: ("i2c2", "/soc/i2c@7ef09500")}
"""An alias for the last bus before the header's: QEMU's Pi 4 lacks the two HDMI buses, which come first on a real one,
and the kernel numbers buses without an alias above this."""

EXPANDER = "/soc/firmware/gpio"
"""Pins that only the firmware can switch: light, regulators, radio. QEMU has none."""
FREE_PINS = 46
"""The first of the processor's own pins that replace those; in QEMU, they are not connected."""


@dataclass(frozen=True)
class LoadedKernel:
    """The firmware's result: kernel, initrd and device tree, as files, and the kernel's command line."""

    kernel: Path
    initrd: Path
    tree: Path
    command_line: str


def load(partition: Path, model: PiModel, place: Path) -> LoadedKernel:
    """Load what the firmware loads for a model from a partition's folder. Created files are in `place`.

    Raises CannotEmulate if a Pi would stop at its rainbow screen, or start without a file.
    """
    named = run(["fdtget", "-t", "s", _there(partition / model.tree), "/", "model"]).strip()
    found = list(boot_settings(_text(partition / "config.txt"), model_filters(named)))
    values = dict(found)
    if values.get("arm_64bit") != "1" or values.get("upstream_kernel") != "1":
        raise CannotEmulate("config.txt does not ask for a mainline kernel of 64 bits.")
    initrd = next((name.split()[1] for name, _ in found if name.startswith("initramfs ")), None)
    if initrd is None:
        raise CannotEmulate("config.txt names no initrd.")
    tree = place / model.tree
    shutil.copy(partition / model.tree, tree)
    for name, value in found:
        if name == "dtoverlay":
            overlay = _there(partition / "overlays" / f"{value}.dtbo")
            run(["fdtoverlay", "-i", tree, "-o", f"{tree}.merged", overlay])
            Path(f"{tree}.merged").replace(tree)
    run(["fdtput", "-p", "-t", "x", tree, "/system", "linux,revision", f"{model.revision:x}"])
    _fit_board(tree, model.board)
    return LoadedKernel(
        _there(partition / values["kernel"]), _there(partition / initrd), tree, _text(partition / "cmdline.txt").strip()
    )


def _there(path: Path) -> Path:
    if not path.exists():
        raise CannotEmulate(f"the first partition has no {path.name}.")
    return path


def _text(path: Path) -> str:
    return _there(path).read_text(encoding="utf-8")


def _fit_board(tree: Path, board: str) -> None:
    """Disable devices that QEMU's board lacks, if a kernel would hang on them."""
    for node in ABSENT[board]:
        run(["fdtput", "-t", "s", tree, node, "status", "disabled"])
    if board in LAST_TAKEN_BUS:
        run(["fdtput", "-t", "s", tree, "/aliases", *LAST_TAKEN_BUS[board]])
    pins = run(["fdtget", "-t", "x", tree, "/soc/gpio@7e200000", "phandle"]).strip()
    expander = run(["fdtget", "-t", "x", "-d", "", tree, EXPANDER, "phandle"]).strip()
    if expander:
        for node, name, pin, way in _users(run(["dtc", "-q", "-I", "dtb", "-O", "dts", tree]), int(expander, 16)):
            run(["fdtput", "-t", "x", tree, node, name, pins, f"{FREE_PINS + pin:x}", f"{way:x}"])


def _users(shown: str, controller: int) -> Iterator[tuple[str, str, int, int]]:
    """Yield the nodes and properties of a tree (as text) that use one pin of a controller; the pin, and its flags."""
    path: list[str] = []
    for line in map(str.strip, shown.splitlines()):
        if line.endswith("{"):
            path.append(line.removesuffix("{").strip())
        elif line == "};":
            path.pop()
        elif found := re.fullmatch(r"([\w-]*gpios?) = <(\w+) (\w+) (\w+)>;", line):
            named, pin, way = (int(one, 16) for one in found.groups()[1:])
            if named == controller:
                yield "/" + "/".join(path[1:]), found[1], pin, way
