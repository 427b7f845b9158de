"""The Raspberry Pi models that the card image supports, each with the QEMU board on which it is tested."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PiModel:
    """A model. `tree` is the device tree that the firmware uses with a mainline kernel (`upstream_kernel`).

    `revision` is the code that the firmware writes into that tree (Raspberry Pi documentation, “Raspberry Pi revision
    codes”), and `board` the QEMU board with the same processor.
    """

    name: str
    tree: str
    revision: int
    board: str


QEMU_PI_3, QEMU_PI_4 = "raspi3b", "raspi4b"
MODELS = (
    PiModel("Pi 3 B", "bcm2837-rpi-3-b.dtb", 0xA02082, QEMU_PI_3),
    PiModel("Pi 3 B+", "bcm2837-rpi-3-b-plus.dtb", 0xA020D3, QEMU_PI_3),
    PiModel("Pi 3 A+", "bcm2837-rpi-3-a-plus.dtb", 0x9020E0, QEMU_PI_3),
    PiModel("Zero 2 W", "bcm2837-rpi-zero-2-w.dtb", 0x902120, QEMU_PI_3),
    PiModel("Pi 4 B", "bcm2711-rpi-4-b.dtb", 0xC03115, QEMU_PI_4),
    PiModel("Pi 400", "bcm2711-rpi-400.dtb", 0xC03130, QEMU_PI_4),
    PiModel("CM4", "bcm2711-rpi-cm4-io.dtb", 0xB03140, QEMU_PI_4),
)
