"""Whether what an author of games writes is of the kind that its place takes; if not, what to write there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from display.words import Text
from values.named_tuple import NamedTuple

_LONGEST = 40
"""Characters of a value that are quoted."""


class DescriptionError(ValueError):
    """A description of a game that makes no game; what is wrong, and what to do."""


class ArgumentKind(NamedTuple):
    """What an argument is: which values fit, and what to write. `gets` names what a function in its place is called
    with; without any, no function may stand there."""

    fits: Callable[[Any], bool]
    write: str
    gets: tuple[str, ...] = ()


def one_of(*kinds: type) -> Callable[[Any], bool]:
    """Values of some classes. True and False are no numbers."""
    return lambda value: isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))


def each(*kinds: type) -> Callable[[Any], bool]:
    """Tuples of such values."""
    fits = one_of(*kinds)
    return lambda value: isinstance(value, tuple) and all(map(fits, value))


def wrong(arguments: Iterable[tuple[str, Any, ArgumentKind]]) -> Iterator[str]:
    """What is wrong with arguments, by their names: a sentence for each that does not fit."""
    for name, value, (fits, write, gets) in arguments:
        if gets and callable(value):
            if not _takes(value, len(gets)):
                named = ", ".join(gets)
                yield f"the function {name} is called with ({named}): write {name}=lambda {named}: …"
        elif not fits(value):
            yield f"{name} is {quoted(value)}: write {write}{'' if write.endswith('…') else '.'}"


def refuse(sentence: str) -> NoReturn:
    """Say what is wrong with a description."""
    raise DescriptionError(sentence)


def quoted(value: object) -> str:
    """A value as its author wrote it, or about so."""
    if callable(value):
        return "a function"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return f"one {type(value).__name__}"
    said = repr(value)
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"


def _takes(function: Callable[..., Any], count: int) -> bool:
    """Whether a function can be called with so many arguments."""
    code = getattr(function, "__code__", None)
    if code is not None and code.co_argcount == count and not code.co_kwonlyargcount:
        return True
    from inspect import signature  # hardly any game needs to be looked at that closely

    try:
        signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True  # what it takes is not known
    return True


WORDS = ArgumentKind(one_of(str, Text), 'words, as "tricks won"')
