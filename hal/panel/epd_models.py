"""Tables of the panels whose controllers are driven by this program, since they can refresh in part."""

from __future__ import annotations

from hal.panel import panel
from hal.panel.epd_wires import EpdPins
from hal.panel.inky_models import InkyModel, RefreshSpeed, at_normal_speed, models_by_name
from hal.panel.panel import PanelKind, PartialRefresh
from values.named_tuple import NamedTuple

WAVESHARE = EpdPins(reset=17, dc=25, busy=24, power=18)
"""The pins of Waveshare's HATs and driver boards."""
INKY = EpdPins(reset=27, dc=22, busy=17)
QUICK = PartialRefresh(0.5, 60)
"""Other makers' glass of that size and chip takes 0.46 s and 0.36 s (GxEPD2). Pimoroni's has not been measured."""


class EpdModel(NamedTuple):
    """A kind of panel with its controller and pins. `module` of `hal.panel` drives it.

    The glass is mounted `turned` degrees counterclockwise relative to pictures: 0, 90 or 270. A line of the chip's
    memory is `line` pixels long; its first `margin` pixels have no glass.
    """

    kind: PanelKind
    module: str
    pins: EpdPins
    turned: int = 0
    line: int = 0
    margin: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """The pixels in a line of the chip's memory, and the number of lines."""
        wide, high = self.kind.width, self.kind.height
        return (self.line or high, wide) if self.turned else (self.line or wide, high)

    def kind_at(self, speed: RefreshSpeed) -> PanelKind:
        """Return the kind at a speed. Raises ValueError for any but the normal one."""
        return at_normal_speed(self.kind, speed)


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
"""Inkys in black and white that may refresh in part, by their names in the configuration."""


def epd_model(name: str | None) -> EpdModel | None:
    """Return the model of this name (`hal.panel.panel.kind`); None if it is not in this table. Raises UnknownPanel."""
    if name is None:
        return None
    kind = panel.kind(name)
    return next((one for one in MODELS if one.kind is kind), None)


def model_by_name(name: str) -> EpdModel | InkyModel:
    """Return the model for a name in the configuration; of an Inky, the likeliest. Raises UnknownPanel."""
    return epd_model(name) or models_by_name(name)[0]
