"""The questions before a game: which, how many, who sits where, which options, who starts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from device import games
from device.contract.declarations import First
from device.contract.game import Game
from device.contract.keycodes import NONE, Cell, Choice, Layout, Level
from device.contract.pads import ON_A_PAD, pad
from device.contract.prompt import Prompt
from device.contract.setup import Option, TableSetup
from device.session import names, record, spelling
from device.session.offers import Offers
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Stage, Step, step
from display.words import Several, Text, text

Answer = JournalRow | First
"""What a finished code means before the game: a step of the table, or who starts."""

Means = JournalRow | Callable[[], Level[Answer]]

Roster = tuple[str, ...]
"""Names that the configuration knows, in the order it has them."""

MOST_NAMES = 3 * ON_A_PAD
"""As many of the roster have cells: three pads of them."""

SPELL = Cell.DC
"""The cell of a name that is not offered. None is the number of the seat for a name."""

AS_LAST_TIME = Cell.DC
"""The cell of the people who played this game last, in their seats."""

LARGER = Cell.DC
"""The cell of a number that is typed digit by digit."""

_DIGITS = 3


def prompt(session: Session, roster: Roster, offered: Offers = (), last: TableSetup | None = None) -> Prompt[Answer]:
    """The question of a stage of the set-up. `offered` are the options that a table gets if it says nothing else.

    `last` is who played this kind of game last: they can sit down again at once.
    """
    match session.stage:
        case Stage.GAME:
            return Prompt(text("Which game?"), (), _games(games.ids(), session.seats))
        case Stage.COUNT:
            return Prompt(text("How many players?"), (), _counts(_game(session), last))
        case Stage.SEAT:
            number = len(session.names) + 1
            question = text("Who sits in seat {number}? Seats go clockwise.", number=number)
            return Prompt(question, (), _seats(roster[:MOST_NAMES], session.names, number))
        case Stage.SPELL:
            spelled = session.spelled or ""
            return Prompt(text("Spell the name: {spelled}", spelled=f"{spelled}_"), (), spelling.letters(spelled))
        case Stage.OPTIONS:
            return Prompt(text("Play with these options?"), (), _options(session, dict(offered)))
        case Stage.STARTER:
            return _starter(session)
    raise ValueError(session.stage)


def other_starters(session: Session) -> Level[Answer] | None:
    """The choice of somebody else to start the coming round, while that may be said."""
    game, table = session.record.game, session.record.table
    if game is None or table is None or game.starter(session.record.state) is None:
        return None
    cells = tuple(Choice(seat, name, First(seat)) for seat, name in enumerate(table.players))
    return Level("starter", text("starts"), Layout.LIST, cells, who=True)


def _game(session: Session) -> Game[Any]:
    assert session.record.game is not None
    return session.record.game


@cache
def _games(ids: tuple[str, ...], people: int) -> Level[Answer]:
    """The games; those that so many can play, once it is known who plays."""
    cells = tuple(
        Choice(slot, games.title(game_id), JournalRow(RowKind.RECORD, record.header_game(game_id)))
        for slot, game_id in enumerate(ids)
        if not people or people in games.load(game_id).players
    )
    return Level("game", text("game"), Layout.LIST, cells, by_heart=False)


def _counts(game: Game[Any], last: TableSetup | None) -> Level[Answer]:
    counts = (Choice(players, str(players), step(Step.SEATS, str(players))) for players in game.players)
    words: list[Choice[Answer]] = []
    if last is not None and len(last.players) in game.players:
        words.append(
            Choice(AS_LAST_TIME, text("{people}", people=Several(last.players)), step(Step.PEOPLE, *last.players))
        )
    return pad("players", text("players"), counts, words)


def _seats(roster: Roster, seated: tuple[str, ...], number: int) -> Level[Answer]:
    taken = {names.name_key(name) for name in seated}
    cells = (
        Choice(place, name, step(Step.SEAT, name))
        for place, name in enumerate(roster, start=1)
        if names.name_key(name) not in taken
    )
    words: list[Choice[Answer]] = [
        Choice(SPELL, text("spell a name"), step(Step.SPELL)),
        Choice(NONE, text("“{number}”", number=number), step(Step.SEAT, str(number))),
    ]
    return pad("name", text("name"), cells, words, by_heart=False, more=text("more names"))


def _options(session: Session, offered: dict[str, str]) -> Level[Answer]:
    """The options as they will be: as they were said, else as they are offered."""
    game, table = _game(session), session.record.table
    assert table is not None
    said = {} if session.plain else offered
    said |= dict(table.chosen)
    cells: list[Choice[Answer]] = []
    for slot, option in enumerate(game.options):
        value = said.get(option.name, table.option(option))
        label = text("{option}: {value}", option=option.title, value=_value_label(option, value))
        cells.append(Choice(slot, label, _values(option)))
    cells.append(Choice(NONE, text("play"), step(Step.PLAY)))
    return Level("options", text("option"), Layout.LIST, tuple(cells), by_heart=False)


def _value_label(option: Option, value: str) -> Text | str:
    return value if option.numeric is not None else option.labels[option.values.index(value)]


def _values(option: Option) -> Level[Answer]:
    if option.numeric is not None:
        return _figures(option, option.numeric)
    cells = tuple(
        Choice(slot, label, _set(option, value))
        for slot, (value, label) in enumerate(zip(option.values, option.labels, strict=True))
    )
    return Level(option.name, option.title, Layout.LIST, cells, by_heart=False)


def _set(option: Option, value: str) -> JournalRow:
    return JournalRow(RowKind.RECORD, record.header_option(option.name, value))


def _figures(option: Option, numbers: range) -> Level[Answer]:
    """Numbers that have a place on the pad by their cells, larger ones digit by digit."""
    cells = (Choice(n, str(n), _set(option, str(n))) for n in range(2 * ON_A_PAD + 1) if n in numbers)
    larger: list[Choice[Answer]] = []
    if numbers[-1] > 2 * ON_A_PAD:
        larger.append(
            Choice(
                LARGER, f"{2 * ON_A_PAD + 1}+", partial(_digits, option, numbers, "", _DIGITS), partial(_is_set, option)
            )
        )
    return pad(option.name, option.title, cells, larger)


def _is_set(option: Option, meaning: object, digits: str = "") -> bool:
    """Whether an option is set to a number whose three digits begin so."""
    said = f"set {option.name} "
    if not isinstance(meaning, JournalRow) or not meaning.text.startswith(said):
        return False
    return meaning.text.removeprefix(said).zfill(_DIGITS).startswith(digits)


def _digits(option: Option, numbers: range, typed: str, left: int) -> Level[Answer]:
    """A number digit by digit, as many as there are; 0 has the keys of none."""

    def cell(digit: int) -> Choice[Answer]:
        so_far = f"{typed}{digit}"
        means: Means = _set(option, str(int(so_far)))
        if left > 1:
            means = partial(_digits, option, numbers, so_far, left - 1)
        return Choice(digit, str(digit), means, partial(_is_set, option, digits=so_far))

    def may_be(digit: int) -> bool:
        least = int(f"{typed}{digit}") * 10 ** (left - 1)
        return any(number in numbers for number in range(least, least + 10 ** (left - 1)))

    cells = (cell(digit) for digit in range(10) if may_be(digit))
    return pad("digit", text("three digits"), cells, said=(typed,) if typed else ())


def _starter(session: Session) -> Prompt[Answer]:
    """Who starts. The usual player needs no line in the record; any other is named there."""
    game, table = _game(session), session.record.table
    assert table is not None
    usual = game.starter(session.record.state)
    cells: tuple[Choice[Answer], ...] = tuple(
        Choice(seat, name, step(Step.START) if seat == usual else First(seat))
        for seat, name in enumerate(table.players)
    )
    return Prompt(text("Who starts?"), (), Level("starter", text("starts"), Layout.LIST, cells, who=True))
