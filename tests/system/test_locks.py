"""What is installed is named by version and hash, and a list says what it was."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from tools.installer import EXTRAS, bill_of_materials, pins

LOCKS = sorted(Path("requirements").glob("*.lock"))
LOCK = """\
# a comment
anyio==4.16.0 \\
    --hash=sha256:00 \\
    --hash=sha256:11
    # via starlette
pillow==13.0.0 ; python_version >= "3.11" \\
    --hash=sha256:22
"""


def test_lock_is_read_package_by_package() -> None:
    one, other = pins(LOCK)
    assert (one.name, one.version, other.name, other.version) == ("anyio", "4.16.0", "pillow", "13.0.0")
    assert one.text + other.text == LOCK.partition("\n")[2]


def test_a_pin_is_found_with_its_extras_and_however_its_name_is_spelled() -> None:
    assert [pin.name for pin in pins("Typing_Extensions==4.15.0\nstarlette[full]==1.0\n")] == [
        "typing-extensions", "starlette",
    ]  # fmt: skip


def test_a_package_that_pip_has_installed_is_in_the_bill_of_materials_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its requirement and its own metadata may spell its name differently."""
    monkeypatch.setattr(metadata, "requires", {"tablekeeper": ["typing-extensions>=4"]}.get)
    monkeypatch.setattr(metadata, "version", lambda name: "4.15.0")
    installed = {"name": "typing_extensions", "version": "4.15.0"}
    assert bill_of_materials([installed])["components"] == [installed]


def test_every_lock_is_there() -> None:
    assert [path.stem for path in LOCKS] == ["box", "build", "fuzz", "hub", "mutate", "run", "test"]


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_package_has_hashes(path: Path) -> None:
    found = pins(path.read_text(encoding="utf-8"))
    assert found
    for pin in found:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", pin.text), pin.name


def test_locks_agree_on_versions() -> None:
    """What the tests run with is what the box has."""
    versions: dict[str, set[str]] = {}
    for path in LOCKS:
        for pin in pins(path.read_text(encoding="utf-8")):
            versions.setdefault(pin.name, set()).add(pin.version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_the_box_has_all_that_its_extras_name() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = list(project["dependencies"])
    for extra in EXTRAS:
        wanted += project["optional-dependencies"][extra]
    names = {re.split(r"[^A-Za-z0-9._-]", one)[0] for one in wanted}
    assert len(names) > len(EXTRAS)
    box = pins(Path("requirements/box.lock").read_text(encoding="utf-8"))
    assert names <= {pin.name for pin in box}
