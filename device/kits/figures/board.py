"""The board of a game by figures: everybody's total, and the figures declared in the round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from device.contract.keycodes import Layout
from device.contract.scores import RoundName
from device.contract.setup import Seat
from device.kits.cards import SUIT_FACES, face
from device.kits.figures.cards_played import (
    awaits_card,
    current_play,
    opening_card,
    round_cards,
    with_figures_from_tricks,
)
from device.kits.figures.columns import Cells, Column, FiguresRound, setting_value
from device.kits.figures.rounds import find_asked
from device.kits.figures.sentences import figure_in_words
from device.kits.figures.sheet import ScoreSheet
from device.kits.figures.state import FiguresState
from device.kits.tricks import trick_and_trump_marks
from display.vocabulary import Board, Mark, Note, PlayerRow, bracketed
from display.words import Label, Text, counted, figure, text

MAX_UNNAMED_FIGURES = 3
"""Maximum number of figures of a round that are shown without their names: more could not be told apart."""


def heading(sheet: ScoreSheet, state: FiguresState) -> Text:
    """The number of the round, what ends the game, and what the sheet's `about` adds."""
    if state.is_finished:
        return counted("The game is over after {n} round", "The game is over after {n} rounds", len(state.round.done))
    name = _round_name(sheet, state)
    about = None if sheet.about is None else sheet.about(state.round)
    return name if about is None else text("{round} · {about}", round=name, about=sheet.say(about))


def _round_name(sheet: ScoreSheet, state: FiguresState) -> Text:
    number = len(state.round.done) + 1
    rounds, target = setting_value(sheet.rounds, state.table), setting_value(sheet.target, state.table)
    if rounds is not None:
        return text("Round {round} of {rounds}", round=number, rounds=rounds)
    if target is not None:
        return text("Round {round} · to {target}", round=number, target=target)
    return RoundName(number).heading


def board(sheet: ScoreSheet, state: FiguresState) -> Board:
    """The board: everybody's total and figures of the round, and the cards on the table."""
    asked = find_asked(sheet, state)
    card_round = None if asked is None or not awaits_card(sheet, asked) else asked.round
    acting_seat = None if asked is None or asked.column.single else asked.seats[0]
    if card_round is not None:
        acting_seat = None if opening_card(sheet, card_round, state) else current_play(card_round, state).turn
    marks, title = ((), None) if card_round is None else _trick_marks(sheet, card_round, state)
    cells = state.round.cells if state.play is None else with_figures_from_tricks(sheet, state.round, state.play).cells
    return Board(
        tuple(
            PlayerRow(
                name=name,
                code=Layout.LIST.code(seat),
                acting=seat == acting_seat,
                total=state.round.totals[seat],
                note=_player_note(sheet, state, cells, seat),
            )
            for seat, name in enumerate(state.table.players)
        ),
        marks,
        title,
    )


def round_part(sheet: ScoreSheet, state: FiguresState) -> Text | None:
    """The trick by its number, or whether figures before or after the cards are declared; None without cards."""
    asked = find_asked(sheet, state)
    if asked is None or not sheet.declares_cards(state.table):
        return None
    if awaits_card(sheet, asked):
        return text("Trick {trick}", trick=current_play(asked.round, state).number)
    return text("Before the cards") if state.play is None else text("After the cards")


def _trick_marks(sheet: ScoreSheet, round_: FiguresRound, state: FiguresState) -> tuple[tuple[Mark, ...], Text | None]:
    """The cards of the trick on the table and the trump suit, and the title above them."""
    trump = round_cards(sheet, round_).trump
    faces = [face(card) for card in current_play(round_, state).cards]
    return trick_and_trump_marks(faces, None if trump is None else SUIT_FACES[trump])


def _player_note(sheet: ScoreSheet, state: FiguresState, cells: Cells, seat: Seat) -> Label | None:
    """The figures that a player declared in the round; if there are none, whether the player deals."""
    declared_figures = _declared_figures(sheet, cells, seat)
    shown_figures = [(column, figure_) for column, figure_ in declared_figures if figure_ or not column.choices]
    if not shown_figures:
        return text("deals") if _shows_dealer(sheet, state, seat) else None
    (column, figure_), *other_figures = shown_figures
    if column.note is not None and not other_figures:
        return column.note(figure_)
    words = figure_in_words(sheet, column, figure_, state.table.players)
    for column, figure_ in other_figures:
        words = text("{one}, {other}", one=words, other=figure_in_words(sheet, column, figure_, state.table.players))
    return Note(words, tuple(_short_forms(sheet, shown_figures)))


def _short_forms(sheet: ScoreSheet, shown_figures: list[tuple[Column, int]]) -> Iterator[Label]:
    """Short forms of a player's figures, the longest first: all of them if they are few, then the first one."""
    short_figures = [_short_figure(sheet, *column_and_figure) for column_and_figure in shown_figures]
    if len(short_figures) <= MAX_UNNAMED_FIGURES:
        all_figures = _in_brackets(reduce(_join_figures, short_figures))
        yield all_figures
        if len(short_figures) == 1 or isinstance(all_figures, str):
            return
    yield _in_brackets(short_figures[0])


def _join_figures(first: Label, second: Label) -> Label:
    are_figures = isinstance(first, str) and isinstance(second, str)
    return f"{first}/{second}" if are_figures else text("{one}/{other}", one=first, other=second)


def _in_brackets(brief: Label) -> Label:
    return bracketed(brief) if isinstance(brief, str) else text("({figures})", figures=brief)


def _shows_dealer(sheet: ScoreSheet, state: FiguresState, seat: Seat) -> bool:
    """Whether the board shows that a player deals."""
    return setting_value(sheet.dealer, state.table) and seat == state.round.dealer and not state.is_finished


def _declared_figures(sheet: ScoreSheet, cells: Cells, seat: Seat) -> Iterator[tuple[Column, int]]:
    """Yield the figures that a player has declared in the round, with their columns."""
    for column, figures in zip(sheet.columns, cells, strict=True):
        value = figures[seat]
        if value is not None:
            yield column, value


def _short_figure(sheet: ScoreSheet, column: Column, value: int) -> Label:
    """The short form of a figure: of a choice its words, of a player the key."""
    if column.figure_is_player:
        return Layout.LIST.code(value)
    if column.yes_or_no:
        return figure_in_words(sheet, column, value)
    return sheet.say(column.choices[value][1]) if column.choices else figure(value)
