"""Opening the pins, and asking who holds them, with modules that behave as lgpio and gpiod do."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path
from types import SimpleNamespace, TracebackType
from typing import Any

import gpiod
import pytest

from hal.gpio.pin_holders import holders
from hal.system import installing

ROOT = Path(__file__).parents[3]

# What lgpio 0.2.2.0 does when it is imported: a FIFO in $LG_WD or the working directory, which becomes that
# directory, and is opened there by its name.
LGPIO = """
import os
class error(Exception): pass
os.chdir(os.environ.get("LG_WD", "."))
os.mkfifo(".lgd-nfy0")
_held = os.open(".lgd-nfy0", os.O_RDONLY | os.O_NONBLOCK)
SET_PULL_NONE = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0
def gpiochip_open(chip): raise error("can not open gpiochip")
"""

SCRIPT = """
import os
from hal.gpio.gpio import GpioError, open_factory
try:
    open_factory()
except GpioError as error:
    print(error)
print(os.getcwd(), os.listdir("."), "LG_WD" in os.environ)
"""


def opened(folder: Path, lgpio: str | None) -> list[str]:
    """What opening the pins says in a program of its own, and what it leaves behind in its working directory."""
    modules, here = folder / "modules", folder / "here"
    for made in (modules, here):
        made.mkdir()
    if lgpio is not None:
        (modules / "lgpio.py").write_text(textwrap.dedent(lgpio), encoding="utf-8")
    here.chmod(0o500)
    command = [sys.executable, "-c", SCRIPT]
    paths = f"{modules}:{ROOT}"
    done = subprocess.run(
        command, cwd=here, env={"PYTHONPATH": paths, "TMPDIR": str(folder)}, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == f"{here} [] False"
    assert sorted(path.name for path in folder.iterdir()) == ["here", "modules"]
    return done.stdout.splitlines()[:-1]


def test_lgpio_leaves_nothing_in_the_working_directory(tmp_path: Path) -> None:
    (said,) = opened(tmp_path, LGPIO)
    # This machine is no Raspberry Pi; on one, it would be the chip that can't be opened.
    assert said.startswith("the pins can't be opened (")
    assert said.endswith("is this a Raspberry Pi, and is the user in the group gpio?")


def test_a_missing_lgpio_gets_the_line_to_type(tmp_path: Path) -> None:
    assert opened(tmp_path, "raise ModuleNotFoundError('no', name='lgpio')") == [
        "there is no Python package lgpio. On Raspberry Pi OS, type: sudo apt install python3-lgpio python3-gpiozero."
        f" Plain Debian has no python3-lgpio; there, type: {installing.command('pi')}"
    ]


class Chip:
    """gpiod.Chip, of a Pi whose header is the second chip."""

    labels: dict[str, str]

    def __init__(self, path: str) -> None:
        if self.labels[Path(path).name] == "forbidden":
            raise PermissionError(13, "Permission denied")
        self._label = self.labels[Path(path).name]

    def __enter__(self) -> Chip:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        pass

    def get_info(self) -> Any:
        return SimpleNamespace(label=self._label)

    def get_line_info(self, pin: int) -> Any:
        consumer = {8: "spi0 CS0", 4: ""}.get(pin)
        return SimpleNamespace(offset=pin, used=consumer is not None, consumer=consumer)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ({"gpiochip0": "pinctrl-bcm2711"}, {8: "spi0 CS0", 4: "the kernel"}),
        ({"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip4": "pinctrl-rp1"}, {8: "spi0 CS0", 4: "the kernel"}),
        ({"gpiochip0": "forbidden"}, None),
        ({}, None),
    ],
)
def test_who_holds_the_pins(
    labels: dict[str, str], expected: dict[int, str] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in labels:
        (tmp_path / name).touch()
    monkeypatch.setattr(gpiod, "Chip", type("Chip", (Chip,), {"labels": labels}))
    assert holders(tmp_path) == expected
