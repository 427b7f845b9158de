"""Lists functions that are too complex. `make check` allows none beyond the limit.

Ruff counts only branches, but conditions joined by `and` and `or`, and comprehensions with conditions, also make a
function hard to read. So radon counts here: every branch, loop, operator and comprehension adds one (McCabe's
cyclomatic complexity, with boolean operators). Tests have a limit of their own, and their assertions do not count.
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
"""Folders of tests: the project's own, and the helpers with which other developers test their games."""


class ComplexityLimit(NamedTuple):
    """The section `tool.complexity` of pyproject.toml: the limit, the folders, and known exceptions.

    `exceeding` are functions that may exceed the limit for now, as `file:name`, with a method's class in its name.
    `tests` is the limit of tests.
    """

    limit: int
    folders: tuple[str, ...]
    exceeding: frozenset[str]
    tests: int


class ComplexFunction(NamedTuple):
    """A function that exceeds the limit."""

    file: str
    line: int
    name: str
    way_count: int
    limit: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.name} has {self.way_count} ways through it, {self.limit} are allowed"


def settings(root: Path) -> ComplexityLimit:
    """Read the settings of a source tree."""
    read = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["complexity"]
    return ComplexityLimit(read["limit"], tuple(read["folders"]), frozenset(read["exceeding"]), read["tests"])


def complex_functions(root: Path, chosen: ComplexityLimit) -> Iterator[ComplexFunction]:
    """Yield the functions that exceed the limit, including known exceptions."""
    for folder in (*chosen.folders, TESTS[0]):
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            tests = name.startswith(tuple(f"{folder}/" for folder in TESTS))
            limit = chosen.tests if tests else chosen.limit
            for block in cc_visit(path.read_text(encoding="utf-8"), no_assert=tests):
                # radon's figure for a class is the average of its methods, which are listed as well.
                if block.letter != "C" and block.complexity > limit:
                    yield ComplexFunction(name, block.lineno, block.fullname, block.complexity, limit)


def complaints(root: Path, chosen: ComplexityLimit) -> list[str]:
    """Complaints about functions that newly exceed the limit, and about exceptions that no longer do."""
    complex_ = list(complex_functions(root, chosen))
    known = {f"{one.file}:{one.name}" for one in complex_}
    new = [str(one) for one in complex_ if f"{one.file}:{one.name}" not in chosen.exceeding]
    mended = [f"pyproject.toml: {name} does not exceed the limit any more" for name in sorted(chosen.exceeding - known)]
    return new + mended


def main() -> int:
    """Print the complaints. Returns 1 if there are any, else 0."""
    said = complaints(ROOT, settings(ROOT))
    print("\n".join(said), end="\n" if said else "")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
