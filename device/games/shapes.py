"""Whether a value is of the type that its place has, as deep as its fields go: what others' games return is looked at.

Types are those that modules of the contract and of `display.vocabulary` are annotated with. What looks is made once for
each type.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, ForwardRef, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from display.words import ENGLISH, Several, Text

Fits = Callable[[Any], bool]


def fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type. What stands for any type takes every value; of a function, whether it is one."""
    return fitting_in(kind)(value)


@cache
def fitting_in(kind: Any) -> Fits:
    """What says whether a value is of a type."""
    kind = _named(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return lambda value: True
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _any_of(tuple(map(fitting_in, get_args(kind))))
    if origin is tuple:
        return _in_a_row(get_args(kind))
    if origin is Callable:
        return callable
    return _of_class(NoneType if kind is None else kind if origin is None else origin)


def _named(kind: Any) -> Any:
    """A type; what modules name ahead of its definition is found by its name."""
    word = kind.__forward_arg__ if isinstance(kind, ForwardRef) else kind
    return {"Text": Text, "Several": Several}[word] if isinstance(word, str) else word


def _any_of(ways: tuple[Fits, ...]) -> Fits:
    return lambda value: any(way(value) for way in ways)


def _in_a_row(kinds: tuple[Any, ...]) -> Fits:
    if len(kinds) == 2 and kinds[1] is ...:
        each = fitting_in(kinds[0])
        return lambda value: isinstance(value, tuple) and all(map(each, value))
    every = tuple(map(fitting_in, kinds))
    return lambda value: isinstance(value, tuple) and len(value) == len(every) and _each_fits(value, every)


def _each_fits(value: tuple[Any, ...], every: tuple[Fits, ...]) -> bool:
    return all(fit(one) for one, fit in zip(value, every, strict=True))


def _of_class(kind: Any) -> Fits:
    if Protocol in kind.__bases__:
        names = tuple(name for name in vars(kind) if not name.startswith("_"))
        return lambda value: all(hasattr(value, name) for name in names)
    if hasattr(kind, "_fields") and kind is not Text:
        # Levels have choices that have levels: their fields are looked up once they are needed.
        return lambda value: isinstance(value, kind) and _each_fits(value, _fields(kind))
    return _OF_ITS_OWN.get(kind, lambda value: isinstance(value, kind))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_sentence(value: Any) -> bool:
    return isinstance(value, Text) and _can_be_said(value)


_OF_ITS_OWN: dict[Any, Fits] = {int: _is_number, Text: _is_sentence}
"""Classes of which not every value will do."""


def _can_be_said(value: Text) -> bool:
    """Whether a sentence has all that its message names."""
    try:
        return isinstance(ENGLISH.say(value), str)
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError, StopIteration, RecursionError):
        return False


@cache
def _fields(kind: Any) -> tuple[Fits, ...]:
    """What says of each field of a named tuple whether a value fits there."""
    from display.vocabulary import Face  # the contract imports it for type checkers only

    module = vars(sys.modules[kind.__module__])
    hints = get_type_hints(kind, module, {"Text": Text, "Several": Several, "Face": Face})
    return tuple(fitting_in(hints[name]) for name in kind._fields)
