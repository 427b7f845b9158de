"""Options for authors of games: `choice`, `switch` and `number`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from device.contract.setup import MAX_NUMBER, Option
from device.kits.arguments import (
    WORDS,
    ArgumentKind,
    check_arguments,
    instance_check,
    quote_value,
    raise_description_error,
)
from device.kits.translator import as_text
from display.words import Text, text

OFF, ON = "off", "on"

_NAME_FORMAT = re.compile(r"[a-z][a-z0-9-]{0,30}")
_VALUE_FORMAT = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")


def _are_values(values: Any) -> bool:
    if not isinstance(values, Mapping) or not values:
        return False
    are_words = all(isinstance(word, str) and _VALUE_FORMAT.fullmatch(word) for word in values)
    return are_words and all(isinstance(label, str | Text) for label in values.values())


_VALUES = ArgumentKind(
    _are_values, 'the record\'s words with those of pages, as {"no": "brings nothing", "minus": "costs 5"}'
)
_YES_OR_NO = ArgumentKind(instance_check(bool), "True or False")
_NUMBER = ArgumentKind(instance_check(int), "a whole number")
_NUMBERS = ArgumentKind(lambda value: isinstance(value, range) and bool(value), "range(100, 501) for 100 to 500")
_NAME = ArgumentKind(
    lambda value: isinstance(value, str) and bool(_NAME_FORMAT.fullmatch(value)),
    "a word of small letters, digits and dashes, as in records",
)


def _check_option_arguments(name: object, title: object, *other_arguments: tuple[str, object, ArgumentKind]) -> None:
    """Raise DescriptionError for wrong arguments of an option."""
    for sentence in check_arguments((("name", name, _NAME), ("title", title, WORDS), *other_arguments)):
        raise_description_error(f"option {quote_value(name)}: {sentence}")


def choice(name: str, title: str | Text, values: Mapping[str, str | Text]) -> Option:
    """An option with some values: the record's words, each with the words on pages. The first is the default."""
    _check_option_arguments(name, title, ("values", values, _VALUES))
    labels = tuple(as_text(label) for label in values.values())
    return Option(name, as_text(title), next(iter(values)), tuple(values), labels)


def switch(name: str, title: str | Text, *, usual: bool = False) -> Option:
    """An option that is `on` or `off` in a record."""
    _check_option_arguments(name, title, ("usual", usual, _YES_OR_NO))
    return Option(name, as_text(title), ON if usual else OFF, (OFF, ON), (text("no"), text("yes")))


def number(name: str, title: str | Text, usual: int, numbers: range) -> Option:
    """An option with a whole number in a range."""
    _check_option_arguments(name, title, ("usual", usual, _NUMBER), ("numbers", numbers, _NUMBERS))
    lowest, highest = sorted((numbers[0], numbers[-1]))
    if lowest < 0:
        raise_description_error(f"option “{name}”: numbers are from {lowest}; a record has none below 0.")
    if highest > MAX_NUMBER:
        raise_description_error(f"option “{name}”: numbers are up to {highest}; a record has none above {MAX_NUMBER}.")
    if usual not in numbers:
        raise_description_error(
            f"option “{name}”: {usual} is usual, and not among the numbers from {numbers[0]} to {numbers[-1]}."
        )
    return Option(name, as_text(title), str(usual), numbers=numbers)
