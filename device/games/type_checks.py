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


def fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type. `Any` and type variables accept all values; function types accept any callable."""
    return type_checker(kind)(value)


@cache
def type_checker(kind: Any) -> TypeCheck:
    """Return a function that checks whether a value is of a type."""
    kind = _resolved(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return lambda value: True
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _union_check(tuple(map(type_checker, get_args(kind))))
    if origin is tuple:
        return _tuple_check(get_args(kind))
    if origin is Callable:
        return callable
    return _class_check(NoneType if kind is None else kind if origin is None else origin)


def _resolved(kind: Any) -> Any:
    """Resolve a type that an annotation gives as a forward reference."""
    word = kind.__forward_arg__ if isinstance(kind, ForwardRef) else kind
    return {"Text": Text, "Several": Several}[word] if isinstance(word, str) else word


def _union_check(checks: tuple[TypeCheck, ...]) -> TypeCheck:
    return lambda value: any(check(value) for check in checks)


def _tuple_check(kinds: tuple[Any, ...]) -> TypeCheck:
    if len(kinds) == 2 and kinds[1] is ...:
        item_check = type_checker(kinds[0])
        return lambda value: isinstance(value, tuple) and all(map(item_check, value))
    checks = tuple(map(type_checker, kinds))
    return lambda value: isinstance(value, tuple) and len(value) == len(checks) and _all_fit(value, checks)


def _all_fit(value: tuple[Any, ...], checks: tuple[TypeCheck, ...]) -> bool:
    return all(fit(item) for item, fit in zip(value, checks, strict=True))


def _class_check(kind: Any) -> TypeCheck:
    if Protocol in kind.__bases__:
        names = tuple(name for name in vars(kind) if not name.startswith("_"))
        return lambda value: all(hasattr(value, name) for name in names)
    if hasattr(kind, "_fields") and kind is not Text:
        # Levels contain choices, which contain levels: fields are resolved when they are first needed.
        return lambda value: isinstance(value, kind) and _all_fit(value, _field_checks(kind))
    return _STRICTER_CHECKS.get(kind, lambda value: isinstance(value, kind))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_sentence(value: Any) -> bool:
    return isinstance(value, Text) and _is_formattable(value)


_STRICTER_CHECKS: dict[Any, TypeCheck] = {int: _is_number, Text: _is_sentence}
"""Types that need a stricter check than `isinstance`."""


def _is_formattable(value: Text) -> bool:
    """Whether a sentence has all arguments that its message names, so that it can be formatted."""
    try:
        return isinstance(ENGLISH.say(value), str)
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError, StopIteration, RecursionError):
        return False


@cache
def _field_checks(kind: Any) -> tuple[TypeCheck, ...]:
    """Return a check for each field of a named tuple."""
    from display.vocabulary import Face  # imported late: the contract imports it for type checkers only

    module = vars(sys.modules[kind.__module__])
    hints = get_type_hints(kind, module, {"Text": Text, "Several": Several, "Face": Face})
    return tuple(type_checker(hints[name]) for name in kind._fields)
