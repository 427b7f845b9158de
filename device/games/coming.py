"""In which order games came to a box, so that each keeps its keys: the file `games` beside the journal.

The file is there from the day on which the first game by other hands is. It also says which packages they were in, so
that people are told what is missing, and which game was left for want of its package, to be gone on with later: a line
with its number, then one for each game, of its id, its package and its title, with tabs between them.
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

FILE = "games"
LARGEST = 200_000
"""Bytes of the file; a thousand games take a half of that."""

MOST_KNOWN = 1000
LONGEST = 200
"""Characters of a title or package in it."""

_MOST_DIGITS = 18


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


def order(directory: Path) -> tuple[str, ...]:
    """The words of all games, each in the place that it has on a box, for who only looks: nothing is written."""
    try:
        known = parse(files.read(directory / FILE, LARGEST + 1)).ids
    except (OSError, ValueError):
        known = ()
    return (*known, *(game_id for game_id in games.ids() if game_id not in known))


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
    lines = (str(came.left), *(f"{game.id}\t{game.package}\t{game.title}" for game in came.known))
    try:
        atomicfile.write(directory / FILE, "".join(f"{line}\n" for line in lines).encode())
    except OSError as error:
        return came._replace(trouble=unwritten(directory / FILE, error))
    return came


def parse(data: bytes) -> CameGames:
    """What a file's content says. Raises ValueError if it makes no sense."""
    if len(data) > LARGEST:
        raise ValueError("too large")
    left, *lines = data.decode("utf-8").removesuffix("\n").split("\n")
    if not (left.isascii() and left.isdecimal() and len(left) < _MOST_DIGITS):
        raise ValueError(left)
    known = tuple(map(_read, lines))
    if len({game.id for game in known}) < len(known):
        raise ValueError(lines)
    return CameGames(known[:MOST_KNOWN], int(left))


def _read(line: str) -> ListedGame:
    game_id, package, title = line.split("\t")
    fits = all(len(word) <= LONGEST and word.isprintable() for word in (package, title))
    if not (fits and title and is_id(game_id)):
        raise ValueError(line)
    return ListedGame(game_id, title, package)


def _known(game_id: str) -> ListedGame:
    return ListedGame(game_id, ENGLISH.say(games.title(game_id)), games.package(game_id))
