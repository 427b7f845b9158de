"""Checks the arguments in an author's description of a game, and says what to write instead of a wrong one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from display.words import Text
from values.named_tuple import NamedTuple

_MAX_QUOTED_LENGTH = 40
"""Maximum number of characters of a value that a sentence quotes."""


class DescriptionError(ValueError):
    """Raised for a description that makes no game. The message says what is wrong, and what to do."""


class ArgumentKind(NamedTuple):
    """A kind of argument: which values fit, and what to write.

    `parameters` names the parameters of a function that may stand there instead; if it is empty, no function may.
    """

    fits: Callable[[Any], bool]
    instruction: str
    parameters: tuple[str, ...] = ()


def instance_check(*classes: type) -> Callable[[Any], bool]:
    """Return a check for values of some classes. True and False only fit if `bool` is among them."""
    return lambda value: isinstance(value, classes) and (bool in classes or not isinstance(value, bool))


def tuple_check(*classes: type) -> Callable[[Any], bool]:
    """Return a check for tuples whose items are all instances of some classes, as `instance_check` checks them."""
    fits = instance_check(*classes)
    return lambda value: isinstance(value, tuple) and all(map(fits, value))


def check_arguments(arguments: Iterable[tuple[str, Any, ArgumentKind]]) -> Iterator[str]:
    """Check arguments, given by name. Yields a sentence for each that does not fit."""
    for name, value, (fits, instruction, parameters) in arguments:
        if parameters and callable(value):
            if not _accepts_arguments(value, len(parameters)):
                parameter_list = ", ".join(parameters)
                yield f"the function {name} is called with ({parameter_list}): write {name}=lambda {parameter_list}: …"
        elif not fits(value):
            yield f"{name} is {quote_value(value)}: write {instruction}{'' if instruction.endswith('…') else '.'}"


def raise_description_error(sentence: str) -> NoReturn:
    """Raise DescriptionError with a sentence."""
    raise DescriptionError(sentence)


def quote_value(value: object) -> str:
    """A value about as its author wrote it, shortened."""
    if callable(value):
        return "a function"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return f"one {type(value).__name__}"
    quoted = repr(value)
    return quoted if len(quoted) <= _MAX_QUOTED_LENGTH else f"{quoted[:_MAX_QUOTED_LENGTH]}…"


def _accepts_arguments(function: Callable[..., Any], count: int) -> bool:
    """Whether a function can be called with `count` arguments."""
    code = getattr(function, "__code__", None)
    if code is not None and code.co_argcount == count and not code.co_kwonlyargcount:
        return True
    from inspect import signature  # imported late: needed only if the quick check above doesn't decide

    try:
        signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True  # its parameters are not known
    return True


WORDS = ArgumentKind(instance_check(str, Text), 'words, as "tricks won"')
