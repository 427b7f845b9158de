"""What people are told to type for a missing package works for what they have."""

from __future__ import annotations

import shlex
import sys
from importlib import metadata
from pathlib import Path

import pytest

from hal.system.install_hint import install_command


def test_box_is_installed_anew(tmp_path: Path) -> None:
    assert (
        install_command("pods", environment=Path("/opt/tablekeeper/20260101-120000-1"), source_root=tmp_path)
        == "sudo make install"
    )


def test_clone_adds_to_its_own_environment(tmp_path: Path) -> None:
    clone = tmp_path / "my clone"
    clone.mkdir()
    (clone / "pyproject.toml").touch()
    typed = shlex.split(install_command("pods", environment=tmp_path, source_root=clone))
    assert typed == [sys.executable, "-m", "pip", "install", "--editable", f"{clone}[pods]"]
    assert shlex.split(install_command(environment=tmp_path, source_root=clone))[4:] == ["--editable", str(clone)]


def test_a_clone_is_found_by_where_the_program_is(tmp_path: Path) -> None:
    """It was looked for in the folder `hal`: whoever had a clone was told to install packages one by one."""
    root = Path(__file__).resolve().parents[3]
    assert (root / "pyproject.toml").exists()
    assert shlex.split(install_command("pods", environment=tmp_path))[4:] == ["--editable", f"{root}[pods]"]


def test_anything_else_asks_for_the_packages_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No index has a package of this name that is ours."""
    written = ["pillow>=10.1", 'pyserial>=3.5; extra == "pods"', "inky>=2.6; sys_platform == 'linux' and extra == 'pi'"]
    monkeypatch.setattr(metadata, "requires", lambda name: written)
    assert shlex.split(install_command("pods", environment=tmp_path, source_root=tmp_path))[1:] == [
        "-m",
        "pip",
        "install",
        "pyserial>=3.5",
    ]
    assert shlex.split(install_command("pi", environment=tmp_path, source_root=tmp_path))[4:] == ["inky>=2.6"]
    assert shlex.split(install_command(environment=tmp_path, source_root=tmp_path))[4:] == ["pillow>=10.1"]
