"""Prepares the guest's hardware before the box starts: a panel's EEPROM, the cables of two pods, the disk for games.

The kernel's command line names the panel (`box.panel`); with `box.log`, everything written to the disk for games is
recorded on another one, in order (dm-log-writes); with `box.card`, games are on the card that is booted. It runs in
the environment that Tablekeeper is installed in.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import smbus2

from hal.panel.inky_models import models_by_name
from tests.hal.simulated.eeprom import eeprom_of

GADGETS = Path("/sys/kernel/config/usb_gadget")
GAMES = "/var/lib/tablekeeper"
PODS = 2


def write_eeprom(model: str) -> None:
    """Write the contents of a panel's EEPROM."""
    with smbus2.SMBus(1) as bus:
        for place, value in enumerate(eeprom_of(models_by_name(model)[0])):
            bus.write_byte_data(0x50, place, value)


def prepare_cable(number: int) -> None:
    """Prepare a board with MicroPython's serial port. It is plugged in once its UDC is set."""
    gadget = GADGETS / f"pod{number}"
    for folder in ("strings/0x409", "configs/c.1", "functions/acm.0"):
        (gadget / folder).mkdir(parents=True)
    for name, value in (
        ("idVendor", "0x2e8a"),
        ("idProduct", "0x0005"),
        ("strings/0x409/manufacturer", "MicroPython"),
        ("strings/0x409/product", "Board in FS mode"),
        ("strings/0x409/serialnumber", f"e66118604b1234a{number}"),
    ):
        (gadget / name).write_text(value)
    (gadget / "configs/c.1/acm.0").symlink_to(gadget / "functions/acm.0")


def mount_games(logged: bool) -> None:
    """Check, mend and mount the disk for games."""
    disk = "/dev/ubdb"
    if logged:
        sectors = int(Path("/sys/block/ubdb/size").read_text())
        table = f"0 {sectors} log-writes /dev/ubdb /dev/ubdc"
        subprocess.run(["dmsetup", "create", "games", "--noudevsync", "--table", table], check=True)
        subprocess.run(["dmsetup", "mknodes"], check=True)
        disk = "/dev/mapper/games"
    else:
        # Status 1: there were errors, and they are mended.
        done = subprocess.run(["e2fsck", "-p", disk], check=False)
        if done.returncode > 1:
            raise SystemExit(f"the disk for games can't be mended: status {done.returncode}")
    subprocess.run(["mount", "-o", "noatime", disk, GAMES], check=True)
    subprocess.run(["chown", "tablekeeper:tablekeeper", GAMES], check=True)


def main() -> None:
    """Prepare all hardware."""
    line = Path("/proc/cmdline").read_text()
    model = re.search(r"box\.panel=(\S+)", line)
    if model is not None:
        write_eeprom(model[1])
    for number in range(PODS):
        prepare_cable(number)
    if "box.card" not in line.split():
        mount_games("box.log" in line.split())


if __name__ == "__main__":
    main()
