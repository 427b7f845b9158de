"""Checks SPI and I2C: whether the panel can be reached."""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.boot import BootConfig
from device.doctor.finding import Finding, defect, note, ok
from device.doctor.machine import Machine
from hal.gpio.header import is_spi_driver

CHIP_SELECT_PIN = 8
NO_CHIP_SELECT_OVERLAY = "spi0-0cs"
REBOOT_COMMAND = "sudo reboot"
PLAIN_DEBIAN_SENTENCE = "Debian's own kernel needs an overlay for that: docs/build.md has it under “Plain Debian”."


def check_buses(machine: Machine, boot: BootConfig | None, *, has_inky: bool = True) -> Iterator[Finding]:
    """Findings about both buses, and about the chip select of an Inky;
    other panels work with or without the kernel's."""
    if boot is None:
        yield note(
            "config.txt", "There is no /boot/firmware/config.txt that can be read; is the boot partition mounted?"
        )
    spi_devices = machine.find_files("dev/spidev0.*")
    if spi_devices:
        yield ok("SPI", f"SPI is on ({spi_devices[0]}).")
        if has_inky:
            yield _check_chip_select(machine, boot)
    else:
        is_configured = boot is not None and (
            boot.is_on("spi") or any(overlay.name.startswith("spi0-") for overlay in boot.overlays)
        )
        yield _bus_off_finding(
            machine, "SPI", "the panel's pictures go over it", boot if is_configured else None, "do_spi"
        )
    if has_inky:
        yield _check_i2c(machine, boot)


def _check_i2c(machine: Machine, boot: BootConfig | None) -> Finding:
    device = f"/dev/i2c-{machine.i2c_bus}"
    if machine.exists(device.lstrip("/")):
        return ok("I2C", f"I2C is on ({device}).")
    if machine.is_i2c_driven:
        # The kernel module has no alias, so nothing loads it automatically.
        command = "echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf && sudo modprobe i2c-dev"
        return defect("I2C", f"I2C is on, but {device} is not there: the module i2c-dev is not loaded.", command)
    is_configured = boot is not None and (boot.is_on("i2c_arm") or boot.is_on("i2c"))
    return _bus_off_finding(
        machine, "I2C", "the panel says over it what it is", boot if is_configured else None, "do_i2c"
    )


def _bus_off_finding(
    machine: Machine, bus: str, purpose: str, boot: BootConfig | None, raspi_config_name: str
) -> Finding:
    """The finding for a bus that is off. `boot` is the config.txt that switches it on, None if it does not;
    `raspi_config_name` is its name in raspi-config."""
    if not machine.is_raspberry_pi_os:
        # Its kernels ignore parameters in config.txt, and come without overlays.
        return defect(bus, f"{bus} is off; {purpose}. {PLAIN_DEBIAN_SENTENCE}")
    if boot is not None:
        sentence = f"{bus} is switched on in {boot.path}, but not there: the Pi must be restarted."
        return defect(bus, sentence, REBOOT_COMMAND)
    command = f"sudo raspi-config nonint {raspi_config_name} 0 && {REBOOT_COMMAND}"
    return defect(bus, f"{bus} is off; {purpose}.", command)


def _check_chip_select(machine: Machine, boot: BootConfig | None) -> Finding:
    """The finding about the chip select: inky's drivers set it themselves, and can't while the kernel's SPI driver
    holds it."""
    holders = machine.pin_holders()
    is_declared = _has_chip_select(machine)
    if holders is None and not machine.is_raspberry_pi_os:
        # The device tree does not decide here: the mainline driver takes GPIO 8 even if none is declared.
        sentence = f"Without gpiod nobody can tell who holds GPIO {CHIP_SELECT_PIN}, the panel's chip select."
        return note("chip select", sentence)
    if not (is_declared if holders is None else is_spi_driver(holders.get(CHIP_SELECT_PIN, ""))):
        return ok("chip select", f"GPIO {CHIP_SELECT_PIN}, the panel's chip select, is not held by the kernel.")
    sentence = f"GPIO {CHIP_SELECT_PIN}, the panel's chip select, is held by the kernel"
    if not machine.is_raspberry_pi_os:
        return defect("chip select", f"{sentence}. {PLAIN_DEBIAN_SENTENCE}")
    if boot is None or not boot.has_overlay(NO_CHIP_SELECT_OVERLAY):
        path = boot.path if boot is not None else "/boot/firmware/config.txt"
        command = rf"printf '[all]\ndtoverlay={NO_CHIP_SELECT_OVERLAY}\n' | sudo tee -a {path} && {REBOOT_COMMAND}"
        return defect(
            "chip select", f"{sentence}; the overlay {NO_CHIP_SELECT_OVERLAY} leaves it to the panel.", command
        )
    if is_declared:
        sentence = f"{sentence}; {boot.path} has {NO_CHIP_SELECT_OVERLAY}, but the Pi must be restarted."
        return defect("chip select", sentence, REBOOT_COMMAND)
    command = f"sudo apt update && sudo apt full-upgrade && {REBOOT_COMMAND}"
    return defect(
        "chip select", f"{sentence} in spite of {NO_CHIP_SELECT_OVERLAY}; kernels before 2024 do that.", command
    )


def _has_chip_select(machine: Machine) -> bool:
    """Whether the running device tree declares a chip select for SPI: the overlay leaves the property empty."""
    bus = machine.read_text("proc/device-tree/aliases/spi0")
    return bool(bus) and bool(machine.read_text(f"proc/device-tree{bus}/cs-gpios"))
