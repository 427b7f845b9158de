"""`tablekeeper doctor`: what hardware is there, what is missing, and the line to type to mend it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from device.config import Config
from device.doctor.access import check_access
from device.doctor.boot import read_boot_config
from device.doctor.buses import check_buses
from device.doctor.finding import Finding
from device.doctor.machine import Machine
from device.doctor.other_games import check_other_games
from device.doctor.packages import check_packages, check_pin_access
from device.doctor.surroundings import check_clock, check_computer, check_disk, check_pods
from device.doctor.wiring_checks import check_panel, check_pins
from hal.panel.epd_models import epd_model


def examine(machine: Machine, config: Config, data: Path) -> Iterator[Finding]:
    """All findings, in the order in which they are best repaired. `data` is the directory of the games."""
    yield check_computer(machine)
    if machine.model is not None:
        yield from _examine_hardware(machine, config)
    yield from check_pods(machine, config)
    yield from check_disk(machine, data)
    yield from check_other_games(data)
    yield check_clock(machine, config)


def _examine_hardware(machine: Machine, config: Config) -> Iterator[Finding]:
    boot = read_boot_config(machine)
    yield from check_buses(machine, boot, has_inky=epd_model(config.panel.name) is None)
    yield from check_access(machine)
    yield from check_packages(machine)
    yield check_pin_access(machine)
    panel_name, finding = check_panel(machine, config)
    yield finding
    yield from check_pins(machine, config, panel_name, boot)
