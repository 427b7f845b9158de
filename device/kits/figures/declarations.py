"""The declarations of a game by figures, and how records read and write them."""

from __future__ import annotations

from device.contract.declarations import Declaration, RecordLine
from device.contract.numbers import parse_number_or_none
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.kits.cards import Card
from device.kits.figures.card_play import parse_card
from device.kits.figures.columns import Column
from device.kits.figures.sheet import ScoreSheet
from device.kits.trick_declarations import Plays as Plays
from device.kits.trick_declarations import trick_line
from display.words import Argument, Text, text
from values.named_tuple import NamedTuple

MAX_FIGURE = 999_999
"""The largest figure, and the largest below 0: as many digits as people can type without counting zeros."""

_SIGNS = {"+": 1, "-": -1}


class FigureDeclaration(NamedTuple):
    """A player declares a figure in the column with this `word`."""

    seat: Seat
    word: str
    figure: int


def read(sheet: ScoreSheet, line: RecordLine) -> Declaration:
    """Parse a line. Raises Refused (`syntax`)."""
    match line.seat, line.words:
        case int(seat), (word, figure) if word in sheet.words:
            column = sheet.columns[sheet.words.index(word)]
            return FigureDeclaration(seat, word, _parse_figure(sheet, column, figure, seat))
        case int(seat), ("plays", word) if sheet.cards is not None:
            return Plays(seat, _parse_card(word, seat))
    sentence = text(
        "“{words}” can't be read: write a player's name, then {columns}, then a figure.",
        words=" ".join(line.words),
        columns=_alternatives(sheet.words),
    )
    refuse(RefusalCode.SYNTAX, sentence, line.seat)


def write(sheet: ScoreSheet, declaration: Declaration) -> RecordLine:
    """Return the words of a declaration. Raises TypeError for one of another game."""
    match declaration:
        case FigureDeclaration(seat, word, figure):
            column = sheet.columns[sheet.words.index(word)]
            record_number = figure + 1 if column.figure_is_player else figure
            return RecordLine(seat, (word, column.choices[figure][0] if column.choices else str(record_number)))
        case Plays():
            return trick_line(declaration)
    raise TypeError(declaration)


def _parse_card(word: str, seat: Seat) -> Card:
    card = parse_card(word)
    if card is None:
        sentence = text("“{word}” is not a card: write a suit and a number, like hearts-12.", word=word)
        refuse(RefusalCode.SYNTAX, sentence, seat)
    return card


def _parse_figure(sheet: ScoreSheet, column: Column, word: str, seat: Seat) -> int:
    if column.choices:
        return _parse_choice(sheet, column, word, seat)
    sign = _SIGNS.get(word[:1]) if _may_be_negative(column) else None
    parsed = parse_number_or_none(word if sign is None else word[1:])
    if parsed is None:
        refuse(RefusalCode.SYNTAX, _no_figure_text(sheet, column, word), seat)
    if parsed > MAX_FIGURE:
        refuse(RefusalCode.SYNTAX, text("A figure is {most} at the most.", most=MAX_FIGURE), seat)
    if column.figure_is_player and not parsed:
        refuse(RefusalCode.SYNTAX, text("Seats go from 1: there is no seat 0."), seat)
    return parsed - 1 if column.figure_is_player else parsed * (sign or 1)


def _no_figure_text(sheet: ScoreSheet, column: Column, word: str) -> Text:
    """The refusal of a word that is no figure of a column."""
    column_title = sheet.say(column.title)
    if _may_be_negative(column):
        return text(
            "“{word}” is not a figure for {what}: write digits, with + or - before them if you like.",
            word=word,
            what=column_title,
        )
    return text("“{word}” is not a figure for {what}: write digits.", word=word, what=column_title)


def _parse_choice(sheet: ScoreSheet, column: Column, word: str, seat: Seat) -> int:
    words = tuple(choice_word for choice_word, _ in column.choices)
    if word not in words:
        arguments = {"word": word, "what": sheet.say(column.title), "known": _alternatives(words)}
        refuse(RefusalCode.SYNTAX, text("“{word}” is not {what}: write {known}.", **arguments), seat)
    return words.index(word)


def _may_be_negative(column: Column) -> bool:
    """Whether figures of a column may be negative."""
    return callable(column.least) or column.least < 0


def _alternatives(words: tuple[str, ...]) -> Argument:
    """Alternatives in a sentence: “a, b or c”."""
    if len(words) < 2:
        return "".join(words)
    *first_words, last = words
    return text("{others} or {last}", others=", ".join(first_words), last=last)
