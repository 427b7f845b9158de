"""The interface through which the doctor examines the machine, so that tests can simulate one."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path

from device.run.hardware_choice import raspberry_pi_model
from hal.clock.wallclock import is_kernel_clock_synchronised
from hal.panel.eeprom import DEFAULT_BUS, Eeprom, read_eeprom
from hal.panel.header_bus import header_bus_number
from values.named_tuple import NamedTuple


class DiskSpace(NamedTuple):
    """The space on a disk, in bytes. A read-only disk can't be written to, however much is free."""

    free_bytes: int
    is_read_only: bool = False


class FileRights(NamedTuple):
    """A file's group, and whether the group or everybody may both read and write it."""

    group: str
    may_group_use: bool
    may_everybody_use: bool = False


def _file_rights(path: Path) -> FileRights:
    import grp

    status = path.stat()
    try:
        group = grp.getgrgid(status.st_gid).gr_name
    except KeyError:
        group = str(status.st_gid)
    return FileRights(group, status.st_mode & 0o060 == 0o060, status.st_mode & 0o006 == 0o006)


@dataclass(frozen=True)
class Machine:
    """A machine. Files are searched under `root`; in a test, that is a folder with simulated ones.

    `may_use` is whether this user may read and write a path, and `file_rights` who else may. `package_version` is the
    version of a Python package, from its module's and its distribution's name, or None. `module_path` is the file from
    which a module is loaded, or None. `import_fault` is the reason why a module can't be imported, or None if it can.
    `try_pins` opens the pins and may raise GpioError. `pin_holders` maps each used pin to its user, or is None if that
    can't be determined. `is_clock_synchronised` is whether the kernel's clock was set from a reliable source.
    `virtual_environment` is that of this program, or None if there is none.
    """

    root: Path
    user: str
    groups: frozenset[str]
    may_use: Callable[[Path], bool]
    disk_space: Callable[[Path], DiskSpace]
    package_version: Callable[[str, str], str | None]
    module_path: Callable[[str], Path | None]
    import_fault: Callable[[str], str | None]
    try_pins: Callable[[], None]
    read_eeprom: Callable[[], Eeprom]
    pin_holders: Callable[[], Mapping[int, str] | None] = lambda: None
    file_rights: Callable[[Path], FileRights] = _file_rights
    now: Callable[[], float] = time.time
    is_clock_synchronised: Callable[[], bool] = is_kernel_clock_synchronised
    python_version: str = ".".join(map(str, sys.version_info[:3]))
    virtual_environment: Path | None = None if sys.prefix == sys.base_prefix else Path(sys.prefix)

    def read_text(self, path: str) -> str | None:
        """A file's content, without the NUL at the end of files of the device tree; None if it can't be read."""
        try:
            return (self.root / path).read_bytes().decode("utf-8", "replace").rstrip("\0\n")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """Whether a file exists."""
        return (self.root / path).exists()

    def find_files(self, pattern: str) -> list[str]:
        """The files that match a pattern, as absolute paths of the machine."""
        return sorted(f"/{path.relative_to(self.root)}" for path in self.root.glob(pattern))

    def group_members(self) -> Mapping[str, Sequence[str]]:
        """The members of each group from the file of groups: fields name, password, number, members (group(5))."""
        lines = (line.split(":") for line in (self.read_text("etc/group") or "").splitlines())
        return {fields[0]: fields[3].split(",") for fields in lines if len(fields) == 4}

    @property
    def model(self) -> str | None:
        """The model of Raspberry Pi; None if it is another machine."""
        return raspberry_pi_model(self.root)

    @property
    def is_i2c_driven(self) -> bool:
        """Whether the kernel drives the header's I2C controller, with or without a device file."""
        return header_bus_number(self.root) is not None

    @property
    def i2c_bus(self) -> int:
        """The number of the header's I2C bus; the usual one if the kernel drives none."""
        number = header_bus_number(self.root)
        return DEFAULT_BUS if number is None else number

    @property
    def is_raspberry_pi_os(self) -> bool:
        """Whether the system is Raspberry Pi OS. Its 64-bit version calls itself Debian, but has its own packages."""
        return self.exists("etc/rpi-issue")


def this_machine() -> Machine:
    """The machine on which this program runs."""
    import grp
    import pwd

    group_names = {group.gr_gid: group.gr_name for group in grp.getgrall()}
    return Machine(
        root=Path("/"),
        user=pwd.getpwuid(os.geteuid()).pw_name,
        groups=frozenset(group_names.get(gid, str(gid)) for gid in {*os.getgroups(), os.getegid()}),
        may_use=lambda path: os.access(path, os.R_OK | os.W_OK),
        disk_space=_disk_space,
        package_version=_package_version,
        module_path=_module_path,
        import_fault=import_fault,
        try_pins=_try_pins,
        read_eeprom=read_eeprom,
        pin_holders=_read_pin_holders,
    )


def _disk_space(path: Path) -> DiskSpace:
    return DiskSpace(shutil.disk_usage(path).free, bool(os.statvfs(path).f_flag & os.ST_RDONLY))


def _package_version(module: str, distribution: str) -> str | None:
    if util.find_spec(module) is None:
        return None
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "of unknown version"


def _module_path(module: str) -> Path | None:
    spec = util.find_spec(module)
    return None if spec is None or spec.origin is None else Path(spec.origin)


_IMPORT_TIMEOUT_S = 60.0
"""Timeout in seconds. A Pi Zero takes some seconds to import numpy from a slow card."""


def import_fault(module: str) -> str | None:
    """The reason why a module can't be imported, or None.

    It is imported in a separate process, since a library may crash the process that loads it.
    """
    try:
        result = subprocess.run(
            [sys.executable, "-P", "-c", f"import {module}"],
            check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=_IMPORT_TIMEOUT_S,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"importing it takes longer than {_IMPORT_TIMEOUT_S:.0f} seconds."
    if result.returncode < 0:
        return f"importing it ends the program by signal {-result.returncode} ({signal.strsignal(-result.returncode)})."
    error_lines = result.stderr.decode("utf-8", "replace").strip().splitlines()
    return None if result.returncode == 0 else (error_lines[-1] if error_lines else f"exit status {result.returncode}.")


def _try_pins() -> None:
    from hal.gpio.gpio import open_factory

    open_factory().close()


def _read_pin_holders() -> Mapping[int, str] | None:
    from hal.gpio.pin_holders import pin_holders

    return pin_holders()
