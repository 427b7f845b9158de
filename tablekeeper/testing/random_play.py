"""Plays games with random declarations, for tests: with each number of players, and with random options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NoReturn

import pytest

from device.contract.declarations import Declaration, GameEnd
from device.contract.game import Game
from device.contract.refusal import Refused
from device.contract.setup import Option, TableSetup
from device.gallery import samples
from device.gallery.random_games import NoLegalAnswer, random_record
from device.gallery.samples import SamplePage
from device.session import record as records
from device.session.names import HEADER_WORDS
from device.session.record import Record, RecordRefused
from display.words import ENGLISH
from values.named_tuple import NamedTuple

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
PLAYED_TITLE = "Something else"
"""The title for a game in which the table names what is played, such as a score pad."""

MAX_OPTION_TRIES = 30
"""How many random choices of options are tried until one is legal. After that, the usual options are used."""


class RandomGame(NamedTuple):
    """A game that was played at random: its table, its record as bytes, and the record as read back."""

    table: TableSetup
    record_bytes: bytes
    record: Record

    @property
    def lines(self) -> list[str]:
        """The lines of its record."""
        return self.record_bytes.decode().splitlines()


@cache
def play_random(game: Game[Any], player_count: int, seed: int) -> RandomGame:
    """Play a game at random, the same each time. With seed 0, all options have their defaults.

    Fails the test if the game gets stuck.
    """
    rng = Random(f"{game.id} {player_count} {seed}")
    table = _table(game, player_count, seed, rng)
    try:
        record_bytes = random_record(game, table, rng)
    except NoLegalAnswer as no_answer:
        options = ", ".join(f"{name} {value}" for name, value in table.chosen) or "the usual options"
        _fail_stuck(game, no_answer, f"{player_count} players and {options}")
    try:
        return RandomGame(table, record_bytes, records.read(record_bytes))
    except RecordRefused as refused:
        line = record_bytes.decode().splitlines()[refused.line_number - 1]
        pytest.fail(
            f"The line “{line}” was played, and is refused when its record is read: "
            f"{ENGLISH.say(refused.refusal.sentence)} A game goes by its declarations alone: nothing else may decide.",
            pytrace=False,
        )


@cache
def sample_pages(game: Game[Any]) -> tuple[SamplePage, ...]:
    """Sample pages of every kind, from a game with the most players. Fails the test if the game gets stuck."""
    try:
        return samples.sample_pages(game.id)
    except NoLegalAnswer as no_answer:
        _fail_stuck(game, no_answer, f"{game.players[-1]} players and the usual options")


def _fail_stuck(game: Game[Any], no_answer: NoLegalAnswer, table: str) -> NoReturn:
    """Fail the test, with the question to which no answer was legal."""
    prompt = game.prompt(no_answer.state)
    question = "" if prompt is None else ENGLISH.say(prompt.question)
    pytest.fail(
        f"With {table}, no answer to “{question}” was legal ({ENGLISH.say(game.heading(no_answer.state))}). "
        "Look at what limits it: least, most, total and check must leave an answer, whatever was said before.",
        pytrace=False,
    )


def play_every_table(game: Game[Any], seeds: range) -> Iterator[RandomGame]:
    """Play a game once for each number of players and each seed."""
    for player_count in game.players:
        for seed in seeds:
            yield play_random(game, player_count, seed)


def replayed_states(game: Game[Any], played: RandomGame) -> Iterator[tuple[Any, Declaration]]:
    """Replay a game: yield each state with the declaration made in it. If the game was stopped, the last declaration is
    the GameEnd, which is not applied."""
    state = game.start(played.table)
    for line in played.lines:
        words = records.split(line)
        if words[0] in HEADER_WORDS:
            continue
        declaration = records.read_declaration(played.record, words)
        yield state, declaration
        if isinstance(declaration, GameEnd) and played.record.scores.stopped:
            return
        state = game.apply(state, declaration)


def _table(game: Game[Any], player_count: int, seed: int, rng: Random) -> TableSetup:
    title = PLAYED_TITLE if game.asks_for_title else ""
    default_table = TableSetup(NAMES[:player_count], (), title)
    if not seed:
        return default_table
    for _ in range(MAX_OPTION_TRIES):
        table = default_table._replace(chosen=tuple((option.name, _value(option, rng)) for option in game.options))
        try:
            game.start(table)
        except Refused:
            continue
        return table
    return default_table


def _value(option: Option, rng: Random) -> str:
    """A random value of an option. Of numbers, only small ones are chosen, so that games stay short."""
    values = list(option.values)
    if option.numbers is not None:
        values += [option.default, str(option.numbers[0]), str(option.numbers[min(2, len(option.numbers) - 1)])]
    return rng.choice([value for value in values if option.accepts(value)])
