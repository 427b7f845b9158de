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


def _return_unchanged(value: Any) -> Any:
    return value


class FieldKind(NamedTuple):
    """The kind of a field.

    `parse` returns the value, or raises ValueError, TypeError or LookupError; `to_json` is its opposite. A message
    without the field is read as if it had `default`, as JSON. If `omits_default` is true, that value is not written.
    """

    parse: Callable[[Any], Any] = _return_unchanged
    to_json: Callable[[Any], Any] = _return_unchanged
    default: Any = REQUIRED
    omits_default: bool = False


class MessageKind(NamedTuple):
    """A kind of message: the word that names it, its class, and its fields in the order of their values.

    `contradicting_field` returns the name of a field that does not go with the others; "" for none. If the fields are
    not those of the class, `field_values` returns the values of a message, and `make_message` makes one of values.
    """

    word: str
    message_class: type
    fields: Mapping[str, FieldKind] = {}
    contradicting_field: Callable[[Any], str] = lambda _: ""
    field_values: Callable[[Any], Iterable[Any]] = iter
    make_message: Callable[..., Any] | None = None

    def parse(self, json_object: object) -> Any:
        """Parse a message from a JSON object. Raises BadField."""
        if not isinstance(json_object, dict):
            raise BadField(self.word)
        make_message = self.make_message or self.message_class
        message = make_message(*[_parse_field(field, json_object, name) for name, field in self.fields.items()])
        contradicting_field = self.contradicting_field(message)
        if contradicting_field:
            raise BadField(contradicting_field)
        return message

    def to_json(self, message: Any) -> dict[str, Any]:
        """Return the fields of a message, as a JSON object."""
        fields_and_values = zip(self.fields.items(), self.field_values(message), strict=True)
        written = [(name, field, field.to_json(value)) for (name, field), value in fields_and_values]
        return {name: value for name, field, value in written if not (field.omits_default and value == field.default)}


def _parse_field(kind: FieldKind, json_object: Mapping[str, Any], name: str) -> Any:
    value = json_object.get(name, kind.default)
    try:
        if value is not REQUIRED:
            return kind.parse(value)
    except (ValueError, TypeError, LookupError):
        pass
    raise BadField(name)


def valid_if(is_valid: Callable[[Any], bool]) -> FieldKind:
    """A field whose value satisfies a condition."""

    def parse(value: Any) -> Any:
        if not is_valid(value):
            raise ValueError(value)
        return value

    return FieldKind(parse)


BOOLEAN = valid_if(lambda value: isinstance(value, bool))
"""True or false."""

IS_TRUE = FieldKind(lambda value: value is True)
"""True; any other value is read as False."""


def integer(max_value: int) -> FieldKind:
    """A whole number from 0 to `max_value`."""
    return valid_if(lambda value: type(value) is int and 0 <= value <= max_value)


def pattern(regex: str, max_length: int = 1_000) -> FieldKind:
    """Text of at most `max_length` characters that matches a regular expression completely."""
    match = re.compile(regex).fullmatch
    return valid_if(lambda value: isinstance(value, str) and len(value) <= max_length and match(value) is not None)


def any_text(max_length: int) -> FieldKind:
    """Any text of at most `max_length` characters. Half of a surrogate pair, which JSON can contain, is rejected."""
    return valid_if(lambda value: isinstance(value, str) and len(value) <= max_length and value.encode() is not None)


def line(max_length: int, min_length: int = 0) -> FieldKind:
    """Text that can be shown on one line, of `min_length` to `max_length` characters."""

    def is_valid(value: Any) -> bool:
        return (
            isinstance(value, str)
            and min_length <= len(value) <= max_length
            and value.isprintable()
            and value == value.strip()
        )

    return valid_if(is_valid)


def enum_of(enum: type[Enum]) -> FieldKind:
    """One of an enum, by its value."""
    return FieldKind(enum, attrgetter("value"))


def optional(kind: FieldKind) -> FieldKind:
    """A value of another kind, or None, which an absent field means."""
    return FieldKind(
        lambda value: None if value is None else kind.parse(value),
        lambda value: None if value is None else kind.to_json(value),
        default=None,
    )


def named_tuple_of(make_value: Callable[..., Any], *kinds: FieldKind) -> FieldKind:
    """A named tuple, as a list of its values."""

    parsers, writers = [kind.parse for kind in kinds], [kind.to_json for kind in kinds]

    def parse_all(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(parsers):
            raise TypeError(value)
        return make_value(*[parse(item) for parse, item in zip(parsers, value)])  # noqa: B905  (a record has 20,000 of these)

    return FieldKind(parse_all, lambda value: [to_json(item) for to_json, item in zip(writers, value, strict=True)])


def list_of(kind: FieldKind, max_items: int) -> FieldKind:
    """A list of at most `max_items` values of one kind."""

    def parse(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > max_items:
            raise TypeError(value)
        return tuple(map(kind.parse, value))

    return FieldKind(parse, lambda value: list(map(kind.to_json, value)))
