"""Checks whether the installed service, or else the current user, may use the hardware."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.finding import Finding, defect, ok
from device.doctor.machine import Machine
from device.doctor.systemd_unit import ServiceAccount, service_account

DEVICE_NODES = (("gpio", "dev/gpiochip*"), ("spi", "dev/spidev*"), ("i2c", "dev/i2c-%d"), ("dialout", "dev/ttyACM*"))
"""The groups of Raspberry Pi OS, and the devices of each; %d is the number of the header's I2C bus."""


def check_access(machine: Machine) -> Iterator[Finding]:
    """A finding for everything that may not be used, or one that all is well."""
    service = service_account(machine)
    yield _service_access(machine, service) if service is not None else _user_access(machine)


def _service_access(machine: Machine, service: ServiceAccount) -> Finding:
    """The finding about the service: whether its groups own the devices, whichever user runs the doctor."""
    forbidden = [
        (node, group)
        for _, node in _existing_nodes(machine)
        if (group := _group_without_service(machine, node, service)) is not None
    ]
    if not forbidden:
        return ok("groups", f"The service ({service.user}) may use the hardware that is there.")
    owners = "; ".join(f"{node} belongs to the group {group}" for node, group in forbidden)
    sentence = f"The service ({service.user}) may not use {', '.join(node for node, _ in forbidden)}: {owners}."
    rules = "The rules that `sudo make install` puts in place, or a restart, give devices their groups."
    return defect("groups", f"{sentence} {rules}", "sudo udevadm control --reload && sudo udevadm trigger")


def _group_without_service(machine: Machine, node: str, service: ServiceAccount) -> str | None:
    """The group of a device that the service may not use; None if it may."""
    rights = machine.file_rights(machine.root / node.lstrip("/"))
    is_member = rights.may_group_use and rights.group in service.groups
    return None if service.user == "root" or rights.may_everybody_use or is_member else rights.group


def _user_access(machine: Machine) -> Finding:
    forbidden = [
        (group, node)
        for group, node in _existing_nodes(machine)
        if not machine.may_use(machine.root / node.lstrip("/"))
    ]
    if not forbidden:
        return ok("groups", f"{machine.user} may use the hardware that is there.")
    nodes = ", ".join(node for _, node in forbidden)
    missing_groups = [group for group, _ in forbidden if group not in machine.groups]
    if not missing_groups:
        return defect("groups", f"{machine.user} may not use {nodes}, though in the right group.", f"ls -l {nodes}")
    return _missing_groups_finding(machine, missing_groups, nodes)


def _missing_groups_finding(machine: Machine, missing_groups: list[str], nodes: str) -> Finding:
    members = machine.group_members()
    groups_phrase = f"the group{'s' if len(missing_groups) > 1 else ''} {', '.join(missing_groups)}"
    if all(machine.user in members.get(group, ()) for group in missing_groups):
        sentence = (
            f"{machine.user} is in {groups_phrase}, but was not when logging in. Log in again; a restart does it, too."
        )
        return defect("groups", sentence, "sudo reboot")
    command = f"sudo usermod -aG {','.join(missing_groups)} {machine.user} && sudo reboot"
    return defect("groups", f"{machine.user} may not use {nodes}: not in {groups_phrase}.", command)


def _existing_nodes(machine: Machine) -> list[tuple[str, str]]:
    """The table's devices that exist, one of each kind, each with the group that it should belong to."""
    patterns = [(group, pattern.replace("%d", str(machine.i2c_bus))) for group, pattern in DEVICE_NODES]
    return [(group, node) for group, pattern in patterns for node in machine.find_files(pattern)[:1]]
