"""The options that a table is offered: those with which it last played the game, else the likeliest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.session import record as records
from device.session.rows import JournalRow, RowKind
from display.words import Label

if TYPE_CHECKING:
    from device.contract.game import Game

OfferedOptions = tuple[tuple[str, str], ...]
"""Options with the values that a table gets unless it chooses others, as (option, value) pairs."""


NOTHING_REQUESTED: Mapping[str, OfferedOptions] = MappingProxyType({})


def offered_options(
    game: Game[Any], last_table: TableSetup | None, requested_options: Mapping[str, OfferedOptions] = NOTHING_REQUESTED
) -> OfferedOptions:
    """The offered options of a game: those of the table that played it last (`last_table`), or else the likeliest; and
    those that the table has just asked for (`requested_options`, by the game's id).

    An option that such a table did not set has its default in the record, which may depend on the number of players.
    """
    likeliest = ((option.name, option.offered_value) for option in game.options if option.offered_value)
    return tuple(
        dict((*(likeliest if last_table is None else last_table.chosen), *requested_options.get(game.id, ()))).items()
    )


def titled_options(game: Game[Any]) -> Iterator[tuple[Label, OfferedOptions]]:
    """Yield the titles (editions) between which options of the game choose, each with the option that gives it."""
    fewest_players = tuple(map(str, range(1, game.players[0] + 1)))
    for option in game.options:
        tables = {value: TableSetup(fewest_players, ((option.name, value),)) for value in option.values}
        titles = {value: game.variant(table).title for value, table in tables.items()}
        if len(set(titles.values())) > 1:
            yield from ((title, ((option.name, value),)) for value, title in titles.items())


def rows_for_offered(record: records.Record, offered: OfferedOptions) -> Iterator[JournalRow]:
    """Yield the record's lines for offered options that were not set otherwise, if this table can have them."""
    game, table = record.game, record.table
    if game is None or table is None:
        return
    set_names = {name for name, _ in table.chosen}
    defaults = {option.name: table.value_of(option) for option in game.options}
    for name, value in offered:
        if name in set_names or defaults.get(name) == value:
            continue
        line = records.header_option(name, value)
        try:
            record = records.take_line(record, records.split(line))
        except Refused:
            continue
        # The table did not give this line, so it is undone together with the line that caused it.
        yield JournalRow(RowKind.FORCED, line)


def table_setup_of(rows: Iterable[JournalRow]) -> TableSetup | None:
    """The players and options of a game, from its rows; None if the rows do not say."""
    record = records.EMPTY
    try:
        for row in rows:
            if record.begun:
                break
            if row.kind is not RowKind.TABLE:  # such a row is a step, as undo, and no line of the record
                record = records.take_line(record, records.split(row.text))
    except Refused:
        pass
    return record.table
