"""Parse and write JSON messages from other programs, by tables of their fields and each field's kind.

A kind defines how a field is read and checked, and how it is written; invalid values are rejected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from operator import attrgetter
from typing import Any

from values.named_tuple import NamedTuple

REQUIRED = object()
"""Marks a field that every message must have."""


class BadField(ValueError):
    """The field `name` has an invalid value, or is missing."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def _unchanged(value: Any) -> Any:
    return value


class FieldKind(NamedTuple):
    """The kind of a field.

    `read` returns the value, or raises ValueError, TypeError or LookupError; `write` converts one to JSON. A message
    without the field is read as if it had `absent`, as JSON; if the field is `unwritten`, that value is not written.
    """

    read: Callable[[Any], Any] = _unchanged
    write: Callable[[Any], Any] = _unchanged
    absent: Any = REQUIRED
    unwritten: bool = False


class MessageKind(NamedTuple):
    """A kind of message: its word, its class, and its fields in the order of their values.

    `contradicts` returns the name of a field that does not go with the others; "" for none. If the fields are not those
    of the class, `values` returns the values of a message, and `make` makes a message of values.
    """

    word: str
    kind: type
    fields: Mapping[str, FieldKind] = {}
    contradicts: Callable[[Any], str] = lambda _: ""
    values: Callable[[Any], Iterable[Any]] = iter
    make: Callable[..., Any] | None = None

    def read(self, found: object) -> Any:
        """Parse a message from a JSON object. Raises BadField."""
        if not isinstance(found, dict):
            raise BadField(self.word)
        make = self.make or self.kind
        message = make(*[_read_field(field, found, name) for name, field in self.fields.items()])
        wrong = self.contradicts(message)
        if wrong:
            raise BadField(wrong)
        return message

    def write(self, message: Any) -> dict[str, Any]:
        """Return the fields of a message, as a JSON object."""
        each = zip(self.fields.items(), self.values(message), strict=True)
        found = [(name, field, field.write(value)) for (name, field), value in each]
        return {name: value for name, field, value in found if not (field.unwritten and value == field.absent)}


def _read_field(field: FieldKind, found: Mapping[str, Any], name: str) -> Any:
    value = found.get(name, field.absent)
    try:
        if value is not REQUIRED:
            return field.read(value)
    except (ValueError, TypeError, LookupError):
        pass
    raise BadField(name)


def valid_if(is_so: Callable[[Any], bool]) -> FieldKind:
    """A field whose value satisfies a condition."""

    def read(value: Any) -> Any:
        if not is_so(value):
            raise ValueError(value)
        return value

    return FieldKind(read)


FLAG = valid_if(lambda value: isinstance(value, bool))
"""True or false."""

IS_TRUE = FieldKind(lambda value: value is True)
"""True; any other value is read as False."""


def integer(most: int) -> FieldKind:
    """A whole number from 0 to `most`."""
    return valid_if(lambda value: type(value) is int and 0 <= value <= most)


def pattern(pattern: str, most: int = 1_000) -> FieldKind:
    """Text of at most `most` characters that matches a pattern completely."""
    matches = re.compile(pattern).fullmatch
    return valid_if(lambda value: isinstance(value, str) and len(value) <= most and matches(value) is not None)


def any_text(most: int) -> FieldKind:
    """Any text of at most `most` characters. Half of a surrogate pair, which JSON can contain, is rejected."""
    return valid_if(lambda value: isinstance(value, str) and len(value) <= most and value.encode() is not None)


def line(max_length: int, min_length: int = 0) -> FieldKind:
    """Text that can be shown on one line, of `min_length` to `max_length` characters."""

    def is_so(value: Any) -> bool:
        return (
            isinstance(value, str)
            and min_length <= len(value) <= max_length
            and value.isprintable()
            and value == value.strip()
        )

    return valid_if(is_so)


def enum_of(kind: type[Enum]) -> FieldKind:
    """One of an enum, by its value."""
    return FieldKind(kind, attrgetter("value"))


def optional(kind: FieldKind) -> FieldKind:
    """A value of another kind, or None, which an absent field means."""
    return FieldKind(
        lambda value: None if value is None else kind.read(value),
        lambda value: None if value is None else kind.write(value),
        absent=None,
    )


def row(make: Callable[..., Any], *kinds: FieldKind) -> FieldKind:
    """A named tuple, as a list of its values."""

    readers, writers = [kind.read for kind in kinds], [kind.write for kind in kinds]

    def read(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(readers):
            raise TypeError(value)
        return make(*[read_(one) for read_, one in zip(readers, value)])  # noqa: B905  (a record has 20,000 of these)

    return FieldKind(read, lambda made: [write(one) for write, one in zip(writers, made, strict=True)])


def list_of(kind: FieldKind, most: int) -> FieldKind:
    """A list of at most `most` values of one kind."""

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise TypeError(value)
        return tuple(map(kind.read, value))

    return FieldKind(read, lambda made: list(map(kind.write, made)))
