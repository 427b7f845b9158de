"""Boxes with 32 and with 64 bits, and their hub, judge alike: nothing in a game goes by the order of a set."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.non_empty import non_empty

ROOT = Path(__file__).parents[2]
PACKAGES = ("device/games", "device/kits", "games")


def is_set(iterated: ast.expr) -> bool:
    if isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name):
        return iterated.func.id in ("set", "frozenset")
    return isinstance(iterated, ast.Set | ast.SetComp)


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_goes_through_a_set(package: str) -> None:
    """Which way a trick of No Loose Ends was tried first depended on how a machine hashes large numbers."""
    found = [
        f"{path.relative_to(ROOT)}:{node.iter.lineno}"
        for path in non_empty((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.For | ast.comprehension) and is_set(node.iter)
    ]
    assert found == []
