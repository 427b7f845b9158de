"""Options as authors of games write them: what the table can choose before a game."""

from __future__ import annotations

from collections.abc import Mapping

from device.contract.setup import Option
from device.kits.translating import as_text
from display.words import Text, text

OFF, ON = "off", "on"


def choice(name: str, title: str | Text, values: Mapping[str, str | Text]) -> Option:
    """One of some values, by the words of the record, with what pages call them; the first is the usual one."""
    labels = tuple(as_text(label) for label in values.values())
    return Option(name, as_text(title), next(iter(values)), tuple(values), labels)


def switch(name: str, title: str | Text, *, usual: bool = False) -> Option:
    """Something that is played or not: `on` or `off` in a record."""
    return Option(name, as_text(title), ON if usual else OFF, (OFF, ON), (text("no"), text("yes")))


def number(name: str, title: str | Text, usual: int, numbers: range) -> Option:
    """A whole number of a range."""
    return Option(name, as_text(title), str(usual), numeric=numbers)
