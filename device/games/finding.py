"""Finds third-party games: those of packages beside the program, and single files of a folder.

For a package, its entry points in the group `tablekeeper.games` and the header of the module that they name are read;
nothing is imported. `importlib.metadata` would find the same, but takes longer to load than all of this takes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from device.system import files
from device.system.error_reasons import error_reason
from display.words import Text, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

    from device.games.headers import GameHeader

ENTRY_POINT_GROUP = "tablekeeper.games"
"""The group of entry points, with lines such as `skull-king = "skull_king:GAME"`."""

MAX_ENTRY_POINTS_SIZE = 100_000
"""Maximum number of bytes that are read of a package's entry points; the largest known have a tenth of that."""

MAX_ID_LENGTH = 31
MAX_FILES = 200
"""Maximum number of files of a folder that are examined."""

_DIST_INFO = ".dist-info"
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_ID_CHARACTERS = _LETTERS | frozenset("0123456789-")


class FoundGame(NamedTuple):
    """A game that can be chosen. `source` is the file with its header.

    `module` is what is imported for it; "" for a single file. `attribute` is the name of its `Game` there, and
    `package` is what people are told: the package with its version, or the path of the file.
    """

    id: str
    header: GameHeader
    source: Path
    module: str
    attribute: str
    package: str


class ExcludedGame(NamedTuple):
    """A package, file or folder whose games can't be played, and a sentence that says why.

    `id` is that of the game; "" if it is not known, or another game has it.
    """

    package: str
    sentence: Text
    id: str = ""


class EntryPoint(NamedTuple):
    """A line of a package's entry points. `root` is the directory that the package is in."""

    package_name: str
    version: str
    name: str
    value: str
    root: Path

    @property
    def package(self) -> str:
        """The package, as people are told of it."""
        return f"{self.package_name} {self.version}"


Candidate = FoundGame | ExcludedGame


def is_valid_id(name: str) -> bool:
    """Whether a name is allowed as a game's id in records, journals and the paths of pages."""
    return 1 < len(name) <= MAX_ID_LENGTH and name[0] in _LETTERS and _ID_CHARACTERS.issuperset(name)


def find_candidates(search_path: tuple[str, ...], folder: str, built_in: frozenset[str]) -> Iterator[Candidate]:
    """Yield the games of the packages on a search path, then those of a folder ("" for none). Each id comes once."""
    package_by_id: dict[str, str] = {}
    for candidate in (*_installed_games(search_path), *(_games_in_folder(folder) if folder else ())):
        if isinstance(candidate, ExcludedGame):
            yield candidate
        elif candidate.id in built_in:
            yield exclude_game(candidate.package, text("this box has another game “{game}”", game=candidate.id))
        elif candidate.id in package_by_id:
            reason = text("{other} has a game “{game}”, too", other=package_by_id[candidate.id], game=candidate.id)
            yield exclude_game(candidate.package, reason)
        else:
            package_by_id[candidate.id] = candidate.package
            yield candidate


def exclude_game(package: str, reason: Text | str, game_id: str = "") -> ExcludedGame:
    """Make the `ExcludedGame` of a package. `reason` is the end of its sentence."""
    return ExcludedGame(
        package, text("The game of {package} is left out: {why}.", package=package, why=reason), game_id
    )


def _installed_games(search_path: tuple[str, ...]) -> Iterator[Candidate]:
    entries = [entry for root in dict.fromkeys(search_path) for entry in _entry_points(root or os.getcwd())]
    first_root_by_package: dict[str, Path] = {}
    for entry in entries:
        # If a package is installed twice, Python imports the one that comes first on its path.
        if first_root_by_package.setdefault(entry.package_name, entry.root) == entry.root:
            yield _game_of_package(entry)


def _entry_points(root: str) -> Iterator[EntryPoint]:
    try:
        names = sorted(name for name in os.listdir(root) if name.endswith(_DIST_INFO))
    except OSError:
        return
    for name in names:
        data = _read_entry_points(os.path.join(root, name, "entry_points.txt"))
        if f"[{ENTRY_POINT_GROUP}]".encode() in data:
            package_name, _, version = name.removesuffix(_DIST_INFO).partition("-")
            for line in _parse_entry_points(data.decode("utf-8", "replace")):
                yield EntryPoint(package_name.replace("_", "-"), version, *line, Path(root))


def _read_entry_points(path: str) -> bytes:
    """Read the entry points of a package; nothing if it has none, or they can't be read."""
    try:
        return files.read_file(path, MAX_ENTRY_POINTS_SIZE)
    except OSError:
        return b""


def _parse_entry_points(content: str) -> Iterator[tuple[str, str]]:
    """Parse entry points, and yield the names and values of our group."""
    is_our_group = False
    for line in map(str.strip, content.splitlines()):
        if line.startswith("["):
            is_our_group = line == f"[{ENTRY_POINT_GROUP}]"
        elif is_our_group and "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            yield name.strip(), value.partition("[")[0].strip()


def _game_of_package(entry: EntryPoint) -> Candidate:
    """Find the game of an entry point, without importing its module."""
    module, _, attribute = entry.value.partition(":")
    if not is_valid_id(entry.name):
        return exclude_game(entry.package, _invalid_id_reason(entry.name))
    if not all(part.isidentifier() for part in (*module.split("."), attribute)):
        return exclude_game(entry.package, text("its entry point is not like “{example}”", example="skull_king:GAME"))
    try:
        source = _module_file(entry.root, module) or _module_file_elsewhere(module)
    except OSError as error:
        return exclude_game(entry.package, _unread_reason(str(error.filename or entry.root), error), entry.name)
    if source is None:
        return exclude_game(entry.package, text("its module {module} is not there", module=module), entry.name)
    return _game_with_header(entry.name, source, module, attribute, entry.package)


def _game_with_header(game_id: str, source: Path, module: str, attribute: str, package: str) -> Candidate:
    from device.games import headers  # imported late: needed only if there is a third-party game

    try:
        return FoundGame(game_id, headers.read_header(source), source, module, attribute, package)
    except headers.HeaderError as error:
        return exclude_game(package, error.reason, game_id)
    except OSError as error:
        return _exclude_unread(package, source, error, game_id)


def _module_file(root: Path, module: str) -> Path | None:
    """Return the file of a module in a directory, or None. Raises OSError if that can't be determined."""
    path = root.joinpath(*module.split("."))
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if files.is_file(file)), None)


def _module_file_elsewhere(module: str) -> Path | None:
    """Return the file of a module that Python's import system finds elsewhere, such as an editable install."""
    from importlib.util import find_spec  # imported late: needed only for modules installed elsewhere

    top_package, _, submodule = module.partition(".")
    try:
        spec: ModuleSpec | None = find_spec(top_package)
    except (ImportError, AttributeError, ValueError):
        return None
    if spec is None:
        return None
    if not submodule:
        return Path(spec.origin) if spec.origin is not None else None
    folders = map(Path, spec.submodule_search_locations or ())
    return next((file for folder in folders if (file := _module_file(folder, submodule)) is not None), None)


def _games_in_folder(folder: str) -> Iterator[Candidate]:
    """Yield the games of the single files in a folder, in the order of the file names."""
    folder_path = Path(folder)
    file_names: list[str] = []
    try:
        reason = _reason_for_distrust(folder_path)
        file_names = sorted(
            name for name in os.listdir(folder_path) if name.endswith(".py") and not name.startswith((".", "_"))
        )
    except OSError as error:
        reason = _unread_reason(folder, error)
    if reason is not None:
        yield ExcludedGame(folder, text("Games of a folder are left out: {why}.", why=reason))
        return
    yield from (_game_of_file(folder_path / name) for name in file_names[:MAX_FILES])


def _game_of_file(path: Path) -> Candidate:
    name = path.stem.replace("_", "-")
    if not is_valid_id(name):
        return exclude_game(str(path), _invalid_id_reason(name))
    try:
        distrust_reason = _reason_for_distrust(path)
    except OSError as error:
        return _exclude_unread(str(path), path, error, name)
    return (
        _game_with_header(name, path, "", "GAME", str(path))
        if distrust_reason is None
        else exclude_game(str(path), distrust_reason, name)
    )


def _exclude_unread(package: str, source: Path, error: OSError, game_id: str) -> ExcludedGame:
    """Exclude a game whose file can't be read. The sentence names the file once, even if it is the package itself."""
    reason = (
        text("it can't be read: {reason}", reason=error_reason(error))
        if package == str(source)
        else _unread_reason(str(source), error)
    )
    return exclude_game(package, reason, game_id)


def _invalid_id_reason(game_id: str) -> Text:
    return text("“{game}” is no word for a game", game=game_id[: 2 * MAX_ID_LENGTH])


def _unread_reason(file: str, error: OSError) -> Text:
    return text("{file} can't be read: {reason}", file=file, reason=error_reason(error))


def _reason_for_distrust(path: Path) -> Text | None:
    """Return why the code in a file or folder must not be run: another user may write there. None if nobody else may.

    Raises OSError.
    """
    status = os.stat(path)
    if status.st_uid not in (0, os.geteuid()):
        return text("{file} belongs to another user; type: sudo chown root {file}", file=str(path))
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return text("others may write to {file}; type: chmod go-w {file}", file=str(path))
    return None
