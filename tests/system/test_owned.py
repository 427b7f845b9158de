"""Root writes into no directory that another user could have made: `tools/install` looks before it writes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a directory to somebody")
NOBODY = 65534


def refused(path: Path, *user: str) -> str:
    """What is said of a directory; nothing if root may write there."""
    done = subprocess.run(
        ["sh", "-euc", '. tools/owned.sh; owned "$@"', "sh", str(path), *user],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert bool(done.returncode) == bool(done.stderr)
    return done.stderr


def anothers(path: Path) -> None:
    path.mkdir()
    os.chown(path, NOBODY, NOBODY)


def for_everybody(path: Path) -> None:
    path.mkdir()
    path.chmod(0o777)


def for_a_group(path: Path) -> None:
    path.mkdir()
    path.chmod(0o775)


def link(path: Path) -> None:
    path.with_name("elsewhere").mkdir()
    path.symlink_to(path.with_name("elsewhere"))


def dangling(path: Path) -> None:
    path.symlink_to("/nowhere")


def file(path: Path) -> None:
    path.touch()


@needs_root
@pytest.mark.parametrize("make", [anothers, for_everybody, for_a_group, link, dangling, file])
def test_root_does_not_write_where_another_user_could_lead_it(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "there")
    said = refused(tmp_path / "there")
    assert f"{tmp_path / 'there'} is there already, and another user could change" in said
    assert "move it away" in said


@needs_root
def test_root_writes_where_nothing_is_yet_and_into_what_is_its_own(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir(mode=0o755)
    assert refused(tmp_path / "none") == refused(tmp_path / "own") == ""


@needs_root
def test_directory_of_the_games_may_be_the_services_own(tmp_path: Path) -> None:
    anothers(tmp_path / "games")
    assert refused(tmp_path / "games")
    assert refused(tmp_path / "games", "nobody") == ""


def test_installer_looks_before_it_writes() -> None:
    script = Path("tools/install").read_text(encoding="utf-8")
    steps = script[script.index('case "${1-}"') :].split()
    assert steps.index("directories") < steps.index("packages")
