"""The examination of made-up machines: a folder with a device tree, /dev, config.txt and /sys stands for each."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from device import config
from device.cli.commands import main
from device.config import Config
from device.doctor import examine
from device.doctor.boot import BootConfig, Overlay, model_filters, read_boot_config
from device.doctor.command import run, run_live_tests
from device.doctor.finding import Finding, Severity
from device.doctor.key_test import print_key_presses
from device.doctor.machine import DiskSpace, FileRights, Machine, import_fault, this_machine
from device.journal.store import Journal
from device.run.pi import Hardware
from device.session.rows import JournalRow, RowKind
from hal.clock.clock import RealClock, VirtualClock
from hal.gpio.gpio import GpioError
from hal.keys.keys import Edge, Key
from hal.panel.eeprom import Eeprom, EepromState
from hal.panel.inky_models import models_by_name
from hal.panel.inky_panel import InkyPanel
from hal.panel.panel import PANEL_KINDS
from hal.system import install_hint
from tests.hal.simulated.eeprom import eeprom_of
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged

SPI_BUS = "/soc/spi@7e204000"
BOOT = "dtparam=i2c_arm=on\ndtparam=spi=on\n[all]\ndtoverlay=spi0-0cs\n"
NOW = 1_800_000_000.0


def found(name: str) -> Eeprom:
    model = models_by_name(name)[0]
    return Eeprom(EepromState.FOUND, f"The panel's EEPROM says {name}.", model)


class Pi:
    """A Raspberry Pi in the best of health, to be spoilt by a test."""

    def __init__(self, root: Path, model: str = "Raspberry Pi Zero 2 W Rev 1.0") -> None:
        self.root = root
        self.write("proc/device-tree/model", model + "\0")
        self.write("proc/device-tree/aliases/spi0", SPI_BUS + "\0")
        self.write(f"proc/device-tree{SPI_BUS}/cs-gpios", "")
        self.write("etc/os-release", 'PRETTY_NAME="Raspbian GNU/Linux 13 (trixie)"\nID=raspbian\n')
        self.write("etc/rpi-issue", "Raspberry Pi reference 2025-05-13\n")
        self.write("etc/group", "gpio:x:986:box\nspi:x:989:box\ni2c:x:988:box\ndialout:x:20:box\n")
        self.write("etc/timezone", "Europe/Paris\n")
        self.write("boot/firmware/config.txt", BOOT)
        self.write("run/systemd/timesync/synchronized", "")
        for node in ("gpiochip0", "spidev0.0", "i2c-1"):
            self.write(f"dev/{node}", "")
        self.closed: set[str] = set()
        self.holders: Mapping[int, str] | None = {}
        self.machine = Machine(
            root=root,
            user="box",
            groups=frozenset({"box", "gpio", "spi", "i2c", "dialout"}),
            may_use=lambda path: path.name not in self.closed,
            disk_space=lambda path: DiskSpace(8_000_000_000),
            package_version=lambda module, distribution: "1.2.3",
            module_path=lambda module: None,
            import_fault=lambda module: None,
            try_pins=lambda: None,
            read_eeprom=lambda: found("impression-7.3-spectra"),
            pin_holders=lambda: self.holders,
            now=lambda: NOW,
            is_clock_synchronised=lambda: False,
            python_version="3.13.5",
            virtual_environment=None,
        )

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(text.encode())

    def remove(self, path: str) -> None:
        (self.root / path).unlink()

    def examine(self, settings: str = "", **changed: Any) -> list[Finding]:
        machine = replace(self.machine, **changed)
        return list(examine(machine, config.parse_config(settings.encode(), "box.toml"), self.root / "data"))

    def wrong(self, settings: str = "", **changed: Any) -> list[Finding]:
        return [one for one in self.examine(settings, **changed) if one.severity is not Severity.OK]


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def only(findings: list[Finding]) -> Finding:
    assert len(findings) == 1, findings
    return findings[0]


def number_the_header_bus(pi: Pi, number: int) -> None:
    """As /sys has it where the kernel drives the header's controller as this bus, and another one first."""
    for bus, node in ((0, "i2c@7e205000"), (number, "i2c@7e804000")):
        tree = pi.root / "sys/firmware/devicetree/base/soc" / node
        tree.mkdir(parents=True)
        adapter = pi.root / f"sys/bus/i2c/devices/i2c-{bus}"
        adapter.mkdir(parents=True)
        (adapter / "of_node").symlink_to(tree)


def test_the_headers_bus_is_found_by_its_controller(pi: Pi) -> None:
    """Mainline kernels give 0 and 1 to the HDMI buses of a Pi 4."""
    number_the_header_bus(pi, 3)
    pi.write("dev/i2c-3", "")
    assert any(one.sentence == "I2C is on (/dev/i2c-3)." for one in pi.examine())
    pi.closed = {"i2c-3"}
    assert only(pi.wrong(groups=frozenset())).sentence.startswith("box is in the group i2c, but")


def test_a_bus_whose_module_nothing_loads(pi: Pi) -> None:
    number_the_header_bus(pi, 3)
    finding = only(pi.wrong())
    assert finding.sentence == "I2C is on, but /dev/i2c-3 is not there: the module i2c-dev is not loaded."
    assert finding.command is not None
    assert "modprobe i2c-dev" in finding.command


@pytest.mark.parametrize("node", ["spidev0.0", "i2c-1"])
def test_plain_debian_has_no_raspi_config(pi: Pi, node: str) -> None:
    pi.remove("etc/rpi-issue")
    pi.remove(f"dev/{node}")
    (finding,) = [one for one in pi.wrong() if one.topic in ("SPI", "I2C")]
    assert "docs/build.md" in finding.sentence
    assert finding.command is None


@pytest.mark.parametrize("holder", ["spi0 CS0", "cs"])
def test_the_chip_select_on_plain_debian(pi: Pi, holder: str) -> None:
    """Its kernel holds GPIO 8 whatever config.txt and the device tree say: only asking the kernel tells.

    Debian 13's calls itself “cs” (6.12.117, seen in QEMU's raspi3b).
    """
    pi.remove("etc/rpi-issue")
    pi.holders = {8: holder}
    held = only(pi.wrong())
    assert (held.topic, held.severity, held.command) == ("chip select", Severity.REPAIR, None)
    assert "docs/build.md" in held.sentence
    pi.holders = None
    assert only(pi.wrong()).severity is Severity.NOTE


def test_a_healthy_pi_has_nothing_to_mend(pi: Pi) -> None:
    findings = pi.examine()
    assert {one.severity for one in findings} == {Severity.OK}
    assert [one.topic for one in findings] == [
        "machine", "SPI", "chip select", "I2C", "groups", "packages", "pins", "panel", "pins", "pins", "pods", "disk",
        "clock",
    ]  # fmt: skip
    said = " ".join(one.sentence for one in findings)
    assert "Raspberry Pi Zero 2 W Rev 1.0, Raspbian GNU/Linux 13 (trixie), Python 3.13.5." in said
    assert "The panel's EEPROM says impression-7.3-spectra." in said
    assert "Wired: key A 5, key B 6, key C 16, key D 24." in said
    # 0 and 1 are the HAT's, 2, 3, 8 to 11, 17, 22, 27 the panel's, 5, 6, 16, 24 the keys'.
    assert "Free: 4, 7, 12, 13, 14, 15, 18, 19, 20, 21, 23, 25, 26." in said


def test_another_machine_is_told_to_use_the_desktop(pi: Pi) -> None:
    pi.remove("proc/device-tree/model")
    finding = only(pi.wrong())
    assert (finding.severity, finding.command) == (Severity.NOTE, "tablekeeper --hal desktop")
    assert {one.topic for one in pi.examine()} == {"machine", "pods", "disk", "clock"}


@pytest.mark.parametrize(
    ("node", "boot", "sentence", "line"),
    [
        (
            "spidev0.0",
            "",
            "SPI is off; the panel's pictures go over it.",
            "sudo raspi-config nonint do_spi 0 && sudo reboot",
        ),
        ("spidev0.0", BOOT, "SPI is switched on in /boot/firmware/config.txt, but not there", "sudo reboot"),
        ("spidev0.0", "#dtparam=spi=on", "SPI is off", "sudo raspi-config nonint do_spi 0 && sudo reboot"),
        (
            "spidev0.0",
            "dtparam=spi=on\ndtparam=spi=off",
            "SPI is off",
            "sudo raspi-config nonint do_spi 0 && sudo reboot",
        ),
        (
            "i2c-1",
            "",
            "I2C is off; the panel says over it what it is.",
            "sudo raspi-config nonint do_i2c 0 && sudo reboot",
        ),
        ("i2c-1", "dtparam=i2c_arm=on,spi=on", "I2C is switched on in", "sudo reboot"),
        ("i2c-1", "[pi5]\ndtparam=i2c_arm=on", "I2C is off", "sudo raspi-config nonint do_i2c 0 && sudo reboot"),
        ("i2c-1", "[pi02]\ndtparam=i2c", "I2C is switched on in", "sudo reboot"),
    ],
)
def test_a_bus_that_is_not_there(pi: Pi, node: str, boot: str, sentence: str, line: str) -> None:
    pi.remove(f"dev/{node}")
    pi.write("boot/firmware/config.txt", boot + "\ndtoverlay=spi0-0cs\n" * (node == "i2c-1"))
    finding = only(pi.wrong())
    assert finding.severity is Severity.REPAIR
    assert sentence in finding.sentence
    assert finding.command == line


CLAIMED = {8: "spi0 CS0"}
LEAVES_IT = "the overlay spi0-0cs leaves it to the panel"
PRINTF = r"printf '[all]\ndtoverlay=spi0-0cs\n' | sudo tee -a /boot/firmware/config.txt && sudo reboot"
UPGRADE = "sudo apt update && sudo apt full-upgrade && sudo reboot"


@pytest.mark.parametrize(
    ("boot", "holders", "declared", "sentence", "line"),
    [
        ("dtparam=spi=on", CLAIMED, "x", LEAVES_IT, PRINTF),
        ("dtparam=spi=on", None, "x", LEAVES_IT, PRINTF),
        (BOOT, CLAIMED, "x", "but the Pi must be restarted", "sudo reboot"),
        (BOOT, None, "x", "but the Pi must be restarted", "sudo reboot"),
        # raspberrypi/linux 5835: kernels before 2024 claimed it all the same.
        (BOOT, {8: "spi-bcm2835"}, "", "in spite of spi0-0cs", UPGRADE),
    ],
)  # fmt: skip
def test_a_chip_select_that_the_kernel_holds(
    pi: Pi, boot: str, holders: Mapping[int, str] | None, declared: str, sentence: str, line: str
) -> None:
    pi.write("boot/firmware/config.txt", boot)
    pi.write(f"proc/device-tree{SPI_BUS}/cs-gpios", declared)
    pi.holders = holders
    finding = only(pi.wrong())
    assert finding.topic == "chip select"
    assert sentence in finding.sentence
    assert finding.command == line


def test_spi_of_a_pi_5_is_elsewhere_in_the_tree(tmp_path: Path) -> None:
    pi = Pi(tmp_path, "Raspberry Pi 5 Model B Rev 1.0")
    bus = "/axi/pcie@1000120000/rp1/spi@50000"
    pi.write("proc/device-tree/aliases/spi0", bus + "\0")
    pi.write(f"proc/device-tree{bus}/cs-gpios", "x")
    pi.write("boot/firmware/config.txt", "dtparam=spi=on\n[pi5]\ndtparam=i2c_arm=on\n")
    pi.holders = None
    finding = only(pi.wrong())
    assert (finding.topic, finding.command) == ("chip select", PRINTF)


def test_a_panel_that_holds_its_own_chip_select_is_well(pi: Pi) -> None:
    """While a Tablekeeper runs, its pins are in use by its own libraries."""
    pi.holders = {
        8: "inky",
        17: "inky",
        22: "inky",
        27: "inky",
        5: "tablekeeper",
        6: "tablekeeper",
        16: "tablekeeper",
        24: "tablekeeper",
    }
    finding = only(pi.wrong())
    assert (finding.severity, finding.command) == (Severity.NOTE, "sudo systemctl stop tablekeeper")


def test_the_old_place_of_config_txt(pi: Pi) -> None:
    pi.remove("boot/firmware/config.txt")
    pi.write("boot/config.txt", BOOT)
    assert not pi.wrong()


def test_no_config_txt_is_worth_a_note(pi: Pi) -> None:
    pi.remove("boot/firmware/config.txt")
    finding = only(pi.wrong())
    assert (finding.topic, finding.severity) == ("config.txt", Severity.NOTE)


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        # Raspberry Pi documentation, config.txt, “Model filters”.
        ("Raspberry Pi Zero Rev 1.3", {"pi0"}),
        ("Raspberry Pi Zero W Rev 1.1", {"pi0", "pi0w"}),
        ("Raspberry Pi Zero 2 W Rev 1.0", {"pi0", "pi0w", "pi02"}),
        ("Raspberry Pi Model B Plus Rev 1.2", {"pi1"}),
        ("Raspberry Pi Model B Rev 2", {"pi1"}),
        ("Raspberry Pi Compute Module Rev 1.0", {"pi1", "cm1"}),
        ("Raspberry Pi Compute Module 0 Rev 1.0", {"pi0", "pi0w", "pi02", "cm0"}),
        ("Raspberry Pi 2 Model B Rev 1.1", {"pi2"}),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", {"pi3", "pi3+"}),
        ("Raspberry Pi 3 Model B Rev 1.2", {"pi3"}),
        ("Raspberry Pi 4 Model B Rev 1.4", {"pi4"}),
        ("Raspberry Pi 400 Rev 1.0", {"pi4", "pi400"}),
        ("Raspberry Pi Compute Module 3 Rev 1.0", {"pi3", "cm3"}),
        ("Raspberry Pi Compute Module 3 Plus Rev 1.0", {"pi3", "pi3+", "cm3+"}),
        ("Raspberry Pi Compute Module 4 Rev 1.0", {"pi4", "cm4"}),
        ("Raspberry Pi Compute Module 4S Rev 1.0", {"pi4", "cm4s"}),
        ("Raspberry Pi 5 Model B Rev 1.0", {"pi5"}),
        ("Raspberry Pi 500 Rev 1.0", {"pi5", "pi500"}),
        ("Raspberry Pi Compute Module 5 Lite Rev 1.0", {"pi5", "cm5"}),
        # Models that nobody knows yet are none of the older ones.
        ("Raspberry Pi 6 Model B Rev 1.0", set()),
        ("Raspberry Pi Zero 3 W Rev 1.0", set()),
        ("Raspberry Pi Compute Module 6 Rev 1.0", set()),
        ("", set()),
    ],
)
def test_filters_of_every_model(model: str, expected: set[str]) -> None:
    assert model_filters(model) == expected


def test_config_txt_is_read_as_the_firmware_does(tmp_path: Path) -> None:
    pi = Pi(tmp_path, "Raspberry Pi 4 Model B Rev 1.4")
    pi.write(
        "boot/firmware/config.txt",
        "dtparam=audio=on\r\n#dtparam=spi=on\n[pi5]\ndtoverlay=a\n[PI4]\ndtoverlay=w1-gpio,gpiopin=6\n"
        "[HDMI:0]\ndtoverlay=b\n[all]\ndtoverlay=\ndtparam=spi,i2c_arm=off\n",
    )
    assert read_boot_config(pi.machine) == BootConfig(
        "/boot/firmware/config.txt",
        (("audio", "on"), ("spi", ""), ("i2c_arm", "off")),
        (Overlay("w1-gpio", (("gpiopin", "6"),)),),
    )


@pytest.mark.parametrize(
    ("overlay", "settings", "sentence"),
    [
        ("w1-gpio,gpiopin=6", "", "takes GPIO 6, which is key B. Remove that line, or choose another pin"),
        ("gpio-shutdown", "", "takes GPIO 3, which is the panel (the EEPROM's clock). Remove that line."),
        ("hifiberry-dac", "[signal]\ntone = 18", "takes GPIO 18, which is the tonal buzzer."),
        ("spi1-3cs", "", "takes GPIO 17, which is the panel (the busy line)."),
        ("spi1-2cs,cs0_pin=17,cs1_pin=18", "", "takes GPIO 17, which is the panel (the busy line)."),
        ("spi1-3cs,cs0_pin=4", "", "takes GPIO 17, which is the panel (the busy line)."),
    ],
)
def test_overlays_that_take_our_pins(pi: Pi, overlay: str, settings: str, sentence: str) -> None:
    pi.write("boot/firmware/config.txt", BOOT + f"dtoverlay={overlay}\n")
    findings = pi.wrong(settings)
    assert any(sentence in one.sentence and one.severity is Severity.REPAIR for one in findings)
    assert all(one.command == "sudo nano /boot/firmware/config.txt" for one in findings)


@pytest.mark.parametrize(
    ("overlay", "taken"),
    [
        ("spi1-2cs,cs0_pin=17,cs1_pin=18", {17, 18, 19, 20, 21}),
        ("spi1-2cs,cs0_pin=17,cs1_pin=12", {12, 17, 19, 20, 21}),
        ("pwm-2chan,pin=19,pin2=18", {18, 19}),
        ("pwm-2chan,pin=12", {12, 19}),
        ("gpio-fan,gpiopin=14", {14}),
        ("mcp23017,gpiopin=13", {13}),
        ("audremap", {12, 13}),
        ("audremap,swap_lr,pins_12_13", {12, 13}),
        ("audremap,pins_18_19", {18, 19}),
    ],
)
def test_an_overlay_takes_the_pins_that_its_parameters_set(pi: Pi, overlay: str, taken: set[int]) -> None:
    """The default pin of one parameter may be the pin that another sets; defaults are those of the overlays."""

    def free_pins() -> set[int]:
        (sentence,) = [one.sentence for one in pi.examine() if one.sentence.startswith("Free: ")]
        return set(map(int, re.findall("[0-9]+", sentence)))

    free_before = free_pins()
    pi.write("boot/firmware/config.txt", BOOT + f"dtoverlay={overlay}\n")
    assert free_before - free_pins() == taken & free_before


def test_overlays_that_take_other_pins_are_none_of_our_business(pi: Pi) -> None:
    pi.write("boot/firmware/config.txt", BOOT + "dtoverlay=w1-gpio\ndtoverlay=vc4-kms-v3d\n")
    assert not pi.wrong()
    assert any("Free: 7, 12" in one.sentence for one in pi.examine())


@pytest.mark.parametrize(
    ("closed", "groups", "listed", "line"),
    [
        ({"gpiochip0"}, {"spi"}, "gpio:x:986:", "sudo usermod -aG gpio box && sudo reboot"),
        ({"gpiochip0", "i2c-1"}, set(), "gpio:x:986:\ni2c:x:988:pi", "sudo usermod -aG gpio,i2c box && sudo reboot"),
        ({"spidev0.0"}, set(), "spi:x:989:pi,box", "sudo reboot"),
        ({"spidev0.0"}, {"spi"}, "spi:x:989:box", "ls -l /dev/spidev0.0"),
        ({"spidev0.0", "i2c-1"}, {"spi", "i2c"}, "spi:x:989:box", "ls -l /dev/spidev0.0 /dev/i2c-1"),
    ],
)
def test_what_the_user_may_not_use(pi: Pi, closed: set[str], groups: set[str], listed: str, line: str) -> None:
    pi.closed = closed
    pi.write("etc/group", listed)
    finding = only(pi.wrong(groups=frozenset(groups)))
    assert (finding.topic, finding.severity, finding.command) == ("groups", Severity.REPAIR, line)


def test_a_device_of_an_own_group_is_not_blamed_on_a_group_that_is_missing(pi: Pi) -> None:
    pi.closed = {"gpiochip0", "spidev0.0"}
    pi.write("etc/group", "gpio:x:986:box\nspi:x:989:\n")
    assert [(one.sentence, one.command) for one in pi.wrong(groups=frozenset({"gpio"}))] == [
        ("box may not use /dev/spidev0.0: not in the group spi.", "sudo usermod -aG spi box && sudo reboot"),
        ("box may not use /dev/gpiochip0, though in the right group.", "ls -l /dev/gpiochip0"),
    ]


def test_the_service_has_the_groups_that_its_unit_gives(pi: Pi) -> None:
    """Whoever asks: the service's user has them only when it plays, and root may use everything."""
    pi.write("etc/systemd/system/tablekeeper.service", Path("systemd/tablekeeper.service").read_text(encoding="utf-8"))
    owners = {"gpiochip0": "gpio", "spidev0.0": "spi", "i2c-1": "i2c"}
    pi.closed = set(owners)
    findings = pi.examine(
        user="tablekeeper",
        groups=frozenset({"tablekeeper"}),
        file_rights=lambda path: FileRights(owners[path.name], True),
    )
    (finding,) = [one for one in findings if one.topic == "groups"]
    assert finding == (
        "groups", Severity.OK, "The service (tablekeeper) may use the hardware that is there.", None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rights", "added", "may"),
    [
        (FileRights("root", True), "", False),
        (FileRights("gpio", False), "", False),
        (FileRights("root", False, may_everybody_use=True), "", True),
        (FileRights("tablekeeper", True), "", True),
        (FileRights("games", True), "", True),
        (FileRights("wheel", True), "[Service]\nSupplementaryGroups=wheel\n", True),
        (FileRights("gpio", True), "[Service]\nSupplementaryGroups=\nSupplementaryGroups=spi i2c\n", False),
        (FileRights("root", False), "[Service]\nUser=\n", True),
    ],
)
def test_what_the_service_may_not_use(pi: Pi, rights: FileRights, added: str, may: bool) -> None:
    unit = "[Service]\nUser=tablekeeper\nSupplementaryGroups=spi i2c gpio dialout\n"
    pi.write("etc/systemd/system/tablekeeper.service", unit)
    pi.write("etc/systemd/system/tablekeeper.service.d/override.conf", added)
    pi.write("etc/group", "games:x:60:pi,tablekeeper\n")
    good = {"spidev0.0": FileRights("spi", True), "i2c-1": FileRights("i2c", True)}
    findings = pi.examine(user="root", file_rights=lambda path: good.get(path.name, rights))
    (finding,) = [one for one in findings if one.topic == "groups"]
    if may:
        assert finding.severity is Severity.OK
    else:
        assert finding.severity is Severity.REPAIR
        what = f"belongs to the group {rights.group}" if rights.may_group_use else "may not be used by its group gpio"
        assert f"may not use /dev/gpiochip0: /dev/gpiochip0 {what}." in finding.sentence
        assert finding.command == "sudo udevadm control --reload && sudo udevadm trigger"


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("gpiozero", install_hint.install_command("pi")),
        ("gpiod", install_hint.install_command("pi")),
        ("spidev", "sudo apt install python3-spidev"),
        ("numpy", "sudo apt install python3-numpy"),
        ("inky", install_hint.install_command("pi")),
    ],
)
def test_a_package_that_is_missing(pi: Pi, module: str, line: str) -> None:
    finding = only(pi.wrong(package_version=lambda name, _: None if name == module else "1"))
    assert (finding.topic, finding.command) == ("packages", line)
    assert f"package {module} is missing" in finding.sentence


def missing_in_environment(pi: Pi, package: str) -> Finding:
    """The finding about a package that a virtual environment does not see."""
    return only(
        pi.wrong(
            package_version=lambda name, _: None if name == package else "1",
            virtual_environment=Path("/home/box/venv"),
        )
    )


def test_a_package_of_debians_that_the_environment_does_not_see(pi: Pi) -> None:
    pi.write("usr/lib/python3/dist-packages/spidev.py", "")
    finding = missing_in_environment(pi, "spidev")
    assert "can't be seen from the virtual environment /home/box/venv" in finding.sentence
    assert finding.command == "sed -i '/^include-system-site-packages/s/false/true/' /home/box/venv/pyvenv.cfg"


def test_a_package_of_a_similar_name_is_not_debians_package(pi: Pi) -> None:
    pi.write("usr/lib/python3/dist-packages/numpydoc/__init__.py", "")
    assert missing_in_environment(pi, "numpy").command == "sudo apt install python3-numpy"


def test_a_package_that_is_too_old_in_debian_is_not_made_visible(pi: Pi) -> None:
    pi.write("usr/lib/python3/dist-packages/gpiozero/__init__.py", "")
    assert missing_in_environment(pi, "gpiozero").command == install_hint.install_command("pi")


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        # What Debian 13 prints where numpy is installed and the library below it is not.
        (
            "ImportError: libopenblas.so.0: cannot open shared object file: No such file or directory",
            "sudo apt install libopenblas0",
        ),
        ("importing it ends the program by signal 4 (Illegal instruction).", install_hint.install_command("pi")),
    ],
)
def test_a_package_that_is_installed_and_cant_be_loaded(pi: Pi, fault: str, line: str) -> None:
    finding = only(pi.wrong(import_fault=lambda module: fault if module == "numpy" else None))
    assert (finding.topic, finding.severity, finding.command) == ("packages", Severity.REPAIR, line)
    assert finding.sentence == f"The Python package numpy is installed, but can't be loaded: {fault}"


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("/usr/lib/python3/dist-packages/numpy/__init__.py", "sudo apt install --reinstall python3-numpy"),
        ("/home/box/venv/lib/python3.13/site-packages/numpy/__init__.py", install_hint.install_command("pi")),
        (None, install_hint.install_command("pi")),
    ],
)
def test_the_package_that_cant_be_loaded_is_installed_again_where_it_is(pi: Pi, path: str | None, line: str) -> None:
    """Debian's package was to be installed again, although pip's was loaded in its place."""
    pi.write("usr/lib/python3/dist-packages/numpy/__init__.py", "")
    finding = only(
        pi.wrong(
            import_fault=lambda module: "ImportError: x" if module == "numpy" else None,
            module_path=lambda _: None if path is None else Path(path),
        )
    )
    assert finding.command == line


def test_a_module_has_the_path_of_its_file() -> None:
    found = this_machine()
    assert found.module_path("pytest") == Path(pytest.__file__)
    assert found.module_path("no_such_module") is None


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("", None),
        ("raise ImportError('libblas.so.3: no such file')", "ImportError: libblas.so.3: no such file"),
        ("raise SystemExit(3)", "exit status 3."),
        ("import os; os.abort()", "importing it ends the program by signal 6 (Aborted)."),
    ],
)
def test_importing_is_tried_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, fault: str | None
) -> None:
    (tmp_path / "broken_module.py").write_text(content)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert import_fault("broken_module") == fault


def test_pins_that_gpiozero_cant_open(pi: Pi) -> None:
    def broken() -> None:
        raise GpioError("the pins can't be opened (can not open gpiochip)")

    finding = only(pi.wrong(try_pins=broken))
    assert "can not open gpiochip" in finding.sentence
    assert finding.command == install_hint.install_command("pi")


def test_a_panel_that_is_silent(pi: Pi) -> None:
    missing = Eeprom(EepromState.NO_ANSWER, "No panel's EEPROM answers on I2C. Check that the panel sits firmly.")
    finding = only(pi.wrong(read_eeprom=lambda: missing))
    assert (finding.severity, finding.command) == (Severity.REPAIR, "sudo apt install i2c-tools && i2cdetect -y 1")
    assert "[panel] name must be one of waveshare-2.7, waveshare-4.2, waveshare-7.5." in finding.sentence
    finding = only(pi.wrong('panel = "what-red"', read_eeprom=lambda: missing))
    assert finding.severity is Severity.NOTE
    assert finding.sentence.endswith("The configuration's what-red is used.")


def test_a_panel_that_is_another_than_the_configuration_says(pi: Pi) -> None:
    finding = only(pi.wrong('panel = "what-red"'))
    assert finding.severity is Severity.REPAIR
    assert "names what-red, but: The panel's EEPROM says impression-7.3-spectra." in finding.sentence


@pytest.mark.parametrize(("configured", "found_name"), [("phat-red", "phat-black"), ("phat-yellow", "phat-red")])
def test_a_panel_is_not_used_with_an_ink_that_it_lacks(pi: Pi, configured: str, found_name: str) -> None:
    finding = only(pi.wrong(f'panel = "{configured}"', read_eeprom=lambda: found(found_name)))
    assert finding.severity is Severity.REPAIR
    assert f"names {configured}, but: The panel's EEPROM says {found_name}." in finding.sentence


def test_a_panel_of_three_inks_may_be_used_with_two(pi: Pi) -> None:
    findings = pi.examine('panel = "what-black"', read_eeprom=lambda: found("what-red"))
    assert {one.severity for one in findings} == {Severity.OK}
    assert any(one.sentence.endswith("It is used as what-black.") for one in findings)


def test_the_panel_that_was_found_decides_about_pins(pi: Pi) -> None:
    """The 13.3" has its second chip select where the others have key C."""
    finding = only(pi.wrong("[keys]\nprofile = 'impression'", read_eeprom=lambda: found("impression-13.3-spectra")))
    assert "pin 16 can't be key C: it is the panel (the right half's chip select)" in finding.sentence
    assert not pi.wrong(read_eeprom=lambda: found("impression-13.3-spectra"))


def test_a_pin_that_somebody_else_holds(pi: Pi) -> None:
    pi.holders = {24: "fan"}
    finding = only(pi.wrong())
    assert finding.sentence == "GPIO 24, key D, is held by “fan”."


def _usb(pi: Pi, vendor: str, product: str, tty: str | None = None) -> None:
    pi.write("sys/devices/usb1/1-1/idVendor", f"{vendor}\n")
    pi.write("sys/devices/usb1/1-1/idProduct", f"{product}\n")
    (pi.root / "sys/bus/usb/devices").mkdir(parents=True)
    (pi.root / "sys/bus/usb/devices/1-1").symlink_to(pi.root / "sys/devices/usb1/1-1")
    if tty is not None:
        (pi.root / "sys/devices/usb1/1-1/1-1:1.0").mkdir()
        (pi.root / f"sys/class/tty/{tty}").mkdir(parents=True)
        (pi.root / f"sys/class/tty/{tty}/device").symlink_to(pi.root / "sys/devices/usb1/1-1/1-1:1.0")


def test_pods_are_found_on_usb(pi: Pi) -> None:
    assert any(one.sentence.startswith("No pod is plugged in") for one in pi.examine())
    _usb(pi, "2e8a", "0005", "ttyACM0")
    assert any("/dev/ttyACM0 (2e8a:0005, a Pico)" in one.sentence for one in pi.examine())


def test_another_makers_serial_device_is_no_pod(pi: Pi) -> None:
    """An Arduino or a modem was said to run MicroPython."""
    _usb(pi, "2341", "0043", "ttyACM0")
    assert any(one.sentence.startswith("No pod is plugged in") for one in pi.examine())


def test_a_pico_without_firmware_is_told(pi: Pi) -> None:
    _usb(pi, "2e8a", "0003")
    assert only(pi.wrong()).sentence == "A Pico waits for its firmware; see docs/pod.md."


def test_pods_that_are_switched_off(pi: Pi) -> None:
    assert "switched off in the configuration" in only(pi.wrong("[pods]\nenabled = false")).sentence


@pytest.mark.parametrize(
    ("space", "line"),
    [
        (DiskSpace(8_000_000_000, is_read_only=True), "sudo dmesg | grep -i ext4"),
        (DiskSpace(1_000_000), "sudo apt clean && df -h"),
    ],
)
def test_a_disk_that_takes_no_games(pi: Pi, space: DiskSpace, line: str) -> None:
    finding = only(pi.wrong(disk_space=lambda path: space))
    assert (finding.topic, finding.severity, finding.command) == ("disk", Severity.REPAIR, line)


def test_a_folder_of_somebody_elses(pi: Pi) -> None:
    (pi.root / "data").mkdir()
    pi.closed = {"data"}
    assert only(pi.wrong()).sentence.startswith("box may not write to")


def test_the_journal_is_looked_into(pi: Pi) -> None:
    journal = Journal.open(pi.root / "data")
    journal.begin_game()
    journal.close()
    assert any(one.sentence.startswith("1 game in ") for one in pi.examine())
    (pi.root / "data/journal.db").write_bytes(b"no database" * 1000)
    assert only(pi.wrong()).topic == "journal"
    Journal.open(pi.root / "data").close()
    assert only(pi.wrong()).sentence.startswith("The journal was damaged. It is kept as journal.db.damaged-1")


def test_a_file_in_the_place_of_the_folder_takes_no_games(pi: Pi) -> None:
    """“25169 MB are free at” it was said of it, and that was all."""
    (pi.root / "data").write_text("")
    assert only(pi.wrong()).sentence == f"{pi.root / 'data'} is no directory: games can't be stored in it."


def test_a_damaged_journal_is_named_though_some_of_it_can_be_read(pi: Pi) -> None:
    journal = Journal.open(pi.root / "data")
    for name in ("Ann", "Bo"):
        journal.begin_game([JournalRow(RowKind.RECORD, f"players {name} Cleo")])
    journal.close()
    path = pi.root / "data/journal.db"
    path.write_bytes(path.read_bytes().replace(b"players Bo", b"players Xx"))
    finding = only(pi.wrong())
    assert finding.severity is Severity.REPAIR
    assert finding.sentence == (
        "The journal is damaged: it has “players Xx Cleo” where it can't be. 2 games of it can be read."
        " At its next start, Tablekeeper keeps the file and goes on with these."
    )


def test_a_clock_that_does_not_know_the_time(pi: Pi) -> None:
    pi.remove("run/systemd/timesync/synchronized")
    assert only(pi.wrong()).severity is Severity.NOTE
    finding = only(pi.wrong("[signal]\nquiet = '22:00-07:00'"))
    assert finding.sentence.endswith("Quiet hours are not kept until it is.")


def test_json_says_the_same(pi: Pi, capsys: pytest.CaptureFixture[str]) -> None:
    pi.remove("dev/spidev0.0")
    assert run(Config(), pi.root / "data", None, is_json=True, machine=pi.machine) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is False
    (bad,) = [one for one in said["findings"] if one["level"] == "mend"]
    assert (bad["topic"], bad["type"]) == ("SPI", "sudo reboot")
    assert len(said["findings"]) == len(pi.examine())


def test_text_has_a_line_to_type_below_its_finding(pi: Pi, capsys: pytest.CaptureFixture[str]) -> None:
    pi.remove("dev/spidev0.0")
    assert run(Config(), pi.root / "data", "box.toml:3: no.", is_json=False, machine=pi.machine) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "mend settings    box.toml:3: no."
    place = next(number for number, line in enumerate(lines) if line.startswith("mend SPI "))
    assert lines[place + 1].split("type: ")[1] == "sudo reboot"


def test_the_command_on_this_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever machine runs the tests, each finding is a sentence; a bad configuration is one of them."""
    path = tmp_path / "box.toml"
    path.write_text("colour = 1", encoding="utf-8")
    assert main(["doctor", "--json", "--config", str(path), "--data", str(tmp_path)]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert findings[0]["topic"] == "settings"
    assert "there is no setting “colour”" in findings[0]["sentence"]
    assert {"machine", "disk", "clock"} <= {one["topic"] for one in findings}


def keys_heard(script: list[tuple[float, str, bool]]) -> tuple[bool, list[str]]:
    """What the key test says of these edges."""
    clock, said = VirtualClock(), list[str]()
    edges = [Edge(Key(key), down, at) for at, key, down in script]

    def wait(seconds: float) -> Edge | None:
        until = clock.now() + max(0.0, seconds)
        if edges and edges[0].time_s <= until:
            clock.advance_to(edges[0].time_s)
            return edges.pop(0)
        clock.advance_to(until)
        return None

    return print_key_presses(wait, clock, said.append), said


def test_the_key_test_ends_when_every_key_was_heard() -> None:
    script = [(1.0, "A", True), (1.1, "A", False), (2.0, "B", True), (3.0, "B", False)]
    script += [
        (4.0, "C", True),
        (4.1, "C", False),
        (5.0, "D", True),
        (5.001, "D", False),
        (5.002, "D", True),
        (5.1, "D", False),
    ]
    assert keys_heard(script) == (
        True,
        [
            "A pressed",
            "B is down long enough to be held: let go",
            "B held",
            "C pressed",
            "D pressed, bounced once",
            "All keys were heard.",
        ],
    )


def test_a_contact_that_opens_and_closes_again_has_bounced_once() -> None:
    """“bounced 2 times”, the test said of one bounce: it counted the edges."""
    twice = [(1.0, "A", True), (1.001, "A", False), (1.002, "A", True), (1.003, "A", False), (1.004, "A", True)]
    assert "A pressed, bounced 2 times" in keys_heard([*twice, (1.1, "A", False)])[1]
    assert "A pressed, bounced once" in keys_heard([*twice[2:], (1.1, "A", False)])[1]


def test_keys_pressed_together_are_no_bounces_of_the_next_press() -> None:
    """“A pressed, bounced 2 times”, the test said after A and B had been down together."""
    together = [(1.0, "A", True), (1.05, "B", True), (1.1, "B", False), (1.15, "A", False)]
    _, said = keys_heard([*together, (2.0, "A", True), (2.1, "A", False)])
    assert "A pressed" in said


def test_the_key_test_gives_up_and_names_the_silent() -> None:
    done, said = keys_heard([(1.0, "A", True), (1.1, "A", False), (2.0, "C", True)])
    assert not done
    assert said[-2:] == [
        "C is stuck: it never comes up",
        "Not heard: B, C, D. Look at the wires and at [keys] in the configuration.",
    ]


def test_the_live_key_test_hears_pins(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.doctor.key_test.TIMEOUT_S", 0.0)
    factory = MockFactory()
    hardware = Hardware(lambda _: InkyPanel("what-red"), lambda: factory, RealClock())
    assert run_live_tests(Config(), hardware, tests_keys=True, shows_picture=False) == 1
    said = capsys.readouterr().out
    assert "A on 5, B on 6, C on 16, D on 24" in said
    assert "Not heard: A, B, C, D." in said


def test_the_test_picture_is_shown_on_a_simulated_panel(capsys: pytest.CaptureFixture[str]) -> None:
    (model,) = models_by_name("phat-4")
    raspberry = RaspberryPi(model, eeprom=eeprom_of(model))
    with plugged(raspberry):
        hardware = Hardware(
            lambda settings: InkyPanel(settings.name, clock=raspberry.time, sleep=raspberry.time.sleep),
            MockFactory,
            raspberry.time,
        )
        assert run_live_tests(Config(), hardware, tests_keys=False, shows_picture=True) == 0
    assert raspberry.panel is not None
    shown = raspberry.panel.shown()
    assert shown is not None
    inks = model.kind.inks
    black = inks.index("black")
    edge = [*shown[0], *shown[-1], *(row[0] for row in shown), *(row[-1] for row in shown)]
    assert set(map(int, edge)) == {black}
    assert {int(pixel) for row in shown for pixel in row} == set(range(len(inks)))
    assert re.search(r"phat-4: shown in \d+\.\d s; 15\.0 s are usual", capsys.readouterr().out)


def test_a_panel_that_fails_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with plugged(RaspberryPi()) as raspberry:
        hardware = Hardware(
            lambda settings: InkyPanel(settings.name, clock=raspberry.time, sleep=raspberry.time.sleep),
            MockFactory,
            raspberry.time,
        )
        assert run_live_tests(Config(), hardware, tests_keys=False, shows_picture=True) == 1
    assert "The panel did not show it: No panel's EEPROM answers" in capsys.readouterr().out


def silent() -> Eeprom:
    return Eeprom(EepromState.NO_ANSWER, "No panel's EEPROM answers on I2C. Check that the panel sits firmly.")


WAVESHARE = '[panel]\nname = "waveshare-2.7"\n'


def test_a_panel_without_an_eeprom_needs_neither_i2c_nor_an_inky_s_chip_select(pi: Pi) -> None:
    """With the kernel's defaults on Raspberry Pi OS, and nothing on I2C."""
    pi.remove("dev/i2c-1")
    pi.holders = {8: "spi0 CS0"}
    findings = pi.examine(WAVESHARE, read_eeprom=silent)
    assert [one for one in findings if one.severity is not Severity.OK] == []
    said = {one.sentence for one in findings}
    assert "The configuration names waveshare-2.7, which can't be asked what it is." in said
    assert "Wired: key A 5, key B 6, key C 13, key D 19." in said


def test_an_inky_where_a_waveshare_panel_is_configured(pi: Pi) -> None:
    finding = only(pi.wrong(WAVESHARE))
    assert "The configuration names waveshare-2.7, but:" in finding.sentence
    assert "Remove [panel] name" in finding.sentence


@pytest.mark.parametrize("kind", PANEL_KINDS, ids=lambda kind: kind.name)
def test_the_test_picture_fits_every_panel(kind: Any) -> None:
    from device.pages.surface import surface_of
    from display.testcard import draw_test_card
    from hal.panel.picture import check_picture

    image = draw_test_card(surface_of(kind), kind.name)
    check_picture(kind, image)
    counted = image.histogram()
    assert all(counted[index] > kind.width for index, ink in enumerate(kind.inks) if ink is not None)
