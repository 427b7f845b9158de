"""Who holds which pin, as the kernel knows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

HEADER = ("pinctrl-bcm", "pinctrl-rp1")
"""How the chips are labelled whose lines are the pins of the header: up to the Pi 4, and the Pi 5."""


def holders(devices: Path = Path("/dev")) -> Mapping[int, str] | None:
    """For each pin in use, the name that its user gave; None where the kernel can't be asked. Never raises."""
    try:
        import gpiod  # only a device with a panel has it
    except ImportError:
        return None
    for path in sorted(devices.glob("gpiochip*")):
        try:
            with gpiod.Chip(str(path)) as chip:
                if chip.get_info().label.startswith(HEADER):
                    lines = [chip.get_line_info(pin) for pin in range(28)]
                    return {line.offset: line.consumer or "the kernel" for line in lines if line.used}
        except OSError:
            continue
    return None
