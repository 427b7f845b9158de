"""The questions before a game: which, how many, who sits where, which options, who starts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from device import games
from device.contract.declarations import First
from device.contract.game import Game
from device.contract.keycodes import PAD, Choice, Level
from device.contract.prompt import Prompt
from device.contract.setup import Option
from device.session import names, record
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Stage, Step, step
from display.vocabulary import KEYS
from display.words import Text, text

Answer = JournalRow | First
"""What a finished code means before the game: a step of the table, or who starts."""

Means = JournalRow | Callable[[], Level[Answer]]

Roster = tuple[str, ...]
"""Names that the configuration knows, in the order it has them."""

MOST_NAMES = 13
"""As many of the roster have cells of their own; the other cells of the pad are for other names."""

_LETTERS = (
    "abcdefghijklmnop",
    "qrstuvwxyz -'.éè",
    "ABCDEFGHIJKLMNOP",
    "QRSTUVWXYZüöäç",
)
_HEX = "0123456789ABCDEF"
_HEX_DIGITS = 6
_DIGITS = 3


def prompt(session: Session, roster: Roster) -> Prompt[Answer]:
    """The question of a stage of the set-up."""
    match session.stage:
        case Stage.GAME:
            return Prompt(text("Which game?"), (), _games(games.ids()))
        case Stage.COUNT:
            return Prompt(text("How many players?"), (), _counts(_game(session)))
        case Stage.SEAT:
            number = len(session.names) + 1
            question = text("Who sits in seat {number}? Seats go clockwise.", number=number)
            return Prompt(question, (), _seats(roster[:MOST_NAMES], session.names, number))
        case Stage.SPELL:
            spelled = f"{session.spelled}_"
            return Prompt(text("Spell the name: {spelled}", spelled=spelled), (), _letters())
        case Stage.OPTIONS:
            return Prompt(text("Play with these options?"), (), _options(session))
        case Stage.STARTER:
            return _starter(session)
    raise ValueError(session.stage)


def other_starters(session: Session) -> tuple[Choice[Answer], ...]:
    """The choice of somebody else to start the coming round, while that may be said."""
    game, table = session.record.game, session.record.table
    if game is None or table is None or game.starter(session.record.state) is None:
        return ()
    cells = tuple(Choice(seat, name, First(seat)) for seat, name in enumerate(table.players))
    return (Choice(0, text("say who starts"), Level("starter", text("starts"), len(cells), cells, who=True)),)


def _game(session: Session) -> Game[Any]:
    assert session.record.game is not None
    return session.record.game


@cache
def _games(ids: tuple[str, ...]) -> Level[Answer]:
    cells = tuple(
        Choice(slot, games.title(game_id), JournalRow(RowKind.RECORD, record.header_game(game_id)))
        for slot, game_id in enumerate(ids)
    )
    return Level("game", text("game"), len(cells), cells)


def _counts(game: Game[Any]) -> Level[Answer]:
    cells = tuple(
        Choice(slot, str(players), step(Step.SEATS, str(players))) for slot, players in enumerate(game.players)
    )
    return Level("players", text("players"), len(cells), cells)


def _seats(roster: Roster, seated: tuple[str, ...], number: int) -> Level[Answer]:
    taken = {names.name_key(name) for name in seated}
    cells = [
        Choice(slot, name, step(Step.SEAT, name))
        for slot, name in enumerate(roster)
        if names.name_key(name) not in taken
    ]
    size = len(roster)
    cells.append(Choice(size, text("seat numbers"), step(Step.NUMBERS)))
    cells.append(Choice(size + 1, text("spell a name"), step(Step.SPELL)))
    cells.append(Choice(size + 2, text("“{number}”", number=number), step(Step.SEAT, str(number))))
    return Level("seat", text("name"), size + 3, tuple(cells))


@cache
def _letters() -> Level[Answer]:
    cells: list[Choice[Answer]]
    cells = [
        Choice(block * PAD + place, _letter_label(letter), step(Step.LETTER, letter))
        for block, letters in enumerate(_LETTERS)
        for place, letter in enumerate(letters)
    ]
    last = len(KEYS) * PAD
    cells.append(Choice(last - 2, text("other"), lambda: _by_number("", _HEX_DIGITS), _admits_letter))
    cells.append(Choice(last - 1, text("done"), step(Step.SPELLED)))
    return Level("letter", text("letter"), last, tuple(cells), pad=True)


def _letter_label(letter: str) -> str | Text:
    return text("space") if letter == " " else letter


def _admits_letter(meaning: object) -> bool:
    return (
        isinstance(meaning, JournalRow) and meaning.kind is RowKind.TABLE and meaning.text.startswith(f"{Step.LETTER} ")
    )


def _by_number(digits: str, left: int) -> Level[Answer]:
    """A character by its six hexadecimal digits in Unicode, for all that have no cell."""

    def cell(digit: str) -> Choice[Answer]:
        typed = digits + digit
        means: Means = (lambda: _by_number(typed, left - 1)) if left > 1 else _character(typed)
        return Choice(_HEX.index(digit), digit, means, lambda meaning: _begins(meaning, typed))

    return Level("character", text("character U+…"), PAD, tuple(cell(digit) for digit in _HEX), pad=True)


def _character(digits: str) -> JournalRow:
    number = int(digits, 16)
    # Halves of surrogate pairs are no characters; U+FFFD stands for them as for all that can't be shown.
    return step(
        Step.LETTER, chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\N{REPLACEMENT CHARACTER}"
    )


def _begins(meaning: object, typed: str) -> bool:
    assert isinstance(meaning, JournalRow)
    letter = record.split(meaning.text)[1]
    return f"{ord(letter):06X}".startswith(typed)


def _options(session: Session) -> Level[Answer]:
    game, table = _game(session), session.record.table
    assert table is not None
    cells: list[Choice[Answer]] = [Choice(0, text("play"), step(Step.PLAY))]
    for slot, option in enumerate(game.options, start=1):
        label = text("{option}: {value}", option=option.title, value=_value_label(option, table.option(option)))
        cells.append(Choice(slot, label, _values(option)))
    return Level("options", text("option"), len(cells), tuple(cells))


def _value_label(option: Option, value: str) -> Text | str:
    return value if option.numeric is not None else option.labels[option.values.index(value)]


def _values(option: Option) -> Level[Answer]:
    if option.numeric is not None:
        return _figures(option, option.numeric)
    cells = tuple(
        Choice(slot, label, _set(option, value))
        for slot, (value, label) in enumerate(zip(option.values, option.labels, strict=True))
    )
    return Level(option.name, option.title, len(cells), cells)


def _set(option: Option, value: str) -> JournalRow:
    return JournalRow(RowKind.RECORD, record.header_option(option.name, value))


def _figures(option: Option, numbers: range) -> Level[Answer]:
    """Numbers up to 15 by their cells, larger ones digit by digit."""
    cells: list[Choice[Answer]]
    cells = [Choice(n - 1, str(n), _set(option, str(n))) for n in range(1, PAD) if n in numbers]
    larger: Choice[Answer]
    larger = Choice(PAD - 1, text("larger"), lambda: _digits(option, "", _DIGITS), lambda m: _is_set(option, m))
    return Level(option.name, option.title, PAD, (*cells, larger), pad=True)


def _is_set(option: Option, meaning: object) -> bool:
    return isinstance(meaning, JournalRow) and meaning.text.startswith(f"set {option.name} ")


def _digits(option: Option, typed: str, left: int) -> Level[Answer]:
    def cell(digit: int) -> Choice[Answer]:
        so_far = f"{typed}{digit}"
        means: Means = _set(option, str(int(so_far)))
        if left > 1:
            means = lambda: _digits(option, so_far, left - 1)  # noqa: E731  (the two meanings side by side)
        return Choice((digit or 10) - 1, str(digit), means)

    return Level("digit", text("three digits"), PAD, tuple(cell(digit) for digit in range(10)), pad=True)


def _starter(session: Session) -> Prompt[Answer]:
    """Who starts. The usual player needs no line in the record; any other is named there."""
    game, table = _game(session), session.record.table
    assert table is not None
    usual = game.starter(session.record.state)
    cells: tuple[Choice[Answer], ...] = tuple(
        Choice(seat, name, step(Step.START) if seat == usual else First(seat))
        for seat, name in enumerate(table.players)
    )
    return Prompt(
        text("Who starts?"),
        (),
        Level("starter", text("starts"), len(cells), cells, who=True),
        (),
        other_starters(session),
    )
