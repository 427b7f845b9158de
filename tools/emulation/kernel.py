"""The kernel of the emulated box: user-mode Linux from Debian's source and configuration, with a device tree."""

from __future__ import annotations

import lzma
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from tools.emulation.cache import BUILD, cached_folder, key_of
from tools.emulation.commands import CannotEmulate, run
from tools.emulation.differences import OFF, built_in, settings, unexplained_differences

PACKAGE = "linux-source-6.12"
"""The newest kernel of Debian 12, from its backports. What is needed is in every kernel since 6.5."""
SOURCE = Path(f"/usr/src/{PACKAGE}.tar.xz")
CONFIG_PACKAGE = "linux-config-6.12"
CONFIG = Path(f"/usr/src/{CONFIG_PACKAGE}/config.amd64_none_amd64.xz")
"""Debian's configuration for the machine that user-mode Linux runs on."""
PARTS = Path(__file__).parent / "kernel"
_NICE = 15


@dataclass(frozen=True)
class Kernel:
    """What boots a guest: the program, a folder with `lib/modules`, and the device tree."""

    program: Path
    modules: Path
    tree: Path


def kernel() -> Kernel:
    """The kernel, built unless it is cached for this source and these parts. Raises CannotEmulate."""
    if not SOURCE.exists():
        raise CannotEmulate(f"there is no {SOURCE}. Type: apt-get install {PACKAGE}")
    if not CONFIG.exists():
        raise CannotEmulate(f"there is no {CONFIG}. Type: apt-get install {CONFIG_PACKAGE}")
    place = cached_folder("kernel", kernel_key(), _build)
    return Kernel(place / "linux", place / "modules", place / "box.dtb")


def kernel_key() -> str:
    """The cache key: Debian's version of the source, and our parts."""
    version = run(["dpkg-query", "-W", "-f", "${Version}", PACKAGE])
    return key_of(version, PARTS, CONFIG)


def is_kernel_cached() -> bool:
    """Whether the kernel is cached."""
    return SOURCE.exists() and CONFIG.exists() and (BUILD / f"kernel-{kernel_key()}").is_dir()


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
    """Configure the kernel like Debian's, with what the simulation needs. Raises CannotEmulate.

    All options of our configuration must be in the result, and nothing else may differ without a reason.
    """
    ours = (PARTS / "config").read_text(encoding="utf-8")
    debian = lzma.decompress(CONFIG.read_bytes()).decode()
    wanted = objects / "wanted"
    wanted.write_text(built_in(debian) + ours, encoding="utf-8")
    run([*_make(source, objects), f"KCONFIG_ALLCONFIG={wanted}", "allnoconfig"])
    configured = (objects / ".config").read_text(encoding="utf-8")
    lacking = unmet_settings(ours, configured)
    if lacking:
        raise CannotEmulate(f"this kernel's source can't be configured with {', '.join(lacking)}.")
    wrong = unexplained_differences(debian, configured)
    if wrong:
        raise CannotEmulate(f"the kernel is not Debian's, and {Path(__file__).parent}/differences.py says not why: "
                            f"{', '.join(wrong)}.")  # fmt: skip


def unmet_settings(wanted: str, configured: str) -> list[str]:
    """The settings in `wanted` that `configured` lacks: a kernel silently drops options with unmet dependencies."""
    there = settings(configured)
    return [f"CONFIG_{name}={value}" for name, value in settings(wanted).items() if there.get(name, OFF) != value]
