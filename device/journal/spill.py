"""The spill: a file in memory for games that the disk refuses. Other processes can read it, and the next one finds it.

What is only in a table's own memory is lost when its process ends, and an export in another process never sees it.
A file in a directory that the system holds in memory avoids both. It is lost only when the power goes off.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from typing import Any

from device.journal import validate
from device.session.rows import JournalRow
from device.system import atomicfile
from hal.clock.wallclock import BootMoment
from values.named_tuple import NamedTuple

SERVICE_DIRECTORY = Path("/run/tablekeeper")
"""The service's runtime directory, where an export from a login shell finds the spill, too."""

FILE_NAME = "games.json"

MAX_BYTES = 16_000_000
"""Maximum size of a spill in bytes: the rows of two of the longest games."""


class SpilledGame(NamedTuple):
    """A game in memory. `number` is its number in the journal; None if it has none yet."""

    identity: bytes
    number: int | None
    begin_moment: BootMoment
    rows: tuple[JournalRow, ...]


class SpillContent(NamedTuple):
    """Games that the journal lacks or has only in part, first to last, and games that are to be dropped from it."""

    games: tuple[SpilledGame, ...] = ()
    dropped: tuple[SpilledGame, ...] = ()


class Spill:
    """The spill of one data directory: a directory of its own in one of `places`, which are in memory.

    Only its owner can enter that directory (0700), and no link in it is followed. Other users who may write to `places`
    can therefore neither read the spill, nor redirect it, nor block it. A place in which others could exchange the
    directory is not used; see `take_unsafe_places`. No other failure is reported: nobody was promised a spill.
    """

    def __init__(self, data: Path, places: Sequence[Path]) -> None:
        self.is_used = False
        """Whether it may hold anything: what this process saved, or tried to save, or loaded from an earlier one."""
        self.directory: Path | None = None
        """The directory in memory that holds what this process saved; None if there is none."""
        self._unsafe_places: list[str] = []
        self._prefix = f"tablekeeper-{zlib.crc32(os.fsencode(data.resolve())):08x}."
        self._owners = {os.geteuid()}
        with suppress(OSError):
            self._owners.add(data.stat().st_uid)
        self._places = list(dict.fromkeys(places))
        self._reported_places: set[Path] = set()

    def save(self, spilled: SpillContent) -> Path | None:
        """Write the spill in place of the previous one. Returns the directory that holds it; None if writing failed."""
        import json  # imported late: needed only if the disk refuses something

        content = json.dumps(_to_json(spilled), ensure_ascii=False).encode()
        self.is_used, self.directory = True, None
        for place in self._places if len(content) <= MAX_BYTES else ():  # a larger one could not be loaded
            with suppress(OSError), atomicfile.opened_directory(place) as descriptor:
                if _is_safe(descriptor):
                    self.directory = self._save_in(place, descriptor, content)
                    break
                self._note_unsafe(place)
        return self.directory

    def load(self) -> SpillContent | None:
        """The spill that was saved last; None if there is none. Files of other users are ignored."""
        contents: list[tuple[int, SpillContent]] = []
        for _, directory_fd in self._directories():
            with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
                contents.append(_load(directory_fd, self._owners))
        self.is_used = bool(contents)
        return max(contents, key=itemgetter(0))[1] if contents else None

    def clear(self) -> None:
        """Delete the spill: the journal has everything. If that fails, it stays in use, so that it is tried again."""
        self.is_used, self.directory = not self._remove(except_for=None), None

    def take_unsafe_places(self) -> list[str]:
        """Places in which other users could interfere; each is returned only once."""
        places, self._unsafe_places = self._unsafe_places, []
        return places

    def _save_in(self, place: Path, place_descriptor: int, content: bytes) -> Path:
        for name, directory_fd in self._own_directories(place_descriptor, {os.geteuid()}):
            atomicfile.replace_file_in(directory_fd, FILE_NAME, content)
            return self._keep_only(place / name)
        name = self._prefix + os.urandom(4).hex()
        os.mkdir(name, 0o700, dir_fd=place_descriptor)
        with atomicfile.opened_directory(name, place_descriptor) as directory_fd:
            atomicfile.replace_file_in(directory_fd, FILE_NAME, content)
        return self._keep_only(place / name)

    def _keep_only(self, path: Path) -> Path:
        """Remove all other copies, which are older than the one in `path`, and return `path`."""
        self._remove(except_for=path)
        return path

    def _remove(self, except_for: Path | None) -> bool:
        """Remove the spills in all directories except `except_for`. Returns whether no file is left in them."""
        is_removed = True
        for path, directory_fd in self._directories():
            if path != except_for:
                is_removed = _remove_file(path, directory_fd) and is_removed
        return is_removed

    def _directories(self) -> Iterator[tuple[Path, int]]:
        """The spill directories of this data directory in all places, as open descriptors."""
        for place in self._places:
            with suppress(OSError), atomicfile.opened_directory(place) as descriptor:
                for name, directory_fd in self._own_directories(descriptor, self._owners):
                    yield place / name, directory_fd

    def _own_directories(self, place_descriptor: int, owners: Set[int]) -> Iterator[tuple[str, int]]:
        """The spill directories in an open place that belong to these owners, by name, as open descriptors."""
        for name in sorted(os.listdir(place_descriptor)):
            if not name.startswith(self._prefix):
                continue
            with suppress(OSError), atomicfile.opened_directory(name, place_descriptor) as directory_fd:
                if _is_own(directory_fd, owners):
                    yield name, directory_fd

    def _note_unsafe(self, place: Path) -> None:
        if place not in self._reported_places:
            self._reported_places.add(place)
            self._unsafe_places.append(str(place))


def _is_safe(place_descriptor: int) -> bool:
    """Whether only the place's owner, who is this user or root, can rename what this user creates in it."""
    status = os.fstat(place_descriptor)
    others_may_rename = status.st_mode & 0o022 and not status.st_mode & stat.S_ISVTX
    return status.st_uid in (0, os.geteuid()) and not others_may_rename


def _remove_file(path: Path, directory_fd: int) -> bool:
    """Remove a spill and its directory. Returns whether the file is gone."""
    try:
        os.unlink(FILE_NAME, dir_fd=directory_fd)
    except FileNotFoundError:
        pass
    except OSError:
        return False
    with suppress(OSError):
        path.rmdir()
    return True


def _is_own(directory_fd: int, owners: Set[int]) -> bool:
    status = os.fstat(directory_fd)
    return status.st_uid in owners and not status.st_mode & 0o077


def _load(directory_fd: int, owners: Set[int]) -> tuple[int, SpillContent]:
    """Load a directory's spill. Returns the time of writing in nanoseconds, and the content.
    Raises various errors for an invalid file."""
    descriptor = os.open(FILE_NAME, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=directory_fd)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid not in owners or status.st_size > MAX_BYTES:
            raise ValueError("not written by this program")
        return status.st_mtime_ns, _from_json(file.read(MAX_BYTES))


def default_spill(data: Path, environment: Mapping[str, str] = os.environ) -> Spill:
    """The usual spill of a data directory on a Linux machine."""
    directories = [environment.get("RUNTIME_DIRECTORY", "").partition(":")[0], environment.get("XDG_RUNTIME_DIR", "")]
    return Spill(data, [*(Path(name) for name in directories if name), SERVICE_DIRECTORY, Path("/dev/shm")])


def _to_json(spilled: SpillContent) -> dict[str, list[dict[str, Any]]]:
    return {name: [_game_to_json(game) for game in games] for name, games in spilled._asdict().items()}


def _game_to_json(game: SpilledGame) -> dict[str, Any]:
    rows = [[row.kind.value, row.text] for row in game.rows]
    return {"identity": game.identity.hex(), "number": game.number, "begun": game.begin_moment, "rows": rows}


def _from_json(content: bytes) -> SpillContent:
    import json

    values = json.loads(content)
    games, dropped = (tuple(_game_from_json(game) for game in values[name]) for name in SpillContent._fields)
    if len({game.identity for game in (*games, *dropped)}) < len(games) + len(dropped):
        raise ValueError("a game is there twice")
    return SpillContent(games, dropped)


def _game_from_json(values: dict[str, Any]) -> SpilledGame:
    boot_id, uptime = values["begun"]
    number, identity = values["number"], bytes.fromhex(values["identity"])
    _check(validate.is_boot_identity(boot_id) and validate.is_uptime(uptime))
    _check(number is None or validate.is_game_number(number))
    _check(validate.is_identity(identity))
    # JSON can contain lone surrogates, which can't be encoded in any other file.
    boot_id.encode()
    return SpilledGame(identity, number, BootMoment(boot_id, uptime), _rows_from_json(values["rows"]))


def _rows_from_json(values: list[Any]) -> tuple[JournalRow, ...]:
    rows = [row for kind, line_text in values if (row := validate.valid_row(kind, line_text)) is not None]
    _check(len(rows) == len(values))
    _check(validate.unwritable_reason(0, rows) is None)
    return tuple(rows)


def _check(is_valid: bool) -> None:
    if not is_valid:
        raise ValueError("not written by this program")
