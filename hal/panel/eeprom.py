"""Read the EEPROM of an Inky, which names the plugged-in panel. It takes a few milliseconds and does not load inky."""

from __future__ import annotations

import errno
import struct
from enum import Enum

from hal.panel.header_bus import header_bus_number
from hal.panel.inky_models import INKY_MODELS, InkyModel, model_by_variant
from hal.system import install_hint
from values.named_tuple import NamedTuple

DEFAULT_BUS = 1
EEPROM_ADDRESS = 0x50
# Like inky.eeprom: width, height, colour, board revision × 10, variant, time of writing.
_LAYOUT = struct.Struct("<HHBBB22p")
_INKS = {1: "black", 2: "red", 3: "yellow"}
_UNWRITTEN_VARIANTS = (0, 255)
"""Variants in an EEPROM that was never written."""
_NEWER_PANEL_HINT = "A panel that is newer than this program needs a newer Tablekeeper, with a newer inky."
_NO_ANSWER_ERRORS = (errno.ENXIO, errno.EREMOTEIO)


class EepromState(Enum):
    """The result of reading the EEPROM."""

    FOUND = "found"
    NO_ANSWER = "missing"  # the bus works, but no EEPROM answers
    UNKNOWN_CONTENTS = "garbage"  # it answers, but names no known panel
    BUS_ERROR = "error"  # the bus is off, forbidden or failing


class Eeprom(NamedTuple):
    """The content of the EEPROM. `sentence` tells users about it and what to do.

    `model` is None unless one was found; `data` are its bytes, empty without an answer.
    """

    state: EepromState
    sentence: str
    model: InkyModel | None = None
    data: bytes = b""


def read_eeprom() -> Eeprom:
    """Read the panel's EEPROM on the header's I2C bus. Never raises."""
    try:
        import smbus2  # imported late: needed only if there is a panel
    except ImportError:
        return Eeprom(
            EepromState.BUS_ERROR, f"The package smbus2 is missing. Type: {install_hint.install_command('pi')}."
        )
    bus_number = header_bus_number()
    try:
        with smbus2.SMBus(DEFAULT_BUS if bus_number is None else bus_number) as bus:
            bus.write_i2c_block_data(EEPROM_ADDRESS, 0, [0])
            data = bytes(bus.read_i2c_block_data(EEPROM_ADDRESS, 0, _LAYOUT.size))
    except OSError as error:
        return _read_failure(error, bus_number)
    return decode_eeprom(data)


def decode_eeprom(data: bytes) -> Eeprom:
    """Decode the bytes of an EEPROM."""
    if len(data) != _LAYOUT.size:
        return Eeprom(
            EepromState.UNKNOWN_CONTENTS, f"The panel's EEPROM holds {len(data)} bytes, not {_LAYOUT.size}.", data=data
        )
    _, _, colour, _, variant, _ = _LAYOUT.unpack(data)
    model = model_by_variant(variant, _INKS.get(colour))
    if model is None:
        sentence = f"The panel's EEPROM names no panel that is known (variant {variant}, colour {colour})."
        if variant not in _UNWRITTEN_VARIANTS and not any(
            variant in known_model.eeprom_variants for known_model in INKY_MODELS
        ):
            sentence += f" {_NEWER_PANEL_HINT}"
        return Eeprom(EepromState.UNKNOWN_CONTENTS, sentence, data=data)
    sentence = f"The panel's EEPROM says {model.kind.name} ({model.controller.name})."
    return Eeprom(EepromState.FOUND, sentence, model, data)


def _read_failure(error: OSError, bus_number: int | None) -> Eeprom:
    if error.errno in _NO_ANSWER_ERRORS:
        return Eeprom(EepromState.NO_ANSWER, "No panel's EEPROM answers on I2C. Check that the panel sits firmly.")
    if isinstance(error, FileNotFoundError):
        if bus_number is not None:
            return Eeprom(EepromState.BUS_ERROR, f"There is no /dev/i2c-{bus_number}: sudo modprobe i2c-dev.")
        return Eeprom(EepromState.BUS_ERROR, "I2C is off: on Raspberry Pi OS, sudo raspi-config nonint do_i2c 0.")
    if isinstance(error, PermissionError):
        return Eeprom(EepromState.BUS_ERROR, "I2C is forbidden: sudo usermod -aG i2c $USER, then log in again.")
    return Eeprom(EepromState.BUS_ERROR, f"I2C fails: {error.strerror or error}.")
