"""Reads the service's systemd unit: the user and the groups with which an installed box plays."""

from __future__ import annotations

from device.doctor.machine import Machine
from values.named_tuple import NamedTuple

UNIT_PATHS = ("etc/systemd/system/tablekeeper.service", "lib/systemd/system/tablekeeper.service")
"""The paths of the unit: where `make install` puts it, and where a distribution's package would."""


class ServiceAccount(NamedTuple):
    """A user, with the groups that it has while it plays."""

    user: str
    groups: frozenset[str]


def service_account(machine: Machine) -> ServiceAccount | None:
    """The account of the service, including additions to the unit; None if no unit is installed."""
    for path in UNIT_PATHS:
        text = machine.read_text(path)
        if text is not None:
            return _account(machine, "\n".join([text, *_drop_ins(machine)]))
    return None


def _drop_ins(machine: Machine) -> list[str]:
    """The contents of the drop-ins, which `systemctl edit` puts beside the unit."""
    paths = machine.find_files("etc/systemd/system/tablekeeper.service.d/*.conf")
    return [machine.read_text(path.lstrip("/")) or "" for path in paths]


def _account(machine: Machine, text: str) -> ServiceAccount:
    user, extra_groups = "root", list[str]()
    for line in text.splitlines():
        setting, _, value = line.partition("=")
        if setting.strip() == "User":
            user = value.strip() or "root"
        elif setting.strip() == "SupplementaryGroups":
            # systemd.exec(5): further lines add to the list, and an empty one clears it.
            extra_groups = [*extra_groups, *value.split()] if value.strip() else []
    # A user's primary group has the user's name.
    return ServiceAccount(user, frozenset({user, *extra_groups, *_groups_of_user(machine, user)}))


def _groups_of_user(machine: Machine, user: str) -> list[str]:
    return [group for group, members in machine.group_members().items() if user in members]
