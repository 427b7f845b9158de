"""A game by other hands comes onto a box by a lock, as all else does: by its version and hash, and in its list."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.games.by_others import TALLY

ROOT = Path(__file__).parents[2]
INSTALL = """
import json, sys
from pathlib import Path
from tools.installer import CannotInstall, games_folder, install_games
scratch = Path(sys.prefix) / "installing"
scratch.mkdir()
try:
    reports = install_games(games_folder(Path(sys.argv[1])), {"pillow", "paho-mqtt"}, scratch)
except CannotInstall as error:
    sys.exit(str(error))
print(json.dumps([one["metadata"]["name"] for report in reports for one in report["install"]]))
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with pip."""
    place = tmp_path_factory.mktemp("box") / "1"
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    return place


def wheel(folder: Path) -> str:
    """A wheel with a game, and its lock beside it. Returns the line of the lock."""
    folder.mkdir()
    entries = "[tablekeeper.games]\ntally = tally:GAME\n"
    info = "tk_tally-1.0.dist-info"
    about = "Metadata-Version: 2.1\nName: tk-tally\nVersion: 1.0\nRequires-Dist: tablekeeper\n"
    kind = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {"tally.py": TALLY, f"{info}/METADATA": about, f"{info}/WHEEL": kind, f"{info}/entry_points.txt": entries}
    record = [f"{name},sha256={_digest(content)},{len(content.encode())}" for name, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""])
    path = folder / "tk_tally-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return f"tk-tally==1.0 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def _digest(content: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()


def installed(environment: Path, sources: Path, **named: str) -> subprocess.CompletedProcess[str]:
    command = [str(environment / "bin/python"), "-c", INSTALL, str(sources)]
    variables = {name: value for name, value in os.environ.items() if name != "GAMES"} | named
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, env=variables)


def again(environment: Path) -> None:
    """As a new installation finds it."""
    subprocess.run(["rm", "-rf", environment / "installing", environment / "games"], check=True)


def test_a_game_is_installed_by_its_hash_and_the_next_installation_has_it_too(
    environment: Path, tmp_path: Path
) -> None:
    line = wheel(tmp_path / "games")
    (tmp_path / "games/tally.lock").write_text(line)
    done = installed(environment, tmp_path, GAMES=str(tmp_path / "games"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == '["tk-tally"]'
    assert list(environment.glob("lib/*/site-packages/tally.py"))
    assert sorted(path.name for path in (environment / "games").iterdir()) == [
        "tally.lock", "tk_tally-1.0-py3-none-any.whl",
    ]  # fmt: skip
    (environment.parent / "current").mkdir()
    (environment / "games").rename(environment.parent / "current/games")
    again(environment)
    assert installed(environment, tmp_path).stdout.splitlines()[-1] == '["tk-tally"]'


@pytest.mark.parametrize(
    ("lock", "why"),
    [
        ("tk-tally==1.0 --hash=sha256:" + "0" * 64 + "\n", "there is no tk-tally 1.0 whose hash is in tally.lock"),
        ("tk-tally==2.0 --hash=sha256:" + "0" * 64 + "\n", "there is no tk-tally 2.0 whose hash is in tally.lock"),
        ("pillow==9.0 --hash=sha256:" + "0" * 64 + "\n", "tally.lock has pillow, of which the box has its own"),
        ("paho_mqtt==2.0 --hash=sha256:" + "0" * 64 + "\n", "tally.lock has paho-mqtt, of which the box has its own"),
        (
            "tablekeeper==9.0 --hash=sha256:" + "0" * 64 + "\n",
            "tally.lock has tablekeeper, of which the box has its own",
        ),
    ],
)
def test_what_is_not_the_package_that_was_tried_is_refused(
    environment: Path, tmp_path: Path, lock: str, why: str
) -> None:
    wheel(tmp_path / "games")
    (tmp_path / "games/tally.lock").write_text(lock)
    again(environment)
    done = installed(environment, tmp_path, GAMES=str(tmp_path / "games"))
    assert done.returncode == 1
    assert why in done.stderr


def test_a_folder_that_is_not_there_is_said(environment: Path, tmp_path: Path) -> None:
    again(environment)
    done = installed(environment, tmp_path, GAMES=str(tmp_path / "none"))
    assert f"there is no folder {tmp_path / 'none'} with locks of games; GAMES names it." in done.stderr


def test_wheels_without_a_lock_are_not_left_out_in_silence(environment: Path, tmp_path: Path) -> None:
    """Somebody called the lock games.txt."""
    wheel(tmp_path / "games")
    (tmp_path / "games/games.txt").write_text("tally==1.0 --hash=sha256:0\n")
    again(environment)
    done = installed(environment, tmp_path, GAMES=str(tmp_path / "games"))
    assert done.returncode == 1
    assert "has wheels, and no lock that says which of them to install: a file like games.lock." in done.stderr
