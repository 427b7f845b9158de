"""The questions before a game: which game, how many players, who sits where, which options, who starts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from device import games
from device.contract.declarations import First
from device.contract.game import Game
from device.contract.keycodes import LAST_LIST_SLOT, NONE, Cell, Choice, Layout, Level
from device.contract.number_pad import NUMBERS_ON_PAD, DigitsFormat, figures, pad
from device.contract.prompt import Prompt
from device.contract.setup import Option, Seat, TableSetup
from device.session import name_entry, names, record
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Stage, Step, options_on_offer, step_row
from display.words import SeatName, Several, Text, counted, text

if TYPE_CHECKING:
    from device.session.prompts import TableFacts

Answer = JournalRow | First
"""The meaning of a complete key code before the game: a step of the table, or who starts."""

Roster = tuple[str, ...]
"""The configured names of players, in their order."""

MAX_NAMES = 3 * NUMBERS_ON_PAD
"""The maximum number of names from the roster that have cells: three pads."""

SPELL = Cell.DC
"""The cell for spelling a name that is not offered. The cell `NONE` takes the seat's number as the name."""

LAST_PEOPLE = Cell.DC
"""The cell of the people who last played this game, in their seats."""

MORE_GAMES = Cell.DA
"""The menu's cell for the games that the list has no room for. Each game keeps its cell there, whatever is added
later."""

PLAYED_LAST = (Cell.DB, Cell.DD)
"""The menu's cells for the games played last, of those that the list has no room for."""

BY_LETTER = Cell.DC
"""The cell of all games by first letter, if there are many."""

NO_NUMBER = Cell.DB
"""The cell of the value that is no number, of an option whose numbers include 0: then 0 has the cell `NONE`."""


def setup_prompt(session: Session, roster: Roster, facts: TableFacts) -> Prompt[Answer]:
    """The question of a stage of the set-up. Raises ValueError for another stage."""
    match session.stage:
        case Stage.GAME:
            return _game_prompt(facts.game_ids or games.ids(), games.ids(), session.seat_count, facts.latest_game_ids)
        case Stage.COUNT:
            return Prompt(text("How many players?"), (), _count_level(session.record.rules, facts.last_table))
        case Stage.SEAT:
            number = len(session.names) + 1
            question = text("Who sits in seat {number}? Seats go clockwise.", number=number)
            return Prompt(question, (), _seat_level(roster[:MAX_NAMES], (*session.names, *facts.present_names), number))
        case Stage.SPELL:
            return _spelling_prompt(session)
        case Stage.TITLE:
            return Prompt(text("What is played?"), (), _title_level(facts.titles[:MAX_NAMES]))
        case Stage.OPTIONS:
            offered = dict(options_on_offer(session, facts.offered_options))
            return Prompt(text("Play with these options?"), (), _option_level(session, offered))
        case Stage.STARTER:
            return _starter_prompt(session)
    raise ValueError(session.stage)


def starter_level(session: Session) -> Level[Answer] | None:
    """The choice of a player to start the coming round; None if it can't be chosen now."""
    game, table = session.record.game, session.record.table
    if game is None or table is None or game.starter(session.record.state) is None:
        return None
    return _level_of_starters(table)


def _level_of_starters(table: TableSetup, usual_starter: Seat | None = None) -> Level[Answer]:
    """The players, one of whom starts. The record names that one, unless it is `usual_starter`."""
    choices: tuple[Choice[Answer], ...] = tuple(
        Choice(seat, name, step_row(Step.START) if seat == usual_starter else First(seat))
        for seat, name in enumerate(table.players)
    )
    return Level("starter", text("starts"), Layout.LIST, choices, is_of_players=True)


@lru_cache(maxsize=16)
def _game_prompt(
    all_ids: tuple[str, ...], installed_ids: tuple[str, ...], player_count: int, latest_ids: tuple[str, ...]
) -> Prompt[Answer]:
    """The question for the game: installed games, each in its fixed slot; only those for `player_count`, unless 0.

    Games that the list has no room for are in the menu, and those among them that were played last beside it.
    """
    choices = tuple(
        _game_choice(slot, game_id, player_count) for slot, game_id in enumerate(all_ids) if game_id in installed_ids
    )
    listed_choices = tuple(choice for choice in choices if choice.slot <= LAST_LIST_SLOT)
    level: Level[Answer] = Level("game", text("game"), Layout.LIST, listed_choices, by_heart=False)
    further_choices = choices[len(listed_choices) :]
    if not any(choice.shown for choice in further_choices):
        return Prompt(_game_question(player_count), (), level)
    more_choice: Choice[Answer] = Choice(MORE_GAMES, text("more games"), _more_games_level(further_choices, choices))
    played_last = _played_last_choices({all_ids[choice.slot]: choice for choice in further_choices}, latest_ids)
    return Prompt(_game_question(player_count, has_more=True), (), level, menu_choices=(more_choice, *played_last))


def _game_question(player_count: int, *, has_more: bool = False) -> Text:
    """The question for the game. It says how many play, where games for other numbers are left out."""
    if has_more and player_count:
        return counted(
            "Which game for {n} player? For more of them, hold D.",
            "Which game for {n} players? For more of them, hold D.",
            player_count,
        )
    if player_count:
        return counted("Which game for {n} player?", "Which game for {n} players?", player_count)
    return text("Which game? For more of them, hold D.") if has_more else text("Which game?")


def _game_choice(slot: int, game_id: str, player_count: int) -> Choice[Answer]:
    title = games.title(game_id)
    is_for_all = not player_count or games.allows_players(game_id, player_count)
    reason = None if is_for_all else text("{game} is not for {n} players.", game=title, n=player_count)
    return Choice(slot, title, JournalRow(RowKind.RECORD, record.header_game(game_id)), barred=reason)


def _played_last_choices(choices: dict[str, Choice[Answer]], latest_ids: tuple[str, ...]) -> Iterator[Choice[Answer]]:
    """Yield the menu's cells for those of these games that were played last."""
    played_choices = (choices[game_id] for game_id in latest_ids if game_id in choices)
    return (choice._replace(slot=int(slot)) for slot, choice in zip(PLAYED_LAST, played_choices, strict=False))


def _more_games_level(choices: tuple[Choice[Answer], ...], all_choices: tuple[Choice[Answer], ...]) -> Level[Answer]:
    """A pad of these games. If they do not fit on it at once, all games can also be chosen by first letter."""
    numbered = tuple(choice._replace(slot=choice.slot - LAST_LIST_SLOT) for choice in choices)
    word_choices: tuple[Choice[Answer], ...] = ()
    if numbered[-1].slot > NUMBERS_ON_PAD:
        letters = name_entry.first_letter_level(all_choices, _game_pad)
        word_choices = (Choice(BY_LETTER, text("by first letter"), letters),)
    return pad("more games", text("game"), numbered, word_choices, by_heart=False, block_label=text("more games"))


def _game_pad(choices: Iterable[Choice[Answer]]) -> Level[Answer]:
    """A pad of some games, in their order of installation."""
    numbered = (choice._replace(slot=number) for number, choice in enumerate(choices, 1))
    return pad("games by letter", text("game"), numbered, by_heart=False, block_label=text("more games"))


def _count_level(game: Game[Any], last_table: TableSetup | None) -> Level[Answer]:
    counts = (Choice(count, str(count), step_row(Step.SEATS, str(count))) for count in game.players)
    word_choices: list[Choice[Answer]] = []
    if last_table is not None and len(last_table.players) in game.players:
        people = text("{people}", people=Several(last_table.players))
        word_choices.append(Choice(LAST_PEOPLE, people, step_row(Step.PEOPLE, *last_table.players)))
    return pad("players", text("players"), counts, word_choices)


def _seat_level(roster: Roster, seated_names: tuple[str, ...], number: int) -> Level[Answer]:
    taken_keys = {names.name_key(name) for name in seated_names}
    choices = (
        Choice(slot, name, step_row(Step.SEAT, name))
        for slot, name in enumerate(roster, start=1)
        if names.name_key(name) not in taken_keys
    )
    word_choices: list[Choice[Answer]] = [
        Choice(SPELL, text("spell a name"), step_row(Step.SPELL)),
        Choice(NONE, SeatName(number), step_row(Step.SEAT, str(number))),
    ]
    return pad("name", text("name"), choices, word_choices, by_heart=False, block_label=text("more names"))


def _spelling_prompt(session: Session) -> Prompt[Answer]:
    """The letters of a player's name, or of a title. Unlike a name, a spelled title is a line of the record."""
    spelled = session.spelled or ""
    level: Level[Answer] = name_entry.letter_level(spelled)
    question = text("Spell the name: {spelled}", spelled=f"{spelled}_")
    if session.record.table is not None:
        question = text("Spell the game's name: {spelled}", spelled=f"{spelled}_")
        title_row = JournalRow(RowKind.RECORD, record.header_title(spelled))
        choices = (choice._replace(means=title_row) if choice.slot == NONE else choice for choice in level.choices)
        level = level._replace(choices=tuple(choices))
    return Prompt(question, (), level)


def _title_level(titles: tuple[str, ...]) -> Level[Answer]:
    """The titles played so far, the latest first. Another title is spelled; a game may also have no name."""
    choices = (
        Choice(slot, title, JournalRow(RowKind.RECORD, record.header_title(title)))
        for slot, title in enumerate(titles, start=1)
    )
    word_choices: list[Choice[Answer]] = [
        Choice(SPELL, text("spell a name"), step_row(Step.SPELL_TITLE)),
        Choice(NONE, text("without a name"), step_row(Step.UNTITLED)),
    ]
    return pad("title", text("name"), choices, word_choices, by_heart=False, block_label=text("more names"))


def _option_level(session: Session, offered: dict[str, str]) -> Level[Answer]:
    """The options with their values: as they were set, else as they are offered."""
    game, table = session.record.rules, session.record.setup
    values = offered | dict(table.chosen)
    choices: list[Choice[Answer]] = []
    for slot, option in enumerate(game.options):
        value = values.get(option.name, table.value_of(option))
        label = text("{option}: {value}", option=option.title, value=option.label(value))
        choices.append(Choice(slot, label, _value_level(option)))
    choices.append(Choice(NONE, text("play"), step_row(Step.PLAY)))
    return Level("options", text("option"), Layout.LIST, tuple(choices), by_heart=False)


def _value_level(option: Option) -> Level[Answer]:
    """The values of an option, with its title in place of the question.

    The current value is not shown: what was typed so far stands in its place.
    """
    if option.numbers is not None:
        level = _number_level(option, option.numbers)
    else:
        values = enumerate(zip(option.values, option.labels, strict=True))
        choices = tuple(Choice(slot, label, _option_row(option, value)) for slot, (value, label) in values)
        level = Level(option.name, option.title, Layout.LIST, choices, by_heart=False)
    return level._replace(words=(option.title,), shown_question=option.title)


def _option_row(option: Option, value: str) -> JournalRow:
    return JournalRow(RowKind.RECORD, record.header_option(option.name, value))


def _number_level(option: Option, numbers: range) -> Level[Answer]:
    """The numbers of an option as on every pad, and its values that are no numbers."""
    slot = NO_NUMBER if 0 in numbers else NONE
    word_choices = (
        Choice[Answer](int(slot), option.label(value), _option_row(option, value)) for value in option.values
    )
    digits_format = DigitsFormat(lambda digits: text("{option}: {value}", option=option.title, value=digits))
    return figures(
        option.name,
        option.title,
        numbers,
        lambda n: _option_row(option, str(n)),
        partial(_number_of_row, option),
        word_choices,
        digits_format=digits_format,
    )


def _number_of_row(option: Option, meaning: object) -> int | None:
    """The number to which a row sets an option; None if it is no such row or no number."""
    prefix = f"set {option.name} "
    if not isinstance(meaning, JournalRow) or not meaning.text.startswith(prefix):
        return None
    value = meaning.text.removeprefix(prefix)
    return int(value) if value.isdecimal() else None


def _starter_prompt(session: Session) -> Prompt[Answer]:
    """The question of who starts."""
    usual_starter = session.record.rules.starter(session.record.state)
    return Prompt(text("Who starts?"), (), _level_of_starters(session.record.setup, usual_starter))
