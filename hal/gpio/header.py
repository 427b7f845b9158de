"""The GPIO chip whose lines are the pins of a Pi's header, among others that a machine may have."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gpiod

LABELS = ("pinctrl-bcm", "pinctrl-rp1")
"""How the kernel labels the header's chip: up to the Pi 4, and on the Pi 5, where its number depends on the kernel."""

CONSUMER = "tablekeeper"
"""The name under which pins of keys, light and sound are requested: gpioinfo(1) shows it."""


def open_header(devices: Path = Path("/dev")) -> gpiod.Chip:
    """The header's chip, which the caller closes. Raises OSError if there is none or if it can't be opened, and
    ImportError without gpiod."""
    import gpiod  # a desk has no pins

    fault = OSError(errno.ENODEV, f"no GPIO chip under {devices} is a Raspberry Pi's header")
    for path in sorted(devices.glob("gpiochip*")):
        try:
            chip = gpiod.Chip(str(path))
        except OSError as error:
            fault = error
            continue
        if chip.get_info().label.startswith(LABELS):
            return chip
        chip.close()
    raise fault


def held_by_spi(holder: str) -> bool:
    """Whether the holder of a pin is the kernel's SPI driver. Mainline's is “cs” where no device tree has given it the
    pin."""
    return holder == "cs" or holder.startswith("spi")
