"""The udev rules: sound, for what a table has only, and deaf to what a board says of itself."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from hal.pods.ports import MICROPYTHON_IDS
from tests.non_empty import non_empty

RULES = sorted(Path("systemd").glob("*.rules"))
PINS = Path("systemd/70-tablekeeper-pins.rules")
PODS = Path("systemd/70-tablekeeper-pods.rules")
UDEVADM = shutil.which("udevadm")
PAIR = re.compile(r'\s*([A-Z_]+)(?:\{([^{}]+)\})?(==|!=|\+=|:=|=)"([^"]*)"\s*')
"""udev(7): a key with perhaps an attribute, an operator, a value in double quotation marks."""


GROUP_MISSING = re.compile(r"\d+ Unknown group '(gpio|spi|i2c)', ignoring\.| udev rules check failed\.")


class Pair(NamedTuple):
    """One match or assignment of a rule."""

    key: str
    attribute: str
    operator: str
    value: str


def rules(*paths: Path) -> list[list[Pair]]:
    """The rules of files, each as its pairs. A line that is no rule of udev(7) fails."""
    found = []
    for path in paths:
        for line in path.read_text(encoding="ascii").splitlines():
            if line and not line.startswith("#"):
                words = [PAIR.fullmatch(word) for word in line.split(",")]
                assert all(words), f"{path}: {line}"
                found.append([Pair(*(part or "" for part in word.groups())) for word in words if word])
    return found


def subsystems(path: Path) -> list[str]:
    return [pair.value for rule in rules(path) for pair in rule if pair.key == "SUBSYSTEM"]


def test_there_are_rules_for_all_that_a_table_touches() -> None:
    assert RULES == [PINS, PODS]
    assert subsystems(PODS) == ["tty", "usb"]
    assert subsystems(PINS) == ["gpio", "spidev", "i2c-dev"]


def test_pins_are_for_the_groups_that_the_unit_gives_and_nobody_else() -> None:
    unit = Path("systemd/tablekeeper.service").read_text(encoding="utf-8")
    (groups,) = re.findall(r"^SupplementaryGroups=(.*)$", unit, re.MULTILINE)
    given = [{pair.key: pair.value for pair in rule if pair.operator == "="} for rule in rules(PINS)]
    assert given == [{"GROUP": group, "MODE": "0660"} for group in ("gpio", "spi", "i2c")]
    assert {one["GROUP"] for one in given} <= set(groups.split())


def test_only_boards_that_are_looked_for_get_anything() -> None:
    """Each rule asks for the maker that `hal.pods.ports` asks for, before it assigns anything."""
    makers = {f"{vendor:04x}" for vendor, _ in MICROPYTHON_IDS}
    for rule in non_empty(rules(PODS)):
        asked = [pair for pair in rule if pair.operator == "=="]
        assert rule[: len(asked)] == asked
        assert {pair.value for pair in asked if pair.attribute == "idVendor"} == makers


def test_nothing_that_a_board_says_names_a_file_or_runs_a_program() -> None:
    """A serial number may have slashes and dots, which udev lets into the name of a link: rules substitute nothing."""
    pairs = [pair for rule in rules(*RULES) for pair in rule if pair.operator != "=="]
    assert pairs
    for pair in pairs:
        assert pair.key in ("GROUP", "MODE", "ENV"), pair
        assert not set(pair.value) & {"$", "%"}, pair


def test_a_port_is_for_its_group_and_nobody_else() -> None:
    (port,) = [rule for rule in rules(PODS) if any(pair.value == "tty" for pair in rule)]
    given = {pair.key: pair.value for pair in port if pair.operator == "=" and pair.key != "ENV"}
    assert given == {"GROUP": "dialout", "MODE": "0660"}


def _verifies() -> bool:
    """Whether this udevadm can verify rules: systemd 254 and newer."""
    if UDEVADM is None:
        return False
    asked = subprocess.run([UDEVADM, "--help"], capture_output=True, text=True, timeout=60, check=False)
    return " verify " in asked.stdout


@pytest.mark.skipif(not _verifies(), reason="udevadm verify (Debian's udev 254 or newer) is missing")
@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_udev_takes_the_rules(path: Path) -> None:
    assert UDEVADM is not None
    found = subprocess.run([UDEVADM, "verify", str(path)], capture_output=True, text=True, timeout=60, check=False)
    lines = [line.removeprefix(f"{path}:") for line in found.stderr.splitlines() if line.startswith(f"{path}:")]
    # Installing makes the groups, which a machine without pins lacks.
    assert [line for line in lines if not GROUP_MISSING.fullmatch(line)] == []
