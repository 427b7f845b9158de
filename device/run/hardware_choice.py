"""Detects which hardware to play on if none is configured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.config import Config
from hal.panel.eeprom import Eeprom, EepromState, read_eeprom
from values.named_tuple import NamedTuple

MODEL_FILE = "proc/device-tree/model"


class HardwareChoice(NamedTuple):
    """`hal` is “pi” or “desktop”. `reason` is a sentence with the reason."""

    hal: str
    reason: str


def choose_hardware(
    config: Config, root: Path = Path("/"), read_panel_eeprom: Callable[[], Eeprom] = read_eeprom
) -> HardwareChoice:
    """Choose the Pi's hardware if this is a Pi with a panel, else the desktop simulator."""
    model = raspberry_pi_model(root)
    if model is None:
        return HardwareChoice("desktop", "This is no Raspberry Pi: the desktop simulator is used.")
    if config.panel.name is not None:
        return HardwareChoice("pi", f"{model} with the panel of the configuration, {config.panel.name}.")
    panel_eeprom = read_panel_eeprom()
    if panel_eeprom.state is EepromState.FOUND:
        return HardwareChoice("pi", f"{model}. {panel_eeprom.sentence}")
    return HardwareChoice(
        "desktop", f"{panel_eeprom.sentence} The desktop simulator is used; `tablekeeper doctor` may know more."
    )


def raspberry_pi_model(root: Path = Path("/")) -> str | None:
    """The model of this Raspberry Pi, from its device tree; None on another machine."""
    try:
        model = (root / MODEL_FILE).read_bytes().decode("utf-8", "replace").rstrip("\0\n")
    except OSError:
        return None
    return model if model.startswith("Raspberry Pi") else None
