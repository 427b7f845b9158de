"""`tablekeeper newgame NAME`: writes a package for a new game, which can be played and passes its tests as it is."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
import unicodedata
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from device import games
from device.cli.common_arguments import UsageError
from device.system.exitcodes import SUCCESS
from device.system.printing import put
from display.words import ENGLISH
from values.named_tuple import NamedTuple

_ID = re.compile(r"[a-z][a-z0-9-]{1,30}")
_SUFFIX = ".template"


class NewGame(NamedTuple):
    """The names of a new game: its id in records, and its title. Those for Python are derived from them."""

    id: str
    title: str

    @property
    def module(self) -> str:
        """The module's name."""
        return self.id.replace("-", "_")

    @property
    def class_prefix(self) -> str:
        """The beginning of its classes' names."""
        return "".join(part.capitalize() for part in self.id.split("-"))


def write_new_game(arguments: argparse.Namespace) -> int:
    """Write the package and return the exit status. Raises UsageError."""
    game = parse_name(arguments.name)
    content_by_name = package_files(game)
    folder: Path = arguments.directory if arguments.directory is not None else Path(game.id)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageError(f"{folder} has something in it: name another folder, or empty it.")
        for file_name, content in content_by_name.items():
            (folder / file_name).write_text(content, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{error.filename or folder} can't be written: {error.strerror}.") from None
    put(f"{folder} has a game that plays. Next:")
    put(f"  cd {folder}")
    put('  pip install "setuptools>=77" pytest')
    put("  pip install --no-build-isolation --no-deps --editable .")
    put("  pytest")
    put(f"Then make {game.module}.py your own.")
    return SUCCESS


def parse_name(name: str) -> NewGame:
    """Derive the game's id and title from `name`, and check them. Raises UsageError."""
    name = name.strip()
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    game_id = re.sub(r"[^a-z0-9]+", "-", ascii_name).strip("-")
    if _ID.fullmatch(game_id) is None:
        raise UsageError(
            f"“{name}” makes no word for a record: begin with a letter, and take 2 to 31 letters and digits. "
            "What people call it may be longer: write that as TITLE afterwards."
        )
    titles = {ENGLISH.say(games.title(known_id)).casefold() for known_id in games.ids()}
    if game_id in games.ids() or name.casefold() in titles:
        raise UsageError(f"There is a game “{name}” already: choose another name.")
    if _is_taken_by_python(game_id.replace("-", "_")):
        raise UsageError(f"“{game_id}” means something to Python already: choose another name, as {game_id[:26]}-game.")
    title = name if name != game_id else game_id.replace("-", " ").capitalize()
    if '"' in title or "\\" in title or not title.isprintable():
        raise UsageError(f"“{name}” has a character that no title has: leave out quotes and backslashes.")
    return NewGame(game_id, title)


def _is_taken_by_python(module: str) -> bool:
    """Whether a module of this name can't be imported, or would hide another one."""
    if keyword.iskeyword(module) or module in sys.stdlib_module_names:
        return True
    module_spec = find_spec(module)
    # A folder of that name in the current directory is no module.
    return module_spec is not None and module_spec.origin is not None


def package_files(game: NewGame) -> dict[str, str]:
    """The files of the package: their contents by their names. Raises UsageError if a template can't be read."""
    value_by_word = {
        "id": game.id,
        "title": game.title,
        "module": game.module,
        "name": game.class_prefix,
        "letter": game.title[0],
    }
    content_by_name = {}
    for template in files("tablekeeper").joinpath("template").iterdir():
        if template.name.endswith(_SUFFIX):
            content = _read_template(template)
            for word, value in value_by_word.items():
                content = content.replace("{{" + word + "}}", value)
            file_name = template.name.removesuffix(_SUFFIX)
            content_by_name[file_name.replace("game.py", f"{game.module}.py")] = content
    return content_by_name


def _read_template(template: Traversable) -> str:
    try:
        return template.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{template} can't be read: {error.strerror}. Install Tablekeeper anew.") from None
