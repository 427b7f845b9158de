"""What a table settles before a game: who plays, and what it has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from display.words import Text, text
from values.named_tuple import NamedTuple

Seat = int
"""A player's place in `TableSetup.players`, from 0, clockwise."""


class Option(NamedTuple):
    """One thing the table can choose before the game: `set NAME VALUE`.

    `values` are the words of the record in the order they are offered, with
    `labels` beside them. A `numeric` option takes any whole number of that
    range, too; what words it has besides stand for no number at all. `default_from` is another default for
    tables of so many players or more, where they can't have the usual one.
    """

    name: str
    title: Text
    default: str
    values: tuple[str, ...] = ()
    labels: tuple[Text, ...] = ()
    numeric: range | None = None
    default_from: tuple[int, str] | None = None
    offered: str = ""
    """What a table is offered that never said: the value it is likeliest to want, where that is not the default."""

    def accepts(self, value: str) -> bool:
        """Whether the option has this value (`value` without sign or leading zeros)."""
        if self.numeric is not None and value.isdecimal() and value.isascii():
            return len(value) < 10 and int(value) in self.numeric
        return value in self.values

    def label(self, value: str) -> Text | str:
        """A value that it has, as people read it."""
        return self.labels[self.values.index(value)] if value in self.values else value


def one_of(name: str, title: Text, values: Mapping[str, Text], **more: Any) -> Option:
    """An option by its words, each with its label; the first one stands where nothing is said. `more` are fields of
    Option."""
    return Option(name, title, next(iter(values)), tuple(values), tuple(values.values()), **more)


OFF_ON = {"off": text("off"), "on": text("on")}
"""The words of an option that tables do without."""


class TableSetup(NamedTuple):
    """Who plays, clockwise, and what the table has chosen, as (option, value) pairs; what was chosen last counts.

    `title` is what is played, where the table says that.
    """

    players: tuple[str, ...]
    chosen: tuple[tuple[str, str], ...] = ()
    title: str = ""

    def option(self, option: Option) -> str:
        """The value that stands for an option: the last one set, or its default."""
        for name, value in reversed(self.chosen):
            if name == option.name:
                return value
        if option.default_from is not None and len(self.players) >= option.default_from[0]:
            return option.default_from[1]
        return option.default
