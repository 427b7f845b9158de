"""What travellers are called: by game, players and round; where some are alike, also by what tables had chosen."""

from __future__ import annotations

from collections.abc import Sequence

from club.league.travellers import Traveller
from device import games as all_games
from device.contract.setup import Option, TableSetup
from device.history.kinds import variant
from display.words import Several, Text, text


def titles(found: Sequence[Traveller]) -> list[Text]:
    """Of each traveller of a page, no two alike."""
    plain = [_title(one) for one in found]
    shown = []
    for one, title in zip(found, plain, strict=True):
        alike = [other for other, its in zip(found, plain, strict=True) if its == title]
        differing = [option for option in _options(one) if len({_value(other, option) for other in alike}) > 1]
        chosen = tuple(_in_words(option, _value(one, option)) for option in differing)
        shown.append(text("{traveller} ({chosen})", traveller=title, chosen=Several(chosen)) if chosen else title)
    return shown


def chosen(one: Traveller) -> tuple[Text, ...]:
    """What the tables of a traveller had chosen: other tables, of another traveller, may have chosen otherwise."""
    said = dict(one.options)
    return tuple(_in_words(option, said[option.name]) for option in _options(one) if option.name in said)


def _title(one: Traveller) -> Text:
    title = variant(one.lines[0].game.result).title
    return text("{game} with {players} players, round {round}", game=title, players=one.players, round=one.number)


def _options(one: Traveller) -> tuple[Option, ...]:
    game = one.lines[0].game.result.game
    return all_games.load(game).options if game in all_games.ids() else ()


def _value(one: Traveller, option: Option) -> str:
    return TableSetup(("",) * one.players, one.options).option(option)


def _in_words(option: Option, value: str) -> Text:
    return text("{option}: {value}", option=option.title, value=option.label(value))
