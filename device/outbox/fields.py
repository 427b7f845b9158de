"""The fields of a message that somebody else wrote: each is what it must be, or the message is Unreadable."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from device.journal import validate
from display.words import ENGLISH, Text, text


class Unreadable(ValueError):
    """A message that is none; `sentence` says why."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(ENGLISH.say(sentence))
        self.sentence = sentence


def matches(pattern: re.Pattern[str], value: object) -> bool:
    """Whether this is text that a pattern matches wholly."""
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def is_whole(value: object, most: int) -> bool:
    """Whether this is a whole number from 0 to `most`."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def number(found: dict[str, Any], name: str, most: int) -> int:
    """A whole number from 0 to `most`. Raises Unreadable."""
    value = found.get(name)
    if not isinstance(value, int) or not is_whole(value, most):
        refuse_field(name)
    return value


def flag(found: dict[str, Any], name: str) -> bool:
    """True or false. Raises Unreadable."""
    value = found.get(name)
    if not isinstance(value, bool):
        refuse_field(name)
    return value


def line(value: object, name: str, most: int) -> str:
    """Text that can be shown on a line, of at most so many characters; it may be empty. Raises Unreadable."""
    if not isinstance(value, str) or len(value) > most or not value.isprintable() or value != value.strip():
        refuse_field(name)
    return value


def items(found: dict[str, Any], name: str, most: int) -> list[Any]:
    """A list of at most so many things. Raises Unreadable."""
    value = found.get(name)
    if not isinstance(value, list) or len(value) > most:
        refuse_field(name)
    return value


def refuse_field(name: str) -> NoReturn:
    """Raises Unreadable."""
    refuse(text("This message has something in its field “{field}” that can't be there.", field=name))


def refuse(sentence: Text) -> NoReturn:
    """Raises Unreadable."""
    raise Unreadable(sentence)


def shown(value: object) -> str:
    """The beginning of anything, for a sentence."""
    return validate.printable(str(value)[:100])
