"""The walls of the house: who may import whom, and what a start must not load."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("device", "display", "hal")

GAME_MAY = ("device.contract", "display.vocabulary", "display.words")
GAME_LIBRARY = {
    "__future__", "collections", "dataclasses", "enum", "functools", "itertools", "operator", "re", "typing",
}  # fmt: skip


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write the whole path of an import"
            assert node.module is not None
            yield from (f"{node.module}.{name.name}" for name in node.names)


def files(room: str) -> list[Path]:
    found = sorted((ROOT / room).rglob("*.py"))
    assert found
    return found


@pytest.mark.parametrize("room", ["display", "hal"])
def test_display_and_hal_know_only_themselves(room: str) -> None:
    for path in files(room):
        strangers = [name for name in imports(path) if name.split(".")[0] in ROOMS and name.split(".")[0] != room]
        assert not strangers, path


def test_the_firmware_knows_no_room() -> None:
    """What is on a board must not need what is not; of the house, only hal shares in it."""
    for path in files("firmware"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level:
                assert (node.module or "").split(".")[0] not in ROOMS, path
    for room in ("device", "display"):
        for path in files(room):
            assert not any(name.split(".")[0] == "firmware" for name in imports(path)), path


def test_games_are_pure() -> None:
    for path in files("device/games"):
        if path.parent.name == "games":
            continue
        own = f"device.games.{path.relative_to(ROOT / 'device/games').parts[0]}"
        for name in imports(path):
            if name.split(".")[0] in ROOMS:
                assert name.startswith((own, *GAME_MAY)), f"{path} imports {name}"
            else:
                assert name.split(".")[0] in GAME_LIBRARY, f"{path} imports {name}"


def test_nothing_but_a_game_knows_its_name() -> None:
    names = [path.name for path in (ROOT / "device/games").iterdir() if (path / "__init__.py").exists()]
    assert names
    for path in [*files("device"), *files("display"), *files("hal")]:
        if "games" in path.parts and path.parent.name in names:
            continue
        text = path.read_text(encoding="utf-8")
        for name in names:
            if path.parent.name == "games" or len(name) < len("loop_"):
                continue  # the registry explains itself by an example
            assert name not in text, f"{path} knows {name}"
            assert name.replace("_", "-") not in text, f"{path} knows {name}"


def test_a_start_loads_no_hardware_and_no_arrays() -> None:
    script = "import sys, device.cli.commands, device.run.mock, display.draw; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, cwd=ROOT
    ).stdout.split()
    assert not {"numpy", "gpiozero", "inky", "serial", "asyncio", "tomllib"} & set(loaded)
