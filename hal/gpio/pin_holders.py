"""Ask the kernel which pins of the header are in use, and by which consumer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hal.gpio.header import open_header
from hal.gpio.wiring import HEADER_PINS


def pin_holders(devices: Path = Path("/dev")) -> Mapping[int, str] | None:
    """Return the consumer's name for each pin in use; None if the kernel can't be asked. Never raises."""
    try:
        with open_header(devices) as chip:
            lines = [chip.get_line_info(pin) for pin in HEADER_PINS]
    except (ImportError, OSError):
        return None
    return {line.offset: line.consumer or "the kernel" for line in lines if line.used}
