"""The kernel of the emulated box: user-mode Linux from Debian's source, with its modules and its device tree."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from tools.emulation.cache import BUILD, kept, key_of
from tools.emulation.commands import CannotEmulate, run

PACKAGE = "linux-source-6.12"
"""The newest of Debian 12, from its backports; what is needed of it is in every kernel since 6.5."""
SOURCE = Path(f"/usr/src/{PACKAGE}.tar.xz")
PARTS = Path(__file__).parent / "kernel"
_NICE = 15


@dataclass(frozen=True)
class Kernel:
    """What boots a guest: the program, a folder with `lib/modules`, and the device tree."""

    program: Path
    modules: Path
    tree: Path


def kernel() -> Kernel:
    """The kernel, built if there is none of this source and these parts. Raises CannotEmulate."""
    if not SOURCE.exists():
        raise CannotEmulate(f"there is no {SOURCE}. Type: apt-get install {PACKAGE}")
    place = kept("kernel", kernel_key(), _build)
    return Kernel(place / "linux", place / "modules", place / "box.dtb")


def kernel_key() -> str:
    """What the kernel is made from: Debian's version of the source, and our parts."""
    version = run(["dpkg-query", "-W", "-f", "${Version}", PACKAGE])
    return key_of(version, PARTS)


def kernel_is_kept() -> bool:
    """Whether nothing needs to be built."""
    return SOURCE.exists() and (BUILD / f"kernel-{kernel_key()}").is_dir()


def _build(place: Path) -> None:
    run(["tar", "-xJf", SOURCE, "-C", place])
    source, objects = place / PACKAGE, place / "objects"
    objects.mkdir()
    for patch in sorted(PARTS.glob("*.patch")):
        run(["patch", "-p1", "-i", patch], cwd=source)
    configure(source, objects)
    make = _make(source, objects)
    run([*make, f"-j{os.cpu_count() or 1}", "linux", "modules"])
    module = place / "spi-program"
    shutil.copytree(PARTS / "spi-program", module)
    run([*make, f"M={module}", "modules"])
    installed = place / "modules"
    run([*make, f"INSTALL_MOD_PATH={installed}", "modules_install"])
    run([*make, f"INSTALL_MOD_PATH={installed}", f"M={module}", "modules_install"])
    run(["dtc", "-q", "-I", "dts", "-O", "dtb", "-o", place / "box.dtb", PARTS / "box.dts"])
    shutil.copy2(objects / "linux", place / "linux")
    for made in (source, objects, module):
        shutil.rmtree(made)


def _make(source: Path, objects: Path) -> list[str | Path]:
    return ["nice", f"-n{_NICE}", "make", "-s", "-C", source, "ARCH=um", f"O={objects}"]


def configure(source: Path, objects: Path) -> None:
    """Configure the kernel; all that our configuration asks for must come of it. Raises CannotEmulate."""
    wanted = PARTS / "config"
    run([*_make(source, objects), f"KCONFIG_ALLCONFIG={wanted}", "allnoconfig"])
    lacking = unmet(wanted.read_text(encoding="utf-8"), (objects / ".config").read_text(encoding="utf-8"))
    if lacking:
        raise CannotEmulate(f"this kernel's source can't be configured with {', '.join(lacking)}.")


def unmet(wanted: str, configured: str) -> list[str]:
    """The settings of a configuration that another lacks: a kernel drops, without a word, what depends on others."""
    there = set(configured.splitlines())
    return [line for line in re.findall(r"^CONFIG_\w+=.+$", wanted, re.MULTILINE) if line not in there]
