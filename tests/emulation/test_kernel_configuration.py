"""The emulated kernel is configured as Debian's but for what is said, with a reason."""

from __future__ import annotations

import re
from pathlib import Path

from tests.non_empty import non_empty
from tools.emulation.differences import DIFFERENCES, built_in, settings, unexplained_differences
from tools.emulation.kernel import PARTS, unmet_settings

ROOT = Path(__file__).parents[2]

DEBIAN = """\
CONFIG_SECCOMP=y
# CONFIG_OF is not set
CONFIG_USB=m
CONFIG_I2C_STUB=m
CONFIG_HZ=250
"""


def test_settings_are_read_with_those_that_are_off() -> None:
    assert settings(DEBIAN) == {"SECCOMP": "y", "OF": "n", "USB": "m", "I2C_STUB": "m", "HZ": "250"}


def test_what_debian_has_as_modules_is_left_out() -> None:
    assert built_in(DEBIAN) == "CONFIG_SECCOMP=y\n# CONFIG_OF is not set\nCONFIG_HZ=250\n"


def test_a_setting_that_differs_without_a_reason_is_found() -> None:
    ours = "# CONFIG_SECCOMP is not set\nCONFIG_OF=y\nCONFIG_USB=y\nCONFIG_HZ=100\nCONFIG_UML=y\n"
    assert unexplained_differences(DEBIAN, ours) == ["CONFIG_SECCOMP=n (Debian: y)"]
    assert unexplained_differences(DEBIAN, ours.replace("# CONFIG_SECCOMP is not set", "CONFIG_SECCOMP=y")) == []


def test_what_is_asked_for_and_did_not_come_of_it_is_found() -> None:
    assert unmet_settings("CONFIG_OF=y\nCONFIG_SSL=y\n", "CONFIG_OF=y\n# CONFIG_SSL is not set\n") == ["CONFIG_SSL=y"]


def test_the_docs_list_each_difference_with_its_reason() -> None:
    page = (ROOT / "docs/emulation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|$", page.partition("## The kernel")[2], re.MULTILINE)
    told = {name: reason for names, reason in rows for name in re.findall(r"`(\w+)`", names)}
    assert told == dict(DIFFERENCES)


def test_each_setting_of_ours_stands_once() -> None:
    names = re.findall(r"^CONFIG_(\w+)=", (PARTS / "config").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(set(non_empty(names))) == len(names)
