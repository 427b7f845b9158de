"""The emulated box is installed from all that installing needs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.non_empty import non_empty
from tools.emulation.rootfs import SOURCES

ROOT = Path(__file__).parents[2]


def test_every_package_is_among_them() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = non_empty(project["tool"]["setuptools"]["packages"]["find"]["include"])
    assert {name.removesuffix("*") for name in packages} <= set(SOURCES)


def test_so_is_every_script_that_the_installer_runs_or_reads() -> None:
    script = (ROOT / "tools/install").read_text(encoding="utf-8")
    named = set(re.findall(r"\btools/[a-z_.-]+\b", script)) - {"tools/install"}
    assert {name for name in named if (ROOT / name).is_file()} <= set(SOURCES)
