"""Open the Pi's GPIO pins with gpiozero on gpiod, the only back end available for every Pi and every Debian."""

from __future__ import annotations

from typing import Any

from hal.system import install_hint

PinFactory = Any
"""A pin factory of gpiozero, whose package has no types."""


class GpioError(Exception):
    """The pins can't be used. The message is a sentence that says why and what to do."""


def open_factory() -> PinFactory:
    """Open the pins of this Pi. Raises GpioError."""
    try:
        from gpiozero.exc import PinUnknownPi

        from hal.gpio.gpiod_factory import GpiodFactory
    except ImportError as error:
        command = install_hint.install_command("pi")
        raise GpioError(f"there is no Python package {error.name}. Type: {command}") from None
    try:
        return GpiodFactory()
    except (OSError, PinUnknownPi) as error:
        raise GpioError(
            f"the pins can't be opened ({error}); is this a Raspberry Pi, and is the user in the group gpio?"
        ) from None
