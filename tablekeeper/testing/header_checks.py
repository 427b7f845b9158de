"""Checks that a table would accept a third-party game: the header of its module, its entry point, and the guard."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import pytest

from device.contract.game import Game
from device.contract.setup import Option
from device.games.finding import ENTRY_POINT_GROUP, FoundGame
from device.games.guard import UnsoundGame, guard_game
from device.games.headers import GameHeader, HeaderError, read_header
from display.glyphs import glyphs_for
from display.vocabulary import Mark
from display.words import ENGLISH

LARGE_TYPE_PIXELS = 24
"""A type size in pixels at which outline fonts are used, which have more characters than the bitmap fonts."""

MISSING_CHARACTER = "\ufffe"
"""A character that no font has."""


def guarded_game(module: ModuleType, game: Game[Any]) -> Game[Any]:
    """Return the guarded game, as a table uses it. Fails the test if a table would reject the game."""
    source = Path(str(module.__file__))
    try:
        header = read_header(source)
    except HeaderError as error:
        _fail(f"A box leaves {source.name} out: {ENGLISH.say(error.reason)}.")
    for sentence in _header_faults(header, game):
        _fail(sentence)
    for name in _unofferable_options(module, game):
        _fail(f"The table can't choose {name}, and is asked for it in vain: put it into options=(…).")
    for entry in _entry_points(source.parent / "pyproject.toml", module.__name__):
        if entry != game.id:
            _fail(
                f'pyproject.toml calls the game of {module.__name__} “{entry}”, and its description id="{game.id}": '
                "write the same in both, and install it again."
            )
    try:
        return guard_game(game, FoundGame(game.id, header, source, module.__name__, "GAME", module.__name__))
    except UnsoundGame as error:
        _fail(f"A box leaves the game out: {ENGLISH.say(error.reason)}.")


def _header_faults(header: GameHeader, game: Game[Any]) -> Iterator[str]:
    """Yield faults of a module's header: differences from its game, and signs that can't be displayed."""
    if header.title != str(game.title.message):
        yield f"TITLE is “{header.title}”, but the game is called “{game.title.message}”: hand TITLE to the game."
    if header.players is not None and header.players != game.players:
        yield f"PLAYERS are {header.players}, but {game.players} can play the game."
    for sign in _missing_characters(header.emblem):
        yield f"No font of the box has {sign!r}, which would be an empty frame: give EMBLEM another sign."


def _missing_characters(emblem: Iterable[Mark]) -> Iterator[str]:
    """Yield the characters of an emblem that no font has."""
    return (sign for mark in emblem for sign in ENGLISH.say(mark.label) if _is_missing_glyph(sign))


def _is_missing_glyph(letter: str) -> bool:
    """Whether a character is drawn like one that no font has."""
    bitmaps = glyphs_for(LARGE_TYPE_PIXELS, bold=True).bitmaps
    drawn, missing = bitmaps[letter].mask, bitmaps[MISSING_CHARACTER].mask
    return drawn is not None and missing is not None and drawn.tobytes() == missing.tobytes()


def _unofferable_options(module: ModuleType, game: Game[Any]) -> Iterator[str]:
    """Yield the names of the module's options that the game does not have."""
    offered = {option.name for option in game.options}
    return (name for name, value in vars(module).items() if isinstance(value, Option) and value.name not in offered)


def _entry_points(path: Path, module: str) -> Iterator[str]:
    """Yield the names of the entry points that a package declares for a module, if there is a package."""
    try:
        project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
        entries = dict(project["entry-points"][ENTRY_POINT_GROUP])
    except (OSError, ValueError, KeyError, TypeError):
        return  # a single file, or a package that pip itself would refuse
    yield from (word for word, value in entries.items() if str(value).partition(":")[0] == module)


def _fail(sentence: str) -> NoReturn:
    pytest.fail(sentence, pytrace=False)
