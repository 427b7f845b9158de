"""The setup of a game: its players (`TableSetup`), and the options from which the table chooses (`Option`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from display.words import Text, text
from values.named_tuple import NamedTuple

Seat = int
"""A player's place in `TableSetup.players`, from 0, clockwise."""

MAX_NUMBER = 999_999_999
"""The highest number that a record may give an option."""


class Option(NamedTuple):
    """One option that the table can choose before the game: `set NAME VALUE` in the record.

    `values` are the words of the record in the order in which they are offered, with `labels` beside them. An option
    with `numbers` also accepts any whole number of that range; its `values` are then at most one word, for no number.
    `default_from_player_count` is a pair (N, VALUE): VALUE is the default for N or more players, who can't have the
    usual default.
    """

    name: str
    title: Text
    default: str
    values: tuple[str, ...] = ()
    labels: tuple[Text, ...] = ()
    numbers: range | None = None
    default_from_player_count: tuple[int, str] | None = None
    offered_value: str = ""
    """The value that is offered to a table that never chose one: the likeliest choice, if that is not the default."""

    def accepts(self, value: str) -> bool:
        """Whether `value` is allowed for this option (a number has no sign and no leading zeros)."""
        if self.numbers is not None and value.isdecimal() and value.isascii():
            return len(value) <= len(str(MAX_NUMBER)) and value == str(int(value)) and int(value) in self.numbers
        return value in self.values

    def label(self, value: str) -> Text | str:
        """The label of an allowed value."""
        return self.labels[self.values.index(value)] if value in self.values else value


def labelled_option(name: str, title: Text, values: Mapping[str, Text], **other_fields: Any) -> Option:
    """An option from its words and their labels. The first word is the default. `other_fields` are of `Option`."""
    return Option(name, title, next(iter(values)), tuple(values), tuple(values.values()), **other_fields)


OFF_ON_LABELS = {"off": text("off"), "on": text("on")}
"""The words and labels of an option that is off by default."""


class TableSetup(NamedTuple):
    """The players, clockwise, and the chosen options as (option, value) pairs. The last choice of an option counts.

    `title` is the name of what is played, if the table entered one.
    """

    players: tuple[str, ...]
    chosen: tuple[tuple[str, str], ...] = ()
    title: str = ""

    def value_of(self, option: Option) -> str:
        """Return the value of an option: the last one chosen, or the default."""
        for name, value in reversed(self.chosen):
            if name == option.name:
                return value
        if option.default_from_player_count is not None and len(self.players) >= option.default_from_player_count[0]:
            return option.default_from_player_count[1]
        return option.default
