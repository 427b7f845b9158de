"""`make mutate` has an environment of its own: tests that lack a package there find no fault."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.mutate import ROOT, MutatedPart, parts

OURS = {"club", "device", "display", "firmware", "guard", "hal", "tablekeeper", "tests", "tools", "values"}
PACKAGES = {"PIL": "pillow", "pysat": "python-sat"}
"""What packages are called that are not called like their modules."""


def files_of(part: MutatedPart) -> Iterator[Path]:
    """The tests of a part, and the helpers that they import."""
    waiting = [file for name in part.tests if not name.startswith("-") for file in _modules(ROOT / name)]
    seen: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            yield file
            waiting += [path for name in imported(file) if name.startswith("tests.") for path in _named(name)]


def _modules(path: Path) -> list[Path]:
    return [path] if path.suffix else sorted(path.rglob("*.py"))


def _named(module: str) -> list[Path]:
    found = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    return [found] if found.exists() else []


def imported(file: Path) -> list[str]:
    """The modules that a file imports, wherever in it."""
    found: list[str] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
    return found


@pytest.mark.parametrize("part", parts(), ids=lambda part: part.name)
def test_what_tests_of_a_part_import_is_there(part: MutatedPart) -> None:
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements/mutate.lock").read_text(encoding="utf-8"), re.M))
    modules = {name.partition(".")[0] for file in files_of(part) for name in imported(file)}
    assert "pytest" in modules
    others = modules - OURS - sys.stdlib_module_names
    assert {PACKAGES.get(name, name) for name in others} <= locked
