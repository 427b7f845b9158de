"""Which functions have more ways through them than fit in a head: `make check` allows none beyond the limit.

Ruff counts branches only. Much of what makes a function hard to read are conditions joined by `and` and `or`, and
comprehensions with conditions. So radon counts here: every branch, loop, operator and comprehension is a way more
(McCabe's cyclomatic complexity, with boolean operators). An assertion of a test is one more step, and no way: tests
have a limit of their own, and their assertions do not count.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from radon.complexity import cc_visit

ROOT = Path(__file__).parents[1]
TESTS = ("tests", "tablekeeper/testing")
"""Folders of tests: the house's, and what games by other hands are tested with."""


class ComplexityLimit(NamedTuple):
    """The section `tool.complexity` of pyproject.toml: the limit, the folders, and what exceeds it until it is mended.

    `exceeding` are functions as `file:name`, a method's name with its class. `tests` is the limit of tests.
    """

    limit: int
    folders: tuple[str, ...]
    exceeding: frozenset[str]
    tests: int


class Complex(NamedTuple):
    """A function that exceeds the limit."""

    file: str
    line: int
    name: str
    ways: int
    limit: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.name} has {self.ways} ways through it, {self.limit} are allowed"


def settings(root: Path) -> ComplexityLimit:
    """The settings of a tree."""
    read = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["complexity"]
    return ComplexityLimit(read["limit"], tuple(read["folders"]), frozenset(read["exceeding"]), read["tests"])


def found(root: Path, chosen: ComplexityLimit) -> Iterator[Complex]:
    """The functions that exceed the limit, whether or not they are known to."""
    for folder in (*chosen.folders, TESTS[0]):
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            tests = name.startswith(tuple(f"{folder}/" for folder in TESTS))
            limit = chosen.tests if tests else chosen.limit
            for block in cc_visit(path.read_text(encoding="utf-8"), no_assert=tests):
                # A class is as complex as its methods on the average, and these come singly as well.
                if block.letter != "C" and block.complexity > limit:
                    yield Complex(name, block.lineno, block.fullname, block.complexity, limit)


def complaints(root: Path, chosen: ComplexityLimit) -> list[str]:
    """What exceeds the limit and is not known to, and what is said to exceed it and does not."""
    complex_ = list(found(root, chosen))
    known = {f"{one.file}:{one.name}" for one in complex_}
    new = [str(one) for one in complex_ if f"{one.file}:{one.name}" not in chosen.exceeding]
    mended = [f"pyproject.toml: {name} does not exceed the limit any more" for name in sorted(chosen.exceeding - known)]
    return new + mended


def main() -> int:
    """Print what is wrong. Returns 1 if anything is, else 0."""
    said = complaints(ROOT, settings(ROOT))
    print("\n".join(said), end="\n" if said else "")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
