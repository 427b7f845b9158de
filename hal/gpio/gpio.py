"""The Pi's pins, by gpiozero on gpiod: the only back end that every Pi and every Debian has."""

from __future__ import annotations

from typing import Any

from hal.system import installing

Factory = Any
"""One of gpiozero's pin factories, whose package has no types."""


class GpioError(Exception):
    """The pins can't be used. The message says why and what to do, in a sentence."""


def open_factory() -> Factory:
    """The pins of this Pi. Raises GpioError."""
    try:
        from gpiozero.exc import PinUnknownPi

        from hal.gpio.gpiod_factory import GpiodFactory
    except ImportError as error:
        raise GpioError(f"there is no Python package {error.name}. Type: {installing.command('pi')}") from None
    try:
        return GpiodFactory()
    except (OSError, PinUnknownPi) as error:
        raise GpioError(
            f"the pins can't be opened ({error}); is this a Raspberry Pi, and is the user in the group gpio?"
        ) from None
