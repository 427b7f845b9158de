"""Find and open the GPIO chip of the Raspberry Pi's 40-pin header, among the chips that a machine may have."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gpiod

CHIP_LABELS = ("pinctrl-bcm", "pinctrl-rp1")
"""The kernel's labels of the header's chip: up to the Pi 4, and on the Pi 5, where its number depends on the kernel."""

CONSUMER = "tablekeeper"
"""The consumer name under which pins of keys, light and sound are requested: gpioinfo(1) shows it."""


def open_header(devices: Path = Path("/dev")) -> gpiod.Chip:
    """Open the header's chip; the caller closes it.

    Raises OSError if there is none or if it can't be opened, and ImportError without gpiod.
    """
    import gpiod  # imported late: needed only if there are pins

    failure = OSError(errno.ENODEV, f"no GPIO chip under {devices} is a Raspberry Pi's header")
    for path in sorted(devices.glob("gpiochip*")):
        try:
            chip = gpiod.Chip(str(path))
        except OSError as error:
            failure = error
            continue
        if chip.get_info().label.startswith(CHIP_LABELS):
            return chip
        chip.close()
    raise failure


def is_held_by_spi(holder: str) -> bool:
    """Whether the holder of a pin is the kernel's SPI driver.

    The name is “cs” for mainline's driver if no device tree has assigned the pin.
    """
    return holder == "cs" or holder.startswith("spi")
