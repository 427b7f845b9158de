"""How a box takes a game that comes from elsewhere: by the first lines of its module, and behind a guard."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import pytest

from device.contract.game import Game
from device.contract.setup import Option
from device.games.finding import GROUP, FoundGame
from device.games.guard import Unsound, guarded
from device.games.headers import GameHeader, NoHeader, read
from display.glyphs import glyphs_for
from display.vocabulary import Mark
from display.words import ENGLISH

LARGE = 24
"""A size of type, in pixels, that outlines draw, which have more signs than bitmaps."""

NO_LETTER = "\ufffe"
"""What no font has."""


def taken(module: ModuleType, game: Game[Any]) -> Game[Any]:
    """The game as a box has it. Fails where no box would."""
    source = Path(str(module.__file__))
    try:
        header = read(source)
    except NoHeader as lacking:
        _fail(f"A box leaves {source.name} out: {ENGLISH.say(lacking.why)}.")
    for sentence in _wrong(header, game):
        _fail(sentence)
    for name in _beyond_choice(module, game):
        _fail(f"The table can't choose {name}, and is asked for it in vain: put it into options=(…).")
    for entry in _entries(source.parent / "pyproject.toml", module.__name__):
        if entry != game.id:
            _fail(
                f'pyproject.toml calls the game of {module.__name__} “{entry}”, and its description id="{game.id}": '
                "write the same in both, and install it again."
            )
    try:
        return guarded(game, FoundGame(game.id, header, source, module.__name__, "GAME", module.__name__))
    except Unsound as unsound:
        _fail(f"A box leaves the game out: {ENGLISH.say(unsound.why)}.")


def _wrong(header: GameHeader, game: Game[Any]) -> Iterator[str]:
    """What the first lines of a module say that its game does not, or nobody can see."""
    if header.title != str(game.title.message):
        yield f"TITLE is “{header.title}”, but the game is called “{game.title.message}”: hand TITLE to the game."
    if header.players is not None and header.players != game.players:
        yield f"PLAYERS are {header.players}, but {game.players} can play the game."
    for sign in _lacking(header.emblem):
        yield f"No font of the box has {sign!r}, which would be an empty frame: give EMBLEM another sign."


def _lacking(emblem: Iterable[Mark]) -> Iterator[str]:
    """The signs of an emblem that no font has."""
    return (sign for mark in emblem for sign in ENGLISH.say(mark.label) if _is_no_sign(sign))


def _is_no_sign(letter: str) -> bool:
    """Whether a letter is drawn as those are that no font has."""
    bitmaps = glyphs_for(LARGE, bold=True).bitmaps
    drawn, lacking = bitmaps[letter].mask, bitmaps[NO_LETTER].mask
    return drawn is not None and lacking is not None and drawn.tobytes() == lacking.tobytes()


def _beyond_choice(module: ModuleType, game: Game[Any]) -> Iterator[str]:
    """Options of the module that the game does not have, by their names."""
    known = {option.name for option in game.options}
    return (name for name, value in vars(module).items() if isinstance(value, Option) and value.name not in known)


def _entries(path: Path, module: str) -> Iterator[str]:
    """The words by which the package of a module is found, as far as there is a package."""
    try:
        project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
        entries = dict(project["entry-points"][GROUP])
    except (OSError, ValueError, KeyError, TypeError):
        return  # one file alone, or what pip refuses itself
    yield from (word for word, value in entries.items() if str(value).partition(":")[0] == module)


def _fail(sentence: str) -> NoReturn:
    pytest.fail(sentence, pytrace=False)
