"""Checks a score sheet, so that its author learns what is wrong before anybody plays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from device.contract.keycodes import LAST_LIST_SLOT
from device.kits.arguments import ArgumentKind, check_arguments, quote_value, raise_description_error
from device.kits.cards import SUIT_FACES, Deck, all_cards
from device.kits.figures.argument_kinds import CARD_PLAY_KINDS, COLUMN_KINDS, SHEET_KINDS
from device.kits.figures.card_play import CardPlay
from device.kits.figures.columns import NONE_WORDS, Column
from device.kits.figures.declarations import MAX_FIGURE
from device.kits.figures.sheet import ScoreSheet, partners
from device.kits.figures.sheet_statistics import BEST, ROUNDS
from device.kits.figures.translation_checks import translation_faults

MAX_PLAYERS = LAST_LIST_SLOT + 1
"""The number of seats that have a key."""

MAX_OPTIONS = 6
"""The number of options that have a key beside the one that begins to play."""

MAX_CHOICES_BESIDE_NONE = 6
"""Maximum number of choices that have a key beside “none”."""

_PLAYS_WORD = "plays"

_GAME_ID = re.compile(r"[a-z][a-z0-9-]{1,30}")
_COLUMN_WORD = re.compile(r"[a-z][a-z0-9-]{0,30}")
_CHOICE_WORD = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")


def check_sheet(sheet: ScoreSheet) -> ScoreSheet:
    """Check a score sheet, and return it. Raises DescriptionError."""
    if not isinstance(sheet, ScoreSheet):
        raise_description_error(f"figures_game is called with {quote_value(sheet)}: write figures_game(ScoreSheet(…)).")
    # Values of a wrong kind can't be checked further.
    faults = list(_argument_kind_faults(sheet)) or list(_sheet_faults(sheet))
    if faults:
        raise_description_error("\n".join(f"{sheet.id}: {sentence}" for sentence in faults))
    return sheet


def _argument_kind_faults(sheet: ScoreSheet) -> Iterator[str]:
    yield from check_arguments(_arguments(sheet, SHEET_KINDS))
    if isinstance(sheet.cards, CardPlay):
        yield from (f"card play: {sentence}" for sentence in check_arguments(_arguments(sheet.cards, CARD_PLAY_KINDS)))
    for column in sheet.columns if isinstance(sheet.columns, tuple) else ():
        if isinstance(column, Column):
            yield from (
                f"column “{column.word}”: {sentence}" for sentence in check_arguments(_arguments(column, COLUMN_KINDS))
            )


def _arguments(
    value: ScoreSheet | Column | CardPlay, kinds: Mapping[str, ArgumentKind]
) -> Iterator[tuple[str, object, ArgumentKind]]:
    return ((name, getattr(value, name), kind) for name, kind in kinds.items())


def _sheet_faults(sheet: ScoreSheet) -> Iterator[str]:
    if _GAME_ID.fullmatch(sheet.id) is None:
        yield "the id has small letters, digits and dashes, 2 to 31 in all, and begins with a letter: “skull-king”."
    is_in_range = bool(sheet.players) and sheet.players.start >= 1 and sheet.players[-1] <= MAX_PLAYERS
    if not is_in_range or sheet.players.step != 1:
        yield f"players are from 1 to {MAX_PLAYERS}: write range(3, 7) for three to six."
    if len(sheet.all_options) > MAX_OPTIONS:
        yield f"{len(sheet.all_options)} options have no room on four keys: {MAX_OPTIONS} at the most."
    if not sheet.columns:
        yield 'a score sheet has a column at least: Column("points", "points", most=100).'
    yield from (
        *_round_faults(sheet),
        *_repeated_word_faults(sheet),
        *_side_faults(sheet),
        *_card_play_faults(sheet),
        *translation_faults(sheet),
    )
    for column in sheet.columns:
        yield from (f"column “{column.word}”: {sentence}" for sentence in _column_faults(column, sheet.players))


def _round_faults(sheet: ScoreSheet) -> Iterator[str]:
    if isinstance(sheet.rounds, int) and sheet.rounds < 1:
        yield "a game has a round at least: rounds=1, or leave it out where rounds don't end the game."


def _side_faults(sheet: ScoreSheet) -> Iterator[str]:
    if sheet.sides is partners and any(players % 2 for players in sheet.players):
        yield "partners sit opposite each other, an even number of them: players=range(4, 5), or a function for sides."


def _card_play_faults(sheet: ScoreSheet) -> Iterator[str]:
    card_columns = [column for column in sheet.columns if column.by_cards is not None]
    if sheet.cards is not None:
        yield from _card_faults(sheet, sheet.cards, card_columns)
        return
    for column in card_columns:
        yield f"column “{column.word}” follows from cards: say how they are played, cards=CardPlay(…)."


def _card_faults(sheet: ScoreSheet, cards: CardPlay, card_columns: list[Column]) -> Iterator[str]:
    if not card_columns:
        yield "cards are played, and no column has by_cards=lambda now, player, won: len(won)."
    if _PLAYS_WORD in sheet.words:
        yield f"“{_PLAYS_WORD}” is what records call a card that is played: give the column another word."
    words_not_of_everybody = [column.word for column in card_columns if column.single or column.by_side]
    yield from (
        f"column “{word}” follows from everybody's cards: it is neither single nor by_side."
        for word in words_not_of_everybody
    )
    if isinstance(cards.deck, Deck):
        yield from _deck_faults(cards.deck)


def _deck_faults(deck: Deck) -> Iterator[str]:
    for suit in sorted(set(deck.suits) - SUIT_FACES.keys()):
        yield f"no suit “{suit}” can be drawn: there are {', '.join(SUIT_FACES)}."
    if not all_cards(deck):
        yield "the deck has no cards: write suits and numbers of some, as Deck(SUITS, range(2, 15))."
        return
    whole_deck = all_cards(deck._replace(without=()))
    for word in sorted(set(deck.without) - {str(card) for card in whole_deck}):
        example = quote_value(str(min(whole_deck)))
        yield f"the deck leaves out {quote_value(word)}, which it does not have: write cards of it, as {example}."


def _repeated_word_faults(sheet: ScoreSheet) -> Iterator[str]:
    for words in (sheet.words, tuple(option.name for option in sheet.all_options)):
        for word in sorted({word for word in words if words.count(word) > 1}):
            yield f"two columns or options are called “{word}”: give each a word of its own."


def _column_faults(column: Column, players: range) -> Iterator[str]:
    if column.single and column.figure_is_player:
        yield (
            "single says who, so that figure_is_player=True would ask for a second player: leave it out, or ask for "
            "the second player in another column, with asked=…"
        )
    if _COLUMN_WORD.fullmatch(column.word) is None:
        yield "its word has small letters, digits and dashes, 31 at the most, and begins with a letter."
    if column.counted and column.word in (ROUNDS, BEST):
        yield "statistics have another figure of this word: call the column otherwise, or leave counted=True out."
    yield from _choice_faults(column) if column.choices else _figure_faults(column, players)


def _figure_faults(column: Column, players: range) -> Iterator[str]:
    if not _says_largest_figure(column):
        yield "say how large a figure can be: most=…, or total=… where all of them add up."
    if column.step < 1:
        yield "figures go up: step=1 at least."
    elif isinstance(column.least, int):
        yield from _unreachable_figure_faults(column, column.least, players)
    if isinstance(column.total, range) and not column.total:
        yield "an empty range has no total: write range(26, 53) for 26 to 52."
    else:
        yield from _limit_faults(column)
    least, most = (limit if isinstance(limit, int) else 1 for limit in (column.least, column.most))
    if least < 0 and most < 1:
        yield "where points can be lost, some can be won, too: most=1 at least."


def _limit_faults(column: Column) -> Iterator[str]:
    """Find limits that are too large, or leave no figure. Limits that are functions can't be checked here."""
    largest_total = column.total[-1] if isinstance(column.total, range) else column.total
    largest_figure = largest_total if column.most is None else column.most
    limits = [limit for limit in (column.least, largest_figure) if isinstance(limit, int)]
    if any(abs(limit) > MAX_FIGURE for limit in limits):
        yield f"figures go to {MAX_FIGURE} at the most."
    if limits != sorted(limits):
        setting = "total" if column.most is None else "most"
        yield f"no figure goes from {limits[0]} to {limits[1]}: correct {setting} or least."


def _unreachable_figure_faults(column: Column, least: int, players: range) -> Iterator[str]:
    """Find a limit or a total that no figures can reach by the steps of a column. `players` are how many may play."""
    if isinstance(column.most, int) and (column.most - least) % column.step:
        yield f"figures go from {least} by {column.step}, and never come to {column.most}: correct most, least or step."
    total = column.total
    is_everybodys = column.asked is None and not column.single and not column.by_side
    figure_counts = players if is_everybodys else range(1, MAX_PLAYERS + 1)
    if isinstance(total, int) and figure_counts and all((total - n * least) % column.step for n in figure_counts):
        yield f"figures that go from {least} by {column.step} never add up to {total}: correct total, least or step."


def _says_largest_figure(column: Column) -> bool:
    """Whether the largest figure of a column follows from its settings."""
    return column.figure_is_player or column.only_who or column.most is not None or column.total is not None


def _choice_faults(column: Column) -> Iterator[str]:
    words = [word for word, _ in column.choices]
    if len(set(words)) < len(words):
        yield "two of its choices have one word."
    if any(_CHOICE_WORD.fullmatch(word) is None for word in words):
        yield "the words of its choices have small letters, digits and dashes, 31 at the most, and no dash in front."
    most = MAX_CHOICES_BESIDE_NONE + 1 if set(words) & set(NONE_WORDS) else LAST_LIST_SLOT + 1
    if not 2 <= len(words) <= most:
        yield f"it has {len(words)} choices: from 2 to {most} have keys."
