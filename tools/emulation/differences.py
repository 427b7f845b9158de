"""The differences between the emulated kernel's configuration and Debian's, with reasons. Nothing else may differ.

What Debian builds as modules is left out, except for what the simulation needs: that is listed in `kernel/config`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

MODULE, OFF = "m", "n"

_SET = re.compile(r"^CONFIG_(\w+)=(.*)$")
_UNSET = re.compile(r"^# CONFIG_(\w+) is not set$")

_UML = "user-mode Linux has no other"
_LINES = "user-mode Linux's lines to the host have the names that its terminals would take"
_TOOLS = "the compiler that is here"

DIFFERENCES: Mapping[str, str] = {
    "CC_VERSION_TEXT": _TOOLS,
    "PAHOLE_VERSION": _TOOLS,
    "RUSTC_LLVM_VERSION": _TOOLS,
    "RUSTC_VERSION": _TOOLS,
    "FUNCTION_ALIGNMENT": _UML,
    "HZ": _UML,
    "INIT_ENV_ARG_LIMIT": _UML,
    "NO_HZ_IDLE": _UML,
    "NR_CPUS": _UML,
    "PGTABLE_LEVELS": _UML,
    "STRICT_DEVMEM": _UML,
    "DEBUG_INFO_DWARF_TOOLCHAIN_DEFAULT": "nobody debugs it, and it takes twice the time to build",
    "DEBUG_INFO_NONE": "nobody debugs it, and it takes twice the time to build",
    "DEVTMPFS_MOUNT": "guests start without an initrd, which would mount it",
    "GPIO_SIM": "pins at whose other ends is a program",
    "LOCALVERSION": "its modules are found by it",
    "NVMEM_LAYOUTS": "follows from OF",
    "SERIAL_8250": _LINES,
    "VT": _LINES,
    "OF": "the header comes from a device tree, as on a Pi; Debian's kernel for x86-64 reads none",
}
"""The options that differ, without `CONFIG_`, each with the reason."""


def settings(config: str) -> dict[str, str]:
    """Parse a kernel's configuration: its options, without `CONFIG_`, with their values; `n` for one that is off."""
    found = {}
    for line in config.splitlines():
        if match := _SET.match(line):
            found[match[1]] = match[2]
        elif match := _UNSET.match(line):
            found[match[1]] = OFF
    return found


def built_in(distribution: str) -> str:
    """A distribution's configuration without the options that it builds as modules."""
    return "".join(f"{line}\n" for line in distribution.splitlines() if not line.endswith(f"={MODULE}"))


def unexplained_differences(distribution: str, ours: str) -> list[str]:
    """The options in both configurations that differ without a reason, each with both values."""
    theirs = settings(distribution)
    return [
        f"CONFIG_{name}={value} (Debian: {theirs[name]})"
        for name, value in settings(ours).items()
        if name not in DIFFERENCES and theirs.get(name, value) not in (value, MODULE)
    ]
