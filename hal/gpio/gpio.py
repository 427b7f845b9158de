"""The Pi's pins, by gpiozero on lgpio: the only back end that every Pi from the Zero to the 5 has."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from hal.system import installing

Factory = Any
"""One of gpiozero's pin factories, whose package has no types."""


class GpioError(Exception):
    """The pins can't be used. The message says why and what to do, in a sentence."""


def open_factory() -> Factory:
    """The pins of this Pi. Call before other threads are started. Raises GpioError."""
    try:
        with _lgpio_elsewhere():
            from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise GpioError(
            f"there is no Python package {error.name}. On Raspberry Pi OS, type: sudo apt install python3-lgpio"
            f" python3-gpiozero. Plain Debian has no python3-lgpio; there, type: {installing.command('pi')}"
        ) from None
    except OSError as error:
        raise GpioError(f"lgpio can't be loaded ({error}); it needs a folder for temporary files.") from None
    try:
        return LGPIOFactory()
    # lgpio's own errors are of a class that only lgpio has.
    except Exception as error:
        raise GpioError(
            f"the pins can't be opened ({error}); is this a Raspberry Pi, and is the user in the group gpio?"
        ) from None


@contextmanager
def _lgpio_elsewhere() -> Iterator[None]:
    """Keep lgpio's import from leaving a FIFO in the working directory, and from failing where that is read-only.

    It makes the FIFO in `$LG_WD`, goes there, and opens it; nobody needs its name afterwards.
    """
    if "lgpio" in sys.modules or "LG_WD" in os.environ:
        yield
        return
    here = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with TemporaryDirectory(prefix="tablekeeper-") as elsewhere:
            os.environ["LG_WD"] = elsewhere
            try:
                yield
            finally:
                del os.environ["LG_WD"]
                os.fchdir(here)
    finally:
        os.close(here)
