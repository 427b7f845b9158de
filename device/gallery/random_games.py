"""Plays whole games at random, with legal answers found by trial. The gallery uses them for games without samples."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from device.contract.declarations import Declaration, GameEnd
from device.contract.game import Game
from device.contract.keycodes import Choice, Level
from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.gallery.possible_answers import possible_answers
from device.session import record as records

MAX_RANDOM_ANSWERS = 60
"""Number of random answers to a question that are tried before all possible ones are listed."""

MAX_ANSWERS, MAX_DEPTH = 3_000, 4
"""Maximum number of possible answers that are listed, and the depth of the search."""

MAX_RETRIES = 50
"""Maximum number of times that a round is played again because a question has no legal answer."""

MAX_ROUNDS = 40
"""Number of rounds after which the table stops a game that has not ended."""

MIN_ROUNDS_BEFORE_END = 3
"""Number of rounds after which a game is ended that only the table can end."""


class NoLegalAnswer(Exception):
    """No legal answer to a question was found; `state` is the state in which it is asked."""

    def __init__(self, state: Any) -> None:
        super().__init__("no legal answer")
        self.state = state


def random_game(game: Game[Any], table: TableSetup, random: Random) -> list[Declaration]:
    """The declarations of a whole game, including forced ones. Raises NoLegalAnswer."""
    state, declarations, retries = game.start(table), list[Declaration](), 0
    while game.prompt(state) is not None:
        try:
            state, round_declarations = _play_round(game, state, random)
        except NoLegalAnswer:
            retries += 1
            if retries > MAX_RETRIES:
                raise
            continue
        declarations, retries = [*declarations, *round_declarations], 0
        if game.scored_round_count(state) >= MAX_ROUNDS and game.prompt(state) is not None:
            declarations.append(GameEnd())
            break
    return declarations


def random_record(game: Game[Any], table: TableSetup, random: Random) -> bytes:
    """The record of a random game. Raises NoLegalAnswer."""
    declarations = random_game(game, table, random)
    record = records.Record(game, table, game.start(table))
    title_lines = [records.header_title(table.title)] if table.title else []
    options = (records.header_option(name, value) for name, value in table.chosen)
    lines = [records.header_game(game.id), records.header_players(table.players), *title_lines, *options]
    lines += [records.write_declaration(record, declaration) for declaration in declarations]
    return "".join(f"{line}\n" for line in lines).encode()


def _play_round(game: Game[Any], state: Any, random: Random) -> tuple[Any, list[Declaration]]:
    """Play a round from a state. Returns the state after it, and its declarations. Raises NoLegalAnswer."""
    rounds_before, declarations = game.scored_round_count(state), list[Declaration]()
    if game.needs_end_line is not None and game.needs_end_line(state) and rounds_before >= MIN_ROUNDS_BEFORE_END:
        return game.apply(state, GameEnd()), [GameEnd()]
    while game.scored_round_count(state) == rounds_before and game.prompt(state) is not None:
        state, declaration = _random_step(game, state, random)
        declarations.append(declaration)
    return state, declarations


def _random_step(game: Game[Any], state: Any, random: Random) -> tuple[Any, Declaration]:
    """Find a legal answer to the question of a state. Returns the next state and the answer. Raises NoLegalAnswer."""
    for declaration in _answers_to_try(game, state, random):
        try:
            return game.apply(state, declaration), declaration
        except Refused:
            continue
    raise NoLegalAnswer(state)


def _answers_to_try(game: Game[Any], state: Any, random: Random) -> Iterator[Declaration]:
    """Answers to try: the forced one, the only one offered, random ones, and at last all possible ones, shuffled."""
    forced = game.forced(state)
    if forced is not None:
        yield forced
    prompt = game.prompt(state)
    assert prompt is not None
    if prompt.level.offer is not None and prompt.level.offer.is_only_answer:
        yield prompt.level.offer.means
    for _ in range(MAX_RANDOM_ANSWERS):
        declaration = random_declaration(prompt.level, random)
        if declaration is not None:
            yield declaration
    all_answers = list(islice(possible_answers(prompt.level, MAX_DEPTH), MAX_ANSWERS))
    random.shuffle(all_answers)
    yield from all_answers


def random_declaration(level: Level[Declaration], random: Random, max_levels: int = 6) -> Declaration | None:
    """The declaration of randomly pressed keys; None if they lead to none, or through more than `max_levels`."""
    choices = [choice for choice in level.choices if choice.barred is None]
    if not choices or not max_levels:
        return None
    choice: Choice[Declaration] = random.choice(choices)
    next_level = choice.level()
    return choice.meaning if next_level is None else random_declaration(next_level, random, max_levels - 1)
