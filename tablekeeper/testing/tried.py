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
from device.gallery.random_games import NoLegalAnswer, random_record
from device.gallery.samples import SampleMoment, sample_moments
from device.session import record as records
from device.session.names import HEADER_WORDS
from device.session.record import Record, RecordRefused
from display.words import ENGLISH
from values.named_tuple import NamedTuple

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
PLAYED = "Something else"
"""The title for a game in which the table names what is played, such as a score pad."""

MAX_TRIED = 30
"""How many random choices of options are tried until one is legal. After that, the usual options are used."""


class RandomGame(NamedTuple):
    """A game that was played at random: its table, its record as bytes, and the record as read back."""

    table: TableSetup
    written: bytes
    record: Record

    @property
    def lines(self) -> list[str]:
        """The lines of its record."""
        return self.written.decode().splitlines()


@cache
def play_random(game: Game[Any], players: int, seed: int) -> RandomGame:
    """Play a game at random, the same each time. With seed 0, all options have their defaults.

    Fails the test if the game gets stuck.
    """
    chance = Random(f"{game.id} {players} {seed}")
    table = _table(game, players, seed, chance)
    try:
        written = random_record(game, table, chance)
    except NoLegalAnswer as stuck:
        _fail_stuck(game, stuck, f"{players} players and {_options(table)}")
    try:
        return RandomGame(table, written, records.read(written))
    except RecordRefused as refused:
        line = written.decode().splitlines()[refused.line - 1]
        pytest.fail(
            f"The line “{line}” was played, and is refused when its record is read: "
            f"{ENGLISH.say(refused.refusal.sentence)} A game goes by its declarations alone: nothing else may decide.",
            pytrace=False,
        )


@cache
def pages(game: Game[Any]) -> tuple[SampleMoment, ...]:
    """Sample pages of every kind, from a game with the most players. Fails the test if the game gets stuck."""
    try:
        return sample_moments(game.id)
    except NoLegalAnswer as stuck:
        _fail_stuck(game, stuck, f"{game.players[-1]} players and the usual options")


def _fail_stuck(game: Game[Any], stuck: NoLegalAnswer, table: str) -> NoReturn:
    """Fail the test, with the question to which no answer was legal."""
    prompt = game.prompt(stuck.state)
    asked = "" if prompt is None else ENGLISH.say(prompt.question)
    pytest.fail(
        f"With {table}, no answer to “{asked}” was legal ({ENGLISH.say(game.heading(stuck.state))}). "
        "Look at what limits it: least, most, total and check must leave an answer, whatever was said before.",
        pytrace=False,
    )


def every_table(game: Game[Any], seeds: range) -> Iterator[RandomGame]:
    """Play a game once for each number of players and each seed."""
    for players in game.players:
        for seed in seeds:
            yield play_random(game, players, seed)


def states(game: Game[Any], played: RandomGame) -> Iterator[tuple[Any, Declaration]]:
    """Replay a game: each state with the declaration made in it. If the game was stopped, the last pair is the stop."""
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


def _table(game: Game[Any], players: int, seed: int, chance: Random) -> TableSetup:
    title = PLAYED if game.titled else ""
    usual = TableSetup(NAMES[:players], (), title)
    if not seed:
        return usual
    for _ in range(MAX_TRIED):
        table = usual._replace(chosen=tuple((option.name, _value(option, chance)) for option in game.options))
        try:
            game.start(table)
        except Refused:
            continue
        return table
    return usual


def _value(option: Option, chance: Random) -> str:
    """A random value of an option. Of numbers, only small ones are chosen, so that games stay short."""
    values = list(option.values)
    if option.numeric is not None:
        values += [option.default, str(option.numeric[0]), str(option.numeric[min(2, len(option.numeric) - 1)])]
    return chance.choice([value for value in values if option.accepts(value)])


def _options(table: TableSetup) -> str:
    return ", ".join(f"{name} {value}" for name, value in table.chosen) or "the usual options"
