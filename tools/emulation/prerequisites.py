"""Checks this machine for what the emulation needs, and says what to install."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path

from tools.emulation.kernel import CONFIG, CONFIG_PACKAGE, PACKAGE, SOURCE

PROGRAMS = {
    "bc": "bc",
    "bison": "bison",
    "debugfs": "e2fsprogs",
    "dtc": "device-tree-compiler",
    "e2fsck": "e2fsprogs",
    "flex": "flex",
    "gcc": "gcc",
    "make": "make",
    "mke2fs": "e2fsprogs",
    "mmdebstrap": "mmdebstrap",
    "openssl": "openssl",
    "patch": "patch",
    "tar": "tar",
    "unshare": "util-linux",
    "xz": "xz-utils",
    "zbarimg": "zbar-tools",
}
"""The programs, each with its Debian package."""
FILES = {
    SOURCE: PACKAGE,
    CONFIG: CONFIG_PACKAGE,
    Path("/usr/include/openssl/opensslv.h"): "libssl-dev",
}
"""The files, each with its Debian package. The last one is for the kernel's certificate for modules."""
ROOM_GB = 6
"""Space in GB that kernel and root need while they are made; half of it remains in use."""


def missing_prerequisites(build: Path) -> Iterator[str]:
    """Yield a sentence for everything that is missing. `build` is the cache's folder."""
    if platform.machine() != "x86_64":
        yield f"User-mode Linux runs on x86-64 only, and this machine is {platform.machine()}."
    if not Path("/etc/debian_version").exists():
        yield "Kernel and box are made from Debian's packages, and this is no Debian."
    if os.geteuid() != 0:
        yield "Making a root with its owners and devices needs root. Type: sudo make emulate"
    packages = sorted({package for program, package in PROGRAMS.items() if shutil.which(program) is None})
    packages += [package for file, package in FILES.items() if not file.exists()]
    if packages:
        yield f"Packages are missing. Type: apt-get install --no-install-recommends {' '.join(packages)}"
    build.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(build).free >> 30
    if free < ROOM_GB:
        yield f"Only {free} GB are free at {build}; {ROOM_GB} are needed."
