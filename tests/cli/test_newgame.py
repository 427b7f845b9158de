"""`tablekeeper newgame` writes a package that installs, is found, and passes the tests that every game holds."""

from __future__ import annotations

import errno
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from device.cli.commands import main
from device.cli.newgame import parse_name

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("name", "game_id", "title", "module", "class_name"),
    [
        ("Star King", "star-king", "Star King", "star_king", "StarKing"),
        (" Star King\n", "star-king", "Star King", "star_king", "StarKing"),
        ("star-king", "star-king", "Star king", "star_king", "StarKing"),
        ("Le Roi des crânes!", "le-roi-des-cranes", "Le Roi des crânes!", "le_roi_des_cranes", "LeRoiDesCranes"),
    ],
)
def test_a_name_is_a_word_for_records_one_for_people_and_one_for_python(
    name: str, game_id: str, title: str, module: str, class_name: str
) -> None:
    game = parse_name(name)
    assert (game.id, game.title, game.module, game.class_prefix) == (game_id, title, module, class_name)


@pytest.mark.parametrize("name", ["7", "!", "x" * 40, "wizard", 'The "game"'])
def test_a_name_that_makes_no_word_or_is_taken_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["newgame", name, str(tmp_path / "new")]) == 2
    assert not (tmp_path / "new").exists()
    assert capsys.readouterr().err.endswith(".\n")


@pytest.mark.parametrize("name", ["json", "Random", "class", "tablekeeper", "pytest"])
def test_a_name_that_python_has_for_something_else_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["newgame", name, str(tmp_path / "new")]) == 2
    word = name.lower()
    assert (
        f"“{word}” means something to Python already: choose another name, as {word}-game." in capsys.readouterr().err
    )
    assert parse_name(f"{word}-game").module == f"{word}_game"


def test_a_title_that_is_too_long_for_a_word_is_refused_with_the_way_to_have_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["newgame", "All the Tricks of the World in Ten Rounds", str(tmp_path / "new")]) == 2
    assert "What people call it may be longer: write that as TITLE afterwards." in capsys.readouterr().err


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text("")
    assert main(["newgame", "Oh Well", str(tmp_path)]) == 2
    assert "has something in it" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


def test_a_template_that_cant_be_read_is_said_to_be_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was the new package that could not be written, it said."""

    def refuse(*_: object, **__: object) -> str:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Path, "read_text", refuse)
    assert main(["newgame", "Oh Well", str(tmp_path / "new")]) == 2
    assert ".template can't be read: Input/output error." in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_nothing_of_the_template_stays_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["newgame", "Oh Well", str(tmp_path / "new")]) == 0
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "new").iterdir()}
    assert set(written) == {"README.md", "oh_well.py", "pyproject.toml", "sample.txt", "test_oh_well.py"}
    assert not [name for name, content in written.items() if re.search(r"\{\{|\}\}", content)]
    assert "cd " in capsys.readouterr().out


def test_its_wheel_is_installed_and_its_tests_pass_there(tmp_path: Path) -> None:
    """In an environment of its own, which sees the program and pytest and nothing of this repository's games."""
    game, wheels, there = tmp_path / "oh-well", tmp_path / "wheels", tmp_path / "venv"
    assert main(["newgame", "Oh Well", str(game)]) == 0
    venv.create(there, with_pip=False)
    python = there / "bin/python"
    (site,) = (there / "lib").glob("python*/site-packages")
    outer = next(path for path in sys.path if path.endswith("site-packages"))
    (site / "program.pth").write_text(f"{outer}\n{ROOT}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    _run([*pip, "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", str(wheels), str(game)])
    (wheel,) = wheels.glob("*.whl")
    _run([*pip, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)])
    (game / "oh_well.py").unlink()  # what is tested is what was installed
    told = _run([str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", str(game)], cwd=tmp_path)
    assert re.search(r"\b\d\d passed\b", told), told


def _run(command: list[str], cwd: Path | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["loop", "Wizard, Oh Hell"])
def test_a_game_that_is_here_is_not_made_anew_whether_by_its_word_or_its_title(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["newgame", name, str(tmp_path / "new")]) == 2
    assert f"There is a game “{name}” already: choose another name." in capsys.readouterr().err
