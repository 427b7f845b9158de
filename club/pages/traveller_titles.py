"""Titles of travellers: game, players and round; also the tables' options, if titles would otherwise be the same."""

from __future__ import annotations

from collections.abc import Sequence

from club.league.travellers import Traveller
from device import games as all_games
from device.contract.setup import Option, TableSetup
from device.history.kinds import variant
from display.words import Several, Text, text
from values.named_tuple import NamedTuple


class TravellerHeading(NamedTuple):
    """The heading of a traveller: its title, and the other options that its tables had chosen."""

    title: Text
    chosen: tuple[Text, ...]


def traveller_headings(travellers: Sequence[Traveller]) -> list[TravellerHeading]:
    """The heading of each traveller of a page.

    No two titles are the same. The options of the same tables are given once, above the first of their rounds.
    """
    plain = [_title(one) for one in travellers]
    shown: list[TravellerHeading] = []
    said = None
    for one, title in zip(travellers, plain, strict=True):
        alike = [other for other, its in zip(travellers, plain, strict=True) if its == title]
        differing = _differing_options(one, alike)
        told = tuple(_option_words(option, _value(one, option)) for option in differing)
        named = text("{traveller} ({chosen})", traveller=title, chosen=Several(told)) if told else title
        tables = one.kind, one.options, one.players
        shown.append(TravellerHeading(named, () if tables == said else _chosen_options(one, differing)))
        said = tables
    return shown


def _differing_options(one: Traveller, alike: Sequence[Traveller]) -> list[Option]:
    """The options in which the travellers with the same title differ."""
    return [option for option in _options(one) if len({_value(other, option) for other in alike}) > 1]


def _chosen_options(one: Traveller, told: Sequence[Option]) -> tuple[Text, ...]:
    """The options that the tables of a traveller had chosen, except those in its title."""
    said = dict(one.options)
    return tuple(
        _option_words(option, said[option.name])
        for option in _options(one)
        if option.name in said and option not in told
    )


def _title(one: Traveller) -> Text:
    title = variant(one.example).title
    return text("{game} with {players} players, round {round}", game=title, players=one.players, round=one.number)


def _options(one: Traveller) -> tuple[Option, ...]:
    game = all_games.find(one.example.game)
    return () if game is None else game.options


def _value(one: Traveller, option: Option) -> str:
    return TableSetup(("",) * one.players, one.options).option(option)


def _option_words(option: Option, value: str) -> Text:
    return text("{option}: {value}", option=option.title, value=option.label(value))
