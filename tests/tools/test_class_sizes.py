"""`make check` stops classes that have grown too large."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.class_sizes import ClassLimits, attributes_of, complaints, lines_of

GROWN = """
class Table:
    KEYS = 4

    def __init__(self) -> None:
        self.clock, self._panel = 0, 1

    def next(self) -> None:
        self._last: int = 2
        self.clock += 1
        other = self.clock
        other.seen = 3
"""


def class_of(source: str) -> ast.ClassDef:
    (found,) = ast.parse(source).body
    assert isinstance(found, ast.ClassDef)
    return found


def test_what_methods_give_to_an_object_are_its_attributes() -> None:
    assert attributes_of(class_of(GROWN)) == ["_last", "_panel", "clock"]


def test_a_class_has_the_lines_from_its_name_to_its_end() -> None:
    assert lines_of(class_of(GROWN)) == 11


@pytest.mark.parametrize(
    ("head", "counted"),
    [
        ("@dataclass", ["a", "b"]),
        ("@dataclasses.dataclass(slots=True)", ["a", "b"]),
        ("@dataclass(frozen=False)", ["a", "b"]),
        ("@dataclass(frozen=True, slots=True)", []),
        ("@total_ordering", []),
    ],
)
def test_fields_count_where_they_can_be_changed(head: str, counted: list[str]) -> None:
    assert attributes_of(class_of(f"{head}\nclass Value:\n    a: int\n    b: int = 0\n")) == counted


def test_classes_beyond_a_limit_are_named_with_what_they_have(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room/grown.py").write_text(GROWN, encoding="utf-8")
    assert complaints(tmp_path, ClassLimits(11, 3, ("room",))) == []
    assert complaints(tmp_path, ClassLimits(10, 2, ("room",))) == [
        "room/grown.py:2: Table has 11 lines, 10 are allowed",
        "room/grown.py:2: Table has 3 attributes, 2 are allowed: _last, _panel, clock",
    ]
