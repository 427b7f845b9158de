"""`tablekeeper doctor`: what hardware is there, what is missing, and the line to type to mend it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from device.config import Config
from device.doctor.access import access
from device.doctor.boot import read_boot
from device.doctor.buses import buses
from device.doctor.finding import Finding
from device.doctor.machine import Machine
from device.doctor.other_games import other_games
from device.doctor.packages import back_end, packages
from device.doctor.surroundings import clock, computer, disk, pods
from device.doctor.wires import panel, pins
from hal.panel.epd_models import epd


def examine(machine: Machine, config: Config, data: Path) -> Iterator[Finding]:
    """All findings, in the order in which they are best repaired. `data` is the directory of the games."""
    yield computer(machine)
    if machine.model is not None:
        yield from _hardware(machine, config)
    yield from pods(machine, config)
    yield from disk(machine, data)
    yield from other_games(data)
    yield clock(machine, config)


def _hardware(machine: Machine, config: Config) -> Iterator[Finding]:
    boot = read_boot(machine)
    yield from buses(machine, boot, inky=epd(config.panel.name) is None)
    yield from access(machine)
    yield from packages(machine)
    yield back_end(machine)
    name, found = panel(machine, config)
    yield found
    yield from pins(machine, config, name, boot)
