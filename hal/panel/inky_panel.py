"""Inky panels behind the `Panel` protocol: a picture in the panel's own colours has been shown when `show` returns.

    panel = mount(InkyPanel("what-4"), Mounting(90))    # or InkyPanel(): the panel named by its EEPROM
    table = ThreadedTable(clock, panel, signal)

The package inky is not loaded before the first `show`, which the table's worker thread calls; keys never wait for it.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hal.clock.clock import Clock, RealClock
from hal.panel import picture
from hal.panel.busy_line import BusyLine
from hal.panel.eeprom import Eeprom, EepromState, read_eeprom
from hal.panel.inky_models import InkyModel, RefreshSpeed, models_by_name
from hal.panel.panel import PanelError, PanelKind, RefreshMode, panel_kind
from hal.panel.panel_errors import panel_error
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

KIND_UNTIL_FOUND = panel_kind("phat-black")
"""The kind assumed until the EEPROM has been read: a small panel, so that little time is lost in drawing for it."""


class _OpenedDriver(NamedTuple):
    """An opened driver with its model and BUSY line."""

    model: InkyModel
    driver: Any
    busy_line: BusyLine


class InkyPanel:
    """A panel that is driven by the package inky. `show` may be called from one thread only.

    `name` is the panel's (`hal.panel.panel.panel_kind`; a controller may follow); without it, the EEPROM names the
    panel. `speed` is for Spectra panels only. Raises UnknownPanel, and ValueError for a speed that the panel cannot be
    set to.

    Creating one takes milliseconds, whether or not a panel is there: the first `show` opens it, and the next one opens
    it again after a failure. If the EEPROM does not answer, the kind is `KIND_UNTIL_FOUND` until it does.
    """

    def __init__(
        self,
        name: str | None = None,
        speed: RefreshSpeed = RefreshSpeed.NORMAL,
        clock: Clock | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._speed = speed
        self._clock = clock or RealClock()
        self._sleep = sleep
        self._configured_models = () if name is None else models_by_name(name)
        self._opened: _OpenedDriver | None = None
        model = self._configured_models[0] if self._configured_models else read_eeprom().model
        self._kind = KIND_UNTIL_FOUND if model is None else model.kind_at_speed(speed)

    @property
    def kind(self) -> PanelKind:
        """The kind of the panel, as far as it is known."""
        return self._kind

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Show a picture; returns when the panel has refreshed. Every refresh is a full one.

        Raises PanelError for any failure: no panel, pins in use, SPI or I2C failing, a BUSY line in the wrong state, a
        picture for another panel. Everything is closed then, and the next call opens it again.
        """
        try:
            opened = self._opened = self._opened or self._open()
            picture.check_picture(self._kind, image)
            self._send_and_refresh(opened, image)
        # gpiodevice raises SystemExit if pins are in use.
        except (Exception, SystemExit) as error:
            self._close_after_error()
            raise panel_error(error) from error

    def _open(self) -> _OpenedDriver:
        eeprom = read_eeprom()
        model = self._choose_model(eeprom)
        self._kind = _kind_at_speed(model, self._speed)
        _check_gpio()
        busy_line = BusyLine(model.controller, self._kind.refresh_s, self._clock, self._sleep)
        driver = _create_driver(model, self._speed, eeprom)
        busy_line.attach(driver)
        return _OpenedDriver(model, driver, busy_line)

    def _choose_model(self, eeprom: Eeprom) -> InkyModel:
        """Return the model that fits both the name and the EEPROM; either may be missing. Raises PanelError."""
        eeprom_model = eeprom.model
        if not self._configured_models:
            if eeprom_model is None:
                raise PanelError(f"{eeprom.sentence} A panel that can't say what it is is named in the configuration.")
            return eeprom_model
        if eeprom_model is None:
            return self._configured_models[0]
        for model in self._configured_models:
            # A panel with a third ink may be used as one without, which refreshes faster.
            if model.controller == eeprom_model.controller and _size(model.kind) == _size(eeprom_model.kind):
                return model
        raise PanelError(f"The panel named is {self._configured_models[0].kind.name}, but: {eeprom.sentence}")

    def _send_and_refresh(self, opened: _OpenedDriver, image: Image) -> None:
        model, driver, busy_line = opened
        if model.controller.converts_colours:
            import numpy

            driver.buf[:] = numpy.asarray(image)
        else:
            driver.set_image(image)
        busy_line.reset()
        driver.show()
        busy_line.wait_for_refresh()

    def _close_after_error(self) -> None:
        opened, self._opened = self._opened, None
        if opened is None:
            return
        with contextlib.suppress(Exception):
            opened.driver._spi_bus.close()
        with contextlib.suppress(Exception):
            opened.driver._gpio.release()


def _kind_at_speed(model: InkyModel, speed: RefreshSpeed) -> PanelKind:
    try:
        return model.kind_at_speed(speed)
    except ValueError as error:
        raise PanelError(str(error)) from None


def _check_gpio() -> None:
    """Raise PanelError if the computer has no GPIO pins."""
    from gpiodevice import platform

    try:
        platform.get_gpiochip_labels()
    except RuntimeError:
        raise PanelError("This computer is no Raspberry Pi: it has no pins for a panel.") from None


def _create_driver(model: InkyModel, speed: RefreshSpeed, eeprom: Eeprom) -> Any:
    """Return the driver of a model. It has not touched a wire yet."""
    module = importlib.import_module(f"inky.{model.controller.driver_module}")
    options: dict[str, object] = {}
    if model.controller.needs_ink:
        options["colour"] = model.kind.inks[-1]
    if model.controller.refresh_s_by_speed:
        options["speed"] = getattr(module.Inky, speed.name)
    return module.Inky(resolution=_size(model.kind), i2c_bus=_ReplayedEeprom(eeprom), **options)


class _ReplayedEeprom:
    """An I2C bus that replays to a driver what was read from the EEPROM before; invalid content is withheld.

    Drivers would leave the bus open, and some refuse to work with an EEPROM that they don't know.
    """

    def __init__(self, eeprom: Eeprom) -> None:
        self._eeprom = eeprom

    def write_i2c_block_data(self, *_: object) -> None:
        if self._eeprom.state is not EepromState.FOUND:
            raise OSError(errno.ENXIO, "no EEPROM")

    def read_i2c_block_data(self, *_: object) -> list[int]:
        return list(self._eeprom.data)


def _size(kind: PanelKind) -> tuple[int, int]:
    return kind.width, kind.height
