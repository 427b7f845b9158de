"""Panels that refresh in part, on the simulated Raspberry Pi."""

from __future__ import annotations

import importlib

import gpiod
import numpy

from hal.panel.busy_wait import BusyWait
from hal.panel.epd_models import EpdModel
from hal.panel.epd_panel import EpdController, EpdPanel
from hal.panel.epd_wires import EpdWires
from tests.hal.simulated.chips import Glass, Pixels
from tests.hal.simulated.raspberry_pi import RaspberryPi
from tests.hal.simulated.two_memories import EpdChip, Seconds, Ssd16Chip, Uc8179Chip, WiredEpd

CHIPS: dict[str, type[EpdChip]] = {"ssd16": Ssd16Chip, "uc8179": Uc8179Chip}


def with_epd(model: EpdModel, *, chip: str = "") -> RaspberryPi:
    """A Raspberry Pi with a panel of this model on its wires, or with another chip than that model has."""
    assert model.kind.partial_refresh is not None
    raspberry = RaspberryPi()
    pixels, lines = model.memory_size
    seconds = Seconds(model.kind.refresh_s, model.kind.partial_refresh.seconds)
    glass = Glass(lines, pixels)
    made = CHIPS[chip or model.driver_module](
        raspberry.time.now, glass, seconds, lambda memory: _as_seen(memory, model)
    )
    raspberry.epd = WiredEpd(made, raspberry.time.now)
    raspberry.lines = model.pins
    return raspberry


def _as_seen(memory: Pixels, model: EpdModel) -> Pixels:
    """What of a chip's memory is behind the glass, as people hold it."""
    lines = model.kind.height if model.glass_rotation_degrees else model.kind.width
    glass = memory[:, model.margin_pixels : model.margin_pixels + lines]
    return numpy.rot90(glass, {0: 0, 90: -1, 270: 1}[model.glass_rotation_degrees])


def epd_on(raspberry: RaspberryPi, model: EpdModel, *, step_s: float | None = None) -> EpdPanel:
    """A panel whose waiting takes the time of the Raspberry Pi, which must be plugged; in steps of its own, or longer
    ones."""

    def sleep(seconds: float) -> None:
        raspberry.time.sleep(seconds if step_s is None else step_s)

    return EpdPanel(model, raspberry.time, sleep, lambda model, sleep: wires_on(raspberry, model))


def wires_on(raspberry: RaspberryPi, model: EpdModel) -> EpdWires:
    """The wires of a panel."""
    return EpdWires(model.pins, raspberry.time.sleep, lambda: gpiod.Chip("/dev/gpiochip0"))


def controller_on(raspberry: RaspberryPi, model: EpdModel) -> EpdController:
    """The chip of a panel alone, ready for a picture."""
    chip = importlib.import_module(f"hal.panel.{model.driver_module}")
    wires = wires_on(raspberry, model)
    wait = BusyWait(wires.is_busy_high, busy_level=chip.BUSY_LEVEL, clock=raspberry.time, sleep=raspberry.time.sleep)
    found: EpdController = chip.controller(wires, wait, model.memory_size)
    found.set_up()
    return found
