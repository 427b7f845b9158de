"""Panels whose controllers are driven here, byte by byte, since they can refresh in part: as tables."""

from __future__ import annotations

from hal.panel import panel
from hal.panel.epd_wires import EpdPins
from hal.panel.inky_models import InkyModel, RefreshSpeed, at_one_speed, named
from hal.panel.panel import PanelKind, PartialRefresh
from values.named_tuple import NamedTuple

WAVESHARE = EpdPins(reset=17, dc=25, busy=24, power=18)
"""The maker's HATs and driver boards."""
INKY = EpdPins(reset=27, dc=22, busy=17)
QUICK = PartialRefresh(0.5, 60)
"""Other makers' glass of that size and chip takes 0.46 s and 0.36 s (GxEPD2); nobody has tried it on Pimoroni's."""


class EpdModel(NamedTuple):
    """A kind of panel with its controller and lines. `module` of `hal.panel` drives it.

    The glass stands `turned` counterclockwise behind a picture, by 0, 90 or 270 degrees. Of a line of the chip's
    memory, `line` pixels long, the first `margin` are behind no glass.
    """

    kind: PanelKind
    module: str
    pins: EpdPins
    turned: int = 0
    line: int = 0
    margin: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Pixels of a line of the chip's memory, and lines."""
        wide, high = self.kind.width, self.kind.height
        return (self.line or high, wide) if self.turned else (self.line or wide, high)

    def at(self, speed: RefreshSpeed) -> PanelKind:
        """The kind at a speed. Raises ValueError for any but the normal one."""
        return at_one_speed(self.kind, speed)


MODELS = (
    EpdModel(panel.kind("waveshare-2.7"), "ssd16", WAVESHARE, turned=90),
    EpdModel(panel.kind("waveshare-4.2"), "ssd16", WAVESHARE),
    EpdModel(panel.kind("waveshare-7.5"), "uc8179", WAVESHARE),
)


QUICK_INKY = {
    "phat-black": EpdModel(
        panel.kind("phat-black")._replace(partial=QUICK), "ssd16", INKY, turned=270, line=136, margin=8
    ),
    "what-black-ssd1683": EpdModel(panel.kind("what-black")._replace(partial=QUICK), "ssd16", INKY),
}
"""Inkys in black and white that may refresh in part, by what the configuration calls them."""


def epd(name: str | None) -> EpdModel | None:
    """The model of this name (`hal.panel.panel.kind`), None if it is none of these. Raises UnknownPanel."""
    if name is None:
        return None
    kind = panel.kind(name)
    return next((one for one in MODELS if one.kind is kind), None)


def configured(name: str) -> EpdModel | InkyModel:
    """The model that a configuration means, an Inky's likeliest. Raises UnknownPanel."""
    return epd(name) or named(name)[0]
