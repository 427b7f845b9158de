"""The options that a table is offered: those with which it last played the game, else the likeliest."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.session import record as records
from device.session.names import name_key, unique_names
from device.session.rows import JournalRow, RowKind

if TYPE_CHECKING:
    from device.contract.game import Game

Offers = tuple[tuple[str, str], ...]
"""Options with the values that a table gets unless it chooses others, as (option, value) pairs."""


def offered_options(game: Game[Any], last: TableSetup | None) -> Offers:
    """The offered options of a game: those of the table that played it last (`last`), or else the likeliest.

    An option that such a table did not set has its default in the record, which may depend on the number of players.
    """
    if last is None:
        return tuple((option.name, option.offered) for option in game.options if option.offered)
    return tuple(dict(last.chosen).items())


def rows_for_offers(record: records.Record, offered: Offers) -> Iterator[JournalRow]:
    """Yield the record's lines for offered options that were not set otherwise, if this table can have them."""
    game, table = record.game, record.table
    if game is None or table is None:
        return
    said = {name for name, _ in table.chosen}
    unsaid = {option.name: table.option(option) for option in game.options}
    for name, value in offered:
        if name in said or unsaid.get(name) == value:
            continue
        line = records.header_option(name, value)
        try:
            record = records.take(record, records.split(line))
        except Refused:
            continue
        yield JournalRow(RowKind.FORCED, line)


def table_of(rows: Iterable[JournalRow]) -> TableSetup | None:
    """The players and options of a game, from its rows; None if the rows do not say."""
    record = records.EMPTY
    try:
        for row in rows:
            if row.kind is not RowKind.TABLE and not record.begun:
                record = records.take(record, records.split(row.text))
    except Refused:
        pass
    return record.table


def similar_name(name: str, known: Iterable[str]) -> str | None:
    """A known name that differs from `name` only by accents or one letter.

    None if there is none, or `name` is known.
    """
    names = tuple(known)
    if any(name_key(one) == name_key(name) for one in names):
        return None
    plain = _without_accents(name)
    return next((one for one in names if _without_accents(one) == plain), None) or next(
        (one for one in names if _differ_by_a_letter(_without_accents(one), plain)), None
    )


def _without_accents(name: str) -> str:
    """A name without accents, in lower case."""
    letters = unicodedata.normalize("NFKD", name_key(name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


SHORTEST_ALIKE = 4
"""Minimum length of two names that differ by one letter and may be the same: Ann and Ian are two people."""


def _digits_in(name: str) -> str:
    """The digits in a name: Player 1 and Player 2 are two people."""
    return "".join(letter for letter in name if letter.isdigit())


def _differ_by_a_letter(one: str, other: str) -> bool:
    """Whether the names differ by one inserted, deleted or replaced letter, or by two swapped neighbours."""
    short, long = sorted((one, other), key=len)
    is_close = len(short) >= SHORTEST_ALIKE and len(long) - len(short) < 2
    if one == other or not is_close or _digits_in(one) != _digits_in(other):
        return False
    at = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at + 1 : at + 2] + short[at : at + 1] == long[at : at + 2] and short[at + 2 :] == long[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped


def add_names(names: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    """Add to `names` those of `more` that are not among them yet. Seat numbers are no names."""
    found = unique_names((*names, *(name for name in more if not name.isdecimal())))
    return names if len(found) == len(names) else found
