"""The kind of each argument of a score sheet, a column and card play, against which they are checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from device.contract.setup import Option
from device.kits.arguments import WORDS, ArgumentKind, instance_check, tuple_check
from device.kits.cards import Deck
from device.kits.figures.card_play import CardPlay
from device.kits.figures.columns import Column
from display.words import Text

_NONE = type(None)
_OF_PLAYER, _OF_ROUND, _OF_TABLE, _OF_FIGURE = ("now", "player"), ("now",), ("table",), ("figure",)

_YES_OR_NO = ArgumentKind(instance_check(bool), "True or False")
_NUMBER = ArgumentKind(instance_check(int), "a whole number")


def _function(parameters: tuple[str, ...]) -> ArgumentKind:
    """The kind of an argument that is a function or None."""
    return ArgumentKind(instance_check(_NONE), f"a function: lambda {', '.join(parameters)}: …", parameters)


def _is_choices(value: Any) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) and isinstance(pair[1], str | Text)
        for pair in value
    )


def _is_unit(value: Any) -> bool:
    return value is None or (tuple_check(str)(value) and len(value) == 2)


_WORDS_OR_NONE = ArgumentKind(instance_check(str, Text, _NONE), 'a sentence, as "{player}: how many tricks?"')
_NUMBER_AT_TABLE = ArgumentKind(instance_check(int, _NONE), "a whole number, or lambda table: …", _OF_TABLE)
_YES_OR_NO_AT_TABLE = ArgumentKind(instance_check(bool), "True, False, or lambda table: …", _OF_TABLE)

COLUMN_KINDS = {
    "word": ArgumentKind(instance_check(str), 'the column\'s word in records, as "won"'),
    "title": WORDS,
    "least": ArgumentKind(instance_check(int), "a whole number, or lambda now, player: …", _OF_PLAYER),
    "most": ArgumentKind(instance_check(int, _NONE), "a whole number, or lambda now, player: …", _OF_PLAYER),
    "step": _NUMBER,
    "total": ArgumentKind(instance_check(int, range, _NONE), "a whole number, a range, or lambda now: …", _OF_ROUND),
    "not_total": ArgumentKind(instance_check(int, _NONE), "a whole number, or lambda now: …", _OF_ROUND),
    "in_turn": _YES_OR_NO,
    "choices": ArgumentKind(_is_choices, 'pairs of words, as (("no", "no"), ("yes", "yes"))'),
    "figure_is_player": _YES_OR_NO,
    "single": _YES_OR_NO,
    "asked": _function(_OF_PLAYER),
    "by_side": _YES_OR_NO,
    "question": _WORDS_OR_NONE,
    "unit": ArgumentKind(_is_unit, 'two strings, as ("{n} trick", "{n} tricks")', _OF_FIGURE),
    "check": _function(_OF_ROUND),
    "note": _function(_OF_FIGURE),
    "others_title": WORDS,
    "counted": _YES_OR_NO,
    "by_cards": _function(("now", "player", "won")),
}
"""The kinds of a column's arguments, by name."""

SHEET_KINDS = {
    "id": ArgumentKind(instance_check(str), 'the game\'s word in records, as "skull-king"'),
    "title": WORDS,
    "players": ArgumentKind(instance_check(range), "range(3, 7) for three to six, range(4, 5) for four"),
    "columns": ArgumentKind(
        tuple_check(Column), "columns in brackets, with a comma after a single one: columns=(WON,)"
    ),
    "points": ArgumentKind(lambda value: False, "a function: points=lambda now, player: …", _OF_PLAYER),
    "options": ArgumentKind(
        tuple_check(Option), "options in brackets, with a comma after a single one: options=(LONG,)"
    ),
    "notes": ArgumentKind(
        tuple_check(str, Text), 'sentences in brackets, with a comma after a single one: notes=("One sentence.",)'
    ),
    "rounds": _NUMBER_AT_TABLE,
    "target": _NUMBER_AT_TABLE,
    "over": _function(_OF_ROUND),
    "lowest_wins": _YES_OR_NO_AT_TABLE,
    "dealer": _YES_OR_NO_AT_TABLE,
    "sides": _function(_OF_TABLE),
    "about": _function(_OF_ROUND),
    "setup_instructions": _function(_OF_ROUND),
    "languages": ArgumentKind(instance_check(Mapping), 'translations by languages, as {"fr": {"bid": "annonce"}}'),
    "variants": _function(_OF_TABLE),
    "bgg": ArgumentKind(instance_check(int, _NONE), "the game's number at BoardGameGeek"),
    "asks_for_title": _YES_OR_NO,
    "counts_if_stopped": _YES_OR_NO,
    "cards": ArgumentKind(instance_check(CardPlay, _NONE), 'how cards are played: CardPlay(trump="spades")'),
}
"""The kinds of a score sheet's arguments, by name."""

CARD_PLAY_KINDS = {
    "deck": ArgumentKind(instance_check(Deck), 'a deck, as Deck(without=("diamonds-2",)), or lambda now: …', _OF_ROUND),
    "dealt": ArgumentKind(instance_check(int, _NONE), "a whole number, or lambda now: …", _OF_ROUND),
    "trump": ArgumentKind(instance_check(str, _NONE), 'a suit\'s word, as "spades", or lambda now: …', _OF_ROUND),
    "opens": ArgumentKind(instance_check(str, _NONE), 'a card\'s word, as "clubs-2", or lambda now: …', _OF_ROUND),
}
"""The kinds of card play's arguments, by name."""
