"""Checks whether the installed service, or else the current user, may use the hardware."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.finding import Finding, defect, ok
from device.doctor.machine import Machine
from device.doctor.systemd_unit import ServiceAccount, service_account

DEVICE_NODES = (("gpio", "dev/gpiochip*"), ("spi", "dev/spidev*"), ("i2c", "dev/i2c-%d"), ("dialout", "dev/ttyACM*"))
"""The groups of Raspberry Pi OS, and the devices of each; %d is the number of the header's I2C bus."""


def check_access(machine: Machine) -> Iterator[Finding]:
    """The findings about access to the devices: those that may not be used, or one that all may be used."""
    service = service_account(machine)
    if service is not None:
        yield _service_access(machine, service)
    else:
        yield from _user_access(machine)


def _service_access(machine: Machine, service: ServiceAccount) -> Finding:
    """The finding about the service: whether its groups may use the devices, whichever user runs the doctor."""
    forbidden = [
        (group, node)
        for _, node in _existing_nodes(machine)
        if (group := _foreign_group(machine, node, service)) is not None
    ]
    if not forbidden:
        return ok("groups", f"The service ({service.user}) may use the hardware that is there.")
    reasons = "; ".join(
        f"{node} may not be used by its group {group}"
        if group in service.groups
        else f"{node} belongs to the group {group}"
        for group, node in forbidden
    )
    sentence = f"The service ({service.user}) may not use {_join_nodes(forbidden)}: {reasons}."
    rules = "The rules that `sudo make install` puts in place, or a restart, give devices their groups."
    return defect("groups", f"{sentence} {rules}", "sudo udevadm control --reload && sudo udevadm trigger")


def _foreign_group(machine: Machine, node: str, service: ServiceAccount) -> str | None:
    """The group of a device that the service may not use; None if it may."""
    rights = machine.file_rights(machine.root / node.lstrip("/"))
    is_member = rights.may_group_use and rights.group in service.groups
    return None if service.user == "root" or rights.may_everybody_use or is_member else rights.group


def _user_access(machine: Machine) -> Iterator[Finding]:
    """The findings about the user: devices whose groups the user is not in, and others that may not be used."""
    forbidden = _forbidden_nodes(machine)
    if not forbidden:
        yield ok("groups", f"{machine.user} may use the hardware that is there.")
    of_missing_groups = [(group, node) for group, node in forbidden if group not in machine.groups]
    if of_missing_groups:
        yield _missing_groups_finding(machine, of_missing_groups)
    of_own_groups = [(group, node) for group, node in forbidden if group in machine.groups]
    if of_own_groups:
        sentence = f"{machine.user} may not use {_join_nodes(of_own_groups)}, though in the right group."
        yield defect("groups", sentence, f"ls -l {' '.join(node for _, node in of_own_groups)}")


def _forbidden_nodes(machine: Machine) -> list[tuple[str, str]]:
    """The devices that the user may not use, each with its group."""
    return [
        (group, node)
        for group, node in _existing_nodes(machine)
        if not machine.may_use(machine.root / node.lstrip("/"))
    ]


def _missing_groups_finding(machine: Machine, forbidden: list[tuple[str, str]]) -> Finding:
    """The finding about devices, each with its group, that the user is not in."""
    members, groups = machine.group_members(), [group for group, _ in forbidden]
    groups_phrase = f"the group{'s' if len(groups) > 1 else ''} {', '.join(groups)}"
    if all(machine.user in members.get(group, ()) for group in groups):
        sentence = (
            f"{machine.user} is in {groups_phrase}, but was not when logging in. Log in again; a restart does it, too."
        )
        return defect("groups", sentence, "sudo reboot")
    command = f"sudo usermod -aG {','.join(groups)} {machine.user} && sudo reboot"
    return defect("groups", f"{machine.user} may not use {_join_nodes(forbidden)}: not in {groups_phrase}.", command)


def _join_nodes(forbidden: list[tuple[str, str]]) -> str:
    return ", ".join(node for _, node in forbidden)


def _existing_nodes(machine: Machine) -> list[tuple[str, str]]:
    """The table's devices that exist, one of each kind, each with the group that it should belong to."""
    patterns = [(group, pattern.replace("%d", str(machine.i2c_bus))) for group, pattern in DEVICE_NODES]
    return [(group, node) for group, pattern in patterns for node in machine.find_files(pattern)[:1]]
