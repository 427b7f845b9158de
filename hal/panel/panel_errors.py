"""Convert errors of a panel's wires, driver or picture to PanelError, with a sentence for users."""

from __future__ import annotations

from hal.panel.panel import PanelError
from hal.panel.picture import InvalidPicture
from hal.system import install_hint

_SENTENCES: tuple[tuple[type[BaseException], str], ...] = (
    (ImportError, "A package that the panel needs is missing ({}). Type: {install}."),
    (FileNotFoundError, "SPI is off ({}): on Raspberry Pi OS, sudo raspi-config nonint do_spi 0."),
    (PermissionError, "The panel is forbidden ({}): sudo usermod -aG spi,i2c,gpio $USER, then log in again."),
    (OSError, "The wires to the panel fail ({})."),
    (BaseException, "The panel's driver failed ({})."),
)


def panel_error(error: BaseException) -> PanelError:
    """Return the PanelError for another error. Its sentence says what went wrong, and what to do about it."""
    return error if isinstance(error, PanelError) else PanelError(_sentence(error))


def _sentence(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return _gpiodevice_sentence(str(error))
    if isinstance(error, InvalidPicture):
        return f"The panel cannot show the picture: {error}."
    message = getattr(error, "strerror", None) or str(error)
    detail = message if isinstance(error, ImportError | OSError) else f"{type(error).__name__}: {message}"
    return next(sentence for kind, sentence in _SENTENCES if isinstance(error, kind)).format(
        detail, install=install_hint.install_command("pi")
    )


def _gpiodevice_sentence(message: str) -> str:
    """Summarise the message with which gpiodevice ends a program: a heading, and a line for each pin or chip."""
    heading, *lines = (line.strip(" ⚠️❌✅") for line in message.splitlines())
    details = "; ".join(line.rstrip("!") for line in lines) or "there is none"
    if "in use" in heading:
        remedy = " Put dtoverlay=spi0-0cs into /boot/firmware/config.txt and restart." if "spi0" in details else ""
        return f"Pins that the panel needs are in use: {details}.{remedy}"
    remedy = " sudo usermod -aG gpio $USER, then log in again." if "Permission" in details else ""
    return f"No GPIO for the panel: {details}.{remedy}"
