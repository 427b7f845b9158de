"""Panels: a glass with its controllers, its chip selects, its BUSY line, and what can be wrong with them."""

from __future__ import annotations

from enum import Enum

import numpy

from hal.panel.inky_models import InkyModel
from tests.hal.simulated.chips import Glass, Now, Packed, Pixels, Planes

Chip = Planes | Packed

REFRESH_S = {0x08: 1.0, 0x04: 0.75, 0x07: 0.5}
"""How a refresh of a Spectra panel depends on its frame rate register, as part of the normal time."""

GLITCH_S = 0.2

GLASS = {
    ("ssd1675", 212): Glass(212, 104, turned=True),
    ("ssd1675", 400): Glass(301, 400),
    ("ssd1608", 250): Glass(250, 136, turned=True, hidden=6),
    ("ssd1683", 400): Glass(300, 400),
    ("uc8159", 600): Glass(448, 600),
    ("uc8159", 640): Glass(400, 640),
    ("ac073tc1a", 800): Glass(480, 800),
    ("e673", 800): Glass(480, 800),
    ("e640", 600): Glass(600, 400, turned=True),
    ("jd79661", 250): Glass(250, 128, turned=True, hidden=6),
    ("jd79668", 400): Glass(300, 400),
    ("ssd2683", 400): Glass(300, 400),
}
EL133_HALF = Glass(1600, 600)
TWO_PLANES = ("ssd1675", "ssd1608", "ssd1683")
TWO_BITS = ("jd79661", "jd79668", "ssd2683")
HIGH_WHILE_BUSY = TWO_PLANES
SPECTRA = ("e673", "e640", "el133uf1")


class Fault(Enum):
    """What can be wrong with a BUSY line."""

    NONE = "none"
    HIGH = "stuck high"
    LOW = "stuck low"
    HANGS = "a refresh never ends"
    GLITCH = "a refresh shows as a short pulse only"


class Panel:
    """A panel on its wires. `selects` are its chip select pins, with the chip behind each."""

    def __init__(self, model: InkyModel, now: Now, refresh_s: float | None = None) -> None:
        self.model = model
        self._now = now
        self._fault = Fault.NONE
        normal = model.kind.refresh_s if refresh_s is None else refresh_s
        self.selects: dict[int, Chip]
        name = model.controller.name
        frames = {code: normal * part for code, part in REFRESH_S.items()} if name in SPECTRA else None
        if name == "el133uf1":
            self.selects = {pin: Packed(now, EL133_HALF, normal, frames=frames) for pin in (26, 16)}
        elif name in TWO_PLANES:
            self.selects = {8: Planes(now, GLASS[name, model.kind.width], normal)}
        else:
            glass = GLASS[name, model.kind.width]
            self.selects = {8: Packed(now, glass, normal, 2 if name in TWO_BITS else 4, frames)}

    @property
    def chips(self) -> tuple[Chip, ...]:
        return tuple(self.selects.values())

    @property
    def complaints(self) -> list[str]:
        return [complaint for chip in self.chips for complaint in chip.complaints]

    @property
    def refreshes(self) -> int:
        return max(chip.refreshes for chip in self.chips)

    def reset(self) -> None:
        for chip in self.chips:
            chip.reset()

    @property
    def fault(self) -> Fault:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault) -> None:
        self._fault = fault
        for chip in self.chips:
            chip.hangs = fault is Fault.HANGS

    def busy(self) -> bool:
        return any(chip.busy() for chip in self.chips)

    def level(self) -> bool:
        """Whether the BUSY line is high."""
        if self.fault in (Fault.HIGH, Fault.LOW):
            return self.fault is Fault.HIGH
        busy = self.busy()
        if self.fault is Fault.GLITCH:
            busy = busy and self._now() < max(chip.since for chip in self.chips) + GLITCH_S
        return busy == (self.model.controller.name in HIGH_WHILE_BUSY)

    def shown(self) -> Pixels | None:
        """What a person sees: a pixel of the panel's own colours each; None while it changes, or if it is unknown."""
        seen = [chip.shown() for chip in self.chips]
        found = [picture for picture in seen if picture is not None]
        if len(found) < len(seen):
            return None
        height = self.model.kind.height
        picture = found[0] if len(found) == 1 else numpy.rot90(numpy.hstack(found), 1)
        return picture[:height]
