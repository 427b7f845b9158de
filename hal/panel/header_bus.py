"""Find the I2C bus of the header. Its number differs between kernels and models, its controller does not."""

from __future__ import annotations

from pathlib import Path

HEADER_BUS_CONTROLLERS = ("i2c@7e804000", "i2c@74000")
"""The device tree's names of the controller behind pins 2 and 3: BSC1 up to the Pi 4 (BCM2711 ARM Peripherals, 3), and
I2C1 of the Pi 5's RP1."""


def header_bus_number(root: Path = Path("/")) -> int | None:
    """Return the number N of the header's bus, /dev/i2c-N; None if the kernel drives no such controller.

    Mainline kernels number the two HDMI buses of a Pi 4 first, so that the header's is 3 there.
    """
    for adapter in sorted(root.glob("sys/bus/i2c/devices/i2c-*")):
        if (adapter / "of_node").resolve().name in HEADER_BUS_CONTROLLERS:
            return int(adapter.name.removeprefix("i2c-"))
    return None
