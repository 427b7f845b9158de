"""Panels of inky on the simulated Raspberry Pi."""

from __future__ import annotations

from hal.panel.inky_models import INKY_MODELS, InkyModel, RefreshSpeed
from hal.panel.inky_panel import InkyPanel
from hal.panel.panel import CONTROLLER_NAMES
from tests.hal.simulated.eeprom import eeprom_of
from tests.hal.simulated.raspberry_pi import RaspberryPi

ONE_OF_EACH = tuple(next(one for one in INKY_MODELS if one.controller.name == name) for name in CONTROLLER_NAMES)
"""A model with each controller; of two sizes of the same, the smaller."""


def title(model: InkyModel) -> str:
    return f"{model.kind.name}-{model.controller.name}"


def on(raspberry: RaspberryPi, name: str | None = None, speed: RefreshSpeed = RefreshSpeed.NORMAL) -> InkyPanel:
    """A panel whose waiting takes the time of the Raspberry Pi."""
    return InkyPanel(name, speed, raspberry.time, raspberry.time.sleep)


def fitting(model: InkyModel) -> RaspberryPi:
    return RaspberryPi(model, eeprom=eeprom_of(model))
