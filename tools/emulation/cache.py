"""Caches what takes long to make in a folder that is named by a key of its inputs."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "emulation"
_KEY_LENGTH = 16
"""The number of hexadecimal digits of a key, enough to make collisions practically impossible."""


def key_of(*inputs: bytes | str | Path) -> str:
    """A key of the inputs of something: bytes, text, programs and other files, or folders with their contents."""
    digest = hashlib.sha256()
    for source in inputs:
        for name, content in _contents(source):
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()[:_KEY_LENGTH]


def _contents(source: bytes | str | Path) -> Iterable[tuple[str, bytes]]:
    if isinstance(source, bytes):
        return [("", source)]
    if isinstance(source, str):
        return [("", source.encode())]
    if source.is_file():
        return [_file_content(source, source.parent)]
    files = sorted(path for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return [_file_content(path, source) for path in files]


def _file_content(path: Path, folder: Path) -> tuple[str, bytes]:
    """A file's name, marked `*` if it is a program, and its content."""
    mark = "*" if path.stat().st_mode & stat.S_IXUSR else ""
    return f"{path.relative_to(folder)}{mark}", path.read_bytes()


def cached_folder(name: str, key: str, make: Callable[[Path], None], build: Path = BUILD) -> Path:
    """The folder `name-key`. If it is missing, `make` fills it, and folders of other keys are removed, even if another
    run uses them.

    The folder gets its name once it is complete, so an interrupted one is made again.
    """
    folder = build / f"{name}-{key}"
    with _build_lock(build):
        if not folder.is_dir():
            _make(name, folder, make)
    return folder


@contextmanager
def _build_lock(build: Path) -> Iterator[None]:
    build.mkdir(parents=True, exist_ok=True)
    with (build / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make(name: str, folder: Path, make: Callable[[Path], None]) -> None:
    build = folder.parent
    partial_folder = build / f"{folder.name}.part"
    shutil.rmtree(partial_folder, ignore_errors=True)
    partial_folder.mkdir(parents=True)
    make(partial_folder)
    for old in build.glob(f"{name}-*"):
        if old != partial_folder and _is_version_of(name, old.name):
            shutil.rmtree(old)
    partial_folder.rename(folder)


def _is_version_of(name: str, folder: str) -> bool:
    rest = folder.removeprefix(f"{name}-").removesuffix(".part")
    return len(rest) == _KEY_LENGTH and not set(rest) - set("0123456789abcdef")
