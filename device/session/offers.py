"""What a table is offered before it says anything: how it played a game last, else what it is likeliest to want."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.session import record as records
from device.session.names import name_key, seen_key
from device.session.rows import JournalRow, RowKind

if TYPE_CHECKING:
    from device.contract.game import Game

Offers = tuple[tuple[str, str], ...]
"""Options with the values that a table gets if it says nothing else, as (option, value) pairs."""


def offers(game: Game[Any], last: TableSetup | None) -> Offers:
    """What is offered of a game's options: those of the table that played it last, or else the likeliest.

    An option that such a table said nothing of is as the record has it then, which may go by the number of players.
    """
    if last is None:
        return tuple((option.name, option.offered) for option in game.options if option.offered)
    return tuple(dict(last.chosen).items())


def open_offers(record: records.Record, offered: Offers) -> Iterator[JournalRow]:
    """The lines of the record for what was offered and not said otherwise, but for what this table can't have."""
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
    """Who played a game, and with which options, by its rows; None if that can't be told."""
    record = records.EMPTY
    try:
        for row in rows:
            if row.kind is not RowKind.TABLE and not record.begun:
                record = records.take(record, records.split(row.text))
    except Refused:
        pass
    return record.table


def alike(name: str, known: Iterable[str]) -> str | None:
    """A known name that differs from this one by accents or one letter only; None if there is none, or it is known."""
    names = tuple(known)
    if any(name_key(one) == name_key(name) for one in names):
        return None
    plain = _plain(name)
    return next((one for one in names if _plain(one) == plain), None) or next(
        (one for one in names if _a_letter_apart(_plain(one), plain)), None
    )


def _plain(name: str) -> str:
    """A name without accents, in small letters."""
    letters = unicodedata.normalize("NFKD", name_key(name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


SHORTEST_ALIKE = 4
"""Letters from which on a name that differs by one may be the same: Ann and Ian are two people."""


def _figures(name: str) -> str:
    """The figures in a name: Player 1 and Player 2 are two."""
    return "".join(letter for letter in name if letter.isdigit())


def _a_letter_apart(one: str, other: str) -> bool:
    """Whether a letter more, fewer or another makes one of the other, or two that changed places."""
    if (
        one == other
        or _figures(one) != _figures(other)
        or min(len(one), len(other)) < SHORTEST_ALIKE
        or abs(len(one) - len(other)) > 1
    ):
        return False
    short, long = sorted((one, other), key=len)
    at = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at + 1 : at + 2] + short[at : at + 1] == long[at : at + 2] and short[at + 2 :] == long[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped


def with_names(names: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    """Names with those besides that are not among them yet. Numbers of seats are no names."""
    found = {seen_key(name): name for name in names}
    for name in more:
        if not name.isdecimal():
            found.setdefault(seen_key(name), name)
    return names if len(found) == len(names) else tuple(found.values())
