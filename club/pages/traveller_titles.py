"""Titles of travellers: game, players and round; also the tables' options, if titles would otherwise be the same."""

from __future__ import annotations

from collections.abc import Sequence

from club.league.travellers import Traveller
from device import games as all_games
from device.contract.setup import Option, TableSetup
from device.history.kinds import played_variant
from display.words import Several, Text, text
from values.named_tuple import NamedTuple


class TravellerHeading(NamedTuple):
    """The heading of a traveller: its title, and the other options that its tables had chosen."""

    title: Text
    options: tuple[Text, ...]


def traveller_headings(travellers: Sequence[Traveller]) -> list[TravellerHeading]:
    """The heading of each traveller of a page.

    If two titles would be equal, each also has the options in which the tables differ. The other options are given
    above the first of successive rounds of the same tables.
    """
    titles = [_title(traveller) for traveller in travellers]
    headings: list[TravellerHeading] = []
    previous_tables = None
    for traveller, title in zip(travellers, titles, strict=True):
        same_title = [other for other, other_title in zip(travellers, titles, strict=True) if other_title == title]
        differing = _differing_options(traveller, same_title)
        option_texts = tuple(_option_text(option, _option_value(traveller, option)) for option in differing)
        full_title = (
            text("{traveller} ({chosen})", traveller=title, chosen=Several(option_texts)) if option_texts else title
        )
        tables_key = traveller.kind, traveller.options, traveller.player_count
        headings.append(
            TravellerHeading(full_title, () if tables_key == previous_tables else _chosen_options(traveller, differing))
        )
        previous_tables = tables_key
    return headings


def _differing_options(traveller: Traveller, same_title: Sequence[Traveller]) -> list[Option]:
    """The options in which the travellers with the same title differ."""
    return [option for option in _options(traveller) if len({_option_value(other, option) for other in same_title}) > 1]


def _chosen_options(traveller: Traveller, options: Sequence[Option]) -> tuple[Text, ...]:
    """The options that the tables of a traveller had chosen, except those in its title."""
    values = dict(traveller.options)
    return tuple(
        _option_text(option, values[option.name])
        for option in _options(traveller)
        if option.name in values and option not in options
    )


def _title(traveller: Traveller) -> Text:
    title = played_variant(traveller.example_result).title
    player_count, number = traveller.player_count, traveller.round_number
    return text("{game} with {players} players, round {round}", game=title, players=player_count, round=number)


def _options(traveller: Traveller) -> tuple[Option, ...]:
    game = all_games.find(traveller.example_result.game_id)
    return () if game is None else game.options


def _option_value(traveller: Traveller, option: Option) -> str:
    return TableSetup(("",) * traveller.player_count, traveller.options).value_of(option)


def _option_text(option: Option, value: str) -> Text:
    return text("{option}: {value}", option=option.title, value=option.label(value))
