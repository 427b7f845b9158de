"""Edits Mosquitto's password file: a box gets a line when it joins, and loses it when it is revoked."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from device.system import atomicfile, files

MAX_FILE_BYTES = 10_000_000
"""Maximum number of bytes of a password file: more boxes than any broker has."""

PID_FILE = Path("/run/mosquitto/mosquitto.pid")
"""The PID file of Debian's Mosquitto."""

LOCK_TRIES, LOCK_PAUSE_S = 100, 0.05
"""How often it is tried to change the file while somebody else changes it, and the seconds between two tries."""

_HASH_ROUNDS = 101
_SALT_BYTES = 12


def new_password() -> str:
    """Return a random password of 256 bits."""
    return secrets.token_urlsafe(32)


def set_password(path: Path, user: str, password: str) -> None:
    """Set a user's password. Raises OSError: BlockingIOError if somebody else is changing the file for long."""
    _replace_line(path, user, f"{user}:{_hash_password(password)}")


def has_password(path: Path, user: str) -> bool:
    """Whether a user has a password. Raises OSError."""
    return any(line.partition(":")[0] == user for line in _read_lines(path))


def remove_password(path: Path, user: str) -> None:
    """Remove a user's password. Raises OSError, as `set_password` does."""
    _replace_line(path, user, line=None)


def reload_broker(pid_file: Path, kill: Callable[[int, int], None] = os.kill) -> bool:
    """Have a broker reload its files, by SIGHUP. It then disconnects users without a password.

    Returns whether the broker was signalled.
    """
    with suppress(OSError, ValueError):
        kill(int(files.read_file(pid_file, 20)), signal.SIGHUP)
        return True
    return False


def _replace_line(path: Path, user: str, line: str | None) -> None:
    with _locked_directory(Path(os.path.realpath(path)).parent):
        lines = [old for old in _read_lines(path) if old.partition(":")[0] != user]
        if line is not None:
            lines.append(line)
        atomicfile.replace_file(path, "".join(f"{entry}\n" for entry in lines).encode(errors="surrogateescape"))


@contextmanager
def _locked_directory(directory: Path) -> Iterator[None]:
    """Lock the directory of the file. A box that joins at the same moment as another one waits for it."""
    with ExitStack() as lock:
        for tries_left in reversed(range(LOCK_TRIES)):
            try:
                lock.enter_context(atomicfile.locked_directory(directory))
                break
            except BlockingIOError:
                if tries_left == 0:
                    raise
                time.sleep(LOCK_PAUSE_S)
        yield


def _read_lines(path: Path) -> list[str]:
    try:
        return files.read_file(path, MAX_FILE_BYTES).decode(errors="surrogateescape").splitlines()
    except FileNotFoundError:
        return []


def _hash_password(password: str) -> str:
    """Hash a password like `mosquitto_passwd`: PBKDF2 with SHA-512. Few rounds suffice for passwords of 256 bits."""
    salt = os.urandom(_SALT_BYTES)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _HASH_ROUNDS)
    return f"$7${_HASH_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
