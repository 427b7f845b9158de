"""A model of a disk whose power may fail: it computes what the disk can then hold of a program's operations.

Only a sync makes anything durable, and only its own object: a file's content,
or a directory's entries. Of everything else, any part may be missing: a disk
writes in any order, 512 bytes at a time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tests.power.tracing import (
    Create,
    Mkdir,
    Operation,
    Rename,
    Scribble,
    Sync,
    Told,
    Truncate,
    Unlink,
    Unsynced,
    Write,
)

SECTOR = 512

Files = Mapping[str, bytes]
"""The contents of a directory: file contents by path. A directory itself has a path with a slash at its end."""


@dataclass
class _File:
    durable: bytes = b""
    pending: list[Write | Truncate] = field(default_factory=list)
    doubtful: int = 0
    """The number of pending operations, from the first, that no later sync makes durable, because one has failed."""
    scribbled: bool = False


@dataclass
class _Directory:
    durable: dict[str, _File | _Directory] = field(default_factory=dict)
    pending: list[_Entry] = field(default_factory=list)
    live: dict[str, _File | _Directory] = field(default_factory=dict)


class _Entry(NamedTuple):
    """Names are assigned to an object, or removed (None), all at once."""

    names: tuple[tuple[str, _File | _Directory | None], ...]


class Part(NamedTuple):
    """The part of a write that is on the disk: which sectors, and with `zeros`, at least the file's size."""

    sectors: Callable[[int], bool]
    zeros: bool = False


WHOLE = Part(lambda sector: True)
MISSING = Part(lambda sector: False)
Choice = Callable[[object], Part]
"""Returns the part on the disk of each pending operation. It is called in some order."""


class Disk:
    """Applies operations. `states` yields what may be found if the power fails now."""

    def __init__(self, before: Files | None = None) -> None:
        self._root = _Directory()
        for path, content in (before or {}).items():
            parent, name = self._find(path)
            if path.endswith("/"):
                parent.durable[name] = parent.live[name] = _Directory()
            else:
                parent.durable[name] = parent.live[name] = _File(content)

    def do(self, operation: Operation) -> None:
        match operation:
            case Write(path) | Truncate(path):
                self._file(path).pending.append(operation)
            case Scribble(path):
                self._file(path).scribbled = True
            case Sync(path):
                self._sync(path)
            case Unsynced(path):
                file = self._file(path)
                file.doubtful = len(file.pending)
            case Create() | Mkdir() | Unlink() | Rename():
                self._name(operation)
            case Told():
                pass

    def _name(self, operation: Create | Mkdir | Unlink | Rename) -> None:
        """Apply an operation on the entries of a directory."""
        match operation:
            case Create(path):
                self._enter(path, _File())
            case Mkdir(path):
                self._enter(path, _Directory())
            case Unlink(path):
                self._enter(path, None)
            case Rename(old, new):
                self._rename(old, new)

    def states(self, chance: random.Random, rounds: int) -> Iterator[Files]:
        """Yield states that a power cut may leave: the plain ones, each single loss, and `rounds` random losses."""
        pending = list(self._pending(self._root))
        yield self._state(lambda operation: MISSING)
        yield self._state(lambda operation: WHOLE)
        if not pending:
            return
        yield self._state(lambda operation: WHOLE if isinstance(operation, _Entry) else MISSING)
        yield self._state(lambda operation: MISSING if isinstance(operation, _Entry) else WHOLE)
        yield self._state(lambda operation: Part(MISSING.sectors, zeros=True))
        for lost in pending:
            yield self._state(_whole_but(lost, MISSING))
        for kept in range(1, _sectors(pending[-1])):
            yield self._state(_whole_but(pending[-1], Part(range(kept).__contains__)))
        for _ in range(rounds):
            yield self._state(lambda operation: _any_part(chance))

    def _pending(self, directory: _Directory) -> Iterator[object]:
        yield from directory.pending
        things = {id(thing): thing for thing in (*directory.durable.values(), *directory.live.values())}
        for thing in things.values():
            if isinstance(thing, _Directory):
                yield from self._pending(thing)
            else:
                yield from thing.pending

    def _state(self, choice: Choice) -> Files:
        return dict(_state(self._root, "", choice))

    def _find(self, path: str) -> tuple[_Directory, str]:
        *above, name = PurePosixPath(path).parts
        directory = self._root
        for one in above:
            inner = directory.live[one]
            assert isinstance(inner, _Directory)
            directory = inner
        return directory, name

    def _file(self, path: str) -> _File:
        directory, name = self._find(path)
        file = directory.live[name]
        assert isinstance(file, _File)
        return file

    def _enter(self, path: str, thing: _File | _Directory | None) -> None:
        directory, name = self._find(path)
        _apply(directory.live, entry := _Entry(((name, thing),)))
        directory.pending.append(entry)

    def _rename(self, old: str, new: str) -> None:
        directory, name = self._find(old)
        to, new_name = self._find(new)
        assert directory is to, "a rename between directories is not modelled"
        entry = _Entry(((new_name, directory.live[name]), (name, None)))
        _apply(directory.live, entry)
        directory.pending.append(entry)

    def _sync(self, path: str) -> None:
        if path == ".":
            thing: _File | _Directory = self._root
        else:
            directory, name = self._find(path)
            thing = directory.live[name]
        if isinstance(thing, _Directory):
            thing.durable = dict(thing.live)
            thing.pending = []
        else:
            _make_durable(thing)


def _make_durable(file: _File) -> None:
    """Apply a successful sync. What an earlier one failed on stays in doubt, unless it was written again."""
    doubtful, sure = file.pending[: file.doubtful], file.pending[file.doubtful :]
    if sure:
        content = bytearray(file.durable)
        for operation in sure:
            _do(content, operation, WHOLE)
        file.durable = bytes(content)
    # Sizes belong to the file system, which keeps them consistent.
    file.pending = [one for one in doubtful if isinstance(one, Write) and not any(_replaces(new, one) for new in sure)]
    file.doubtful = len(file.pending)


def _replaces(new: Write | Truncate, old: Write) -> bool:
    if isinstance(new, Truncate):
        return new.size <= old.at
    return new.at <= old.at and old.at + len(old.data) <= new.at + len(new.data)


def _apply(names: dict[str, _File | _Directory], entry: _Entry) -> None:
    for name, thing in entry.names:
        if thing is None:
            names.pop(name, None)
        else:
            names[name] = thing


def _state(directory: _Directory, path: str, choice: Choice) -> Iterator[tuple[str, bytes]]:
    names = dict(directory.durable)
    for entry in directory.pending:
        if choice(entry).sectors(0):
            _apply(names, entry)
    for name, thing in names.items():
        if isinstance(thing, _Directory):
            yield f"{path}{name}/", b""
            yield from _state(thing, f"{path}{name}/", choice)
        else:
            yield path + name, _content(thing, choice)


def _content(file: _File, choice: Choice) -> bytes:
    content = file.durable
    if file.pending:
        changed = bytearray(content)
        for operation in file.pending:
            _do(changed, operation, choice(operation))
        content = bytes(changed)
    return _garbage(len(content)) if file.scribbled else content


@cache
def _garbage(size: int) -> bytes:
    return random.Random(size).randbytes(size)


def _do(content: bytearray, operation: Write | Truncate, part: Part) -> None:
    if isinstance(operation, Truncate):
        if part.sectors(0):
            del content[operation.size :]
            content.extend(bytes(operation.size - len(content)))
        return
    start, end = operation.at, operation.at + len(operation.data)
    if part.zeros:
        content.extend(bytes(max(0, end - len(content))))
    for number, at in enumerate(range(start - start % SECTOR, end, SECTOR)):
        if part.sectors(number):
            low, high = max(at, start), min(at + SECTOR, end)
            content.extend(bytes(max(0, low - len(content))))
            content[low:high] = operation.data[low - start : high - start]


def _whole_but(one: object, part: Part) -> Choice:
    return lambda operation: part if operation is one else WHOLE


def _sectors(operation: object) -> int:
    if not isinstance(operation, Write):
        return 1
    return (operation.at + len(operation.data) - 1) // SECTOR - operation.at // SECTOR + 1


def _any_part(chance: random.Random) -> Part:
    kind = chance.randrange(4)
    if kind == 0:
        mask = chance.getrandbits(64)
        return Part(lambda sector: bool(mask >> sector % 64 & 1), zeros=chance.random() < 0.3)
    return (MISSING, WHOLE, WHOLE)[kind - 1]


def read(directory: Path) -> Files:
    """Read the contents of a real directory."""
    found = {}
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory).as_posix()
        found[name + "/" * path.is_dir()] = b"" if path.is_dir() else path.read_bytes()
    return found


def write(files: Files, directory: Path) -> None:
    """Create a real directory with these contents."""
    directory.mkdir(parents=True)
    for name, content in files.items():
        if name.endswith("/"):
            (directory / name).mkdir()
        else:
            (directory / name).write_bytes(content)
