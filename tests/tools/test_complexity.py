"""`make check` counts the ways through functions, and knows which may have more than the limit for now."""

from __future__ import annotations

from pathlib import Path

from tools.complexity import ComplexityLimit, complaints

SIMPLE = "def simple(a: int) -> int:\n    return a\n"
TANGLED = """
class Table:
    def next(self, a: bool, b: bool) -> list[int]:
        if a and b or not a:
            return [each for each in range(9) if each]
        return []
"""
"""Six ways: a branch, two operators, a comprehension, its condition, and the method itself."""


ASSERTING = "def test_all(a: bool) -> None:\n    if a and not a:\n" + "        assert a\n" * 3
"""Three ways: a branch, an operator, and the test itself."""


def tree(root: Path, limit: int, *exceeding: str, tests: int = 3) -> tuple[Path, ComplexityLimit]:
    folder = root / "room"
    folder.mkdir()
    (folder / "simple.py").write_text(SIMPLE, encoding="utf-8")
    (folder / "tangled.py").write_text(TANGLED, encoding="utf-8")
    (root / "tests").mkdir()
    (root / "tests/test_all.py").write_text(ASSERTING, encoding="utf-8")
    return root, ComplexityLimit(limit, ("room",), frozenset(exceeding), tests)


def test_a_function_beyond_the_limit_is_named_with_its_ways(tmp_path: Path) -> None:
    assert complaints(*tree(tmp_path, 5)) == ["room/tangled.py:3: Table.next has 6 ways through it, 5 are allowed"]


def test_a_function_at_the_limit_is_fine(tmp_path: Path) -> None:
    assert complaints(*tree(tmp_path, 6)) == []


def test_what_is_known_to_exceed_the_limit_is_let_be(tmp_path: Path) -> None:
    assert complaints(*tree(tmp_path, 5, "room/tangled.py:Table.next")) == []


def test_what_is_mended_must_not_be_said_to_exceed_it(tmp_path: Path) -> None:
    said = complaints(*tree(tmp_path, 6, "room/tangled.py:Table.next", "room/gone.py:gone"))
    assert said == [
        "pyproject.toml: room/gone.py:gone does not exceed the limit any more",
        "pyproject.toml: room/tangled.py:Table.next does not exceed the limit any more",
    ]


def test_tests_have_a_limit_of_their_own_and_their_assertions_do_not_count(tmp_path: Path) -> None:
    said = complaints(*tree(tmp_path, 6, tests=2))
    assert said == ["tests/test_all.py:1: test_all has 3 ways through it, 2 are allowed"]
