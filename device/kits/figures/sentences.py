"""The questions of a game by figures, and its declarations as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from device.contract.declarations import Declaration
from device.contract.setup import Seat
from device.kits.cards import SUIT_FACES, face
from device.kits.figures.cards_played import round_cards
from device.kits.figures.columns import NONE_WORDS, Column, setting_value
from device.kits.figures.declarations import FigureDeclaration, Plays
from device.kits.figures.rounds import AskedColumn
from device.kits.figures.sheet import ScoreSheet
from device.kits.figures.state import FiguresState
from device.kits.tricks import after_card
from display.words import Argument, SeatName, Several, Text, join_sentences, text

MAX_COLLECTED_FIGURES = 60
"""Maximum number of figures of a column whose words are collected; words of larger ones have the same form."""


def names_asked(state: FiguresState, asked: AskedColumn, seat: Seat) -> Argument:
    """The name in a question: a player's, or all names of a side that has one figure."""
    if not asked.column.by_side:
        return state.name(seat)
    return Several(tuple(state.name(partner) for partner in asked.round.partners(seat)))


def figure_question(sheet: ScoreSheet, column: Column, player: Argument) -> Text:
    """The question for a figure."""
    if column.question is None and column.single:
        return text("Who: {what}?", what=sheet.say(column.title))
    if column.question is None:
        return text("{player}: {what}?", player=player, what=sheet.say(column.title))
    question = sheet.say(column.question)
    return question._replace(arguments=(*question.arguments, ("player", player)))


def figure_in_words(sheet: ScoreSheet, column: Column, figure: int, players: tuple[str, ...] = ()) -> Text:
    """A figure in words: “3 tricks”, “bid 3”. If the figure is a player, the name is used if it is known."""
    if column.figure_is_player:
        player_name = players[figure] if figure < len(players) else SeatName(figure + 1)
        return text("{what} {n}", what=sheet.say(column.title), n=player_name)
    if column.yes_or_no and column.choices[figure][0] not in NONE_WORDS:
        return sheet.say(column.title)
    if column.choices:
        return text("{what} {n}", what=sheet.say(column.title), n=sheet.say(column.choices[figure][1]))
    if column.only_who and column.unit is None:
        return sheet.say(column.title)
    if column.unit is None:
        return text("{what} {n}", what=sheet.say(column.title), n=figure)
    if callable(column.unit):
        return sheet.say(column.unit(figure))
    singular, plural = column.unit
    return sheet.say(Text(singular, (("n", figure),), plural))


def author_sentences(sheet: ScoreSheet) -> Iterator[Text]:
    """Yield the author's own sentences in the columns."""
    for column in sheet.columns:
        labels = (label for _, label in column.choices)
        yield from map(sheet.say, (column.title, column.others_title, *labels))
        if column.question is not None:
            yield figure_question(sheet, column, "")
        if isinstance(column.unit, tuple):
            yield figure_in_words(sheet, column, 1)
        elif column.unit is not None:
            yield from (figure_in_words(sheet, column, figure) for figure in _figures_of_every_round(column))


def _figures_of_every_round(column: Column) -> range:
    """The figures of a column, as far as they are the same in each round."""
    least = column.least if isinstance(column.least, int) else 0
    most = column.most if isinstance(column.most, int) else least
    return range(least, min(most, least + MAX_COLLECTED_FIGURES) + 1, column.step)


def in_words(sheet: ScoreSheet, declaration: Declaration, player: str) -> Text:
    """A declaration as a sentence. Raises TypeError for one of another game, and ValueError for a column of another
    sheet."""
    match declaration:
        case FigureDeclaration(_, word, figure):
            column = sheet.columns[sheet.words.index(word)]
            return text("{player}: {what}.", player=player, what=figure_in_words(sheet, column, figure))
        case Plays(_, card):
            card_name = face(card) if card.suit in SUIT_FACES else str(card)
            return text("{player} plays {card}.", player=player, card=card_name)
    raise TypeError(declaration)


def consequence(sheet: ScoreSheet, before: FiguresState, after: FiguresState, declaration: Declaration) -> Text | None:
    """The sentence that names a declared player, or the winner of a trick that a card completes; None for others."""
    if isinstance(declaration, Plays):
        return _trick_won_sentence(sheet, before, declaration)
    if not isinstance(declaration, FigureDeclaration):
        return None
    column = sheet.columns[sheet.words.index(declaration.word)]
    if not column.figure_is_player:
        return None
    what = figure_in_words(sheet, column, declaration.figure, after.table.players)
    return text("{player}: {what}.", player=after.name(declaration.seat), what=what)


def _trick_won_sentence(sheet: ScoreSheet, before: FiguresState, declaration: Plays) -> Text | None:
    play = before.play
    if play is None or len(play.cards) < play.player_count - 1:
        return None
    after = after_card(play, declaration.card, round_cards(sheet, before.round).trump)
    win_sentence = text("{player} wins the trick.", player=before.name(after.leader))
    card_sentence = in_words(sheet, declaration, before.name(declaration.seat))
    return join_sentences(card_sentence, win_sentence)


def setup_instructions(sheet: ScoreSheet, state: FiguresState) -> tuple[Text, ...]:
    """Instructions for setting up a round: who deals (if that is shown), and what the sheet's author adds.

    Before the first round it is not known who starts, and so who deals.
    """
    instructions = []
    if setting_value(sheet.dealer, state.table):
        is_dealer_unknown = not state.round.done and not state.is_starter_named
        instructions.append(
            text("Whoever sits right of the starter deals.")
            if is_dealer_unknown
            else text("{player} deals.", player=state.name(state.round.dealer))
        )
    author_instruction = None if sheet.setup_instructions is None else sheet.setup_instructions(state.round)
    return tuple(instructions) if author_instruction is None else (*instructions, sheet.say(author_instruction))
