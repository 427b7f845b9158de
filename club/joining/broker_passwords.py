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

LARGEST = 10_000_000
"""Most bytes of a password file: more boxes than any broker has."""

PID_FILE = Path("/run/mosquitto/mosquitto.pid")
"""The PID file of Debian's Mosquitto."""

LOCK_TRIES, LOCK_PAUSE_S = 100, 0.05
"""How often it is tried to change the file while somebody else changes it, and the seconds between two tries."""

_ROUNDS = 101
_SALT_BYTES = 12


def new_password() -> str:
    """Return a random password of 256 bits."""
    return secrets.token_urlsafe(32)


def set_password(path: Path, user: str, password: str) -> None:
    """Set a user's password. Raises OSError: BlockingIOError if somebody else is changing the file for long."""
    _change(path, user, f"{user}:{_hashed(password)}")


def has_password(path: Path, user: str) -> bool:
    """Whether a user has a password. Raises OSError."""
    return any(line.partition(":")[0] == user for line in _lines(path))


def remove_password(path: Path, user: str) -> None:
    """Remove a user's password. Raises OSError, as `set_password` does."""
    _change(path, user, None)


def reload_broker(pid_file: Path, kill: Callable[[int, int], None] = os.kill) -> bool:
    """Have a broker reload its files, by SIGHUP. It then disconnects users without a password.

    Returns whether the broker was signalled.
    """
    with suppress(OSError, ValueError):
        kill(int(files.read_file(pid_file, 20)), signal.SIGHUP)
        return True
    return False


def _change(path: Path, user: str, line: str | None) -> None:
    with _locked(Path(os.path.realpath(path)).parent):
        others = [one for one in _lines(path) if one.partition(":")[0] != user]
        changed = others if line is None else [*others, line]
        atomicfile.replace_file(path, "".join(f"{one}\n" for one in changed).encode(errors="surrogateescape"))


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
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


def _lines(path: Path) -> list[str]:
    try:
        return files.read_file(path, LARGEST).decode(errors="surrogateescape").splitlines()
    except FileNotFoundError:
        return []


def _hashed(password: str) -> str:
    """Hash a password like `mosquitto_passwd`: PBKDF2 with SHA-512. Few rounds suffice for passwords of 256 bits."""
    salt = os.urandom(_SALT_BYTES)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS)
    return f"$7${_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
