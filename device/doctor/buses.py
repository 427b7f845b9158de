"""SPI and I2C: whether the panel can be reached."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.boot import Boot
from device.doctor.finding import Finding, mend, note, ok
from device.doctor.machine import Machine

CHIP_SELECT = 8
NO_CHIP_SELECT = "spi0-0cs"
REBOOT = "sudo reboot"


def buses(machine: Machine, boot: Boot | None) -> Iterator[Finding]:
    """Whether both buses are on, and the panel's chip select is its own."""
    if boot is None:
        yield note(
            "config.txt", "There is no /boot/firmware/config.txt that can be read; is the boot partition mounted?"
        )
    spi = machine.found("dev/spidev0.*")
    if spi:
        yield ok("SPI", f"SPI is on ({spi[0]}).")
        yield _chip_select(machine, boot)
    else:
        asked = boot is not None and (boot.on("spi") or any(one.name.startswith("spi0-") for one in boot.overlays))
        yield _off("SPI", "the panel's pictures go over it", asked, boot, "sudo raspi-config nonint do_spi 0")
    if machine.there("dev/i2c-1"):
        yield ok("I2C", "I2C is on (/dev/i2c-1).")
    else:
        asked = boot is not None and (boot.on("i2c_arm") or boot.on("i2c"))
        yield _off("I2C", "the panel says over it what it is", asked, boot, "sudo raspi-config nonint do_i2c 0")


def _off(bus: str, what_for: str, asked: bool, boot: Boot | None, line: str) -> Finding:
    if asked and boot is not None:
        return mend(bus, f"{bus} is switched on in {boot.path}, but not there: the Pi must be restarted.", REBOOT)
    return mend(bus, f"{bus} is off; {what_for}.", f"{line} && {REBOOT}")


def _chip_select(machine: Machine, boot: Boot | None) -> Finding:
    """Drivers of inky move the chip select themselves, and can't while the kernel's SPI driver holds it."""
    holders = machine.holders()
    declared = _declared(machine)
    if holders is not None:
        kernels = holders.get(CHIP_SELECT, "").startswith("spi")
    else:
        kernels = declared
    if not kernels:
        return ok("chip select", f"GPIO {CHIP_SELECT}, the panel's chip select, is not held by the kernel.")
    says = f"GPIO {CHIP_SELECT}, the panel's chip select, is held by the kernel"
    if boot is None or not boot.has(NO_CHIP_SELECT):
        path = boot.path if boot is not None else "/boot/firmware/config.txt"
        line = rf"printf '[all]\ndtoverlay={NO_CHIP_SELECT}\n' | sudo tee -a {path} && {REBOOT}"
        return mend("chip select", f"{says}; the overlay {NO_CHIP_SELECT} leaves it to the panel.", line)
    if declared:
        return mend("chip select", f"{says}; {boot.path} has {NO_CHIP_SELECT}, but the Pi must be restarted.", REBOOT)
    line = f"sudo apt update && sudo apt full-upgrade && {REBOOT}"
    return mend("chip select", f"{says} in spite of {NO_CHIP_SELECT}; kernels before 2024 do that.", line)


def _declared(machine: Machine) -> bool:
    """Whether the running device tree gives SPI a chip select: the overlay leaves the property empty."""
    bus = machine.read("proc/device-tree/aliases/spi0")
    return bool(bus) and bool(machine.read(f"proc/device-tree{bus}/cs-gpios"))
