"""Records with strace what a program does to a directory: its system calls.

A preloaded library would miss calls within the C library, and an SQLite test
VFS would see neither our own renames nor the sync of a directory. The kernel's
view is complete. Calls that the disk model does not know, and writable
mappings, are errors here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

CALLS = (
    "openat,write,pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat,"
    "lseek,mmap,open,creat,writev,pwritev,pwritev2,truncate,link,linkat,symlink,symlinkat,fallocate,"
    "copy_file_range,sendfile,splice"
)
MAX_LENGTH = 1 << 20
"""The maximum size in bytes of a write that is recorded completely."""


class Create(NamedTuple):
    """A file is created. Paths are relative to the watched directory, which itself is `.`."""

    path: str


class Mkdir(NamedTuple):
    path: str


class Rename(NamedTuple):
    old: str
    new: str


class Unlink(NamedTuple):
    path: str


class Write(NamedTuple):
    path: str
    at: int
    data: bytes


class Truncate(NamedTuple):
    path: str
    size: int


class Sync(NamedTuple):
    """A file's content, or a directory's entries, become durable."""

    path: str


class Unsynced(NamedTuple):
    """A sync of a file failed: earlier writes may never reach the disk, whatever a later sync returns."""

    path: str


class Scribble(NamedTuple):
    """A file is mapped for writing: from now on, the disk's content of it is unknown."""

    path: str


class Told(NamedTuple):
    """Something was written to standard output."""

    data: bytes


Operation = Create | Mkdir | Rename | Unlink | Write | Truncate | Sync | Unsynced | Scribble | Told

_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+|\?)(.*)$")
_ARGUMENT = re.compile(
    r"(?: *(?P<fd>-?\d+|AT_FDCWD)<(?P<place>[^>]*)>(?P<deleted>\(deleted\))?)|"
    r'"(?P<string>[^"]*)"(?P<cut>\.\.\.)?|(?P<other>[^,"<]+)'
)


class _Argument(NamedTuple):
    fd: int = -1
    place: str = ""
    deleted: bool = False
    string: bytes = b""
    other: str = ""


def available() -> bool:
    """Whether strace is installed and allowed to trace."""
    found = shutil.which("strace")
    return found is not None and subprocess.run([found, "-qq", "-o", os.devnull, "true"], check=False).returncode == 0


def traced(
    command: Sequence[str], watched: Path, log: Path, stdin: bytes = b"", faults: Sequence[str] = ()
) -> list[Operation]:
    """Run a command. Returns its operations on a directory, and its output, in order. strace writes to `log`.

    `faults` are in strace's notation, such as `fdatasync:error=EIO:when=3`.
    """
    strace = ["strace", "-f", "-qq", "-y", "-xx", "-s", str(MAX_LENGTH), "--seccomp-bpf", f"-etrace={CALLS}"]
    strace += [f"-einject={fault}" for fault in faults]
    reader = _Reader(watched.resolve())
    done = subprocess.run([*strace, "-o", str(log), *command], input=stdin, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    recorded = list(_operations(log.read_text(encoding="ascii").splitlines(), reader))
    assert b"".join(one.data for one in recorded if isinstance(one, Told)) == done.stdout
    return recorded


def _operations(lines: list[str], reader: _Reader) -> Iterator[Operation]:
    for line in lines:
        found = _CALL.match(line)
        if found is None:
            assert reader.inside not in line, f"not understood: {line[:200]}"
            continue
        call, arguments, result = found[1], list(_arguments(found[2])), found[3]
        if result != "?" and int(result) >= 0:
            yield from reader.operation(call, arguments, int(result))
        elif call in ("fsync", "fdatasync"):
            yield from reader.failed(arguments[0])


def _arguments(written: str) -> Iterator[_Argument]:
    for found in _ARGUMENT.finditer(written):
        if found["fd"] is not None:
            fd = -1 if found["fd"] == "AT_FDCWD" else int(found["fd"])
            yield _Argument(fd, _bytes(found["place"]).decode(), found["deleted"] is not None)
        elif found["string"] is not None:
            assert not found["cut"], "a write was too long to be recorded"
            yield _Argument(string=_bytes(found["string"]))
        elif found["other"].strip():
            yield _Argument(other=found["other"].strip())


def _bytes(escaped: str) -> bytes:
    return bytes.fromhex(escaped.replace("\\x", "")) if escaped.startswith("\\x") else escaped.encode()


class _Reader:
    """Tracks the files that exist, including those before the program's start, and each descriptor's position."""

    def __init__(self, watched: Path) -> None:
        self._watched = str(watched)
        self.inside = "".join(f"\\x{byte:02x}" for byte in self._watched.encode())
        self._there = {self._relative(str(path)) for path in watched.rglob("*")}
        self._stands: dict[int, int] = {}

    def operation(self, call: str, arguments: list[_Argument], result: int) -> Iterator[Operation]:
        first = arguments[0]
        if call == "write" and first.fd == 1:
            yield Told(arguments[1].string[:result])
        elif call == "openat":
            yield from self._opened(arguments, result)
        elif call in ("mkdir", "mkdirat", "unlink", "unlinkat", "rename", "renameat", "renameat2"):
            yield from self._named(call, arguments)
        elif any(self._ours(argument.place) for argument in arguments):
            yield from self._written(call, arguments, result)

    def failed(self, file: _Argument) -> Iterator[Operation]:
        """Yield the operation for a failed sync."""
        if self._ours(file.place):
            yield Unsynced(self._relative(file.place))

    def _opened(self, arguments: list[_Argument], result: int) -> Iterator[Operation]:
        path = self._path(arguments[0], arguments[1])
        if not self._ours(path):
            return
        flags = arguments[2].other.split("|")
        assert "O_APPEND" not in flags
        self._stands[result] = 0
        name = self._relative(path)
        if "O_CREAT" in flags and name not in self._there:
            self._there.add(name)
            yield Create(name)
        elif "O_TRUNC" in flags:
            yield Truncate(name, 0)

    def _named(self, call: str, arguments: list[_Argument]) -> Iterator[Operation]:
        names = []
        base = _Argument()
        for argument in arguments:
            if argument.string:
                names.append(self._path(base, argument))
                base = _Argument()
            elif argument.place:
                base = argument
        if not any(self._ours(name) for name in names):
            return
        assert all(self._ours(name) for name in names), f"{call} across the border: {names}"
        paths = [self._relative(name) for name in names]
        if call.startswith("mkdir"):
            self._there.add(paths[0])
            yield Mkdir(paths[0])
        elif call.startswith("unlink"):
            self._there.remove(paths[0])
            yield Unlink(paths[0])
        else:
            self._there.remove(paths[0])
            self._there.add(paths[1])
            yield Rename(*paths)

    def _written(self, call: str, arguments: list[_Argument], result: int) -> Iterator[Operation]:
        match call:
            case "mmap":
                mapped = arguments[4]
                if "MAP_SHARED" in arguments[3].other and "PROT_WRITE" in arguments[2].other:
                    yield Scribble(self._relative(mapped.place))
                return
            case "lseek":
                self._stands[arguments[0].fd] = result
                return
        file = arguments[0]
        assert not file.deleted, f"{call} to a file that was removed"
        path = self._relative(file.place)
        match call:
            case "pwrite64":
                yield Write(path, int(arguments[3].other), arguments[1].string[:result])
            case "write":
                yield Write(path, self._stands[file.fd], arguments[1].string[:result])
                self._stands[file.fd] += result
            case "ftruncate":
                yield Truncate(path, int(arguments[1].other))
            case "fsync" | "fdatasync":
                yield Sync(path)
            case _:
                raise AssertionError(f"the model knows no {call}")

    def _path(self, base: _Argument, name: _Argument) -> str:
        return os.path.normpath(os.path.join(base.place, name.string.decode()))

    def _ours(self, path: str) -> bool:
        return path == self._watched or path.startswith(self._watched + "/")

    def _relative(self, path: str) -> str:
        return os.path.relpath(path, self._watched)
