"""The Python packages that drive the hardware, and gpiozero's way to the pins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from device.doctor.finding import Finding, mend, ok
from device.doctor.machine import Machine
from hal.gpio.gpio import GpioError
from hal.system import installing

_SYSTEM = "usr/lib/python3/dist-packages"


class Package(NamedTuple):
    """A package: the module, the name it is installed by, Debian's package, and what it is for."""

    module: str
    distribution: str
    debian: str | None
    use: str


PACKAGES = (
    Package("gpiozero", "gpiozero", "python3-gpiozero", "keys, light and sound"),
    Package("lgpio", "lgpio", "python3-lgpio", "keys, light and sound"),
    Package("inky", "inky", None, "the panel"),
    Package("numpy", "numpy", "python3-numpy", "the panel"),
    Package("spidev", "spidev", "python3-spidev", "the panel"),
    Package("smbus2", "smbus2", "python3-smbus2", "the panel"),
)


def packages(machine: Machine) -> Iterator[Finding]:
    """A finding for each package that is missing, or one that all are there."""
    found = {one: machine.package(one.module, one.distribution) for one in PACKAGES}
    missing = [one for one in PACKAGES if found[one] is None]
    if not missing:
        said = ", ".join(f"{one.module} {version}" for one, version in found.items())
        yield ok("packages", f"All are there: {said}.")
        return
    yield from _missing(machine, missing)


def _missing(machine: Machine, missing: list[Package]) -> Iterator[Finding]:
    hidden = [one for one in missing if _hidden(machine, one)]
    for package in missing:
        if package not in hidden:
            sentence = f"The Python package {package.module} is missing; {package.use} need it."
            yield mend("packages", sentence, _line(package))
    if hidden:
        names = ", ".join(one.module for one in hidden)
        sentence = f"Debian's {names} can't be seen from the virtual environment {machine.environment}."
        line = f"sed -i '/^include-system-site-packages/s/false/true/' {machine.environment}/pyvenv.cfg"
        yield mend("packages", sentence, line)


def back_end(machine: Machine) -> Finding:
    """Whether gpiozero can open the pins."""
    try:
        machine.pins()
    except GpioError as error:
        return mend("pins", f"gpiozero can't use the pins: {error}", "sudo apt install python3-lgpio python3-gpiozero")
    return ok("pins", "gpiozero opens the pins by lgpio.")


def _hidden(machine: Machine, package: Package) -> bool:
    """Whether the system has the package where a closed virtual environment does not look."""
    place = machine.root / _SYSTEM
    return machine.environment is not None and any(place.glob(f"{package.module}*"))


def _line(package: Package) -> str:
    if package.debian is not None:
        return f"sudo apt install {package.debian}"
    return installing.command("pi")
