"""The build guide says what the program does: its tables, drawings, lines and settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device import config
from device.doctor.buses import NO_CHIP_SELECT_OVERLAY
from device.doctor.packages import PACKAGES
from hal.gpio.wiring import pin_conflicts
from tests.non_empty import non_empty
from tools import pod_drawing
from tools.wiring_drawings import BUILDS, GROUNDS, HEADER, PICTURES, Build, draw, place_of, table

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "build.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_the_tables_are_the_programs(build: Build) -> None:
    written = re.search(rf"<!-- wiring {build.name} -->\n(.*?)<!-- end -->", GUIDE, re.DOTALL)
    assert written is not None
    assert written[1].splitlines() == list(table(build))


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_the_drawings_are_up_to_date(build: Build) -> None:
    """`python -m tools.wiring_drawings` makes them anew."""
    path = PICTURES / f"wiring-{build.name}.svg"
    assert path.read_text(encoding="utf-8") == draw(build)
    assert f"(pictures/{path.name})" in GUIDE


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_each_build_can_be_wired_so(build: Build) -> None:
    assert not list(pin_conflicts(build.panel, build.keys, build.signal))


def test_the_wiring_of_a_pod_is_the_firmwares() -> None:
    """`python -m tools.pod_drawing` makes the drawing anew; the table beside it says the same pins."""
    guide = (DOCS / "pod.md").read_text(encoding="utf-8")
    assert pod_drawing.PICTURE.read_text(encoding="utf-8") == pod_drawing.draw()
    assert f"(pictures/{pod_drawing.PICTURE.name})" in guide
    cells = dict(re.findall(r"\| ([^|]+) \| (GP\d+)", guide))
    assert cells == {label.removesuffix(" +"): f"GP{pin}" for pin, label in pod_drawing.labels().items()}
    board = dict(pod_drawing.places())
    assert sorted(what for what in board.values() if isinstance(what, int)) == [*range(23), 26, 27, 28]
    assert {board[place] for place in pod_drawing.GROUNDS} == {"GND"}


def test_the_header_has_every_pin_once_and_grounds_are_grounds() -> None:
    assert sorted(what for what in HEADER if isinstance(what, int)) == list(range(28))
    assert len(HEADER) == 40
    # Three places that everybody knows by heart: GPIO 2, 18 and 21.
    assert (place_of(2), place_of(18), place_of(21)) == (3, 12, 40)
    assert {HEADER[place - 1] for place in GROUNDS.values()} == {"GND"}


def test_the_settings_shown_can_be_read() -> None:
    shown = re.findall(r"(?:^    .*\n)+", GUIDE, re.MULTILINE)
    read = [
        config.parse_config(text.replace("\n    ", "\n").strip().encode(), "guide")
        for text in shown
        if "[signal]" in text
    ]
    assert [(one.signal.led, one.signal.buzzer) for one in read] == [(13, None), (None, 23), (None, 23)]


def test_the_lines_to_type_are_the_doctors() -> None:
    assert f"dtoverlay={NO_CHIP_SELECT_OVERLAY}" in GUIDE
    assert "raspi-config nonint do_spi 0" in GUIDE
    assert "raspi-config nonint do_i2c 0" in GUIDE
    for package in PACKAGES:
        assert package.debian_package is None or package.debian_package in GUIDE


def test_free_pins_are_free() -> None:
    """The pins that the guide offers disturb no panel and no key of any board."""
    from hal.gpio.wiring import KeyProfile, KeyWiring, SignalWiring, key_wiring
    from hal.panel.panel import PANEL_KINDS

    offered = {4, 7, 12, 13, 14, 15, 18, 19, 20, 21}
    assert "You may use GPIO 4, 7, 13, 18 to 21, 25 and 26 for other things, and 14 and 15 unless" in GUIDE
    for kind in non_empty(one for one in PANEL_KINDS if not one.name.startswith("waveshare")):
        for pin in offered | ({25, 26} if kind.name.startswith(("what", "phat")) else set()):
            keys = key_wiring(KeyProfile.AUTO, kind.name)
            assert not list(pin_conflicts(kind.name, keys, SignalWiring(led=pin)))
            assert not list(pin_conflicts(kind.name, KeyWiring(), SignalWiring(tone=pin)))
