"""Checks whether a value is of an annotated type, down to its fields: for results of third-party games.

The types are the annotations in modules of the contract and of `display.vocabulary`. The check for each type is built
once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, ForwardRef, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from display.words import ENGLISH, Several, Text

TypeCheck = Callable[[Any], bool]


def is_of_type(value: object, type_: Any) -> bool:
    """Whether a value is of a type. `Any` and type variables accept all values; function types accept any callable."""
    return type_checker(type_)(value)


@cache
def type_checker(type_: Any) -> TypeCheck:
    """Return a function that checks whether a value is of a type."""
    type_ = _resolve(type_)
    if type_ is Any or isinstance(type_, TypeVar):
        return lambda value: True
    origin = get_origin(type_)
    if origin in (Union, UnionType):
        return _union_check(tuple(map(type_checker, get_args(type_))))
    if origin is tuple:
        return _tuple_check(get_args(type_))
    if origin is Callable:
        return callable
    return _class_check(NoneType if type_ is None else type_)


def _resolve(type_: Any) -> Any:
    """Resolve a type that an annotation gives as a forward reference."""
    word = type_.__forward_arg__ if isinstance(type_, ForwardRef) else type_
    return {"Text": Text, "Several": Several}[word] if isinstance(word, str) else word


def _union_check(checks: tuple[TypeCheck, ...]) -> TypeCheck:
    return lambda value: any(check(value) for check in checks)


def _tuple_check(item_types: tuple[Any, ...]) -> TypeCheck:
    if len(item_types) == 2 and item_types[1] is ...:
        item_check = type_checker(item_types[0])
        return lambda value: isinstance(value, tuple) and all(map(item_check, value))
    checks = tuple(map(type_checker, item_types))
    return lambda value: isinstance(value, tuple) and len(value) == len(checks) and _all_fit(value, checks)


def _all_fit(value: tuple[Any, ...], checks: tuple[TypeCheck, ...]) -> bool:
    return all(check(item) for item, check in zip(value, checks, strict=True))


def _class_check(type_: Any) -> TypeCheck:
    """Return a check for a class, or for a generic class with its arguments, such as `Offer[str]`."""
    class_ = get_origin(type_) or type_
    if Protocol in class_.__bases__:
        names = tuple(name for name in vars(class_) if not name.startswith("_"))
        return lambda value: all(hasattr(value, name) for name in names)
    if hasattr(class_, "_fields") and class_ is not Text:
        # Levels contain choices, which contain levels: fields are resolved when they are first needed.
        return lambda value: isinstance(value, class_) and _all_fit(value, _field_checks(type_))
    return _STRICTER_CHECKS.get(class_, lambda value: isinstance(value, class_))


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_sentence(value: Any) -> bool:
    return isinstance(value, Text) and _is_formattable(value)


_STRICTER_CHECKS: dict[Any, TypeCheck] = {int: _is_int, Text: _is_sentence}
"""Types that need a stricter check than `isinstance`."""


def _is_formattable(value: Text) -> bool:
    """Whether a sentence has all arguments that its message names, so that it can be formatted."""
    try:
        return isinstance(ENGLISH.say(value), str)
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError, StopIteration, RecursionError):
        return False


@cache
def _field_checks(type_: Any) -> tuple[TypeCheck, ...]:
    """Return a check for each field of a named tuple."""
    from display.vocabulary import Face  # imported late: the contract imports it for type checkers only

    class_ = get_origin(type_) or type_
    module = vars(sys.modules[class_.__module__])
    hints = get_type_hints(class_, module, {"Text": Text, "Several": Several, "Face": Face})
    arguments = dict(zip(getattr(class_, "__parameters__", ()), get_args(type_), strict=False))
    return tuple(type_checker(arguments.get(hints[name], hints[name])) for name in class_._fields)
