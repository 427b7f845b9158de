"""The time from the kernel's start to a box that plays, and what systemd and the doctor report then."""

from __future__ import annotations

import re

from tools.emulation.box import ACTIVE_S, Bench
from tools.emulation.guest import Guest
from tools.emulation.report import RunReport

OURS = "tablekeeper*"
IMPORTS = "import PIL.Image, sqlite3"
RATIO = 3.0
REPEATS = 5
IMPORTING = "importing"
IMPORTING_UNIT = (
    "sed -e 's|^Type=.*|Type=oneshot\\nRemainAfterExit=yes|' -e '/^Restart/d' -e '/^WatchdogSec/d'"
    f""" -e "s|^ExecStart=.*|ExecStart=/opt/tablekeeper/current/bin/python -c '{IMPORTS}'|" """
    f"/etc/systemd/system/tablekeeper.service > /run/systemd/system/{IMPORTING}.service && systemctl daemon-reload"
)
"""A unit like ours, with the same user and sandbox, that only imports the modules and ends."""
SERVICE_USER = "runuser -u tablekeeper -- "


def run(bench: Bench, report: RunReport) -> None:
    """Boot, and check what systemd and the doctor report."""
    with bench.booted("start") as guest:
        active = microseconds(guest, "ActiveEnterTimestampMonotonic")
        report.figure("seconds from the kernel's start to the service being active", f"{active / 1e6:.1f}",
                      f"≤ {ACTIVE_S:.0f}", good=active <= ACTIVE_S * 1e6)  # fmt: skip
        begun = microseconds(guest, "InactiveExitTimestampMonotonic")
        report.figure("of these, the program's own", f"{(active - begun) / 1e6:.1f}")
        failed = guest.run("systemctl list-units --failed --plain --no-legend | awk '{print $1}'").split()
        report.figure("units that failed", ", ".join(failed) or "none", "none", good=not failed)
        for who, before in (("root", ""), ("the service's user", SERVICE_USER)):
            status, wrong = doctor(guest, before)
            report.figure(f"what the doctor finds wrong, asked by {who}", wrong or "nothing", "nothing",
                          good=status == 0 and not wrong)  # fmt: skip
        ratio = start_by_imports(guest)
        report.figure(f"the program's start ÷ {IMPORTS}", f"{ratio:.1f}", f"≤ {RATIO:.0f}", good=ratio <= RATIO)
        exposure = re.search(
            r"([0-9.]+) \w+ *\S*$", guest.run("systemd-analyze security tablekeeper --no-pager | tail -n1")
        )
        report.figure("exposure of the unit, of 10", exposure[1] if exposure else "unknown", "≤ 1.0",
                      good=exposure is not None and float(exposure[1]) <= 1.0)  # fmt: skip


def microseconds(guest: Guest, timestamp: str, unit: str = "tablekeeper") -> int:
    """A time stamp of a service, in microseconds since the kernel's start."""
    return int(guest.run(f"systemctl show {unit} --value -p {timestamp}"))


def start_by_imports(guest: Guest) -> float:
    """The time of the program's start, until it is ready, divided by that of the imports that it can't do without.

    Both are in the same sandbox, whose setup is not the program's share. The quickest of several runs counts: the rest
    is other load of the machine.
    """
    guest.run(IMPORTING_UNIT)
    starts, imports = list[int](), list[int]()
    for _ in range(REPEATS):
        guest.run("systemctl restart tablekeeper", 180)
        starts.append(
            microseconds(guest, "ActiveEnterTimestampMonotonic") - microseconds(guest, "InactiveExitTimestampMonotonic")
        )
        guest.run(f"systemctl restart {IMPORTING}", 180)
        imports.append(
            microseconds(guest, "ExecMainExitTimestampMonotonic", IMPORTING)
            - microseconds(guest, "InactiveExitTimestampMonotonic", IMPORTING)
        )
    return min(starts) / min(imports)


def doctor(guest: Guest, before: str) -> tuple[int, str]:
    """The doctor's exit status, and the sentences about what must be mended."""
    done = guest.shell(f"cd / && {before}tablekeeper doctor --json", 120)
    return done.status, "; ".join(sentences(done.output))


def sentences(report: str) -> list[str]:
    """The sentences of a doctor's report about what must be mended."""
    import json

    found = json.loads(report)
    return [one["sentence"] for one in found["findings"] if one["level"] == "mend"]
