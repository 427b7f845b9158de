"""Whether this user may use the hardware."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.finding import Finding, mend, ok
from device.doctor.machine import Machine

NODES = (("gpio", "dev/gpiochip*"), ("spi", "dev/spidev*"), ("i2c", "dev/i2c-1"), ("dialout", "dev/ttyACM*"))
"""The groups of Raspberry Pi OS, and what each may use."""


def access(machine: Machine) -> Iterator[Finding]:
    """A finding for everything that this user may not use, or one that all is well."""
    closed = _closed(machine)
    if not closed:
        yield ok("groups", f"{machine.user} may use the hardware that is there.")
        return
    nodes = ", ".join(node for _, node in closed)
    missing = [group for group, _ in closed if group not in machine.groups]
    listed = [group for group in missing if machine.user in _members(machine, group)]
    if missing and missing == listed:
        sentence = f"{machine.user} is in the group{_s(missing)} {', '.join(missing)}, but was not when logging in."
        yield mend("groups", f"{sentence} Log in again; a restart does it, too.", "sudo reboot")
    elif missing:
        sentence = f"{machine.user} may not use {nodes}: not in the group{_s(missing)} {', '.join(missing)}."
        line = f"sudo usermod -aG {','.join(missing)} {machine.user} && sudo reboot"
        yield mend("groups", sentence, line)
    else:
        yield mend("groups", f"{machine.user} may not use {nodes}, though in the right group.", f"ls -l {nodes}")


def _closed(machine: Machine) -> list[tuple[str, str]]:
    """What this user may not use, each with its group."""
    return [
        (group, node)
        for group, pattern in NODES
        for node in machine.found(pattern)[:1]
        if not machine.may(machine.root / node.lstrip("/"))
    ]


def _s(words: list[str]) -> str:
    return "s" if len(words) > 1 else ""


def _members(machine: Machine, group: str) -> list[str]:
    """Who the file of groups says is in a group: fields name, password, number, members (group(5))."""
    for line in (machine.read("etc/group") or "").splitlines():
        fields = line.split(":")
        if fields[0] == group and len(fields) == 4:
            return fields[3].split(",")
    return []
