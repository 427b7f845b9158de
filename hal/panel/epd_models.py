"""Tables of the panels whose controllers are driven by this program, since they can refresh in part."""

from __future__ import annotations

from hal.panel import panel
from hal.panel.epd_wires import EpdPins
from hal.panel.inky_models import InkyModel, RefreshSpeed, check_is_normal_speed, models_by_name
from hal.panel.panel import PanelKind, PartialRefresh
from values.named_tuple import NamedTuple

WAVESHARE_PINS = EpdPins(reset=17, data_command=25, busy=24, power=18)
"""The pins of Waveshare's HATs and driver boards."""
INKY_PINS = EpdPins(reset=27, data_command=22, busy=17)
INKY_REFRESH = PartialRefresh(seconds=0.5, max_in_a_row=60)
"""Other makers' glass of that size and chip takes 0.46 s and 0.36 s (GxEPD2). Pimoroni's has not been measured."""


class EpdModel(NamedTuple):
    """A kind of panel with its controller and pins. `driver_module` of `hal.panel` drives it.

    The glass is mounted `glass_rotation_degrees` counterclockwise relative to pictures: 0, 90 or 270. A line of
    the chip's memory is `line_pixels` long; its first `margin_pixels` have no glass.
    """

    kind: PanelKind
    driver_module: str
    pins: EpdPins
    glass_rotation_degrees: int = 0
    line_pixels: int = 0
    margin_pixels: int = 0

    @property
    def memory_size(self) -> tuple[int, int]:
        """The pixels in a line of the chip's memory, and the number of lines."""
        width, height = self.kind.width, self.kind.height
        line, lines = (height, width) if self.glass_rotation_degrees else (width, height)
        return self.line_pixels or line, lines

    def kind_at_speed(self, speed: RefreshSpeed) -> PanelKind:
        """Return the kind at a speed. Raises ValueError for any but the normal one."""
        check_is_normal_speed(self.kind, speed)
        return self.kind


EPD_MODELS = (
    EpdModel(panel.panel_kind("waveshare-2.7"), "ssd16", WAVESHARE_PINS, glass_rotation_degrees=90),
    EpdModel(panel.panel_kind("waveshare-4.2"), "ssd16", WAVESHARE_PINS),
    EpdModel(panel.panel_kind("waveshare-7.5"), "uc8179", WAVESHARE_PINS),
)


PARTIAL_INKY_MODELS = {
    "phat-black": EpdModel(
        panel.panel_kind("phat-black")._replace(partial_refresh=INKY_REFRESH),
        "ssd16",
        INKY_PINS,
        glass_rotation_degrees=270,
        line_pixels=136,
        margin_pixels=8,
    ),
    "what-black-ssd1683": EpdModel(
        panel.panel_kind("what-black")._replace(partial_refresh=INKY_REFRESH), "ssd16", INKY_PINS
    ),
}
"""Inkys in black and white that may refresh in part, by their names in the configuration."""


def epd_model(name: str | None) -> EpdModel | None:
    """Return the model of this name (`hal.panel.panel.panel_kind`); None if it is not in this table. Raises
    UnknownPanel."""
    if name is None:
        return None
    kind = panel.panel_kind(name)
    return next((model for model in EPD_MODELS if model.kind is kind), None)


def model_by_name(name: str) -> EpdModel | InkyModel:
    """Return the model for a name in the configuration; of an Inky, the likeliest. Raises UnknownPanel."""
    return epd_model(name) or models_by_name(name)[0]
