"""The file `games` beside the journal: all games in the order in which they came to a box, so that each keeps its keys.

The file exists from the day on which the first third-party game is found. It also stores the package of each game, so
that people learn which one is missing, and which game in play was left because its package was missing, so that it can
be continued later. It has a line with that game's number, then a line for each game: id, package and title, separated
by tabs.
"""

from __future__ import annotations

from pathlib import Path

from device import games
from device.games.finding import is_valid_id
from device.games.third_party import ListedGame
from device.system import atomicfile, files
from device.system.error_reasons import unread_sentence, unwritten_sentence
from device.system.printing import complain
from display.words import ENGLISH, Text, join_sentences, text
from values.named_tuple import NamedTuple

FILE_NAME = "games"
MAX_FILE_SIZE = 200_000
"""The largest size of the file in bytes; a thousand games take half of that."""

MAX_GAMES = 1000
MAX_TITLE_LENGTH = 200
"""Maximum number of characters of a title or package in the file."""

_MAX_DIGITS = 18
_OTHER_KEYS = text("Games may have other keys.")


class GameOrder(NamedTuple):
    """The games in the order in which they were first seen. `left_game_number` is that of the game in play left
    because its package was missing; 0 if there is none. `trouble` is why the file could not be read or written. If it
    `is_unread`, it is there and could not be read: what is in it must not be written over."""

    games: tuple[ListedGame, ...]
    left_game_number: int = 0
    trouble: Text | None = None
    is_unread: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of these games."""
        return tuple(game.id for game in self.games)


def update_order(directory: Path) -> GameOrder:
    """Return the games that are or were here, in the order in which they came. New games are appended and saved."""
    order = load_order(directory)
    new_games = tuple(_listed_game(game_id) for game_id in games.ids() if game_id not in order.ids)
    # A box with built-in games only needs no file.
    if not new_games or not (order.games or any(game.package for game in new_games)):
        return order._replace(games=(*order.games, *new_games))
    return save_order(directory, order._replace(games=(*order.games, *new_games)[:MAX_GAMES]))


def ids_in_order(directory: Path) -> tuple[str, ...]:
    """Return the ids of all games in their order on this box. For read-only use: nothing is written.

    Of a file that can't be read or is damaged, it prints a complaint.
    """
    path, known_ids = directory / FILE_NAME, tuple[str, ...]()
    try:
        known_ids = parse_order(files.read_file(path, MAX_FILE_SIZE + 1)).ids
    except FileNotFoundError:
        pass
    except OSError as error:
        complain(ENGLISH.say(join_sentences(unread_sentence(path, error), _OTHER_KEYS)))
    except ValueError:
        complain(f"{path} is damaged. {ENGLISH.say(_OTHER_KEYS)}")
    return (*known_ids, *(game_id for game_id in games.ids() if game_id not in known_ids))


def load_order(directory: Path) -> GameOrder:
    """Read the file. Returns no games if it doesn't exist or is damaged; a damaged file is renamed first."""
    path = directory / FILE_NAME
    try:
        data = files.read_file(path, MAX_FILE_SIZE + 1)
    except FileNotFoundError:
        return GameOrder(())
    except OSError as error:
        sentence = join_sentences(unread_sentence(path, error), _OTHER_KEYS)
        return GameOrder((), trouble=sentence, is_unread=True)
    try:
        return parse_order(data)
    except ValueError:
        new_name = atomicfile.set_aside(path)
        damage_sentence = text("{file} was damaged and is now {aside}.", file=str(path), aside=new_name)
        return GameOrder((), trouble=join_sentences(damage_sentence, _OTHER_KEYS))


def save_order(directory: Path, game_order: GameOrder) -> GameOrder:
    """Write the file so that it survives a power cut, unless it `is_unread`. Returns `game_order`, with `trouble` set
    if that fails."""
    if game_order.is_unread:
        return game_order
    lines = (
        str(game_order.left_game_number),
        *(f"{game.id}\t{game.package}\t{game.title}" for game in game_order.games),
    )
    try:
        atomicfile.replace_file(directory / FILE_NAME, "".join(f"{line}\n" for line in lines).encode())
    except OSError as error:
        return game_order._replace(trouble=unwritten_sentence(directory / FILE_NAME, error))
    return game_order


def parse_order(data: bytes) -> GameOrder:
    """Parse the content of the file. Raises ValueError if it is malformed."""
    if len(data) > MAX_FILE_SIZE:
        raise ValueError("too large")
    left_game_number, *lines = data.decode("utf-8").removesuffix("\n").split("\n")
    if not (left_game_number.isascii() and left_game_number.isdecimal() and len(left_game_number) < _MAX_DIGITS):
        raise ValueError(left_game_number)
    listed_games = tuple(map(_parse_line, lines))
    if len({game.id for game in listed_games}) < len(listed_games):
        raise ValueError(lines)
    return GameOrder(listed_games[:MAX_GAMES], int(left_game_number))


def _parse_line(line: str) -> ListedGame:
    game_id, package, title = line.split("\t")
    is_valid = all(len(word) <= MAX_TITLE_LENGTH and word.isprintable() for word in (package, title))
    if not (is_valid and title and is_valid_id(game_id)):
        raise ValueError(line)
    return ListedGame(game_id, title, package)


def _listed_game(game_id: str) -> ListedGame:
    return ListedGame(game_id, ENGLISH.say(games.title(game_id)), games.package(game_id))
