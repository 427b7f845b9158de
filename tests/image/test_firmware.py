"""What a Pi's firmware makes of a card's first partition, by a tree that has what matters of a model's."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.non_empty import non_empty
from tools.emulation.commands import CannotEmulate
from tools.image.firmware import ABSENT, FREE_PINS, load
from tools.image.models import MODELS, QEMU_PI_4
from tools.image.root import BOOT

pytestmark = pytest.mark.skipif(shutil.which("dtc") is None, reason="device-tree-compiler is not installed")

TREE = """/dts-v1/;
/ {
	compatible = "brcm,bcm2835";
	model = "Raspberry Pi 4 Model B";
	aliases { };
	soc {
		gpio: gpio@7e200000 { #gpio-cells = <2>; pinctrl-0 = <&alt0>; alt0: alt0 { brcm,pins = <4 5 7 8 9 10 11>; }; };
		spi@7e204000 { status = "disabled"; };
		i2c@7e804000 { status = "disabled"; };
		watchdog@7e100000 { };
		interrupt-controller@7ef00100 { };
		i2c@7ef04500 { };
		i2c@7ef09500 { };
		clock@7ef00000 { };
		firmware { expander: gpio { compatible = "raspberrypi,firmware-gpio"; #gpio-cells = <2>; }; };
	};
	regulator-sd-vcc { gpio = <&expander 6 0>; };
	leds { led-act { gpios = <&gpio 42 0>; }; led-pwr { gpios = <&expander 2 1>; }; };
};
"""
MODEL = next(model for model in MODELS if model.board == QEMU_PI_4)


def compiled(source: str, target: Path) -> None:
    command = ["dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", str(target), "-"]
    subprocess.run(command, input=source.encode(), check=True)


@pytest.fixture
def partition(tmp_path: Path) -> Path:
    place = tmp_path / "first"
    (place / "overlays").mkdir(parents=True)
    for name in ("config.txt", "cmdline.txt"):
        shutil.copy(BOOT / name, place / name)
    for name in ("vmlinuz", "initrd.zst"):
        (place / name).touch()
    compiled(TREE, place / MODEL.tree)
    compiled((BOOT / "tablekeeper.dts").read_text(), place / "overlays/tablekeeper.dtbo")
    return place


def shown(tree: Path, node: str, name: str, kind: str = "x") -> str:
    command = ["fdtget", "-t", kind, str(tree), node, name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_overlay_revision_and_command_line_are_those_of_the_card(partition: Path, tmp_path: Path) -> None:
    loaded = load(partition, MODEL, tmp_path)
    assert (loaded.kernel.name, loaded.initrd.name) == ("vmlinuz", "initrd.zst")
    assert loaded.command_line == (BOOT / "cmdline.txt").read_text().strip()
    gpio = shown(loaded.tree, "/soc/gpio@7e200000", "phandle")
    assert shown(loaded.tree, "/soc/spi@7e204000", "cs-gpios") == f"{gpio} 7 1"
    assert shown(loaded.tree, "/soc/gpio@7e200000/alt0", "brcm,pins") == "4"  # a Zero 2 W's own holder of pins
    assert shown(loaded.tree, "/aliases", "i2c1", "s") == "/soc/i2c@7e804000"
    assert shown(loaded.tree, "/system", "linux,revision") == f"{MODEL.revision:x}"


def test_pins_that_only_firmware_moves_are_others_in_qemu_and_the_rest_stays(partition: Path, tmp_path: Path) -> None:
    tree = load(partition, MODEL, tmp_path).tree
    gpio = shown(tree, "/soc/gpio@7e200000", "phandle")
    assert shown(tree, "/regulator-sd-vcc", "gpio") == f"{gpio} {FREE_PINS + 6:x} 0"
    assert shown(tree, "/leds/led-pwr", "gpios") == f"{gpio} {FREE_PINS + 2:x} 1"
    assert shown(tree, "/leds/led-act", "gpios") == f"{gpio} 2a 0"
    for node in non_empty(ABSENT[QEMU_PI_4]):
        assert shown(tree, node, "status", "s") == "disabled"


def test_no_bus_without_a_name_gets_the_header_s_number_on_a_pi_4(partition: Path, tmp_path: Path) -> None:
    """HDMI's two buses come first there, and QEMU has none of them: the kernel counts on from the highest name."""
    tree = load(partition, MODEL, tmp_path).tree
    assert shown(tree, "/aliases", "i2c2", "s") == "/soc/i2c@7ef09500"


@pytest.mark.parametrize("missing", ["vmlinuz", "initrd.zst", "config.txt", "overlays/tablekeeper.dtbo", MODEL.tree])
def test_what_a_pi_would_not_start_without_is_named(missing: str, partition: Path, tmp_path: Path) -> None:
    (partition / missing).unlink()
    with pytest.raises(CannotEmulate, match=Path(missing).name):
        load(partition, MODEL, tmp_path)


def test_a_setting_for_another_model_is_not_taken(partition: Path, tmp_path: Path) -> None:
    config = partition / "config.txt"
    config.write_text(config.read_text() + "[pi3]\ndtoverlay=other\n")
    load(partition, MODEL, tmp_path)
    config.write_text(config.read_text().replace("[pi3]", "[pi4]"))
    with pytest.raises(CannotEmulate, match="other"):
        load(partition, MODEL, tmp_path)
