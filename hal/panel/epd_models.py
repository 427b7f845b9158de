"""Panels whose controllers are driven here, byte by byte, since they can refresh in part: as tables."""

from __future__ import annotations

from hal.panel import panel
from hal.panel.epd_wires import EpdPins
from hal.panel.inky_models import InkyModel, RefreshSpeed, at_one_speed, named
from hal.panel.panel import PanelKind
from values.named_tuple import NamedTuple

WAVESHARE = EpdPins(reset=17, dc=25, busy=24, power=18)
"""The maker's HATs and driver boards."""


class EpdModel(NamedTuple):
    """A kind of panel with its controller and lines. `module` of `hal.panel` drives it; `turned` says that the glass
    stands upright behind a picture that lies."""

    kind: PanelKind
    module: str
    pins: EpdPins
    turned: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Pixels of a line of the glass, and lines."""
        return (self.kind.height, self.kind.width) if self.turned else (self.kind.width, self.kind.height)

    def at(self, speed: RefreshSpeed) -> PanelKind:
        """The kind at a speed. Raises ValueError for any but the normal one."""
        return at_one_speed(self.kind, speed)


MODELS = (
    EpdModel(panel.kind("waveshare-2.7"), "ssd16", WAVESHARE, turned=True),
    EpdModel(panel.kind("waveshare-4.2"), "ssd16", WAVESHARE),
    EpdModel(panel.kind("waveshare-7.5"), "uc8179", WAVESHARE),
)


def epd(name: str | None) -> EpdModel | None:
    """The model of this name (`hal.panel.panel.kind`), None if it is none of these. Raises UnknownPanel."""
    if name is None:
        return None
    kind = panel.kind(name)
    return next((one for one in MODELS if one.kind is kind), None)


def configured(name: str) -> EpdModel | InkyModel:
    """The model that a configuration means, an Inky's likeliest. Raises UnknownPanel."""
    return epd(name) or named(name)[0]
