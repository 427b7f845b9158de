"""Measures showing a picture with a real panel's driver, over simulated wires: the adapter's overhead, and memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from PIL.Image import Image

from bench.processes import peak_mb
from device.session.keyscript import key_script
from hal.panel.inky_models import INKY_MODELS, InkyModel, RefreshSpeed
from hal.panel.inky_panel import InkyPanel
from hal.panel.panel import CONTROLLER_NAMES
from tests.games.registered import deal, written
from tests.hal.simulated.eeprom import eeprom_of
from tests.hal.simulated.pictures import noise
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged
from tools.figures import Measurement, ratio, scratch

FEW_RUNS, MANY_RUNS, MANY_PIXELS = 9, 61, 400 * 300
LIMIT, MEMORY_LIMIT_MB = 1.2, 110.0


def figures() -> Iterator[Measurement]:
    """A figure for each controller, and one for the memory of each panel at 800×480."""
    for name in CONTROLLER_NAMES:
        model = next(model for model in INKY_MODELS if model.controller.name == name)
        title = f"show on {model.kind.name} ({name}) ÷ its driver's, without waits"
        yield Measurement(title, _overhead(model), LIMIT)
    for panel in ("impression-7.3-spectra", "impression-7.3"):
        yield Measurement(f"peak memory of an evening on {panel}, MB", _memory(panel), MEMORY_LIMIT_MB)


def _overhead(model: InkyModel) -> float:
    image = noise(model.kind)
    image.putpalette([part for ink in range(len(model.kind.inks)) for part in (ink, 0, 255 - ink)])
    runs = FEW_RUNS if model.kind.width * model.kind.height > MANY_PIXELS else MANY_RUNS
    raspberry = RaspberryPi(model, eeprom=eeprom_of(model), refresh_s=2.0)
    with plugged(raspberry):
        # A long step, so that waiting is not measured: the driver's own call has no waits.
        panel = InkyPanel(None, RefreshSpeed.NORMAL, raspberry.time, lambda _: raspberry.time.sleep(0.5))
        panel.show(image)
        raspberry.taken.clear()
        return ratio(lambda: panel.show(image), _show_with_driver(model, image), runs, time.process_time)


def _show_with_driver(model: InkyModel, image: Image) -> Callable[[], None]:
    """Show a picture with the driver directly, without its waits."""
    from inky.auto import auto

    driver: Any = auto()
    for name in model.controller.wait_methods:
        setattr(driver, name, lambda *_: None)

    def show() -> None:
        driver.set_image(image)
        driver.show()

    return show


def _memory(panel: str) -> float:
    names = ("Ann", "Bo", "Cleo", "Dan")
    lines = written("no-loose-ends", names, (), deal("no-loose-ends", 3, len(names)))
    with scratch() as directory:
        keys = directory / "keys"
        keys.write_text("\n".join(key_script("\n".join(lines).encode())), encoding="utf-8")
        return peak_mb("panel_evening", panel, directory / "evening", keys)
