"""What the EEPROM of a panel says."""

from __future__ import annotations

import struct

from hal.panel.inky_models import InkyModel


def eeprom_of(model: InkyModel, variant: int | None = None) -> bytes:
    """The bytes in the EEPROM of a model; see inky.eeprom for their order."""
    inks = model.kind.inks
    colour = {2: 1, 3: 3 if "yellow" in inks else 2, 4: 7, 7: 6 if None in inks else 5}[len(inks)]
    number = model.eeprom_variants[0] if variant is None else variant
    written = b"2024-05-14 12:00:00.0"
    return struct.pack("<HHBBB22p", model.kind.width, model.kind.height, colour, 12, number, written)
