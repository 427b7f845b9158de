"""Our named tuples do what those of the standard library do, and three decorators of equality what they say."""

from __future__ import annotations

import copy
import inspect
import operator
import pickle
import subprocess
import sys
import typing
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

import pytest

from values.named_tuple import NamedTuple, compared_by_identity, equal_within_class

T = TypeVar("T")
ROOT = Path(__file__).parents[2]


class Point(NamedTuple):
    """Two numbers."""

    x: int
    y: int = 2

    @property
    def both(self) -> int:
        return self.x + self.y


class Standard(typing.NamedTuple):
    """The same by the standard library."""

    x: int
    y: int = 2


class Box(NamedTuple, Generic[T]):
    content: T


class Squared(NamedTuple):
    side: int

    @cached_property
    def area(self) -> list[int]:
        return [self.side**2]


@equal_within_class
class Nothing(NamedTuple):
    pass


@equal_within_class
class Neither(NamedTuple):
    pass


@equal_within_class
class Count(NamedTuple):
    count_: int


@compared_by_identity
class Thing(NamedTuple):
    name: str


KINDS: list[Any] = [Point, Standard]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_made_and_read(kind: Any) -> None:
    one = kind(1)
    assert (one.x, one.y, *one) == (1, 2, 1, 2)
    assert kind(x=3, y=4) == (3, 4) == kind._make([3, 4])
    assert one._replace(y=5) == (1, 5)
    assert one._asdict() == {"x": 1, "y": 2}
    assert repr(one) == f"{kind.__name__}(x=1, y=2)"
    assert (kind._fields, kind.__match_args__) == (("x", "y"), ("x", "y"))
    assert kind._field_defaults == {"y": 2}
    assert str(inspect.signature(kind)).startswith("(x")
    assert len({one, kind(1), kind(2)}) == 2
    match one:
        case kind(x, y):
            assert (x, y) == (1, 2)
        case _:
            raise AssertionError


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_refused(kind: Any) -> None:
    one = kind(1)
    for call in (kind, lambda: kind(1, 2, 3), lambda: kind(1, z=2), lambda: kind._make([1])):
        with pytest.raises(TypeError):
            call()
    with pytest.raises((TypeError, ValueError)):
        one._replace(z=1)
    for name in ("x", "z"):
        with pytest.raises(AttributeError):
            setattr(one, name, 1)


def test_what_is_refused_of_a_class() -> None:
    with pytest.raises(TypeError, match="Bad: a field without a default comes after one that has one"):

        class Bad(NamedTuple):
            x: int = 1
            y: int  # type: ignore[misc]


@pytest.mark.parametrize("kind", KINDS)
def test_a_value_is_made_anew_beside_the_one_before(kind: Any) -> None:
    before = kind(1)
    after = before._replace(y=(3,), x=2)
    assert (type(after), after, before) == (kind, kind(2, (3,)), kind(1))


def test_a_value_is_replaced_as_copy_replace_does_it_from_python_3_13_on() -> None:
    one: Any = Point(1)
    assert (type(one.__replace__(y=5)), one.__replace__(y=5)) == (Point, (1, 5))


def test_classes_are_ordinary_ones() -> None:
    assert type(Point) is type
    assert issubclass(Point, tuple)
    assert Point.__doc__ == "Two numbers."
    assert Point(1).both == 3
    assert typing.get_type_hints(Point) == {"x": int, "y": int}
    assert Box(3).content == 3
    assert Box[int](3) == Box(3)


def test_copies_and_what_is_kept_are_the_same() -> None:
    one = Point(1, 5)
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other == one
        assert type(other) is Point


def test_what_is_worked_out_is_kept() -> None:
    one = Squared(3)
    assert one.area is one.area
    assert one.area == [9]
    assert one == Squared(3)
    assert hash(one) == hash(Squared(3))


def test_values_are_told_apart_by_their_class() -> None:
    nothing, neither, count, point = typing.cast(list[object], [Nothing(), Neither(), Count(1), Point(1)])
    assert nothing == Nothing()
    assert not operator.ne(nothing, Nothing())
    assert nothing != neither
    assert count != point
    assert count != (1,)
    assert {nothing, Nothing(), neither} == {Nothing(), Neither()}
    assert nothing


def test_values_that_equal_only_themselves() -> None:
    one, other = Thing("cup"), Thing("cup")
    assert one == one
    assert one != other
    assert len({one, other, one}) == 2


def test_fields_are_read_where_python_has_no_reader_of_its_own() -> None:
    script = (
        "import _collections, collections; del _collections._tuplegetter\n"
        "from values.named_tuple import NamedTuple\n"
        "class Point(NamedTuple):\n __annotations__ = {'x': int, 'y': int}\n y = 2\n"
        "assert isinstance(vars(Point)['x'], property), Point.x\n"
        "print(Point(1).x, Point(1)._replace(y=7).y)"
    )
    said = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    assert said == "1 7\n"
