"""Reads the firmware's config.txt: which parameters and overlays are in force on a model."""

from __future__ import annotations

import re
from collections.abc import Iterator

from device.doctor.machine import Machine
from values.named_tuple import NamedTuple

CONFIG_PATHS = ("boot/firmware/config.txt", "boot/config.txt")
"""The paths since Debian 12, and before."""

_ON_VALUES = frozenset({"", "on", "true", "yes", "1"})

# Model filters of config.txt (Raspberry Pi documentation, “Conditional filters”), by a pattern for a model's name. The
# first that matches counts.
_FILTERS_BY_MODEL = (
    ("Model .*", {"pi1"}),
    ("Compute Module", {"pi1", "cm1"}),
    ("Zero", {"pi0"}),
    ("Zero W", {"pi0", "pi0w"}),
    ("Zero 2 W", {"pi0", "pi0w", "pi02"}),
    ("Compute Module 0", {"pi0", "pi0w", "pi02", "cm0"}),
    ("2 .*", {"pi2"}),
    ("3 Model [AB] Plus", {"pi3", "pi3+"}),
    ("3 .*", {"pi3"}),
    ("Compute Module 3 Plus", {"pi3", "pi3+", "cm3+"}),
    ("Compute Module 3", {"pi3", "cm3"}),
    ("4 .*", {"pi4"}),
    ("400", {"pi4", "pi400"}),
    ("Compute Module 4S", {"pi4", "cm4s"}),
    ("Compute Module 4", {"pi4", "cm4"}),
    ("5 .*", {"pi5"}),
    ("500.*", {"pi5", "pi500"}),
    ("Compute Module 5.*", {"pi5", "cm5"}),
)


class Overlay(NamedTuple):
    """A `dtoverlay` line: its name and parameters."""

    name: str
    parameters: tuple[tuple[str, str], ...] = ()


class BootConfig(NamedTuple):
    """The content of config.txt: its path, and the `dtparam` values and overlays that are in force."""

    path: str
    device_tree_parameters: tuple[tuple[str, str], ...] = ()
    overlays: tuple[Overlay, ...] = ()

    def is_on(self, parameter: str) -> bool:
        """Whether a `dtparam` is switched on; the last line that names it counts."""
        values = [value for name, value in self.device_tree_parameters if name == parameter]
        return bool(values) and values[-1] in _ON_VALUES

    def has_overlay(self, name: str) -> bool:
        """Whether an overlay is loaded."""
        return any(overlay.name == name for overlay in self.overlays)


def read_boot_config(machine: Machine) -> BootConfig | None:
    """The settings in force on this model; None if no config.txt can be read."""
    for path in CONFIG_PATHS:
        text = machine.read_text(path)
        if text is not None:
            return _parse(f"/{path}", text, model_filters(machine.model or ""))
    return None


def model_filters(model: str) -> frozenset[str]:
    """The filters of config.txt that apply to a model, by its name in the device tree.

    For an unknown model there are none: filters for older models do not apply to a newer one.
    """
    model_name = model.removeprefix("Raspberry Pi").partition(" Rev ")[0].strip()
    return frozenset(next((filters for pattern, filters in _FILTERS_BY_MODEL if re.fullmatch(pattern, model_name)), ()))


def _parse(path: str, text: str, filters: frozenset[str]) -> BootConfig:
    parameters: list[tuple[str, str]] = []
    overlays: list[Overlay] = []
    for name, value in boot_settings(text, filters):
        if name == "dtparam":
            parameters += _parse_pairs(value)
        elif name == "dtoverlay" and value:
            (overlay_name, _), *overlay_parameters = _parse_pairs(value)
            overlays.append(Overlay(overlay_name, tuple(overlay_parameters)))
    return BootConfig(path, tuple(parameters), tuple(overlays))


def boot_settings(text: str, filters: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The settings of a config.txt in these sections: a name and a value each, in order."""
    is_in_force = True
    for raw_line in text.splitlines():
        line = raw_line.strip()
        if line.startswith("[") and line.endswith("]"):
            # Filters by display, serial number or pin can't be evaluated here; nobody needs them for a table.
            is_in_force = line[1:-1].casefold() in {"all", *filters}
        elif is_in_force and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()


def _parse_pairs(pairs_text: str) -> list[tuple[str, str]]:
    pairs = (pair.partition("=") for pair in pairs_text.split(","))
    return [(name.strip(), value.strip()) for name, _, value in pairs]
