"""The walls of the house: who may import whom, and what a start must not load."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.unguarded_loops import unguarded

ROOT = Path(__file__).parents[1]
ROOMS = ("club", "device", "display", "hal")
GROUND = ("guard", "values")
"""What every room may use, and what knows none of them; each may use those after it."""

GAME_MAY = ("device.contract", "device.kits", "display.vocabulary", "display.words")
GAME_LIBRARY = {
    "__future__", "collections", "dataclasses", "enum", "functools", "itertools", "operator", "re", "typing",
}  # fmt: skip


class Module(NamedTuple):
    """What these tests ask of a file: what it imports, wherever, its classes, loops that may be empty.

    Modules that are named relative to others begin with a dot.
    """

    imports: tuple[str, ...]
    classes: tuple[str, ...]
    unguarded: tuple[int, ...]


@cache
def module(path: Path) -> Module:
    """A file, parsed once for all tests."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return Module(
        tuple(name for node in ast.walk(tree) for name in _imported(node)),
        tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef)),
        tuple(unguarded(tree)) if path.is_relative_to(ROOT / "tests") else (),
    )


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{'.' * node.level}{node.module or ''}.{name.name}" for name in node.names]
    return []


def imports(path: Path) -> tuple[str, ...]:
    """Every module that a file imports, wherever in the file."""
    found = module(path).imports
    assert not [name for name in found if name.startswith(".")], f"{path}: write the whole path of an import"
    return found


def within(name: str, package: str) -> bool:
    """Whether a name is a package, or something in it."""
    return f"{name}.".startswith(f"{package}.")


def files(room: str) -> list[Path]:
    found = sorted((ROOT / room).rglob("*.py"))
    assert found
    return found


@pytest.mark.parametrize("room", ["display", "hal"])
def test_display_and_hal_know_only_themselves(room: str) -> None:
    for path in files(room):
        strangers = [name for name in imports(path) if name.split(".")[0] in ROOMS and name.split(".")[0] != room]
        assert not strangers, path


@pytest.mark.parametrize("ground", GROUND)
def test_the_ground_knows_no_room(ground: str) -> None:
    strangers = (*ROOMS, "firmware", *GROUND[: GROUND.index(ground)])
    for path in files(ground):
        assert not [name for name in imports(path) if name.split(".")[0] in strangers], path


def test_only_where_pages_are_served_the_web_framework_is_loaded() -> None:
    """A hub without pages, and a table without, do without it."""
    framework = [
        path.name for path in files("guard") if {"uvicorn", "starlette"} & {n.split(".")[0] for n in imports(path)}
    ]
    assert framework == ["error_pages.py", "server.py"]


def test_a_name_that_begins_like_a_package_is_not_in_it() -> None:
    """`device.games.loop` is no part of `device.games.loop_2023`, nor the other way round."""
    assert within("device.games.loop.state.State", "device.games.loop")
    assert within("device.games.loop", "device.games.loop")
    assert not within("device.games.loop_2023.state.State", "device.games.loop")


def test_nobody_knows_the_club() -> None:
    """A box without a club loads nothing of it; the command line finds its commands by their names."""
    for path in [*files("device"), *files("display"), *files("hal")]:
        assert not [name for name in imports(path) if name.split(".")[0] == "club"], path


def test_the_tools_do_without_the_bench() -> None:
    for path in files("tools"):
        assert not [name for name in imports(path) if within(name, "bench")], path


def packages_of(room: str) -> set[str]:
    return {path.parent.name for path in (ROOT / room).glob("*/__init__.py")}


def parts_of(room: str) -> set[str]:
    """A room's packages, and of display the modules beside them, too; not the room itself, and how it is run."""
    beside = {path.stem for path in (ROOT / "display").glob("*.py")} - {"__init__"} if room == "display" else set()
    return packages_of(room) | beside


def arrows(room: str) -> dict[str, set[str]]:
    """What each part of a room imports of the others."""
    parts = parts_of(room)
    found: dict[str, set[str]] = {part: set() for part in parts}
    for path in files(room):
        here = path.relative_to(ROOT / room).with_suffix("").parts[0]
        if here in parts:
            names = (name.split(".") for name in imports(path))
            found[here] |= {name[1] for name in names if name[0] == room and name[1] in parts - {here}}
    return found


def floors(below: dict[str, set[str]]) -> dict[str, int]:
    """One above the highest of what a package imports. Raises CycleError if an arrow leads back."""
    found: dict[str, int] = {}
    for package in TopologicalSorter(below).static_order():
        found[package] = 1 + max((found[one] for one in below[package]), default=-1)
    return found


def drawing(room: str) -> str:
    """What docs/house.md shows: from the uppermost floor down, each package with what it imports."""
    below = arrows(room)
    heights = floors(below)
    order = sorted(below, key=lambda package: (-heights[package], package))
    wide = max(map(len, order))
    lines = (
        f"{heights[package]}  {package:{wide}}  → {' '.join(sorted(below[package], key=order.index))}"
        for package in order
    )
    return "\n".join(line.removesuffix("→ ").rstrip() for line in lines)


@pytest.mark.parametrize("room", ROOMS)
def test_the_docs_draw_what_the_parts_of_a_room_import(room: str) -> None:
    shown = drawing(room)
    assert len(shown.splitlines()) == len(parts_of(room)) > 1
    assert f"```\n{shown}\n```" in (ROOT / "docs/house.md").read_text(encoding="utf-8"), shown


def test_an_arrow_back_is_found() -> None:
    assert floors({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == {"a": 2, "b": 1, "c": 0}
    with pytest.raises(CycleError):
        floors({"a": {"b"}, "b": {"c"}, "c": {"a"}})


@pytest.mark.parametrize("room", ["club", "device", "hal"])
def test_the_docs_explain_each_package(room: str) -> None:
    _, _, section = (ROOT / "docs/house.md").read_text(encoding="utf-8").partition(f"## The rooms of {room}\n")
    cells = re.findall(r"^\| (`.*?) \|", section.partition("\n## ")[0], re.MULTILINE)
    assert {name for cell in cells for name in re.findall("`([a-z]+)`", cell)} == packages_of(room)


def test_one_name_is_one_class() -> None:
    """But for the same part of two games, which has the same name."""
    found = defaultdict(list)
    for room in (*ROOMS, *GROUND, "firmware", "bench", "tools"):
        for path in files(room):
            for name in module(path).classes:
                if not name.startswith("_"):
                    found[name].append(path)
    assert found
    twice = {name for name, paths in found.items() if len(paths) > 1 and not _same_part(paths)}
    assert not twice


def _same_part(paths: list[Path]) -> bool:
    """Whether these are files of one name, each in another game; what several have may be a kit's, too."""
    kits = [path for path in paths if path.is_relative_to(ROOT / "device/kits")]
    games = [path.parent for path in paths if path not in kits]
    in_games = all(game.parent == ROOT / "device/games" for game in games) and len(set(games)) == len(games)
    named_alike = len({path.name for path in paths if path not in kits}) == 1
    return in_games and len(kits) <= 1 and (named_alike or bool(kits))


def test_no_test_imports_another() -> None:
    """What two tests need has a module of its own."""
    for path in files("tests"):
        for name in imports(path):
            borrowed = any(part.startswith("test_") for part in name.split(".")[:-1])
            assert not (within(name, "tests") and borrowed), f"{path} imports {name}"


def test_loops_that_assert_have_something_to_run_over() -> None:
    found = {path: module(path).unguarded for path in files("tests") if path.parent.name != "shim"}
    assert not {str(path): lines for path, lines in found.items() if lines}, "write: for … in non_empty(…)"


@pytest.mark.parametrize(
    ("loop", "found"),
    [
        ("for one in found():\n  assert one", [2]),
        ("for one in enumerate(found()):\n  assert one", [2]),
        ("if True:\n  for one in found():\n   assert one", [3]),
        ("for one in []:\n  assert one", [2]),
        ("for one in found():\n  print(one)", []),
        ("for one in (1, 2):\n  assert one", []),
        ("for one in non_empty(found()):\n  assert one", []),
        ("for one in given:\n  assert one", []),
        ("there = found()\n assert there\n for one in there:\n  assert one", []),
        ("count = 0\n for one in found():\n  assert one\n  count += 1\n assert count", []),
    ],
)
def test_which_loops_may_assert_nothing(loop: str, found: list[int]) -> None:
    assert unguarded(ast.parse(f"def test_it(given):\n {loop}\n")) == found


def test_the_firmware_knows_no_room() -> None:
    """What is on a board must not need what is not; of the house, only hal shares in it."""
    for path in files("firmware"):
        assert not [name for name in module(path).imports if name.split(".")[0] in ROOMS], path
    for room in ("club", "device", "display"):
        for path in files(room):
            assert not any(name.split(".")[0] == "firmware" for name in imports(path)), path


def test_games_are_pure() -> None:
    for path in files("device/games"):
        if path.parent.name == "games":
            continue
        own = f"device.games.{path.relative_to(ROOT / 'device/games').parts[0]}"
        for name in imports(path):
            if name.split(".")[0] in ROOMS:
                assert any(within(name, package) for package in (own, *GAME_MAY)), f"{path} imports {name}"
            else:
                assert name.split(".")[0] in (*GAME_LIBRARY, "values"), f"{path} imports {name}"


def test_kits_are_pure() -> None:
    """Games are made from them: they know what a game may know, and no game. They look at what an author's functions
    take."""
    for path in files("device/kits"):
        for name in imports(path):
            if name.split(".")[0] in ROOMS:
                assert any(within(name, package) for package in GAME_MAY), f"{path} imports {name}"
            else:
                assert name.split(".")[0] in (*GAME_LIBRARY, "inspect", "values"), f"{path} imports {name}"


def test_games_of_others_know_the_public_package_alone() -> None:
    """Those beside the house are made as anybody's are, and so are their tests."""
    for path in files("games"):
        for name in imports(path):
            assert name.split(".")[0] not in (*ROOMS, *GROUND, "firmware", "tests"), f"{path} imports {name}"
            assert not within(name, "tablekeeper") or name.split(".")[1] in ("games", "testing"), (
                f"{path} imports {name}"
            )


def test_nothing_but_a_game_knows_its_name() -> None:
    names = [path.name for path in (ROOT / "device/games").iterdir() if (path / "__init__.py").exists()]
    assert names
    for path in [*files("club"), *files("device"), *files("display"), *files("hal")]:
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
    assert not {"numpy", "gpiozero", "inky", "serial", "asyncio", "tomllib", "sqlalchemy", "club"} & set(loaded)


PAST = re.compile(
    r"device\.(reports(?!(\.archive_client)?$)|table\.archive|pages\.archive|session\.places)"
    r"|device\.history\.(?!results$|encoding$)"
)
"""What is loaded with the first visit to the past; what a game came to is written by the transaction that ends it."""


@pytest.mark.locked
@pytest.mark.parametrize("started", ["device.run.mock", "device.run.desktop", "device.run.pi", "device.run.terminal"])
def test_a_start_loads_nothing_of_the_past(started: str, tmp_path: Path) -> None:
    """Neither the modules of any table, nor a whole start to the first page."""
    script = f"import sys, {started}, display.draw; print(*sys.modules)"
    if started == "device.run.mock":
        keys = tmp_path / "keys"
        keys.write_text("")
        play = ["--hal", "mock", "--keys", str(keys), "--data", str(tmp_path)]
        script = f"import sys; from device.cli.commands import main; main({play}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, cwd=ROOT)
    names = set(loaded.stdout.split())
    assert [name for name in names if PAST.match(name)] == []
    # A choice among games needs what they are called, and the suits by which they are known.
    assert [name for name in names if re.match(r"device\.games\.\w+\.(?!suits$)", name)] == []
    if started == "device.run.mock":
        assert not {"hashlib", "logging", "subprocess", "PIL.ImageFile", "hal.browser"} & names
        # One dataclass would load all of these.
        assert not {"dataclasses", "inspect", "ast", "dis", "tokenize"} & names


def test_named_tuples_are_those_that_are_cheap_to_make() -> None:
    found = [path for room in ("device", "display", "guard", "hal") for path in files(room)]
    assert any("values.named_tuple.NamedTuple" in imports(path) for path in found)
    assert not [path for path in found if "typing.NamedTuple" in imports(path)]
