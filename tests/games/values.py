"""Checks that everything a game returns is well formed: values of their types, and complete sentences."""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise
from random import Random
from types import UnionType
from typing import Any

from device.contract.declarations import Declaration, First
from device.contract.game import Game
from device.contract.keycodes import Choice, Layout, Level
from device.contract.prompt import Prompt
from device.contract.refusal import Refusal, Refused
from device.contract.setup import Seat, TableSetup
from display import vocabulary, words
from display.vocabulary import Face
from display.words import ENGLISH, Several, Text
from tests.thorough import THOROUGH

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
TRIES = 4
"""The number of typed answers, as a multiple of those wanted, because some occur twice."""

DEPTH = 3 if THOROUGH else 2
"""The number of levels of an entry of any length that are opened completely."""

DEPTH_TYPED = 3
"""The number of levels of such an entry that are typed at random."""


def wrong(value: object, depth: int = DEPTH) -> Iterator[str]:
    """Yield what is wrong with a value and everything that it contains."""
    if isinstance(value, Text):
        yield from _unsaid(value)
    elif isinstance(value, Choice):
        yield from _wrong_choice(value, depth)
    elif names := field_names(value):
        yield from _crowded(value)
        yield from _mistyped(value, names)
        for name in names:
            yield from wrong(getattr(value, name), depth)
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from wrong(item, depth)


def _wrong_choice(choice: Choice[Any], depth: int) -> Iterator[str]:
    yield from _mistyped(choice, ("slot", "label"))
    yield from wrong(choice.label, depth)
    if depth:
        deeper = choice.level()
        yield from wrong(choice.means if deeper is None else deeper, depth - 1)


def field_names(value: Any) -> tuple[str, ...]:
    """The fields of a dataclass or named tuple; empty for other values."""
    kind: Any = type(value)
    return _fields(kind)


@cache
def _fields(kind: type) -> tuple[str, ...]:
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind))
    return tuple(getattr(kind, "_fields", ()))


def _crowded(value: object) -> Iterator[str]:
    """Yield codes of a level, or of a prompt's cells in the menu, of which one is the beginning of another."""
    if isinstance(value, Level):
        layout, choices = value.layout, value.choices
    elif isinstance(value, Prompt):
        layout, choices = Layout.PAD, value.menu_choices
    else:
        return
    codes = sorted(layout.code(choice.slot) for choice in choices)
    if any(two.startswith(one) for one, two in pairwise(codes)):
        yield f"codes {codes}"


def _unsaid(value: Text) -> Iterator[str]:
    said = ENGLISH.say(value)
    if not said or "{" in said or "None" in said:
        yield f"cannot be said: {value}"


def _mistyped(value: Any, names: Sequence[str]) -> Iterator[str]:
    kind: Any = type(value)
    hints = _hints(kind)
    for name in names:
        if not _fits(getattr(value, name), hints[name]):
            yield f"{type(value).__name__}.{name} is {getattr(value, name)!r}"


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind, {**vars(words), **vars(vocabulary), **vars(sys.modules[kind.__module__])})


@cache
def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return typing.get_origin(hint), typing.get_args(hint)


def _fits(value: object, hint: Any) -> bool:
    origin, inner = _parts(hint)
    if origin in (typing.Union, UnionType):
        return any(_fits(value, one) for one in inner)
    if origin in (tuple, frozenset, set, list):
        return isinstance(value, origin) and _items_fit(value, inner)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(hint, type) and not getattr(hint, "_is_protocol", False):
        return isinstance(value, hint)
    return value is not None  # a protocol, or any value of a kind


def _items_fit(items: Collection[object], inner: tuple[Any, ...]) -> bool:
    """Whether the items of a collection fit its hint: all the same hint, or one hint for each item."""
    if isinstance(items, tuple) and inner[1:] != (...,):
        return len(items) == len(inner) and all(map(_fits, items, inner))
    return all(_fits(item, inner[0]) for item in items)


def faces(value: object) -> list[Face]:
    """The cards named in a sentence."""
    if isinstance(value, Face):
        return [value]
    if isinstance(value, Text):
        return [face for _, argument in value.arguments for face in faces(argument)]
    if isinstance(value, Several):
        return [face for item in value.items for face in faces(item)]
    return []


def faulty(fault: Refusal, declaration: Declaration) -> list[str]:
    """What is wrong with a refusal: it must be about the player who declared, and have the cards that it names."""
    found = list(wrong(fault))
    if fault.seat != declaration.seat:
        found.append(f"not about {declaration}: {fault}")
    if faces(fault.sentence) and not fault.cards:
        found.append(f"without the cards that it names: {fault}")
    return found


def answers(level: Level[Declaration], chance: Random, most: int) -> list[Declaration]:
    """At most `most` random meanings of the keys; entries of any length are not typed to their end.

    Opening all of them would take far longer than the test.
    """
    found: list[Declaration] = []
    for _ in range(TRIES * most):
        if len(found) == most:
            break
        one = _typed(level, chance, DEPTH_TYPED)
        if one is not None and one not in found:
            found.append(one)
    return found


def _typed(level: Level[Declaration], chance: Random, depth: int) -> Declaration | None:
    """The declaration to which random keys lead, if it is not too deep."""
    choice = chance.choice(level.choices)
    deeper = choice.level()
    if deeper is None:
        return choice.meaning
    return _typed(deeper, chance, depth - 1) if depth else None


Play = Callable[[Random, int, tuple[tuple[str, str], ...]], list[Declaration]]


def violations(
    game: Game[Any], play: Play, players: int, chosen: tuple[tuple[str, str], ...], seed: int, every: int = 12
) -> set[str]:
    """What is wrong with a dealt game's states, pages, questions and refusals, checked after every few declarations."""
    chance = Random(seed)
    state = game.start(TableSetup(NAMES[:players], chosen))
    found: set[str] = set()
    declared = play(chance, players, chosen)
    for number, declaration in enumerate(declared):
        if number % every == 0 or number < 4:
            found.update(_seen(game, state))
            found.update(_refused(game, state, players, chance, declared))
        state = game.apply(state, declaration)
    found.update(_seen(game, state))
    return found


def _seen(game: Game[Any], state: Any) -> Iterator[str]:
    scores = game.scores(state)
    yield from wrong((state, game.heading(state), game.board(state), scores, game.prompt(state), game.forced(state)))
    for number in range(len(scores.rounds)):
        yield from wrong(game.points_by_cause(state, number))


def _refused(
    game: Game[Any], state: Any, players: int, chance: Random, declared: Sequence[Declaration]
) -> Iterator[str]:
    prompt = game.prompt(state)
    assert prompt is not None
    tried = [First(0), *chance.sample(declared, min(12, len(declared))), *answers(prompt.level, chance, 25)]
    for one in tried:
        for declaration in (one, _by(one, chance.randrange(players))):
            try:
                game.apply(state, declaration)
            except Refused as refused:
                yield from faulty(refused.refusal, declaration)


def _by(declaration: Any, seat: Seat) -> Declaration:
    """The same declaration of another player; one without a player is unchanged."""
    if "seat" not in field_names(declaration):
        same: Declaration = declaration
        return same
    own = {name: getattr(declaration, name) for name in field_names(declaration)}
    other: Declaration = type(declaration)(**own | {"seat": seat})
    return other
