"""The questions of a game by figures, and the levels that answer them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from device.contract.declarations import Declaration, GameEnd
from device.contract.keycodes import NONE, Cell, Choice, Layout, Level, Offer
from device.contract.number_pad import NUMBERS_ON_PAD, DigitsFormat, figures, pad, signed_figures
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.kits.any_order import ask_in_any_order, is_declared_by, player_level
from device.kits.card_keys import card_pad
from device.kits.cards import face
from device.kits.figures.cards_played import awaits_card, current_play, opening_card, round_cards
from device.kits.figures.columns import NONE_WORDS, Column, FiguresRound
from device.kits.figures.declarations import FigureDeclaration, Plays
from device.kits.figures.rounds import (
    AskedColumn,
    allowed_figures,
    allowed_sums,
    find_asked,
    forbidden_figure,
    remaining_figure,
)
from device.kits.figures.rules import forbidden_sentence, may_end
from device.kits.figures.sentences import figure_in_words, figure_question, names_asked
from device.kits.figures.sheet import ScoreSheet
from device.kits.figures.state import FiguresState
from device.kits.trick_declarations import card_question
from display.words import Text, text

SOMEBODY_ELSE_CELL, GAME_END_CELL = Cell.DA, Cell.DB
"""Cells of the menu."""

MAX_ON_PADS = 3 * NUMBERS_ON_PAD
"""Figures up to this have cells on pads; larger ones are typed digit by digit."""


def prompt(sheet: ScoreSheet, state: FiguresState) -> Prompt[Declaration] | None:
    """The question for the next figure. If any order is allowed, the menu and pods let others answer first."""
    asked = find_asked(sheet, state)
    if asked is None:
        return None
    if awaits_card(sheet, asked):
        return _card_prompt(sheet, asked.round, state)
    first, level = asked.seats[0], _level_with_offer(sheet, state, asked)
    question = figure_question(sheet, asked.column, names_asked(state, asked, first))
    end_choices = (Choice(GAME_END_CELL, text("the game is over"), GameEnd()),) if may_end(sheet, state) else ()
    if asked.column.in_turn:
        return Prompt(question, (first,), level, menu_choices=end_choices)
    choices = tuple(_player_choice(sheet, state, asked, seat) for seat in asked.seats)
    if asked.column.single:
        return Prompt(question, (), player_level(choices), menu_choices=end_choices)
    figure_prompt = ask_in_any_order(
        question, first, level, choices, (SOMEBODY_ELSE_CELL, sheet.say(asked.column.others_title))
    )
    return figure_prompt._replace(menu_choices=(*figure_prompt.menu_choices, *end_choices))


def _player_choice(sheet: ScoreSheet, state: FiguresState, asked: AskedColumn, seat: Seat) -> Choice[Declaration]:
    """A cell for a player who may declare a figure. If only one figure is possible, it needs no further key."""
    allowed = allowed_figures(asked.column, asked.round, seat)
    if asked.column.single and len(allowed) == 1:
        return Choice(seat, state.name(seat), FigureDeclaration(seat, asked.column.word, allowed[0]))
    make_level = partial(_player_figures_level, sheet, state, asked, seat)
    return Choice(seat, state.name(seat), make_level, partial(is_declared_by, FigureDeclaration, seat))


def _level_with_offer(sheet: ScoreSheet, state: FiguresState, asked: AskedColumn) -> Level[Declaration]:
    """The first player's figures. The one that makes the total is offered, alone if no other total is allowed."""
    seat, remaining = asked.seats[0], remaining_figure(asked)
    level, allowed = _player_figures_level(sheet, state, asked, seat), allowed_figures(asked.column, asked.round, seat)
    if remaining is None or remaining not in allowed:
        return level
    label = text(
        "{player}: {what}", player=names_asked(state, asked, seat), what=figure_in_words(sheet, asked.column, remaining)
    )
    declaration = FigureDeclaration(seat, asked.column.word, remaining)
    sums = allowed_sums(asked.column, asked.round)
    has_one_total = sums is not None and len(sums) == 1
    is_only_answer = has_one_total or remaining == allowed.start
    level = level._replace(offer=Offer(label, declaration, is_only_answer))
    return level.showing_only(declaration) if has_one_total else level


def _player_figures_level(sheet: ScoreSheet, state: FiguresState, asked: AskedColumn, seat: Seat) -> Level[Declaration]:
    """The level of a player's figures."""
    if asked.column.figure_is_player:
        return _named_player_level(sheet, state, asked.column, seat)
    forbidden = forbidden_figure(asked)
    reason = None if forbidden is None else forbidden_sentence(sheet, state, asked)
    return _figure_level(sheet, asked.column, seat, allowed_figures(asked.column, asked.round, seat), forbidden, reason)


@lru_cache(maxsize=64)
def _figure_level(
    sheet: ScoreSheet, column: Column, seat: Seat, allowed: range, forbidden: int | None, reason: Text | None
) -> Level[Declaration]:
    make_meaning = partial(FigureDeclaration, seat, column.word)
    figure_of = partial(_declared_figure, seat, column.word)
    if column.choices:
        return _choice_level(sheet, column, seat)
    if allowed.start < 0:
        # Even if points can only be lost now, the pad has one gain: it can't be empty.
        shown = range(allowed.start, max(allowed.stop, allowed.step + 1), allowed.step)
        return signed_figures(column.word, shown, make_meaning, figure_of)
    title = sheet.say(column.title)
    if allowed.stop - 1 > MAX_ON_PADS:
        digits_format = DigitsFormat(lambda digits: text("{what} {n}", what=title, n=digits))
        return figures(column.word, title, allowed, make_meaning, figure_of, digits_format=digits_format)
    choices = (Choice(n, str(n), make_meaning(n), barred=reason if n == forbidden else None) for n in allowed)
    return pad(column.word, title, choices)


def _named_player_level(sheet: ScoreSheet, state: FiguresState, column: Column, seat: Seat) -> Level[Declaration]:
    """The level of the players, each in the cell that is always theirs."""
    names, declare = enumerate(state.table.players), partial(FigureDeclaration, seat, column.word)
    choices = tuple(Choice[Declaration](chosen, name, declare(chosen)) for chosen, name in names)
    return Level(column.word, sheet.say(column.title), Layout.LIST, choices, by_heart=False)


def _choice_level(sheet: ScoreSheet, column: Column, seat: Seat) -> Level[Declaration]:
    """The level of a column's choices; the word of “none” has the cell of “none”."""

    def choices() -> Iterator[Choice[Declaration]]:
        slot = 0
        for figure, (word, label) in enumerate(column.choices):
            is_none = word in NONE_WORDS
            yield Choice(int(NONE) if is_none else slot, sheet.say(label), FigureDeclaration(seat, column.word, figure))
            slot += not is_none

    return Level(column.word, sheet.say(column.title), Layout.LIST, tuple(choices()), by_heart=False)


def _declared_figure(seat: Seat, word: str, meaning: object) -> int | None:
    """The figure of a declaration, if it is one of this player in this column; else None."""
    if isinstance(meaning, FigureDeclaration) and (meaning.seat, meaning.word) == (seat, word):
        return meaning.figure
    return None


def _card_prompt(sheet: ScoreSheet, round_: FiguresRound, state: FiguresState) -> Prompt[Declaration]:
    """The question for the next card. If the round opens with a certain card, it asks who has that."""
    opening, play = opening_card(sheet, round_, state), current_play(round_, state)
    if opening is not None:
        names = enumerate(state.table.players)
        choices = tuple(Choice[Declaration](seat, name, Plays(seat, opening)) for seat, name in names)
        return Prompt(text("Who leads {card}?", card=face(opening)), (), player_level(choices))
    seat, deck = play.turn, round_cards(sheet, round_).deck
    question = card_question(state.name(seat), leads=not play.cards)
    return Prompt(question, (seat,), _card_level(deck.suits, deck.numbers, seat))


@lru_cache(maxsize=32)
def _card_level(suits: tuple[str, ...], numbers: range, seat: Seat) -> Level[Declaration]:
    return card_pad("card", suits, numbers, lambda card: Plays(seat, card))
