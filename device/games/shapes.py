"""Whether a value is of the type that its place has, as deep as its fields go: what others' games return is looked at.

Types are those that modules of the contract and of `display.vocabulary` are annotated with.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, ForwardRef, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from display.words import ENGLISH, Several, Text


def fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type. What stands for any type takes every value; of a function, whether it is one."""
    kind = _named(kind)
    origin = get_origin(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return True
    if origin is None:
        return value is None if kind in (None, NoneType) else _fits_class(value, kind)
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in get_args(kind))
    if origin is tuple:
        return _fits_tuple(value, get_args(kind))
    return callable(value) if origin is Callable else _fits_class(value, origin)


def _named(kind: Any) -> Any:
    """A type; what modules name ahead of its definition is found by its name."""
    word = kind.__forward_arg__ if isinstance(kind, ForwardRef) else kind
    return {"Text": Text, "Several": Several}[word] if isinstance(word, str) else word


def _fits_tuple(value: object, kinds: tuple[Any, ...]) -> bool:
    if not isinstance(value, tuple):
        return False
    if len(kinds) == 2 and kinds[1] is ...:
        return all(fits(one, kinds[0]) for one in value)
    return len(value) == len(kinds) and all(map(fits, value, kinds))


def _fits_class(value: object, kind: Any) -> bool:
    if Protocol in kind.__bases__:
        return all(hasattr(value, name) for name in _asked(kind))
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        return False
    if kind is Text:
        return _can_be_said(value)
    hints = _fields(kind)
    return all(fits(one, hint) for one, hint in zip(value, hints, strict=True)) if hints else True


def _can_be_said(value: object) -> bool:
    """Whether a sentence has all that its message names."""
    try:
        return isinstance(ENGLISH.say(value), str)  # type: ignore[arg-type]
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError, StopIteration, RecursionError):
        return False


@cache
def _asked(protocol: type) -> tuple[str, ...]:
    """What a value has that is as a protocol says."""
    return tuple(name for name in vars(protocol) if not name.startswith("_"))


@cache
def _fields(kind: type) -> tuple[Any, ...]:
    """The types of a named tuple's fields; nothing of other classes."""
    names = getattr(kind, "_fields", ())
    if not names:
        return ()
    module = vars(sys.modules[kind.__module__])
    hints = get_type_hints(kind, module, {"Text": Text, "Several": Several, **_only_for_checkers()})
    return tuple(hints[name] for name in names)


def _only_for_checkers() -> dict[str, Any]:
    """Names that modules of the contract import for type checkers only."""
    from display.vocabulary import Face

    return {"Face": Face}
