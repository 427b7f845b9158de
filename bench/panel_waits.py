"""Compares our wait for panels (`hal/panel/busy_line.py`) with the drivers'.

Each controller shows a picture with a sound BUSY line, and with each fault of one. A sound panel is misjudged if it is
reported as faulty, or is still refreshing after the wait; a faulty line is misjudged if it is not reported.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

from PIL.Image import Image

from hal.panel.inky_models import INKY_MODELS, InkyModel, RefreshSpeed
from hal.panel.inky_panel import InkyPanel
from hal.panel.panel import CONTROLLER_NAMES
from tests.hal.simulated.eeprom import eeprom_of
from tests.hal.simulated.panels import Fault
from tests.hal.simulated.pictures import noise
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged
from tools.figures import Measurement

EDGE_POLL_S = 0.01
"""Seconds between two looks for an edge."""

Show = Callable[[RaspberryPi, Image], None]


def figures() -> Iterator[Measurement]:
    """The number of misjudged cases, with our wait and with the drivers' own."""
    cases = [(_model(name), fault) for name in CONTROLLER_NAMES for fault in Fault]
    for owner, show, limit in (("our", _show_with_our_wait, 0.0), ("the drivers'", _show_with_drivers_wait, None)):
        misjudged_count = sum(_is_misjudged(model, fault, show) for model, fault in cases)
        name = f"refreshes of {len(cases)}, most with a bad BUSY line, misjudged by {owner} wait"
        yield Measurement(name, misjudged_count, limit)


def _model(controller: str) -> InkyModel:
    return next(model for model in INKY_MODELS if model.controller.name == controller)


def _is_misjudged(model: InkyModel, fault: Fault, show: Show) -> bool:
    raspberry = RaspberryPi(model, eeprom=eeprom_of(model))
    assert raspberry.panel is not None
    raspberry.panel.fault = fault
    is_reported = _reports_fault(raspberry, show, noise(model.kind))
    if fault is Fault.NONE:
        return is_reported or raspberry.panel.busy() or bool(raspberry.panel.complaints)
    return not is_reported


def _reports_fault(raspberry: RaspberryPi, show: Show, image: Image) -> bool:
    """Whether a refresh raises an error or a warning."""
    with plugged(raspberry), warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            show(raspberry, image)
        except Exception:
            return True
    return bool(warned)


def _show_with_our_wait(raspberry: RaspberryPi, image: Image) -> None:
    InkyPanel(None, RefreshSpeed.NORMAL, raspberry.time, raspberry.time.sleep).show(image)


def _show_with_drivers_wait(raspberry: RaspberryPi, image: Image) -> None:
    import gpiodevice
    from inky.auto import auto

    driver: Any = auto()
    image.putpalette([part for ink in range(8) for part in (ink, 0, 255 - ink)])
    driver.set_image(image)
    with patch.object(gpiodevice, "wait_for_edge", partial(_wait_for_edge, raspberry)):
        driver.show()


def _wait_for_edge(raspberry: RaspberryPi, lines: Any, pin: int, timeout: float) -> bool | None:
    """gpiodevice.wait_for_edge in simulated time; None if there is no edge."""
    before, end = lines.get_value(pin), raspberry.time.now() + timeout
    while raspberry.time.now() < end:
        raspberry.time.sleep(EDGE_POLL_S)
        if lines.get_value(pin) != before:
            return True
    return None
