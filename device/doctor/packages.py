"""Checks the Python packages that drive the hardware, and gpiozero's access to the pins."""

from __future__ import annotations

import re
from collections.abc import Iterator

from device.doctor.finding import Finding, defect, ok
from device.doctor.machine import Machine
from hal.gpio.gpio import GpioError
from hal.system import install_hint
from values.named_tuple import NamedTuple

_DEBIAN_PACKAGES = "usr/lib/python3/dist-packages"


class PythonPackage(NamedTuple):
    """A package: its module, its distribution's name, its Debian package if that is new enough, and its purpose."""

    module: str
    distribution: str
    debian_package: str | None
    purpose: str


PACKAGES = (
    # The gpiozero of Debian 12 and 13 is too old; the gpiod of Debian 12 has a different interface.
    PythonPackage("gpiozero", "gpiozero", None, "keys, light and sound"),
    PythonPackage("gpiod", "gpiod", None, "keys, light, sound and the panel"),
    PythonPackage("inky", "inky", None, "the panel"),
    PythonPackage("numpy", "numpy", "python3-numpy", "the panel"),
    PythonPackage("spidev", "spidev", "python3-spidev", "the panel"),
    PythonPackage("smbus2", "smbus2", "python3-smbus2", "the panel"),
)


_MISSING_LIBRARY = re.compile(r"(libopenblas|libblas|liblapack|libgpiod)\.so\.(\d+)\S*: cannot open shared object file")
"""The dynamic linker's message for a missing library (ld.so(8)), for those that wheels for a Pi take from the system.

Debian's package of each is named by the library and its version (Debian Policy, 8.1): libgpiod3 in Debian 13.
"""


def check_packages(machine: Machine) -> Iterator[Finding]:
    """A finding for each package that is missing or can't be loaded, or one that all are there."""
    versions = {package: machine.package_version(package.module, package.distribution) for package in PACKAGES}
    missing_packages = [package for package, version in versions.items() if version is None]
    broken_findings = [
        _broken_finding(machine, package) for package, version in versions.items() if version is not None
    ]
    findings = [*_missing_findings(machine, missing_packages), *filter(None, broken_findings)]
    yield from findings
    if not findings:
        names_and_versions = ", ".join(f"{package.module} {version}" for package, version in versions.items())
        yield ok("packages", f"All are there and can be loaded: {names_and_versions}.")


def _broken_finding(machine: Machine, package: PythonPackage) -> Finding | None:
    """A finding if an installed package can't be loaded."""
    fault = machine.import_fault(package.module)
    if fault is None:
        return None
    sentence = f"The Python package {package.module} is installed, but can't be loaded: {fault}"
    library = _MISSING_LIBRARY.search(fault)
    if library is not None:
        command = f"sudo apt install {library[1]}{library[2]}"
    elif _is_loaded_from_debian(machine, package):
        command = f"sudo apt install --reinstall {package.debian_package}"
    else:
        command = install_hint.install_command("pi")
    return defect("packages", sentence, command)


def _missing_findings(machine: Machine, missing_packages: list[PythonPackage]) -> Iterator[Finding]:
    hidden_packages = [package for package in missing_packages if _is_hidden_from_environment(machine, package)]
    for package in missing_packages:
        if package not in hidden_packages:
            sentence = f"The Python package {package.module} is missing. It is for {package.purpose}."
            yield defect("packages", sentence, _install_command(package))
    if hidden_packages:
        names = ", ".join(package.module for package in hidden_packages)
        sentence = f"Debian's {names} can't be seen from the virtual environment {machine.virtual_environment}."
        command = f"sed -i '/^include-system-site-packages/s/false/true/' {machine.virtual_environment}/pyvenv.cfg"
        yield defect("packages", sentence, command)


def check_pin_access(machine: Machine) -> Finding:
    """Check whether gpiozero can open the pins."""
    try:
        machine.try_pins()
    except GpioError as error:
        return defect("pins", f"gpiozero can't use the pins: {error}", install_hint.install_command("pi"))
    return ok("pins", "gpiozero opens the pins by gpiod.")


def _is_hidden_from_environment(machine: Machine, package: PythonPackage) -> bool:
    """Whether Debian's package is there and new enough, so that only the virtual environment does not see it."""
    return machine.virtual_environment is not None and _is_debian_package_there(machine, package)


def _is_debian_package_there(machine: Machine, package: PythonPackage) -> bool:
    """Whether the module of a package that is new enough in Debian is in its folder, as a folder or a file."""
    files = (machine.root / _DEBIAN_PACKAGES).glob(f"{package.module}*")
    return package.debian_package is not None and any(file.name.partition(".")[0] == package.module for file in files)


def _is_loaded_from_debian(machine: Machine, package: PythonPackage) -> bool:
    """Whether the module is that of Debian's package, and not one of the virtual environment that hides it."""
    path = machine.module_path(package.module)
    return package.debian_package is not None and path is not None and path.is_relative_to(f"/{_DEBIAN_PACKAGES}")


def _install_command(package: PythonPackage) -> str:
    debian_package = package.debian_package
    return install_hint.install_command("pi") if debian_package is None else f"sudo apt install {debian_package}"
