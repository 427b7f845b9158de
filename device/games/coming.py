"""In which order games came to a box, so that each keeps its keys: `games.json` beside the journal.

The file is there from the day on which the first game by other hands is. It also says which packages they were in, so
that people are told what is missing, and which game was left for want of its package, to be gone on with later.
"""

from __future__ import annotations

from pathlib import Path

from device import games
from device.games.finding import is_id
from device.games.others import ListedGame
from device.system import atomicfile, files
from device.system.reasons import reason, unwritten
from display.words import ENGLISH, Text, text
from values.named_tuple import NamedTuple

FILE = "games.json"
LARGEST = 200_000
"""Bytes of the file; a thousand games take a half of that."""

MOST_KNOWN = 1000
LONGEST = 200
"""Characters of a title or package in it."""


class CameGames(NamedTuple):
    """Games in the order in which they came. `left` is the number of the game that was left for want of its package; 0
    for none. `trouble` is why the file could not be read or written."""

    known: tuple[ListedGame, ...]
    left: int = 0
    trouble: Text | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """Their words."""
        return tuple(game.id for game in self.known)


def came(directory: Path) -> CameGames:
    """The games that are here, or were, each where it came; those that are new tonight come last, and are kept."""
    found = kept(directory)
    new = tuple(_known(game_id) for game_id in games.ids() if game_id not in found.ids)
    # A box with the house's games only has no need of a file.
    if not new or not (found.known or any(game.package for game in new)):
        return found._replace(known=(*found.known, *new))
    return keep(directory, found._replace(known=(*found.known, *new)[:MOST_KNOWN]))


def kept(directory: Path) -> CameGames:
    """What the file says; nothing where there is none, or it makes no sense: then it is set aside."""
    path = directory / FILE
    try:
        data = files.read(path, LARGEST + 1)
    except FileNotFoundError:
        return CameGames(())
    except OSError as error:
        trouble = text("{file} can't be read: {reason}.", file=str(path), reason=reason(error))
        return CameGames((), 0, trouble)
    try:
        return parse(data)
    except ValueError:
        aside = atomicfile.set_aside(path)
        sentence = text(
            "{file} was damaged and is now {aside}. Games may have other keys.", file=str(path), aside=aside
        )
        return CameGames((), 0, sentence)


def keep(directory: Path, came: CameGames) -> CameGames:
    """Write the file, such that it outlives a power cut; what is kept, with the trouble if it can't be."""
    import json  # most boxes have no such file

    known = [game._asdict() for game in came.known]
    data = json.dumps({"games": known, "left": came.left}, ensure_ascii=False, indent=1)
    try:
        atomicfile.write(directory / FILE, f"{data}\n".encode())
    except OSError as error:
        return came._replace(trouble=unwritten(directory / FILE, error))
    return came


def parse(data: bytes) -> CameGames:
    """What a file's content says. Raises ValueError if it makes no sense."""
    import json

    try:
        if len(data) > LARGEST:
            raise ValueError("too large")
        found = json.loads(data)
        known, left = tuple(map(_read, found["games"])), found.get("left", 0)
        if len({game.id for game in known}) < len(known) or type(left) is not int or left < 0:
            raise ValueError(left)
        return CameGames(known[:MOST_KNOWN], left)
    except (TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(error) from error


def _read(found: object) -> ListedGame:
    if not isinstance(found, dict):
        raise TypeError(found)
    game = ListedGame(found["id"], found["title"], found["package"])
    if not all(isinstance(word, str) and len(word) <= LONGEST and word.isprintable() for word in game):
        raise ValueError(game)
    if not is_id(game.id):
        raise ValueError(game.id)
    return game


def _known(game_id: str) -> ListedGame:
    return ListedGame(game_id, ENGLISH.say(games.title(game_id)), games.package(game_id))
