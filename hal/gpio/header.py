"""Find and open the GPIO chip of the Raspberry Pi's 40-pin header, among the chips that a machine may have."""

from __future__ import annotations

import errno
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gpiod

CHIP_LABEL_PREFIXES = ("pinctrl-bcm", "pinctrl-rp1")
"""How the kernel's labels of the header's chip begin: up to the Pi 4, and on the Pi 5, where its number varies."""

CONSUMER = "tablekeeper"
"""The consumer name under which pins of keys, light and sound are requested: gpioinfo(1) shows it."""


def open_header(device_directory: Path = Path("/dev")) -> gpiod.Chip:
    """Open the header's chip; the caller closes it.

    Raises OSError if there is none or if it can't be opened, and ImportError without gpiod.
    """
    import gpiod  # imported late: needed only if there are pins

    failure = OSError(errno.ENODEV, f"no GPIO chip under {device_directory} is a Raspberry Pi's header")
    for path in sorted(device_directory.glob("gpiochip*")):
        try:
            with ExitStack() as closed_unless_header:
                chip = closed_unless_header.enter_context(gpiod.Chip(str(path)))
                if chip.get_info().label.startswith(CHIP_LABEL_PREFIXES):
                    closed_unless_header.pop_all()
                    return chip
        except OSError as error:
            failure = error
    raise failure


def is_spi_driver(holder: str) -> bool:
    """Whether the holder of a pin is the kernel's SPI driver.

    The name is “cs” for mainline's driver if no device tree has assigned the pin.
    """
    return holder == "cs" or holder.startswith("spi")
