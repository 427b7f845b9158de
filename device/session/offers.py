"""The options that a table is offered: those with which it last played the game, else the likeliest."""

from __future__ import annotations

import operator
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
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


def offered_options(game: Game[Any], last_table: TableSetup | None) -> Offers:
    """The offered options of a game: those of the table that played it last (`last_table`), or else the likeliest.

    An option that such a table did not set has its default in the record, which may depend on the number of players.
    """
    if last_table is None:
        return tuple((option.name, option.offered) for option in game.options if option.offered)
    return tuple(dict(last_table.chosen).items())


def rows_for_offers(record: records.Record, offered: Offers) -> Iterator[JournalRow]:
    """Yield the record's lines for offered options that were not set otherwise, if this table can have them."""
    game, table = record.game, record.table
    if game is None or table is None:
        return
    set_names = {name for name, _ in table.chosen}
    defaults = {option.name: table.option(option) for option in game.options}
    for name, value in offered:
        if name in set_names or defaults.get(name) == value:
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


def similar_name(name: str, known_names: Iterable[str]) -> str | None:
    """A known name that differs from `name` only by accents or one letter, or the only one that begins with it.

    None if there is none, or `name` is known.
    """
    names = tuple(known_names)
    if any(name_key(known_name) == name_key(name) for known_name in names):
        return None
    plain = _without_accents(name)
    plain_names = {known_name: _without_accents(known_name) for known_name in names}
    for are_alike in (operator.eq, _differ_by_a_letter):
        alike = [known_name for known_name, plain_name in plain_names.items() if are_alike(plain_name, plain)]
        if alike:
            return alike[0]
    return _only_longer_name(plain, plain_names)


def _only_longer_name(plain: str, plain_names: Mapping[str, str]) -> str | None:
    """The only known name that begins with these letters, if they are enough to tell."""
    longer = [known_name for known_name, plain_name in plain_names.items() if plain_name.startswith(plain)]
    return longer[0] if len(longer) == 1 and len(plain) >= MIN_SIMILAR_LENGTH else None


def _without_accents(name: str) -> str:
    """A name without accents, in lower case."""
    letters = unicodedata.normalize("NFKD", name_key(name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


MIN_SIMILAR_LENGTH = 4
"""Minimum length of two names that differ by one letter, or of the beginning of one, and may be the same: Ann and Ian
are two people."""


def _digits_in(name: str) -> str:
    """The digits in a name: Player 1 and Player 2 are two people."""
    return "".join(letter for letter in name if letter.isdigit())


def _differ_by_a_letter(name: str, other_name: str) -> bool:
    """Whether the names differ by one inserted, deleted or replaced letter, or by two swapped neighbours."""
    short, long = sorted((name, other_name), key=len)
    is_close = len(short) >= MIN_SIMILAR_LENGTH and len(long) - len(short) < 2
    if name == other_name or not is_close or _digits_in(name) != _digits_in(other_name):
        return False
    position = next((index for index, letter in enumerate(short) if letter != long[index]), len(short))
    if len(short) < len(long):
        return short[position:] == long[position + 1 :]
    short_rest, long_rest = short[position:], long[position:]
    swapped = short_rest[1:2] + short_rest[:1] + short_rest[2:] == long_rest
    return short_rest[1:] == long_rest[1:] or swapped


def add_names(names: tuple[str, ...], new_names: Iterable[str]) -> tuple[str, ...]:
    """Add to `names` those of `new_names` that are not among them yet. Seat numbers are no names."""
    merged = unique_names((*names, *(name for name in new_names if not name.isdecimal())))
    return names if len(merged) == len(names) else merged
