"""Tables of every panel that the package inky drives, and look-ups in them. The package itself is not loaded."""

from __future__ import annotations

from enum import StrEnum

from hal.panel import panel
from hal.panel.panel import PanelKind, UnknownPanel
from values.named_tuple import NamedTuple


class RefreshSpeed(StrEnum):
    """The refresh speed of a Spectra panel.

    Faster is paler, above all in blue and green; Pimoroni calls it experimental.
    """

    NORMAL = "normal"
    MEDIUM = "medium"
    FAST = "fast"


class PanelController(NamedTuple):
    """The chip of a panel, and how its driver in inky 2.6.0 differs from others."""

    name: str
    driver_module: str
    """The module of the package inky that has its driver."""
    refresh_command: int
    """The number of the command that starts a refresh."""
    busy_level: bool
    """The level of its BUSY line, high or low, while it works."""
    settle_s: float = 0.0
    """Seconds that the line may take after other commands to show that the chip works."""
    needs_ink: bool = False
    """Whether the driver needs to know which ink the panel has besides black."""
    converts_colours: bool = False
    """Whether `set_image` would convert a picture to the nearest colours again; so the driver's buffer is set
    directly."""
    wait_methods: tuple[str, ...] = ("_busy_wait",)
    """The driver's methods that wait for the line."""
    refresh_s_by_speed: tuple[tuple[RefreshSpeed, float], ...] = ()
    """The speeds that can be set, with the seconds of a refresh at each."""


class InkyModel(NamedTuple):
    """A kind of panel with a controller. `eeprom_variants` are the numbers that its EEPROM may have."""

    kind: PanelKind
    controller: PanelController
    eeprom_variants: tuple[int, ...]

    def kind_at_speed(self, speed: RefreshSpeed) -> PanelKind:
        """Return the kind at a speed, with that speed's refresh time. Raises ValueError if it cannot be set to it."""
        if not self.controller.refresh_s_by_speed:
            check_is_normal_speed(self.kind, speed)
            return self.kind
        return self.kind._replace(refresh_s=dict(self.controller.refresh_s_by_speed)[speed])


def check_is_normal_speed(kind: PanelKind, speed: RefreshSpeed) -> None:
    """Raise ValueError if a kind of panel that refreshes at normal speed only is to be set to another speed."""
    if speed is not RefreshSpeed.NORMAL:
        raise ValueError(f"{kind.name} refreshes at one speed only: it cannot be set to {speed}.")


# Medium and fast times are those of inky's release notes for 7.3" and 13.3", and of another maker's panel for 4".
_E673_SPEEDS = ((RefreshSpeed.NORMAL, 29.6), (RefreshSpeed.MEDIUM, 22.9), (RefreshSpeed.FAST, 15.0))
_EL133_SPEEDS = ((RefreshSpeed.NORMAL, 19.6), (RefreshSpeed.MEDIUM, 13.2), (RefreshSpeed.FAST, 8.4))
_E640_SPEEDS = ((RefreshSpeed.NORMAL, 19.1), (RefreshSpeed.MEDIUM, 14.8), (RefreshSpeed.FAST, 9.8))

_CONTROLLERS = {
    controller.name: controller
    for controller in (
        PanelController("ssd1675", "inky", 0x20, busy_level=True, needs_ink=True),
        PanelController("ssd1608", "inky_ssd1608", 0x20, busy_level=True, needs_ink=True),
        PanelController("ssd1683", "inky_ssd1683", 0x20, busy_level=True, needs_ink=True),
        PanelController("uc8159", "inky_uc8159", 0x12, busy_level=False, settle_s=1.0),
        PanelController("ac073tc1a", "inky_ac073tc1a", 0x12, busy_level=False, settle_s=1.0),
        PanelController(
            "e673", "inky_e673", 0x12, busy_level=False, settle_s=1.0, converts_colours=True,
            refresh_s_by_speed=_E673_SPEEDS,
        ),
        PanelController(
            "e640", "inky_e640", 0x12, busy_level=False, settle_s=1.0, converts_colours=True,
            refresh_s_by_speed=_E640_SPEEDS,
        ),
        PanelController(
            "el133uf1", "inky_el133uf1", 0x12, busy_level=False, settle_s=0.1, converts_colours=True,
            wait_methods=("_busy_wait", "_refresh_wait"), refresh_s_by_speed=_EL133_SPEEDS,
        ),
        PanelController("jd79661", "inky_jd79661", 0x12, busy_level=False, settle_s=1.0, converts_colours=True),
        PanelController("jd79668", "inky_jd79668", 0x12, busy_level=False, settle_s=1.0, converts_colours=True),
        PanelController("ssd2683", "inky_ssd2683", 0x12, busy_level=False, settle_s=1.0, converts_colours=True),
    )
}  # fmt: skip

# Controller, numbers in the EEPROM, panels. For a panel with several, the first is tried if no EEPROM answers.
_PANELS_MADE = (
    ("ssd1675", (1, 4, 5), ("phat-212-black", "phat-212-red", "phat-212-yellow")),
    ("ssd1608", (10, 11, 12), ("phat-black", "phat-red", "phat-yellow")),
    ("ssd1675", (2, 3, 6, 7, 8), ("what-black", "what-red", "what-yellow")),
    ("ssd1683", (17, 18, 19), ("what-black", "what-red", "what-yellow")),
    ("jd79661", (23,), ("phat-4",)),
    ("jd79668", (24,), ("what-4",)),
    ("ssd2683", (28,), ("what-4",)),
    ("uc8159", (15, 16), ("impression-4",)),
    ("uc8159", (14,), ("impression-5.7",)),
    ("ac073tc1a", (20,), ("impression-7.3",)),
    ("e640", (25,), ("impression-4-spectra",)),
    ("e673", (22, 26), ("impression-7.3-spectra",)),
    ("el133uf1", (21, 27), ("impression-13.3-spectra",)),
)


INKY_MODELS = tuple(
    InkyModel(panel.panel_kind(name), _CONTROLLERS[controller_name], variants)
    for controller_name, variants, names in _PANELS_MADE
    for name in names
)


def models_by_name(name: str) -> tuple[InkyModel, ...]:
    """Return the Inkys that a name can mean, the likeliest first; see `hal.panel.panel.panel_kind`. Raises
    UnknownPanel."""
    kind = panel.panel_kind(name)
    _, controller_name = panel.split_name(name)
    models = [model for model in INKY_MODELS if model.kind is kind]
    if not models:
        raise UnknownPanel(f"{kind.name} is no Inky.")
    matching_models = tuple(model for model in models if controller_name in (None, model.controller.name))
    if not matching_models:
        known_controllers = ", ".join(model.controller.name for model in models)
        raise UnknownPanel(
            f"{kind.name} was never made with {controller_name}. Its controllers are: {known_controllers}."
        )
    return matching_models


def model_by_variant(variant: int, ink: str | None) -> InkyModel | None:
    """Return the model with this number in its EEPROM; None if there is none.

    `ink` is its ink besides white; it is black if it has no other. It matters only for panels sold with several.
    """
    models = [model for model in INKY_MODELS if variant in model.eeprom_variants]
    if len(models) > 1:
        models = [model for model in models if model.kind.inks[-1] == ink]
    return models[0] if models else None
