"""Lists classes that are too large. `make check` allows none beyond the limits, without exceptions.

Two things are counted: lines and mutable attributes, which are those that methods assign to `self`, and the fields of
a dataclass that is not frozen. Fields of immutable values are not counted, because they are read one by one, like
columns of a table.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class ClassLimits(NamedTuple):
    """The section `tool.class_sizes` of pyproject.toml: the maximum size of a class, and the folders to check."""

    lines: int
    attributes: int
    folders: tuple[str, ...]


def settings(root: Path) -> ClassLimits:
    """Read the settings of a source tree."""
    read = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["class_sizes"]
    return ClassLimits(read["lines"], read["attributes"], tuple(read["folders"]))


def complaints(root: Path, limits: ClassLimits) -> list[str]:
    """A sentence for each class that exceeds a limit."""
    return [said for folder in limits.folders for path in sorted((root / folder).rglob("*.py"))
            for said in _file_complaints(path, path.relative_to(root).as_posix(), limits)]  # fmt: skip


def _file_complaints(path: Path, name: str, limits: ClassLimits) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            where = f"{name}:{node.lineno}: {node.name} has"
            lines, attributes = lines_of(node), attributes_of(node)
            if lines > limits.lines:
                yield f"{where} {lines} lines, {limits.lines} are allowed"
            if len(attributes) > limits.attributes:
                yield f"{where} {len(attributes)} attributes, {limits.attributes} are allowed: {', '.join(attributes)}"


def lines_of(node: ast.ClassDef) -> int:
    """The number of lines from `class` to the last line of the last method."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def attributes_of(node: ast.ClassDef) -> list[str]:
    """The mutable attributes of a class, sorted."""
    found = {name for method in node.body if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
             for name in _assigned_attributes(method)}  # fmt: skip
    if _is_mutable_dataclass(node):
        fields = (one.target for one in node.body if isinstance(one, ast.AnnAssign))
        found |= {field.id for field in fields if isinstance(field, ast.Name)}
    return sorted(found)


def _assigned_attributes(method: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    arguments = method.args.posonlyargs + method.args.args
    own = arguments[0].arg if arguments else ""
    stored = (node for node in ast.walk(method) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    for node in stored:
        if isinstance(node.value, ast.Name) and node.value.id == own:
            yield node.attr


def _is_mutable_dataclass(node: ast.ClassDef) -> bool:
    for decorator in node.decorator_list:
        if ast.unparse(decorator).partition("(")[0].rpartition(".")[2] == "dataclass":
            words = decorator.keywords if isinstance(decorator, ast.Call) else []
            return not any(word.arg == "frozen" and ast.unparse(word.value) == "True" for word in words)
    return False


def main() -> int:
    """Print the complaints. Returns 1 if there are any, else 0."""
    said = complaints(ROOT, settings(ROOT))
    print("\n".join(said), end="\n" if said else "")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
