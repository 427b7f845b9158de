"""Opening the pins, and asking who holds them, on a chip that behaves as the kernel's."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pytest

from hal.gpio.gpio import GpioError, open_factory
from hal.gpio.header import open_header
from hal.gpio.pin_holders import pin_holders
from hal.system import install_hint
from tests.hal.gpio.header_chip import raspberry_pi


def test_what_is_no_raspberry_pi_is_told_so() -> None:
    with pytest.raises(GpioError, match=r"the pins can't be opened \(.*\); is this a Raspberry Pi, and is the user in"):
        open_factory()


@pytest.mark.parametrize("missing", ["gpiod", "gpiozero"])
def test_a_missing_package_gets_the_line_to_type(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == missing:
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)
        return real(name, *rest)

    monkeypatch.delitem(__import__("sys").modules, "hal.gpio.gpiod_factory", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(GpioError) as caught:
        open_factory()
    assert str(caught.value) == f"there is no Python package {missing}. Type: {install_hint.install_command('pi')}"


@pytest.mark.parametrize(
    "labels",
    [
        {"gpiochip0": "pinctrl-bcm2711"},
        {"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip4": "pinctrl-rp1"},
        {"gpiochip0": "forbidden", "gpiochip4": "pinctrl-rp1"},
        {"gpiochip0": "unreadable", "gpiochip4": "pinctrl-rp1"},
    ],
)
def test_who_holds_the_pins(labels: dict[str, str], tmp_path: Path) -> None:
    with raspberry_pi(tmp_path, labels) as chip:
        chip.taken |= {8: "spi0 CS0", 4: ""}
        assert pin_holders(tmp_path) == {8: "spi0 CS0", 4: "the kernel"}
        assert not chip.open


@pytest.mark.parametrize(
    "labels",
    [{"gpiochip0": "forbidden"}, {"gpiochip0": "unreadable"}, {"gpiochip0": "gpio-brcmstb@107d508500"}, {}],
)
def test_nobody_is_said_to_hold_pins_where_the_header_cannot_be_asked(labels: dict[str, str], tmp_path: Path) -> None:
    with raspberry_pi(tmp_path, labels) as chip:
        assert pin_holders(tmp_path) is None
        assert not chip.open


def test_a_header_that_may_not_be_opened_is_told_from_one_that_is_not_there(tmp_path: Path) -> None:
    with raspberry_pi(tmp_path, {"gpiochip0": "forbidden"}), pytest.raises(PermissionError):
        open_header(tmp_path)
    with pytest.raises(OSError, match=r"no GPIO chip under /.* is a Raspberry Pi's header"):
        open_header(tmp_path / "empty")
