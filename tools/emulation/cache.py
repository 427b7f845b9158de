"""Caches what takes long to make in `build/emulation`, under a name with a key of its inputs."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "emulation"
_KEY_LENGTH = 16
"""The number of hexadecimal digits of a key, enough to make collisions practically impossible."""


def key_of(*inputs: bytes | str | Path) -> str:
    """A key of the inputs of something: bytes, text, files, or folders with their contents."""
    found = hashlib.sha256()
    for one in inputs:
        for name, content in _contents(one):
            found.update(f"{name}\0{len(content)}\0".encode())
            found.update(content)
    return found.hexdigest()[:_KEY_LENGTH]


def _contents(one: bytes | str | Path) -> Iterable[tuple[str, bytes]]:
    if isinstance(one, bytes):
        return [("", one)]
    if isinstance(one, str):
        return [("", one.encode())]
    if one.is_file():
        return [(one.name, one.read_bytes())]
    files = sorted(path for path in one.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return [(str(path.relative_to(one)), path.read_bytes()) for path in files]


def kept(name: str, key: str, make: Callable[[Path], None], build: Path = BUILD) -> Path:
    """The folder `name-key`. If it is missing, `make` fills it, and folders of other keys are removed.

    The folder gets its name once it is complete, so an interrupted one is made again.
    """
    place = build / f"{name}-{key}"
    with _alone(build):
        if not place.is_dir():
            _make(name, place, make)
    return place


@contextmanager
def _alone(build: Path) -> Iterator[None]:
    """Hold the lock of the build folder."""
    build.mkdir(parents=True, exist_ok=True)
    with (build / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make(name: str, place: Path, make: Callable[[Path], None]) -> None:
    build = place.parent
    making = build / f"{place.name}.part"
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    make(making)
    for old in build.glob(f"{name}-*"):
        if old != making and _is_kept(name, old.name):
            shutil.rmtree(old)
    making.rename(place)


def _is_kept(name: str, folder: str) -> bool:
    rest = folder.removeprefix(f"{name}-").removesuffix(".part")
    return len(rest) == _KEY_LENGTH and not set(rest) - set("0123456789abcdef")
